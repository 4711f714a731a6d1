"""Positions of the first game as text: the fields that they have, and the log sheet of a war that begins at one."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.position.completion import complete, place_dice
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts

FIELDS_LEFT_OUT = {
    "log": "past missions; no rule reads them",
    "pilots.slot": "follows from aircraft.pilot",
    "gunners.slot": "follows from aircraft.gunner",
    "track.logged": "equals war.mission_of_war",
    "track.campaign_bonus": "0 until the war is over",
    "track.result": "0 until the war is over",
    "track.over": "0 until the war is over",
}
"""Fields of the mat that a position does not have, with the reason."""


def codes_of(mat: Any) -> dict[str, int]:
    """Return the codes of the war of a mat, as ``WarSpec.codes`` names them.

    A campaign is named by its first operation. A mission and a segment have the segment that is flown.
    """
    war = mat["war"]
    scale = int(war["scale"])
    return {
        "scale": scale,
        "operation": int(war["operation"]) if scale < Scale.CAMPAIGN else int(Operation.BARBAROSSA),
        "segment": int(war["segment"]) if scale < Scale.OPERATION else -1,
        "regular": int(war["regular"]),
    }


def spec_of(codes: Mapping[str, int], charts: LoadedCharts) -> WarSpec:
    """Return the specification of a war with these codes."""
    own = {"duration" if name == "regular" else name: code for name, code in codes.items()}
    return WarSpec(charts=charts, random=None, **own)


POSITION_PARTS = PositionParts(
    left_out=FIELDS_LEFT_OUT,
    codes=codes_of,
    free_codes=("segment",),
    spec_of=spec_of,
    complete=complete,
    place_dice=place_dice,
)
"""The parts of the first game that its positions are made of."""
