"""A map of a sheet in a picture: land, ways, places with their markers, names, and a legend of the dots."""

from collections.abc import Callable, Iterable

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map, Mark, Space, Spot
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Point, width_of
from stuka_env.views.words import capital

RADIUS, DOT, MAP_MARGIN = 8, 3, 18
"""Radius of a place and of a dot, and the space around all places."""
NAME_SIZE, NUMBER_SIZE, NAME_HEIGHT = 11, 9, 12
LEGEND_HEIGHT = 16
"""Height of the legend."""
UNNAMED = (Tone.NONE, Tone.PLAIN, Tone.SPENT)
"""Tones of places whose names are not printed."""


def draw_map(canvas: Canvas, part: Map, box: Box, draw_shape: Callable[..., None]) -> None:
    """Draw a map in a box; ``draw_shape`` draws the silhouette of a name in a box."""
    area = box._replace(h=box.h - (LEGEND_HEIGHT if part.legend else 0))
    points = [_fitted(place.spot or (0.0, 0.0), part, area) for place in part.places]
    with canvas.inside(area):
        canvas.fill(area, colours.SEA)
        for outline in part.land:
            canvas.shape([_fitted(spot, part, area) for spot in outline], colours.LAND)
        for link in part.links:
            colour, width = (colours.LINE, 1.0) if link.tone == Tone.NONE else (colours.colour_of(link.tone), 3.0)
            canvas.line(points[link.start], points[link.end], colour, width)
        for place, point in zip(part.places, points, strict=True):
            _draw_place(canvas, place, point, draw_shape)
        _draw_names(canvas, part, points, area)
    _draw_legend(canvas, part.legend, box.part(0, box.h - LEGEND_HEIGHT, box.w, LEGEND_HEIGHT))


def _fitted(spot: Spot, part: Map, area: Box) -> Point:
    """Return a spot in an area that has room for all places."""
    spots = [place.spot for place in part.places if place.spot]
    left, top = (min(one[axis] for one in spots) for axis in (0, 1))
    right, low = (max(one[axis] for one in spots) for axis in (0, 1))
    wide, high = max(right - left, 0.01), max(low - top, 0.01)
    scale = min((area.w - 2 * MAP_MARGIN) / wide, (area.h - 2 * MAP_MARGIN) / high)
    x, y = area.centre
    return x + scale * (spot[0] - (left + right) / 2), y + scale * (spot[1] - (top + low) / 2)


def _around(point: Point, radius: float) -> Box:
    return Box(round(point[0] - radius), round(point[1] - radius), round(2 * radius), round(2 * radius))


def _draw_place(canvas: Canvas, place: Space, point: Point, draw_shape: Callable[..., None]) -> None:
    """Draw a place with its short name, or the silhouette that is there, and a dot for each other marker."""
    if place.is_passed:
        canvas.disc(point, RADIUS + 2, colours.GOLD)
    canvas.disc(point, RADIUS, colours.CARD if place.tone == Tone.PLAIN else colours.back_of(place.tone))
    ink = colours.INK if place.tone == Tone.PLAIN else colours.ink_on(place.tone)
    shapes = [mark for mark in place.marks if mark.shape]
    if not shapes:
        canvas.text(_around(point, RADIUS), place.short, NUMBER_SIZE, ink, align="centre")
    for mark in shapes:
        canvas.disc(point, 2 * RADIUS, colours.CARD)
        draw_shape(_around(point, 2 * RADIUS), mark.shape, colours.colour_of(mark.tone), heading=mark.heading)
    dots = [mark for mark in place.marks if not mark.shape]
    reach = 2 * RADIUS if shapes else RADIUS
    for number, mark in enumerate(dots):
        spot = point[0] + reach - 2 * DOT * number, point[1] - reach
        canvas.disc(spot, DOT + 1, colours.CARD)
        canvas.disc(spot, DOT, colours.colour_of(mark.tone))


def _reach(place: Space) -> int:
    return RADIUS * (1 + any(mark.shape for mark in place.marks))


def _draw_names(canvas: Canvas, part: Map, points: list[Point], area: Box) -> None:
    """Draw the names of places with their words, each where it hides the least of the others."""
    named = [(place, point) for place, point in zip(part.places, points, strict=True) if place.tone not in UNNAMED]
    taken = [_around(point, _reach(place) + 1) for place, point in named]
    for place, (x, y) in named:
        marks = [f"{mark.name} {mark.words}" for mark in place.marks if mark.shape]
        words = ", ".join(filter(None, (place.name, place.words, *marks)))
        wide, reach = round(width_of(words, NAME_SIZE)) + 4, _reach(place) + 2
        beside = [(left, y - NAME_HEIGHT / 2) for left in (x + reach, x - reach - wide)]
        over = [(x - wide / 2, top) for top in (y + reach, y - reach - NAME_HEIGHT)]
        boxes = [Box(round(left), round(top), wide, NAME_HEIGHT) for left, top in beside + over]
        inside = [box for box in boxes if _in_common(box, area) == box.w * box.h]
        best = min(inside or boxes, key=lambda box: sum(_in_common(box, other) for other in taken))
        taken.append(best)
        canvas.fill(best, colours.CARD, 3)
        canvas.text(best, words, NAME_SIZE, colours.INK, align="centre")


def _in_common(one: Box, other: Box) -> int:
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0, wide) * max(0, high)


def _draw_legend(canvas: Canvas, dots: Iterable[Mark], box: Box) -> None:
    left = box.x
    for mark in dots:
        canvas.disc((left + DOT, box.y + box.h / 2), DOT, colours.colour_of(mark.tone))
        words = capital(mark.name)
        wide = round(width_of(words, NAME_SIZE)) + 4
        canvas.text(Box(left + 3 * DOT, box.y, wide, box.h), words, NAME_SIZE, colours.FADED)
        left += 3 * DOT + wide + 10
