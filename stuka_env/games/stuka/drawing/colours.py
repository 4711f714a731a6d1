"""Colours of the drawn mat: panels of paper on a field-grey table, markers in a few strong colours."""

from stuka_env.games.stuka.codes import AntiAircraft, Quality, Status, Visibility
from stuka_env.render.canvas import Colour

TABLE: Colour = (62, 69, 60)
HEADER: Colour = (38, 43, 38)
PAPER: Colour = (240, 234, 216)
CARD: Colour = (250, 247, 236)
EMPTY: Colour = (221, 214, 194)
"""An empty space."""
LINE: Colour = (168, 160, 136)
INK: Colour = (38, 36, 30)
FADED: Colour = (112, 106, 90)
WHITE: Colour = (255, 255, 255)

RED: Colour = (178, 34, 34)
GREEN: Colour = (52, 112, 58)
BLUE: Colour = (36, 82, 138)
BROWN: Colour = (128, 78, 34)
GOLD: Colour = (232, 176, 32)
ORANGE: Colour = (222, 110, 20)
STEEL: Colour = (88, 102, 112)
SEA: Colour = (170, 196, 206)
LAND: Colour = (206, 208, 168)

PILOT, GUNNER, AIRCRAFT = BLUE, BROWN, STEEL
ROLES = (PILOT, GUNNER)
STRESS, WOUND, DAMAGE = ORANGE, RED, RED

LEVEL_COLOURS: dict[int, Colour] = {
    Quality.NOBODY: EMPTY,
    Quality.GREEN: (76, 140, 64),
    Quality.VETERAN: (74, 104, 140),
    Quality.ACE: (150, 98, 20),
    Quality.ELITE: (116, 62, 140),
    Quality.HERO: (176, 38, 60),
}
STATES: dict[int, Colour] = {
    Status.NONE: EMPTY,
    Status.READY: (236, 233, 220),
    Status.FLYING: (252, 250, 242),
    Status.HOME: (214, 228, 206),
    Status.LOST: (226, 196, 188),
    Status.REPAIR: (228, 220, 188),
    Status.REPLACEMENT: (212, 220, 226),
}
"""Aircraft cards."""
VISIBILITIES: dict[int, Colour] = {
    Visibility.UNKNOWN: FADED,
    Visibility.GOOD: GREEN,
    Visibility.MEDIUM: BROWN,
    Visibility.LOW: RED,
}
ANTI_AIRCRAFT: dict[int, Colour] = {
    AntiAircraft.UNKNOWN: FADED,
    AntiAircraft.NONE: GREEN,
    AntiAircraft.LIGHT: BROWN,
    AntiAircraft.MEDIUM: ORANGE,
    AntiAircraft.HEAVY: RED,
}
