"""Rolls made at the table, in the format of the tape."""

from collections.abc import Iterable
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Chart, to_index
from stuka_env.play.typed_rolls import Rolled


def planned(rolls: Iterable[Rolled], charts: LoadedCharts) -> dict[str, list[Any]]:
    """Return rolls in the format of the tape (:mod:`stuka_env.declared.tape`)."""
    plan: dict[str, list[Any]] = {}
    for chart, faces in rolls:
        roll: Any = charts.names.card_ids[to_index(faces[0])] if chart == Chart.EVENT else list(faces)
        plan.setdefault(chart.name, []).append(roll)
    return plan
