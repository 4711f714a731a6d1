"""The war of a mat: its codes and its charts."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor.charts import LoadedCharts
from stuka_env.games.interceptor.scenario.plan import WarSpec


def codes_of(mat: Any) -> dict[str, int]:
    """Return the codes of the war of a mat, as ``WarSpec.codes`` names them."""
    settings = mat["settings"]
    return {name: int(settings[name]) for name in settings.dtype.names}


def spec_of(codes: Mapping[str, int], charts: LoadedCharts) -> WarSpec:
    """Return the specification of a war with these codes."""
    return WarSpec(
        scale=codes["scale"],
        month=codes["month"],
        unit=codes["unit"],
        track=codes["track"],
        fatigue=bool(codes["fatigue"]),
        enemy_quality=bool(codes["enemy_quality"]),
        advanced_maneuvers=bool(codes["advanced_maneuvers"]),
        level_reward=bool(codes["level_reward"]),
        charts=charts,
    )


def charts_named(digest: str) -> str | None:
    """Return None: the package has one set of charts."""
    return None
