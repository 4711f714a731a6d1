"""The pieces of this game: aircraft, fighters, the Lucky Dog, target signs. Each is drawn inside a given box."""

from stuka_env.games.stuka.codes import Target
from stuka_env.games.stuka.silhouettes import SIGNS, SOVIET_FIGHTER, STUKA
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Colour
from stuka_env.render.pieces import polygon, silhouette


def aircraft(canvas: Canvas, box: Box, colour: Colour, heading: int = 0) -> None:
    """Draw a Ju-87 from above; ``heading`` in degrees from up, clockwise."""
    silhouette(canvas, box, STUKA, colour, heading=heading)


def fighter(canvas: Canvas, box: Box, heading: int = 0) -> None:
    """Draw a Soviet fighter."""
    silhouette(canvas, box, SOVIET_FIGHTER, colours.RED, heading=heading)


def dog(canvas: Canvas, box: Box) -> None:
    """Draw the Lucky Dog: a sitting dog's head with hanging ears."""
    x, y = box.centre
    canvas.disc((x, y), 9.5, colours.GOLD)
    canvas.shape([(x - 8, y - 5), (x - 3, y - 7), (x - 4, y + 4), (x - 8, y + 3)], colours.BROWN)
    canvas.shape([(x + 8, y - 5), (x + 3, y - 7), (x + 4, y + 4), (x + 8, y + 3)], colours.BROWN)
    canvas.disc((x - 2, y - 1), 1.2, colours.INK)
    canvas.disc((x + 2, y - 1), 1.2, colours.INK)
    canvas.disc((x, y + 4), 2.2, colours.INK)


def sign(canvas: Canvas, box: Box, target: int, colour: Colour) -> None:
    """Draw the sign of a target; a target without a sign gets none."""
    if target in SIGNS:
        polygon(canvas, box, SIGNS[Target(target)], colour)
