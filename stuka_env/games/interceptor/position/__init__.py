"""Positions of the second game as text: the fields that they have, and the log sheet of a war that begins at one."""

from stuka_env.games.interceptor.position.completion import complete, place_dice, withhold
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts, codes_in, spec_maker

FIELDS_LEFT_OUT = {"career.over": "0 until the war is over", "career.cause": "0 until the war is over"}
"""Fields of the mat that a position does not have, with the reason."""


POSITION_PARTS = PositionParts(
    left_out=FIELDS_LEFT_OUT,
    codes=codes_in("settings"),
    free_codes=("month",),
    spec_of=spec_maker(WarSpec),
    complete=complete,
    place_dice=place_dice,
    withhold=withhold,
)
"""The parts of the second game that its positions are made of."""
