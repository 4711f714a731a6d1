"""The pieces on the mat: aircraft, stars, pips, tokens, target signs. Each is drawn inside a given box."""

from math import cos, pi, sin

from stuka_env.games.stuka.codes import Target
from stuka_env.games.stuka.drawing import colours
from stuka_env.render.canvas import Box, Canvas, Colour, Point

STUKA: tuple[Point, ...] = (
    (0.00, -1.00), (0.10, -0.86), (0.12, -0.50), (0.50, -0.34), (0.98, -0.46), (1.00, -0.20), (0.50, -0.02),
    (0.12, 0.00), (0.08, 0.62), (0.38, 0.70), (0.38, 0.90), (0.06, 0.88), (0.00, 1.00),
)  # fmt: skip
"""The right half of a Ju-87 from above, nose up."""
FIGHTER: tuple[Point, ...] = (
    (0.00, -1.00), (0.16, -0.86), (0.17, -0.42), (0.90, -0.20), (0.96, 0.00), (0.80, 0.10), (0.16, 0.10), (0.09, 0.62),
    (0.40, 0.74), (0.40, 0.88), (0.00, 0.94),
)  # fmt: skip
"""The right half of a fighter from above, nose up."""


def _both_halves(half: tuple[Point, ...]) -> list[Point]:
    return [*half, *((-x, y) for x, y in reversed(half))]


def aircraft(canvas: Canvas, box: Box, colour: Colour, *, heading: int = 0, half: tuple[Point, ...] = STUKA) -> None:
    """Draw an aircraft from above; ``heading`` in degrees from up, clockwise."""
    turn = heading * pi / 180
    size = min(box.w, box.h) / 2
    x0, y0 = box.centre
    points = [
        (x0 + size * (x * cos(turn) - y * sin(turn)), y0 + size * (x * sin(turn) + y * cos(turn)))
        for x, y in _both_halves(half)
    ]
    canvas.shape(points, colour)


def fighter(canvas: Canvas, box: Box, heading: int = 0) -> None:
    """Draw a Soviet fighter."""
    aircraft(canvas, box, colours.RED, heading=heading, half=FIGHTER)


def star(canvas: Canvas, box: Box, colour: Colour) -> None:
    """Draw a five-pointed star."""
    x, y = box.centre
    reach = min(box.w, box.h) / 2
    points = [
        (x + length * sin(spike * pi / 5), y - length * cos(spike * pi / 5))
        for spike, length in ((spike, reach * (0.42 if spike % 2 else 1.0)) for spike in range(10))
    ]
    canvas.shape(points, colour)


def dog(canvas: Canvas, box: Box) -> None:
    """Draw the Lucky Dog: a sitting dog's head with hanging ears."""
    x, y = box.centre
    canvas.disc((x, y), 9.5, colours.GOLD)
    canvas.shape([(x - 8, y - 5), (x - 3, y - 7), (x - 4, y + 4), (x - 8, y + 3)], colours.BROWN)
    canvas.shape([(x + 8, y - 5), (x + 3, y - 7), (x + 4, y + 4), (x + 8, y + 3)], colours.BROWN)
    canvas.disc((x - 2, y - 1), 1.2, colours.INK)
    canvas.disc((x + 2, y - 1), 1.2, colours.INK)
    canvas.disc((x, y + 4), 2.2, colours.INK)


def pips(canvas: Canvas, box: Box, *, count: int, most: int, colour: Colour) -> None:
    """Draw ``most`` square markers, of which ``count`` are filled."""
    for place in range(most):
        spot = box.row(most, place, gap=2)
        canvas.fill(spot, colour if place < count else colours.EMPTY, 2)


def crosses(canvas: Canvas, box: Box, count: int, most: int = 2) -> None:
    """Draw wound markers: a white field with a red cross, or an empty outline without a wound."""
    for place in range(most):
        spot = box.row(most, place, gap=3)
        canvas.frame(spot, colours.LINE, 1, 2)
        if place < count:
            x, y = spot.centre
            canvas.fill(spot, colours.WHITE, 2)
            canvas.fill(Box(int(x) - 5, int(y) - 1, 11, 4), colours.WOUND)
            canvas.fill(Box(int(x) - 1, int(y) - 5, 4, 11), colours.WOUND)
            canvas.frame(spot, colours.WOUND, 1, 2)


def tag(canvas: Canvas, box: Box, text: str, *, back: Colour, front: Colour = colours.WHITE, size: int = 11) -> None:
    """Draw a word on a coloured plate."""
    canvas.fill(box, back, 3)
    canvas.text(box.inset(1), text, size, front, align="centre")


# --- target signs: (shape in a box of -1 to 1) ---

HOUSE: tuple[Point, ...] = ((-0.8, 0.9), (-0.8, -0.1), (0.0, -0.9), (0.8, -0.1), (0.8, 0.9))
HULL: tuple[Point, ...] = (
    (-1.0, 0.1), (-0.5, 0.1), (-0.5, -0.4), (-0.1, -0.4), (-0.1, -0.9), (0.1, -0.9), (0.1, -0.4), (0.5, -0.4),
    (0.5, 0.1), (1.0, 0.1), (0.7, 0.8), (-0.7, 0.8),
)  # fmt: skip
TANK: tuple[Point, ...] = (
    (-1.0, 0.1), (-0.5, 0.0), (-0.4, -0.6), (0.3, -0.6), (0.35, -0.45), (1.0, -0.5), (1.0, -0.3), (0.4, -0.2),
    (0.5, 0.0), (1.0, 0.1), (0.8, 0.7), (-0.8, 0.7),
)  # fmt: skip
GUN: tuple[Point, ...] = ((-0.9, 0.7), (-0.7, 0.3), (0.9, -0.8), (1.0, -0.6), (0.2, 0.1), (0.3, 0.7))
RUNWAY: tuple[Point, ...] = ((-0.35, -0.9), (0.35, -0.9), (0.8, 0.9), (-0.8, 0.9))
BRIDGE: tuple[Point, ...] = (
    (-1.0, -0.3), (1.0, -0.3), (1.0, 0.7), (0.75, 0.7), (0.5, 0.1), (0.25, 0.7), (-0.25, 0.7), (-0.5, 0.1),
    (-0.75, 0.7), (-1.0, 0.7),
)  # fmt: skip
TRUCK: tuple[Point, ...] = (
    (-1.0, 0.5), (-1.0, -0.6), (0.3, -0.6), (0.3, -0.2), (0.7, -0.2), (1.0, 0.1), (1.0, 0.5), (0.7, 0.8), (0.4, 0.5),
    (-0.3, 0.5), (-0.6, 0.8), (-0.9, 0.5),
)  # fmt: skip
SOLDIER: tuple[Point, ...] = ((-0.6, 0.9), (-0.5, -0.1), (-0.3, -0.8), (0.3, -0.8), (0.5, -0.1), (0.6, 0.9))
RAIL: tuple[Point, ...] = (
    (-0.5, -0.9), (-0.2, -0.9), (-0.25, -0.3), (0.25, -0.3), (0.2, -0.9), (0.5, -0.9), (0.9, 0.9), (0.6, 0.9),
    (0.45, 0.3), (-0.45, 0.3), (-0.6, 0.9), (-0.9, 0.9),
)  # fmt: skip
SUBMARINE: tuple[Point, ...] = (
    (-1.0, 0.2), (-0.3, 0.0), (-0.3, -0.7), (0.1, -0.7), (0.1, 0.0), (1.0, 0.2), (0.8, 0.6), (-0.8, 0.6),
)  # fmt: skip
SIGNS: dict[int, tuple[Point, ...]] = {
    Target.AIRFIELD: RUNWAY,
    Target.TROOPS: SOLDIER,
    Target.BUILDINGS: HOUSE,
    Target.RAIL: RAIL,
    Target.CONVOY: TRUCK,
    Target.ARMOR: TANK,
    Target.ARTILLERY: GUN,
    Target.BRIDGE: BRIDGE,
    Target.BATTLESHIP: HULL,
    Target.CRUISER: HULL,
    Target.DESTROYER: HULL,
    Target.SUBMARINE: SUBMARINE,
    Target.TRANSPORT: HULL,
    Target.MARITIME: HULL,
}


def sign(canvas: Canvas, box: Box, target: int, colour: Colour) -> None:
    """Draw the sign of a target; a target without a sign gets none."""
    x, y = box.centre
    size = min(box.w, box.h) / 2
    if target in SIGNS:
        canvas.shape([(x + size * dx, y + size * dy) for dx, dy in SIGNS[target]], colour)
