"""Integers of many wars as a short text, for files that are committed."""

import base64
import zlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stuka_env.io.reading import MIB

LARGEST_UNPACKED = 16 * MIB
"""Largest size of unpacked integers."""
BYTES_A_SCORE = 2
"""Bytes of an integer."""


def pack_integers(values: ArrayLike) -> str:
    """Return integers as text: 16 bits each, all low bytes before all high bytes, zlib, base64.

    Raises:
        ValueError: an integer does not fit into 16 bits.
    """
    wide = np.asarray(values, np.int64)
    narrow = wide.astype("<i2")
    if not np.array_equal(narrow, wide):
        raise ValueError(f"values: got {wide.min()} to {wide.max()}; expected integers of 16 bits")
    by_byte = narrow.view(np.uint8).reshape(-1, BYTES_A_SCORE).T.tobytes()
    return base64.b64encode(zlib.compress(by_byte, 9)).decode()


def unpack_integers(text: str) -> NDArray[np.int64]:
    """Return the integers that :func:`pack_integers` made a text of.

    Raises:
        ValueError: the text is not packed integers, or too large.
    """
    unpacker = zlib.decompressobj()
    try:
        by_byte = unpacker.decompress(base64.b64decode(text, validate=True), LARGEST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof or unpacker.unused_data or len(by_byte) % BYTES_A_SCORE:
        raise ValueError("the packed integers are cut off, too large or followed by other data")
    return np.frombuffer(by_byte, np.uint8).reshape(BYTES_A_SCORE, -1).T.copy().view("<i2").ravel().astype(np.int64)
