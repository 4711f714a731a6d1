"""Where things stand on the report's plots: shares of a width, in percent, and round numbers for the axes."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

TICKS = 6
"""About how many numbers an axis has."""
STEPS = (1.0, 2.0, 5.0, 10.0)
HEIGHT = 100.0
BINS = 40


class Tick(NamedTuple):
    """A number on an axis and where it stands."""

    text: str
    x: float


class Axis(NamedTuple):
    """A range of values over the whole width."""

    low: float
    high: float
    ticks: list[Tick]

    def at(self, value: float) -> float:
        """Where a value stands, in percent of the width."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)


class Slice(NamedTuple):
    """One part of a stacked bar, in percent of the width."""

    name: str
    value: float
    x: float
    width: float


def round_step(span: float) -> float:
    """The step between numbers of an axis of this length: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(span / TICKS))
    return next(step * power for step in STEPS if step * power * TICKS >= span)


def make_axis(values: Iterable[float]) -> Axis:
    """An axis from a round number to a round number that shows all ``values``."""
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
    """``values`` side by side in a bar that stands for ``whole``; what is not above 0 is left out."""
    slices, x = [], 0.0
    for name, value in values.items():
        width = 100 * max(value, 0.0) / whole if whole else 0.0
        if width > 0:
            slices.append(Slice(name, value, round(x, 2), round(width, 2)))
            x += width
    return slices


def curve(counts: Mapping[int, int], axis: Axis) -> list[tuple[float, float]]:
    """How often each range of values occurs, as an outline: points in percent of the width and of the height.

    Args:
        counts: how often each whole number occurs.
        axis: the range to be shown; it is divided into ranges of so many whole numbers that there are about 40.
    """
    width = max(1, math.ceil((axis.high - axis.low) / BINS))
    heights = [0] * (math.floor((axis.high - axis.low) / width) + 1)
    for value, count in counts.items():
        heights[int((value - axis.low) // width)] += count
    return outline([HEIGHT * height / max(heights) for height in heights], axis.at(axis.low + width))


def outline(heights: Sequence[float], width: float) -> list[tuple[float, float]]:
    """The steps of a histogram as the corners of a line from the ground to the ground; y grows downwards."""
    corners = [(0.0, HEIGHT)]
    for place, height in enumerate(heights):
        level = round(HEIGHT - height, 2)
        corners += [(round(place * width, 2), level), (round((place + 1) * width, 2), level)]
    return [*corners, (round(len(heights) * width, 2), HEIGHT)]
