"""Markers on drawn mats: where a change of the mat shows in a picture, and how boxes lie."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.render.canvas import Box

Set = Callable[[Any], None]


def put(record: Any, **values: Any) -> None:
    """Set fields of a record."""
    for field, value in values.items():
        record[field] = value


class Case(NamedTuple):
    """One marker: how to put it down in one way and in another, and the boxes that must change."""

    name: str
    one: Set
    other: Set
    boxes: tuple[Box, ...]


def case(name: str, part: Callable[[Any], Any], field: str, one: Any, other: Any, *boxes: Box) -> Case:
    """A case of one field of a part of the mat."""

    def setter(value: Any) -> Set:
        return lambda mat: put(part(mat), **{field: value})

    return Case(f"{name}.{field} {int(one)} to {int(other)}", setter(one), setter(other), boxes)


def assert_only(one: NDArray[np.uint8], other: NDArray[np.uint8], *boxes: Box) -> None:
    """Two pictures differ in each of the boxes and nowhere else."""
    differs = (one != other).any(axis=2)
    for box in boxes:
        area = differs[box.y : box.y + box.h, box.x : box.x + box.w]
        assert area.any(), f"nothing changes in {box}"
    for box in boxes:
        differs[box.y : box.y + box.h, box.x : box.x + box.w] = False
    rows, columns = differs.nonzero()
    assert not len(rows), f"a change outside: x {columns.min()} to {columns.max()}, y {rows.min()} to {rows.max()}"


def inside(box: Box, other: Box) -> bool:
    """Is ``box`` within ``other``?"""
    return (
        other.x <= box.x
        and other.y <= box.y
        and box.x + box.w <= other.x + other.w
        and box.y + box.h <= other.y + other.h
    )


def apart(box: Box, other: Box) -> bool:
    """Do two boxes share no pixel?"""
    return (
        box.x + box.w <= other.x or other.x + other.w <= box.x or box.y + box.h <= other.y or other.y + other.h <= box.y
    )
