"""Scenes of a sheet: figures in their places, seen from above, with lines from who fires to what is fired at.

A game declares a fight by these records. :func:`scene` makes a map from near of them, which every renderer draws.
"""

from collections.abc import Iterable
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Link, Map, Mark, Outline, Silhouette, Space, Spot

FIGURE_SIZE = 1.2
"""Length of a figure in the scale of the spots, if a scene gives none."""
SMALL = 0.6
"""Size of a figure that is one of many."""
BURSTS = ((5, 0.55), (7, 0.8), (9, 1.0))
"""Points and radius of the burst of each level of fire: a higher level has more points and is larger."""
LEVELS_OF_FIRE = ("light", "medium", "heavy")


class SceneFigure(NamedTuple):
    """A figure of a scene.

    Attributes:
        key: a word by which lines know it.
        spot: its place.
        name: printed below it; "" for none.
        words: state and further words, after the name.
        tone: whose it is; ``NONE`` for a free place, which is not drawn.
        shape: its silhouette; "" for a disc.
        short: words in the disc.
        heading: in degrees from up, clockwise; None for the way along its first line.
        dots: markers that the scene explains.
        crosses: places of damage on its silhouette.
        is_hit: whether the newest entries of the journal hit it.
        size: its length in that of a usual figure.
        is_named: whether its name is printed; a page shows others where they are pointed at.
    """

    key: str
    spot: Spot
    name: str = ""
    words: str = ""
    tone: Tone = Tone.OWN
    shape: str = ""
    short: str = ""
    heading: int | None = None
    dots: tuple[Mark, ...] = ()
    crosses: tuple[Spot, ...] = ()
    is_hit: bool = False
    size: float = 1.0
    is_named: bool = True


class SceneLine(NamedTuple):
    """A line from who fires to what is fired at, by their keys; its tone says what came of it."""

    start: str
    end: str
    tone: Tone = Tone.ENEMY


def scene(
    name: str,
    figures: Iterable[SceneFigure],
    lines: Iterable[SceneLine],
    *,
    legend: tuple[Mark, ...] = (),
    size: float = FIGURE_SIZE,
) -> Map:
    """Return a scene as a map from near. Lines without a figure at both ends are left out."""
    shown = tuple(figures)
    spots = {one.key: one.spot for one in shown}
    drawn = [line for line in lines if line.start in spots and line.end in spots]
    ends = {line.start: spots[line.end] for line in reversed(drawn)}
    numbers = {key: number for number, key in enumerate(spots)}
    links = tuple(Link(numbers[line.start], numbers[line.end], line.tone) for line in drawn)
    return Map(name, tuple(_place(one, ends) for one in shown), links, legend=legend, is_close=True, size=size)


def _place(one: SceneFigure, ends: dict[str, Spot]) -> Space:
    heading = one.heading if one.heading is not None else heading_to(one.spot, ends.get(one.key, one.spot))
    mark = Mark("" if one.is_named else one.shape, "", one.tone, one.shape, heading, one.crosses, one.size)
    return Space(
        one.name,
        one.words,
        one.tone if one.is_named else Tone.SPENT,
        short=one.short,
        marks=(mark, *one.dots) if one.shape else one.dots,
        is_passed=one.is_hit,
        spot=one.spot,
    )


def added(one: Spot, other: Spot) -> Spot:
    """Return a spot moved by another one."""
    return one[0] + other[0], one[1] + other[1]


def heading_to(start: Spot, end: Spot) -> int:
    """Return the direction from one spot to another, in degrees from up, clockwise; 0 for the same spot."""
    return round(degrees(atan2(end[0] - start[0], start[1] - end[1])))


def _burst(points: int, radius: float) -> Outline:
    """Return a star with many points."""
    reaches = [radius * (1 if tip % 2 == 0 else 0.5) for tip in range(2 * points)]
    return tuple(
        (round(reach * sin(tip * pi / points), 3), round(-reach * cos(tip * pi / points), 3))
        for tip, reach in enumerate(reaches)
    )


FIRE_SILHOUETTES = {
    f"{level} fire": Silhouette(_burst(*size)) for level, size in zip(LEVELS_OF_FIRE, BURSTS, strict=True)
}
"""Silhouettes of fire from the ground by its level in words."""
