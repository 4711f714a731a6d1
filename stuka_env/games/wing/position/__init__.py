"""Positions of the third game as text: the fields that they have, and the log sheet of a war that begins at one.

A position has no log sheet, so the missions before it are empty. The line of the mission that is flown has what the mat
knows of it: the target that was reached, and bombers lost or home alone.
"""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import Gone, Leg
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts


def codes_of(mat: Any) -> dict[str, int]:
    """Return the codes of the war of a mat, as ``WarSpec.codes`` names them."""
    return {name: int(mat["plan"][name]) for name in mat["plan"].dtype.names}


def spec_of(codes: Mapping[str, int], charts: LoadedCharts) -> WarSpec:
    """Return the specification of a war with these codes."""
    own: dict[str, Any] = {**codes, "landing": bool(codes["landing"]), "fatigue": bool(codes["fatigue"])}
    return WarSpec(charts=charts, **own)


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
    codes=codes_of,
    free_codes=(),
    spec_of=spec_of,
    complete=complete,
    place_dice=lambda dice, mat: None,
)
"""The parts of the third game that its positions are made of."""
