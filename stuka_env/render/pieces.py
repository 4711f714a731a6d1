"""Pieces on a mat: silhouettes, stars, pips, red crosses, plates. Each is drawn inside a given box."""

from collections.abc import Sequence
from math import cos, pi, sin

from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, Point


def polygon(canvas: Canvas, box: Box, points: Sequence[Point], colour: Colour, *, heading: int = 0) -> None:
    """Draw a polygon of points from -1 to 1 around the middle of a box; ``heading`` in degrees from up, clockwise."""
    turn = heading * pi / 180
    size = min(box.w, box.h) / 2
    x0, y0 = box.centre
    canvas.shape(
        [(x0 + size * (x * cos(turn) - y * sin(turn)), y0 + size * (x * sin(turn) + y * cos(turn))) for x, y in points],
        colour,
    )


def silhouette(canvas: Canvas, box: Box, half: Sequence[Point], colour: Colour, *, heading: int = 0) -> None:
    """Draw a shape that is symmetrical, from the points of its right half from top to bottom."""
    polygon(canvas, box, [*half, *((-x, y) for x, y in reversed(half))], colour, heading=heading)


def draw_outline(canvas: Canvas, box: Box, points: Sequence[Point], colour: Colour, *, heading: int = 0) -> None:
    """Draw an outline, which is the right half of a silhouette if it begins and ends on the axis."""
    draw = silhouette if points[0][0] == points[-1][0] == 0 else polygon
    draw(canvas, box, points, colour, heading=heading)


def star(canvas: Canvas, box: Box, colour: Colour) -> None:
    """Draw a five-pointed star."""
    x, y = box.centre
    reach = min(box.w, box.h) / 2
    points = [
        (x + length * sin(spike * pi / 5), y - length * cos(spike * pi / 5))
        for spike, length in ((spike, reach * (0.42 if spike % 2 else 1.0)) for spike in range(10))
    ]
    canvas.shape(points, colour)


def pips(canvas: Canvas, box: Box, *, count: int, most: int, colour: Colour) -> None:
    """Draw ``most`` square markers, of which ``count`` are filled."""
    for place in range(most):
        spot = box.row(most, place, gap=2)
        canvas.fill(spot, colour if place < count else colours.EMPTY, 2)


def crosses(canvas: Canvas, box: Box, count: int, most: int = 2) -> None:
    """Draw ``most`` fields, of which ``count`` have a red cross; the others are empty outlines."""
    for place in range(most):
        spot = box.row(most, place, gap=3)
        canvas.frame(spot, colours.LINE, 1, 2)
        if place < count:
            x, y = spot.centre
            canvas.fill(spot, colours.WHITE, 2)
            canvas.fill(Box(int(x) - 5, int(y) - 1, 11, 4), colours.RED)
            canvas.fill(Box(int(x) - 1, int(y) - 5, 4, 11), colours.RED)
            canvas.frame(spot, colours.RED, 1, 2)


def tag(canvas: Canvas, box: Box, text: str, *, back: Colour, front: Colour = colours.WHITE, size: int = 11) -> None:
    """Draw a word on a coloured plate."""
    canvas.fill(box, back, 3)
    canvas.text(box.inset(1), text, size, front, align="centre")
