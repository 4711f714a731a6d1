"""Packing what the page shows: texts once each, mats as the numbers that have changed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.codes import SEATS, SLOTS
from stuka_env.rules.mat import (
    AIRCRAFT_FIELDS,
    COUNT_FIELDS,
    CREW_FIELDS,
    HOT_BYTES,
    MISSION_FIELDS,
    TRACK_FIELDS,
    Field,
)

BLOCKS: tuple[tuple[str, tuple[Field, ...], int], ...] = (
    ("mission", MISSION_FIELDS, 1),
    ("count", COUNT_FIELDS, 1),
    ("aircraft", AIRCRAFT_FIELDS, SLOTS),
    ("pilots", CREW_FIELDS, SEATS),
    ("gunners", CREW_FIELDS, SEATS),
    ("track", TRACK_FIELDS, 1),
)
"""The parts of the mat that are drawn, with their fields and how often they stand there, as they lie in memory."""


class Texts:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of a text."""
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        """Every text in the order of its number."""
        return list(self.numbers)


def _width(field: Field) -> int:
    return int(np.prod(field.shape, dtype=int))


def layout() -> dict[str, Any]:
    """Where each field stands in the numbers of :func:`flat`: start and length of a block, offsets inside it."""
    blocks: dict[str, Any] = {}
    start = 0
    for name, fields, count in BLOCKS:
        offsets: dict[str, int] = {}
        size = 0
        for field in fields:
            offsets[field.name] = size
            size += _width(field)
        blocks[name] = {"start": start, "size": size, "fields": offsets}
        start += size * count
    return blocks


def flat(mat: Any) -> NDArray[np.int16]:
    """The drawn part of a mat as numbers: the bytes of its first part, then the score tracks."""
    raw = np.frombuffer(mat.tobytes(), np.int8, HOT_BYTES).astype(np.int16)
    track = np.frombuffer(mat["track"].tobytes(), np.int16)
    return np.concatenate([raw, track])


def changes(before: NDArray[np.int16], after: NDArray[np.int16]) -> list[int]:
    """What has changed, as place, number, place, number ..."""
    places = np.flatnonzero(before != after)
    return np.column_stack([places, after[places]]).ravel().tolist()
