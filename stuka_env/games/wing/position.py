"""Positions of the third game as text: the fields that they have, and the log sheet of a war that begins at one.

A position has no log sheet, so the missions before it are empty. The mission that is flown takes losses and the target
from the mat when it ends; its interceptions, kills and turns are those since the position.
"""

from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts, codes_in, spec_maker

POSITION_PARTS = PositionParts(
    left_out={"track.over": "0 until the war is over"},
    codes=codes_in("plan"),
    free_codes=(),
    spec_of=spec_maker(WarSpec),
    complete=lambda snapshot, spec: None,
    place_dice=lambda dice, mat: None,
)
"""The parts of the third game that its positions are made of."""
