"""Colours of the drawn mat by code: people, weather, health, presence, rockets."""

from stuka_env.games.interceptor.codes import Health, Presence, Rockets, Weather
from stuka_env.render import colours
from stuka_env.render.canvas import Colour

OWN, WING, TARGET, ENEMY = colours.BLUE, colours.BROWN, colours.STEEL, colours.RED
DAMAGE, HELD_SKILL, HELD_AWARD = colours.RED, colours.GREEN, colours.BLUE
OUT_OF_TRACK: Colour = (142, 142, 132)
"""Boxes of the track in which nobody is met."""
OUT_OF_DECK: Colour = (128, 130, 124)
"""Cards that are out."""
WEATHERS: dict[int, Colour] = {
    Weather.GOOD: colours.GREEN,
    Weather.POOR: colours.BROWN,
    Weather.BAD: colours.RED,
}
HEALTHS: dict[int, Colour] = {
    Health.WELL: colours.GREEN,
    Health.LIGHT_WOUND: colours.ORANGE,
    Health.SERIOUS_WOUND: colours.RED,
    Health.KILLED: colours.INK,
}
PRESENCES: dict[int, Colour] = {
    Presence.ABSENT: colours.FADED,
    Presence.HERE: colours.GREEN,
    Presence.DAMAGED: colours.ORANGE,
}
ROCKET_COLOURS: dict[int, Colour] = {
    Rockets.NONE: colours.FADED,
    Rockets.LOADED: colours.GREEN,
    Rockets.SPENT: colours.STEEL,
    Rockets.DAMAGED: colours.RED,
}
MAT_COLOURS = (OUT_OF_TRACK, OUT_OF_DECK)
"""Colours of markers that are no plain colours."""
