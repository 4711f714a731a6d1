"""Colours of pictures: panels of paper on a field-grey table, markers in a few strong colours."""

from collections.abc import Mapping

from stuka_env.declared.codes import Tone
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
OUT_OF_USE: Colour = (142, 142, 132)
"""Spaces that are out of use."""

PLAIN_COLOURS = (
    TABLE, HEADER, PAPER, CARD, EMPTY, LINE, INK, FADED, WHITE, RED, GREEN, BLUE, BROWN, GOLD, ORANGE, STEEL, SEA, LAND,
    OUT_OF_USE,
)  # fmt: skip
"""All of these."""
TONES: Mapping[Tone, Colour] = {
    Tone.PLAIN: INK,
    Tone.NONE: FADED,
    Tone.GOOD: GREEN,
    Tone.FAIR: BROWN,
    Tone.WARN: ORANGE,
    Tone.BAD: RED,
    Tone.SPENT: STEEL,
    Tone.LOST: INK,
    Tone.PRESENT: GOLD,
    Tone.OWN: BLUE,
    Tone.MATE: BROWN,
    Tone.ENEMY: RED,
}
"""Colours of tones."""
SPACES: Mapping[Tone, Colour] = {Tone.PLAIN: PAPER, Tone.OWN: LAND, Tone.SPENT: OUT_OF_USE, Tone.NONE: EMPTY}
"""Colours of the spaces of a way."""


def colour_of(tone: Tone) -> Colour:
    """Return the colour of words with a tone."""
    return TONES[tone]


def back_of(tone: Tone) -> Colour:
    """Return the colour of a box with a tone; the words in it are white."""
    if tone == Tone.PLAIN:
        return STEEL
    return {Tone.NONE: EMPTY, Tone.SPENT: OUT_OF_USE}.get(tone, TONES[tone])


def ink_on(tone: Tone) -> Colour:
    """Return the colour of words in a box with a tone."""
    return {Tone.NONE: FADED, Tone.PRESENT: INK}.get(tone, WHITE)
