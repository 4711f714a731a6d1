"""The pieces of this game: aircraft from above, tracks of hits, cells of systems. Each is drawn inside a given box."""

from stuka_env.games.interceptor.codes import Bomber, Enemy, Series
from stuka_env.games.interceptor.drawing import code_colours
from stuka_env.games.interceptor.silhouettes import (
    B_17,
    B_24,
    BF_109,
    BF_110,
    CANOPY,
    FW_190,
    LONG_CANOPY,
    ME_410,
    P_38,
    P_47,
    P_51,
    SPITFIRE,
)
from stuka_env.render import colours
from stuka_env.render.canvas import Box, Canvas
from stuka_env.render.pieces import pips

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
