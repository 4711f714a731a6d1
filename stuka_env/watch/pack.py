"""Packing of the page's data: each text once, and mats as changed numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.rules.mat import BLOCKS, Mat
from stuka_env.records import Field


def _place(name: str) -> slice:
    """Return the bytes of a mat that a block has."""
    fields: Any = Mat.dtype.fields
    kind, offset, *_ = fields[name]
    return slice(offset, offset + kind.itemsize)


*BYTE_PLACES, TRACK_PLACE = [_place(block.name) for block in BLOCKS]


class Texts:
    """Numbered texts, each stored once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        """Return all texts in the order of their numbers."""
        return list(self.numbers)


def _width(field: Field) -> int:
    return int(np.prod(field.shape, dtype=int))


def layout() -> dict[str, Any]:
    """Return the place of each field in the numbers of :func:`flat`: start and length of a block, offsets inside it."""
    blocks: dict[str, Any] = {}
    start = 0
    for name, kind, count in BLOCKS:
        offsets: dict[str, int] = {}
        size = 0
        for field in kind.FIELDS:
            offsets[field.name] = size
            size += _width(field)
        blocks[name] = {"start": start, "size": size, "fields": offsets}
        start += size * count
    return blocks


def flat(mat: Any) -> NDArray[np.int16]:
    """Return the drawn part of a mat as numbers: the bytes of its first part, then the score tracks."""
    whole = mat.tobytes()
    octets = np.frombuffer(b"".join([whole[place] for place in BYTE_PLACES]), np.int8).astype(np.int16)
    return np.concatenate([octets, np.frombuffer(whole[TRACK_PLACE], np.int16)])


def changes(before: NDArray[np.int16], after: NDArray[np.int16]) -> list[int]:
    """Return the changes as place, number, place, number ..."""
    places = np.flatnonzero(before != after)
    return np.column_stack([places, after[places]]).ravel().tolist()
