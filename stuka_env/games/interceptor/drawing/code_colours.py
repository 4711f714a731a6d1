"""Colours of the drawn mat: people, damage, and places that are out of use."""

from stuka_env.render import colours
from stuka_env.render.canvas import Colour

OWN, WING, TARGET, ENEMY = colours.BLUE, colours.BROWN, colours.STEEL, colours.RED
DAMAGE, HELD_SKILL, HELD_AWARD = colours.RED, colours.GREEN, colours.BLUE
OUT_OF_TRACK: Colour = (142, 142, 132)
"""Boxes of the track in which nobody is met."""
OUT_OF_DECK: Colour = (128, 130, 124)
"""Cards that are out."""
MAT_COLOURS = (OUT_OF_TRACK, OUT_OF_DECK)
"""Colours of markers that are no plain colours."""
