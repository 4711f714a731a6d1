"""The pieces of this game: aircraft, fighters, the Lucky Dog, target signs. Each is drawn inside a given box."""

from stuka_env.games.stuka.codes import Target
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour, Point
from stuka_env.render.pieces import polygon, silhouette

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


def aircraft(canvas: Canvas, box: Box, colour: Colour, heading: int = 0) -> None:
    """Draw a Ju-87 from above; ``heading`` in degrees from up, clockwise."""
    silhouette(canvas, box, STUKA, colour, heading=heading)


def fighter(canvas: Canvas, box: Box, heading: int = 0) -> None:
    """Draw a Soviet fighter."""
    silhouette(canvas, box, FIGHTER, colours.RED, heading=heading)


def dog(canvas: Canvas, box: Box) -> None:
    """Draw the Lucky Dog: a sitting dog's head with hanging ears."""
    x, y = box.centre
    canvas.disc((x, y), 9.5, colours.GOLD)
    canvas.shape([(x - 8, y - 5), (x - 3, y - 7), (x - 4, y + 4), (x - 8, y + 3)], colours.BROWN)
    canvas.shape([(x + 8, y - 5), (x + 3, y - 7), (x + 4, y + 4), (x + 8, y + 3)], colours.BROWN)
    canvas.disc((x - 2, y - 1), 1.2, colours.INK)
    canvas.disc((x + 2, y - 1), 1.2, colours.INK)
    canvas.disc((x, y + 4), 2.2, colours.INK)


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
    if target in SIGNS:
        polygon(canvas, box, SIGNS[target], colour)
