"""A map of a sheet in a picture: land or cells, ways, places with their markers, names, and a legend."""

from collections.abc import Callable, Iterable
from math import hypot

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Ground, Link, Map, Space, Spot
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, Point, width_of, wrap
from stuka_env.views.words import capital

RADIUS, DOT, MAP_MARGIN = 8, 3, 18
"""Radius of a place and of a dot, and the space around all places."""
CLOSE_MARGIN, MOST_STRETCH = 0.75, 1.7
"""The space around pieces from near, in their lengths, and how much farther they may be apart one way."""
SHOT_START, SHOT_END, SHOT_ASIDE, HEAD_LENGTH = 0.25, 0.42, 2, 7
"""Lines from near: their ends in lengths of the pieces, the pixels beside them, and those of the head."""
NAME_SIZE, NUMBER_SIZE, NAME_HEIGHT, LEAST_WIDTH = 11, 9, 12, 66
LEGEND_HEIGHT = 16
"""Height of the legend."""
SHOWN_TONES = (Tone.GOOD, Tone.BAD, Tone.PRESENT)
"""Tones that edges of cells have; other edges are plain lines."""
UNNAMED = (Tone.NONE, Tone.PLAIN, Tone.SPENT)
"""Tones of places whose names are not printed."""


def draw_map(canvas: Canvas, part: Map, box: Box, draw_shape: Callable[..., None]) -> None:
    """Draw a map in a box; ``draw_shape`` draws the silhouette of a name in a box."""
    legend = [(colours.colour_of(mark.tone), mark.name) for mark in part.legend]
    legend += [(_rgb(ground.colour), ground.name) for ground in part.grounds if ground.name]
    area = box._replace(h=box.h - (LEGEND_HEIGHT if legend else 0))
    at = _fit(part, area)
    size = min(one - other for one, other in zip(at((part.size, part.size)), at((0.0, 0.0)), strict=True))
    points = [at(place.spot or (0.0, 0.0)) for place in part.places]
    with canvas.inside(area):
        canvas.fill(area, colours.PAPER if part.cell else colours.SEA)
        for place, point in zip(part.places, points, strict=True) if part.cell else ():
            _draw_ground(canvas, place, part.grounds[place.ground], point, _corners(place, part, at))
        for outline in part.land:
            canvas.shape([at(spot) for spot in outline], colours.LAND)
        for link in part.links:
            colour, width = (colours.LINE, 1.0) if link.tone == Tone.NONE else (colours.colour_of(link.tone), 3.0)
            if part.is_close:
                _draw_line(canvas, part, link, points, size)
            else:
                canvas.line(points[link.start], points[link.end], colour, width)
        for place, point in zip(part.places, points, strict=True):
            if part.cell:
                _draw_cell(canvas, place, _inside(point, _corners(place, part, at)), draw_shape)
            elif not part.is_close:
                _draw_place(canvas, place, point, draw_shape)
            elif place.tone != Tone.NONE:
                _draw_piece(canvas, place, point, area, size / 2, draw_shape)
        if not part.cell and not part.is_close:
            _draw_names(canvas, part, points, area)
    _draw_legend(canvas, legend, box.part(0, box.h - LEGEND_HEIGHT, box.w, LEGEND_HEIGHT))


def _fit(part: Map, area: Box) -> Callable[[Spot], Point]:
    """Return the function that puts spots into an area that has room for all places, and for their cells."""
    spots = [
        (place.spot[0] + across, place.spot[1] + down)
        for place in part.places
        if place.spot
        for across, down in part.cell or ((0.0, 0.0),)
    ]
    left, top = (min(one[axis] for one in spots) for axis in (0, 1))
    right, low = (max(one[axis] for one in spots) for axis in (0, 1))
    wide, high = max(right - left, 0.01), max(low - top, 0.01)
    margin = DOT if part.cell else 0 if part.is_close else MAP_MARGIN
    free = 2 * CLOSE_MARGIN * part.size if part.is_close else 0.0
    across, down = (area.w - 2 * margin) / (wide + free), (area.h - 2 * margin) / (high + free)
    most = min(across, down) * (MOST_STRETCH if part.is_close else 1.0)
    across, down = min(across, most), min(down, most)
    x, y = area.centre
    return lambda spot: (x + across * (spot[0] - (left + right) / 2), y + down * (spot[1] - (top + low) / 2))


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


def _size_of(place: Space) -> float:
    return next((mark.size for mark in place.marks if mark.shape), 1.0)


def _draw_line(canvas: Canvas, part: Map, link: Link, points: list[Point], size: float) -> None:
    """Draw a line from a piece from near to another one, with a head."""
    (x, y), (to_x, to_y), colour = points[link.start], points[link.end], colours.colour_of(link.tone)
    far = hypot(to_x - x, to_y - y) or 1.0
    across, down = (to_x - x) / far, (to_y - y) / far

    def at(along: float, aside: float) -> Point:
        return x + across * along - down * aside, y + down * along + across * aside

    tip = far - SHOT_END * size * _size_of(part.places[link.end])
    neck, left, right = tip - HEAD_LENGTH, SHOT_ASIDE - HEAD_LENGTH / 2, SHOT_ASIDE + HEAD_LENGTH / 2
    canvas.line(at(SHOT_START * size * _size_of(part.places[link.start]), SHOT_ASIDE), at(neck, SHOT_ASIDE), colour, 2)
    canvas.shape([at(tip, SHOT_ASIDE), at(neck, left), at(neck, right)], colour)


def _draw_piece(
    canvas: Canvas, place: Space, point: Point, area: Box, radius: float, draw_shape: Callable[..., None]
) -> None:
    """Draw a piece from near: its silhouette, dots for its other markers, and its name and words below."""
    shapes, dots = [mark for mark in place.marks if mark.shape], [mark for mark in place.marks if not mark.shape]
    wide, radius = 3 * radius, radius * _size_of(place) if shapes else RADIUS
    for mark in shapes:
        colour = colours.GOLD if place.is_passed else colours.colour_of(mark.tone)
        draw_shape(_around(point, radius), mark.shape, colour, heading=mark.heading, crosses=mark.crosses)
    if not shapes and place.name:
        canvas.disc(point, RADIUS, colours.back_of(place.tone))
        canvas.text(_around(point, RADIUS), place.short, NUMBER_SIZE, colours.ink_on(place.tone), align="centre")
    for number, dot in enumerate(dots):
        canvas.disc((point[0] + radius - 2 * DOT * number, point[1] - radius / 2), DOT + 1, colours.colour_of(dot.tone))
    name = place.name if place.name != place.short else ""  # a disc has it
    lines = wrap(", ".join(filter(None, (name, place.words))), NAME_SIZE, max(LEAST_WIDTH, wide))
    for number, words in enumerate(lines if place.tone != Tone.SPENT or not shapes else ()):
        wide = round(width_of(words, NAME_SIZE)) + 4
        top = round(point[1] + radius + number * NAME_HEIGHT - (3 if shapes else 0))
        left = min(max(round(point[0] - wide / 2), area.x), area.x + area.w - wide)
        canvas.text(Box(left, top, wide, NAME_HEIGHT), words, NAME_SIZE, colours.INK, align="centre")


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


def _rgb(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _corners(place: Space, part: Map, at: Callable[[Spot], Point]) -> list[Point]:
    x, y = place.spot or (0.0, 0.0)
    return [at((x + across, y + down)) for across, down in part.cell]


def _inside(point: Point, corners: list[Point]) -> Box:
    """Return a box at the middle of a cell, for its name and its markers."""
    (x, y), wide = point, max(corner[0] for corner in corners)
    half, tall = (wide - x) * 0.75, max(corner[1] for corner in corners) - y
    return Box(round(x - half), round(y - tall), round(2 * half), round(2 * tall))


def _draw_ground(canvas: Canvas, place: Space, ground: Ground, point: Point, corners: list[Point]) -> None:
    """Draw a cell with the colour of its ground, and an edge with the tone of the place."""
    canvas.shape(corners, _rgb(ground.colour))
    has_tone = place.is_here or place.tone in SHOWN_TONES
    colour = colours.colour_of(Tone.PRESENT if place.is_here else place.tone) if has_tone else colours.LINE
    (x, y), near = point, 0.93 if has_tone else 1.0  # inside its neighbours
    edge = [(x + near * (across - x), y + near * (down - y)) for across, down in corners]
    for start, end in zip(edge, [*edge[1:], edge[0]], strict=True):
        canvas.line(start, end, colour, 3.0 if has_tone else 1.0)


def _draw_cell(canvas: Canvas, place: Space, box: Box, draw_shape: Callable[..., None]) -> None:
    """Draw the short name of a cell, and its markers on plates below it."""
    canvas.text(box.part(0, 2, box.w, NAME_HEIGHT), place.short, NUMBER_SIZE, colours.INK, align="centre")
    if place.is_passed:
        canvas.disc((box.centre[0] + box.w / 3, box.y + 2 + NAME_HEIGHT / 2), DOT, colours.GOLD)
    columns = max(2, -(-len(place.marks) // 2))
    rows = [place.marks[start : start + columns] for start in range(0, len(place.marks), columns)]
    size = min(box.w // columns, (box.h - NAME_HEIGHT) * 2 // 3 // max(1, len(rows))) - 1
    for number, row in enumerate(rows):
        left = box.x + (box.w - len(row) * (size + 1)) // 2
        top = box.y + NAME_HEIGHT + 2 + number * (size + 1)
        for column, mark in enumerate(row):
            plate = Box(left + column * (size + 1), top, size, size)
            canvas.fill(plate, colours.CARD, 2)
            canvas.frame(plate, colours.colour_of(mark.tone), 1, 2)
            if mark.shape:
                draw_shape(plate.inset(2), mark.shape, colours.colour_of(mark.tone), heading=mark.heading)
            else:
                canvas.text(plate, mark.name, NUMBER_SIZE, colours.colour_of(mark.tone), align="centre")


def _draw_legend(canvas: Canvas, dots: Iterable[tuple[Colour, str]], box: Box) -> None:
    left = box.x
    for colour, name in dots:
        canvas.disc((left + DOT, box.y + box.h / 2), DOT, colour)
        words = capital(name)
        wide = round(width_of(words, NAME_SIZE)) + 4
        canvas.text(Box(left + 3 * DOT, box.y, wide, box.h), words, NAME_SIZE, colours.FADED)
        left += 3 * DOT + wide + 10
