"""The pieces of this game: aircraft from above, tracks of hits, cells of systems. Each is drawn inside a given box."""

from stuka_env.games.interceptor.codes import Bomber, Enemy, Series
from stuka_env.games.interceptor.drawing import code_colours
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas, Point
from stuka_env.render.pieces import pips

BF_109: tuple[Point, ...] = (
    (0.00, -0.92), (0.06, -0.86), (0.10, -0.74), (0.12, -0.40), (0.60, -0.34), (0.92, -0.27), (1.00, -0.18),
    (0.95, -0.10), (0.60, -0.04), (0.12, 0.02), (0.09, 0.30), (0.05, 0.66), (0.36, 0.72), (0.38, 0.82), (0.05, 0.86),
    (0.00, 0.92),
)  # fmt: skip
"""The right half of an aircraft from above, nose up; so are those below."""
FW_190: tuple[Point, ...] = (
    (0.00, -0.90), (0.05, -0.84), (0.15, -0.80), (0.17, -0.55), (0.15, -0.38), (0.60, -0.34), (0.95, -0.28),
    (1.00, -0.20), (0.96, -0.08), (0.60, -0.02), (0.14, 0.04), (0.09, 0.35), (0.05, 0.62), (0.38, 0.66), (0.40, 0.80),
    (0.06, 0.84), (0.00, 0.90),
)  # fmt: skip
BF_110: tuple[Point, ...] = (
    (0.00, -0.74), (0.06, -0.70), (0.09, -0.30), (0.26, -0.28), (0.27, -0.58), (0.33, -0.66), (0.39, -0.58),
    (0.40, -0.26), (0.98, -0.10), (1.00, -0.05), (0.98, 0.00), (0.40, 0.06), (0.34, 0.16), (0.28, 0.08), (0.09, 0.08),
    (0.05, 0.62), (0.26, 0.62), (0.26, 0.54), (0.31, 0.54), (0.31, 0.80), (0.26, 0.80), (0.26, 0.72), (0.00, 0.74),
)  # fmt: skip
ME_410: tuple[Point, ...] = (
    (0.00, -0.68), (0.07, -0.64), (0.10, -0.52), (0.11, -0.30), (0.25, -0.28), (0.26, -0.64), (0.32, -0.72),
    (0.38, -0.64), (0.40, -0.26), (0.97, -0.14), (1.00, -0.08), (0.97, -0.03), (0.40, 0.06), (0.33, 0.22),
    (0.27, 0.08), (0.10, 0.10), (0.05, 0.60), (0.31, 0.66), (0.33, 0.76), (0.04, 0.76), (0.00, 0.84),
)  # fmt: skip
B_17: tuple[Point, ...] = (
    (0.00, -0.66), (0.05, -0.62), (0.07, -0.50), (0.08, -0.26), (0.21, -0.24), (0.21, -0.38), (0.25, -0.42),
    (0.29, -0.38), (0.29, -0.22), (0.46, -0.18), (0.46, -0.32), (0.50, -0.36), (0.54, -0.32), (0.54, -0.16),
    (0.97, -0.06), (1.00, 0.00), (0.96, 0.04), (0.07, 0.10), (0.05, 0.50), (0.30, 0.54), (0.32, 0.62), (0.28, 0.66),
    (0.04, 0.66), (0.02, 0.76), (0.00, 0.78),
)  # fmt: skip
B_24: tuple[Point, ...] = (
    (0.00, -0.62), (0.06, -0.58), (0.07, -0.24), (0.21, -0.22), (0.21, -0.34), (0.25, -0.37), (0.29, -0.34),
    (0.29, -0.20), (0.46, -0.17), (0.46, -0.28), (0.50, -0.31), (0.54, -0.28), (0.54, -0.16), (0.98, -0.10),
    (1.00, -0.06), (0.98, -0.03), (0.07, 0.02), (0.06, 0.50), (0.22, 0.50), (0.22, 0.44), (0.26, 0.44), (0.26, 0.66),
    (0.22, 0.66), (0.22, 0.60), (0.03, 0.60), (0.00, 0.64),
)  # fmt: skip
P_47: tuple[Point, ...] = (
    (0.00, -0.88), (0.12, -0.86), (0.16, -0.76), (0.17, -0.38), (0.55, -0.38), (0.88, -0.28), (1.00, -0.14),
    (0.90, -0.02), (0.55, 0.06), (0.15, 0.08), (0.10, 0.40), (0.06, 0.62), (0.36, 0.64), (0.40, 0.74), (0.34, 0.82),
    (0.06, 0.82), (0.00, 0.90),
)  # fmt: skip
SPITFIRE: tuple[Point, ...] = (
    (0.00, -0.88), (0.05, -0.82), (0.10, -0.70), (0.12, -0.36), (0.45, -0.36), (0.75, -0.29), (0.94, -0.18),
    (1.00, -0.12), (0.90, -0.03), (0.70, 0.04), (0.40, 0.09), (0.12, 0.10), (0.08, 0.40), (0.05, 0.62), (0.28, 0.63),
    (0.35, 0.70), (0.28, 0.78), (0.05, 0.78), (0.00, 0.86),
)  # fmt: skip
P_38: tuple[Point, ...] = (
    (0.00, -0.62), (0.06, -0.54), (0.09, -0.24), (0.26, -0.26), (0.27, -0.52), (0.31, -0.58), (0.35, -0.52),
    (0.37, -0.22), (0.97, -0.12), (1.00, -0.06), (0.97, -0.02), (0.37, 0.06), (0.34, 0.64), (0.42, 0.66), (0.42, 0.74),
    (0.00, 0.74), (0.00, 0.64), (0.28, 0.64), (0.26, 0.06), (0.09, 0.06), (0.00, 0.30),
)  # fmt: skip
P_51: tuple[Point, ...] = (
    (0.00, -0.90), (0.05, -0.82), (0.10, -0.70), (0.12, -0.36), (0.16, -0.30), (0.95, -0.20), (1.00, -0.14),
    (0.98, -0.06), (0.12, 0.06), (0.09, 0.40), (0.05, 0.64), (0.36, 0.68), (0.37, 0.78), (0.05, 0.80), (0.00, 0.88),
)  # fmt: skip
CANOPY: tuple[Point, ...] = ((0.00, -0.26), (0.05, -0.19), (0.06, -0.02), (0.04, 0.10), (0.00, 0.16))
LONG_CANOPY: tuple[Point, ...] = ((0.00, -0.34), (0.04, -0.28), (0.05, 0.12), (0.03, 0.22), (0.00, 0.26))
SERIES_CANOPIES = {
    Series.BF_109: CANOPY,
    Series.FW_190: CANOPY,
    Series.BF_110: LONG_CANOPY,
    Series.ME_410: LONG_CANOPY,
}
SERIES_SHAPES = {Series.BF_109: BF_109, Series.FW_190: FW_190, Series.BF_110: BF_110, Series.ME_410: ME_410}
BOMBER_SHAPES = {Bomber.B_17F: B_17, Bomber.B_17G: B_17, Bomber.B_24: B_24, Bomber.YB_40: B_17}
ENEMY_SHAPES = {Enemy.P_47: P_47, Enemy.SPITFIRE_IX: SPITFIRE, Enemy.P_38: P_38, Enemy.P_51B: P_51}
NAME_HEIGHT = 13
"""Height of the name above a track of hits."""


def hit_track(canvas: Canvas, box: Box, name: str, count: int, most: int) -> None:
    """Draw a system with a mark for each hit; ``most`` hits lose it."""
    canvas.text(box.part(0, 0, box.w, NAME_HEIGHT), name, 11, colours.INK if count else colours.FADED)
    marks = box.part(0, NAME_HEIGHT, box.w, box.h - NAME_HEIGHT)
    pips(canvas, marks, count=count, most=most, colour=code_colours.DAMAGE)


def cell(canvas: Canvas, box: Box, name: str, is_damaged: bool) -> None:
    """Draw a system that is whole or not."""
    canvas.fill(box, code_colours.DAMAGE if is_damaged else colours.EMPTY, 3)
    canvas.text(box.inset(1), name, 11, colours.WHITE if is_damaged else colours.FADED, align="centre")


def plate(canvas: Canvas, box: Box, name: str, is_held: bool) -> None:
    """Draw a skill, an award or a marker; pale if nobody has it."""
    canvas.fill(box, code_colours.HELD_SKILL if is_held else colours.EMPTY, 3)
    canvas.text(box.inset(1), name, 11, colours.WHITE if is_held else colours.FADED, align="centre")
