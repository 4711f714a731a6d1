"""Files that a training continues from: tensors and plain values behind their own SHA-256 digest.

Weights that a disk or a copy has damaged still look like weights; only the digest reveals the damage.
"""

import hashlib
import io
from pathlib import Path
from typing import Any

import torch

from stuka_env.io.files import write_whole
from stuka_env.io.reading import FileError, read_bytes
from stuka_env.networks.tensor_file import read_tensors

SEAL = b"stuka_env sealed file 1, SHA-256 "
"""The first bytes of a file; 64 digits and the end of the line follow."""
DIGEST_DIGITS = 64
LARGEST_SEALED_FILE = 8 << 30


def write_sealed(path: Path, values: dict[str, Any]) -> Path:
    """Write tensors and plain values; the file is complete or absent.

    Raises:
        OSError: The file cannot be written.
    """
    payload = io.BytesIO()
    torch.save(values, payload)
    contents = payload.getvalue()
    return write_whole(path, SEAL + hashlib.sha256(contents).hexdigest().encode() + b"\n" + contents)


def read_sealed(path: Path) -> dict[str, Any]:
    """Return what :func:`write_sealed` wrote; no code in the file is run.

    Raises:
        FileError: The file cannot be read or has changed since; the message is one line.
    """
    contents = read_bytes(path, LARGEST_SEALED_FILE)
    end = len(SEAL) + DIGEST_DIGITS + 1
    payload = memoryview(contents)[end:]
    if not contents.startswith(SEAL):
        raise FileError("is damaged, or was not written by this version: it does not begin with its digest")
    if contents[len(SEAL) : end] != hashlib.sha256(payload).hexdigest().encode() + b"\n":
        raise FileError("is damaged: its SHA-256 is another than it was")
    values = read_tensors(bytes(payload))
    if not isinstance(values, dict):
        raise FileError("holds no mapping")
    return values
