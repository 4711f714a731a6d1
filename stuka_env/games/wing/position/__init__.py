"""Positions of the third game as text: the fields that they have, and the log sheet of a war that begins at one.

A position has no log sheet, so the missions before it are empty. The line of the mission that is flown has what the mat
knows of it: the target that was reached, and bombers lost or home alone.
"""

from typing import Any

from stuka_env.games.wing.codes import Gone, Leg
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts, codes_in, spec_maker


def complete(snapshot: Any, spec: WarSpec) -> None:
    """Write the line of the mission that is flown."""
    mat, lines = snapshot.mats[0], snapshot.logs["lines"][0]
    line = lines[min(int(mat["track"]["logged"]), len(lines) - 1)]
    gone = mat["seats"]["gone"]
    line["reached"] = mat["mission"]["leg"] in (Leg.TARGET, Leg.HOME)
    line["lost"] = line["crews_lost"] = (gone == Gone.LOST).sum()
    line["home_alone"] = (gone == Gone.HOME).sum()


POSITION_PARTS = PositionParts(
    frequencies=None,
    left_out={"track.over": "0 until the war is over"},
    codes=codes_in("plan"),
    free_codes=(),
    spec_of=spec_maker(WarSpec),
    complete=complete,
    place_dice=lambda dice, mat: None,
)
"""The parts of the third game that its positions are made of."""
