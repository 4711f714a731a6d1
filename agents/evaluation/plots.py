"""Places on the plots of the reports of evaluations, and rows of their tables, for every game."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from agents.evaluation.evaluated_game import Contents

# --- in percent of the width, and round numbers for the axes ---

TICKS = 6
"""Approximate number of ticks on an axis."""
TICK_STEPS = (1.0, 2.0, 5.0, 10.0)
PLOT_HEIGHT = 100.0
BINS = 40


class Tick(NamedTuple):
    """A number on an axis and its place."""

    text: str
    x: float


class Axis(NamedTuple):
    """A range of values over the whole width."""

    low: float
    high: float
    ticks: list[Tick]

    def at(self, value: float) -> float:
        """Return the place of a value, in percent of the width."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)


class Slice(NamedTuple):
    """One part of a stacked bar, in percent of the width."""

    name: str
    value: float
    x: float
    width: float


def round_step(span: float) -> float:
    """Return the step between the ticks of an axis of this length: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(span / TICKS))
    return next(step * power for step in TICK_STEPS if step * power * TICKS >= span)


def make_axis(values: Iterable[float]) -> Axis:
    """Make an axis that begins and ends at round numbers and shows all ``values``."""
    shown = list(values)
    span = max(shown) - min(shown) or 1.0
    step = round_step(span * 1.1)
    first, last = math.floor(min(shown) / step), math.ceil(max(shown) / step)
    last += first == last
    places = max(0, -math.floor(math.log10(step)))
    axis = Axis(first * step, last * step, [])
    ticks = [number * step for number in range(first, last + 1)]
    return axis._replace(ticks=[Tick(f"{value:.{places}f}", axis.at(value)) for value in ticks])


def stacked(values: Mapping[str, float], whole: float) -> list[Slice]:
    """Return the parts of a bar of length ``whole``, one for each value above 0."""
    slices, x = [], 0.0
    for name, value in values.items():
        width = 100 * max(value, 0.0) / whole if whole else 0.0
        if width > 0:
            slices.append(Slice(name, value, round(x, 2), round(width, 2)))
            x += width
    return slices


def curve(counts: Mapping[int, int], axis: Axis) -> list[tuple[float, float]]:
    """Return the outline of a histogram: points in percent of the width and of the height.

    Args:
        counts: how often each whole number occurs.
        axis: the range of the histogram, which is divided into about 40 bins of whole numbers.
    """
    width = max(1, math.ceil((axis.high - axis.low) / BINS))
    heights = [0] * (math.floor((axis.high - axis.low) / width) + 1)
    for value, count in counts.items():
        heights[int((value - axis.low) // width)] += count
    return outline([PLOT_HEIGHT * height / max(heights) for height in heights], axis.at(axis.low + width))


def outline(heights: Sequence[float], width: float) -> list[tuple[float, float]]:
    """Return the corners of a histogram's outline, from base line to base line; y grows downwards."""
    corners = [(0.0, PLOT_HEIGHT)]
    for place, height in enumerate(heights):
        level = round(PLOT_HEIGHT - height, 2)
        corners += [(round(place * width, 2), level), (round((place + 1) * width, 2), level)]
    return [*corners, (round(len(heights) * width, 2), PLOT_HEIGHT)]


# --- of the lines of results.json ---


def intervals_axis(lines: Sequence[Contents], name: str) -> Axis | None:
    """Make an axis for the intervals called ``name``; return None if no line has one."""
    shown = [line[name] for line in lines if line[name] is not None]
    members = [member[name] for line in lines for member in line["members"] if member[name] is not None]
    ends = [figures[end] for figures in shown for end in ("low", "mean", "high") if figures[end] is not None]
    zero = [0.0] if name == "difference" else []
    return make_axis([*ends, *members, *zero]) if ends else None


def row_names(lines: Sequence[Contents], rows_of: Callable[[Contents], Sequence[Contents]]) -> list[str]:
    """Return the names of the rows that any policy has, in the order of the longest list."""
    lists = sorted(([row["name"] for row in rows_of(line)] for line in lines), key=len, reverse=True)
    return list(dict.fromkeys(name for names in lists for name in names))


def crosstab(lines: Sequence[Contents], rows_of: Callable[[Contents], Sequence[Contents]]) -> list[dict[str, Any]]:
    """Return rows by name, with a cell for each policy; None if the policy has no such row."""
    tables = [{row["name"]: row for row in rows_of(line)} for line in lines]
    return [{"name": name, "cells": [table.get(name) for table in tables]} for name in row_names(lines, rows_of)]


def score_curves(lines: Sequence[Contents]) -> tuple[Axis, list[list[tuple[float, float]]]]:
    """Return the distributions of the wars' scores, over one axis."""
    counts = [{int(score): count for score, count in line["distribution"].items()} for line in lines]
    axis = make_axis(end for table in counts for score in table for end in (score, score + 1))
    return axis, [curve(table, axis) for table in counts]
