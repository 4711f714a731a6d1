"""Files that ``torch.save`` has written, read without running what a foreign file contains."""

import io
import os
from typing import Any

import torch

from stuka_env.quoting import LONGEST_QUOTE, printable
from stuka_env.reading import FileError, check_archive, read_bytes


def read_tensors(path: str | os.PathLike[str], most: int) -> Any:
    """Return the tensors and plain values in a file of at most ``most`` bytes, on the processor.

    Raises:
        FileError: the file cannot be read, is damaged, or holds anything else; one line says why.
    """
    return load_tensors(read_bytes(path, most), most)


def load_tensors(contents: bytes, most: int) -> Any:
    """Return the tensors and plain values in the contents of such a file.

    Raises:
        FileError: the contents are damaged, or hold anything else; one line says why.
    """
    check_archive(contents, most)
    try:
        return torch.load(io.BytesIO(contents), map_location="cpu", weights_only=True)
    except Exception as error:  # whatever the damage led PyTorch to
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise FileError(f"no tensors ({printable(reason, LONGEST_QUOTE)})") from None
