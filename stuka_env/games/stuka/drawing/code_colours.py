"""Colours of the drawn mat by code: roles, levels, statuses."""

from stuka_env.games.stuka.codes import Quality, Status
from stuka_env.render import colours
from stuka_env.render.canvas import Colour

AIRCRAFT = colours.STEEL
ROLES = (colours.BLUE, colours.BROWN)
STRESS, DAMAGE = colours.ORANGE, colours.RED

LEVEL_COLOURS: dict[int, Colour] = {
    Quality.NOBODY: colours.EMPTY,
    Quality.GREEN: (76, 140, 64),
    Quality.VETERAN: (74, 104, 140),
    Quality.ACE: (150, 98, 20),
    Quality.ELITE: (116, 62, 140),
    Quality.HERO: (176, 38, 60),
}
STATES: dict[int, Colour] = {
    Status.NONE: colours.EMPTY,
    Status.READY: (236, 233, 220),
    Status.FLYING: (252, 250, 242),
    Status.HOME: (214, 228, 206),
    Status.LOST: (226, 196, 188),
    Status.REPAIR: (228, 220, 188),
    Status.REPLACEMENT: (212, 220, 226),
}
"""Aircraft cards."""
MAT_COLOURS = (*LEVEL_COLOURS.values(), *STATES.values())
"""Colours of markers that are no plain colours."""
