"""The war of a mat: its codes and its charts."""

from collections.abc import Mapping
from typing import Any

from stuka_env.charts.bank import BANK_PREFIX
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec


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
    return WarSpec(
        scale=codes["scale"],
        operation=codes["operation"],
        segment=codes["segment"],
        duration=codes["regular"],
        charts=charts,
    )


def charts_named(digest: str) -> str | None:
    """Return the name of the set of the bank whose digest begins so; None if there is none."""
    return next((f"{BANK_PREFIX}{one}" for one in BANK.sets().digests if one.startswith(digest)), None)
