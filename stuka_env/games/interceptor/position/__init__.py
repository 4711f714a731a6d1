"""Positions of the second game as text: the fields that they have, and the log sheet of a war that begins at one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.position.completion import complete, place_dice, withhold
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.position.parts import PositionParts

TRUTH_CODES = ("fatigue", "enemy_quality", "advanced_maneuvers", "level_reward")
FIELDS_LEFT_OUT = {"career.over": "0 until the war is over", "career.cause": "0 until the war is over"}
"""Fields of the mat that a position does not have, with the reason."""


def codes_of(mat: Any) -> dict[str, int]:
    """Return the codes of the war of a mat, as ``WarSpec.codes`` names them."""
    settings = mat["settings"]
    return {name: int(settings[name]) for name in settings.dtype.names}


def spec_of(codes: Mapping[str, int], charts: LoadedCharts) -> WarSpec:
    """Return the specification of a war with these codes."""
    flags = {name: bool(codes[name]) for name in TRUTH_CODES}
    own: dict[str, Any] = {**codes, **flags}
    return WarSpec(charts=charts, **own)


POSITION_PARTS = PositionParts(
    frequencies=Path(__file__).with_name("model.json"),
    left_out=FIELDS_LEFT_OUT,
    codes=codes_of,
    free_codes=("month",),
    spec_of=spec_of,
    complete=complete,
    place_dice=place_dice,
    withhold=withhold,
)
"""The parts of the second game that its positions are made of."""
