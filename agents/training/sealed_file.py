"""Files that a training goes on from: tensors and plain values behind their own SHA-256.

A file that a disk or a copy has damaged still looks like weights; its digest tells.
"""

import hashlib
import io
from pathlib import Path
from typing import Any

import torch

from stuka_env.files import write_whole
from stuka_env.networks.tensor_file import read_tensors
from stuka_env.reading import FileError, read_bytes

HEAD = b"stuka_env sealed file 1, SHA-256 "
"""The first bytes of a file, before 64 digits and the end of the line."""
DIGITS = 64
MOST_BYTES = 8 << 30


def write_sealed(path: Path, values: dict[str, Any]) -> Path:
    """Write tensors and plain values, whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    payload = io.BytesIO()
    torch.save(values, payload)
    contents = payload.getvalue()
    return write_whole(path, HEAD + hashlib.sha256(contents).hexdigest().encode() + b"\n" + contents)


def read_sealed(path: Path) -> dict[str, Any]:
    """Return what :func:`write_sealed` wrote; nothing in the file is run.

    Raises:
        FileError: it cannot be read, or has been changed since; one line says why.
    """
    contents = read_bytes(path, MOST_BYTES)
    end = len(HEAD) + DIGITS + 1
    payload = memoryview(contents)[end:]
    if not contents.startswith(HEAD):
        raise FileError("is damaged, or was not written by this version: it does not begin with its digest")
    if contents[len(HEAD) : end] != hashlib.sha256(payload).hexdigest().encode() + b"\n":
        raise FileError("is damaged: its SHA-256 is another than it was")
    values = read_tensors(bytes(payload))
    if not isinstance(values, dict):
        raise FileError("holds no mapping")
    return values
