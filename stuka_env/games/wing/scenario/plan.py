"""The war that is played: its arguments, and a checked value in codes. It is a campaign or a single mission."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from stuka_env.charts.draws import BankedWar
from stuka_env.declared.arguments import Given, WarArgument
from stuka_env.games.wing.charts import BANK, ChartNames
from stuka_env.games.wing.codes import MOST_POINTS, TRACK, Campaign, Scale, Squadron
from stuka_env.games.wing.rules.mat import Plan
from stuka_env.io.arguments import argument_error

DRAWN = 0
"""Value of ``start`` for a box of the track that is drawn by the seed at each reset, and in a campaign."""


def _read_turn(turn: Any, given: Given) -> int:
    number = int(turn) if isinstance(turn, str) and turn.isdecimal() else turn
    if not isinstance(number, int | np.integer) or isinstance(number, bool) or not 1 <= number <= TRACK:
        raise argument_error("turn", turn, f"None or a whole number from 1 to {TRACK}")
    return int(number)


ARGUMENTS = (
    WarArgument(
        "campaign", metavar="NAME", words=Campaign.numbers("SINGLE"), usual="full", scales=(Scale.CAMPAIGN,),
        elsewhere="only a Campaign has one; a Mission has turn", other=Campaign.SINGLE,
    ),
    WarArgument(
        "turn", "the box of the track of a mission, 1 to 25 (default: drawn)", "BOX", "Wing/Mission-v0",
        read=_read_turn, word=lambda code, charts: str(code), codes=("start",), scales=(Scale.MISSION,),
        elsewhere="a campaign fixes its first box",
    ),
    WarArgument("squadron", metavar="TYPE", words=Squadron.by_short(), default="B-17"),
    WarArgument("landing", "damaged bombers roll at the landing", default=False),
    WarArgument("fatigue", "crews tire", offered=False, default=True),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar[ChartNames]):
    """The war that is played, in codes, and the charts in force."""

    game, bank, plan_kind, arguments = "wing", BANK, Plan, ARGUMENTS
    campaign: int = Campaign.FULL
    squadron: int = Squadron.B_17
    start: int = DRAWN
    landing: int = 0
    fatigue: int = 1


def lines_of(spec: WarSpec) -> int:
    """Return the largest number of missions of a war."""
    return 1 if spec.scale == Scale.MISSION else int(spec.charts.record["campaigns"]["missions"][spec.campaign])


def score_range(spec: WarSpec) -> tuple[int, int]:
    """Return the least and the largest points of a war (5.12, 7.2); under drawn charts those that a mat can have.

    A campaign ends at once after the mission that reaches the points of an automatic end.
    """
    if spec.random is not None:
        return -MOST_POINTS, MOST_POINTS
    charts, missions = spec.charts.record, lines_of(spec)
    a_bomber = min(int(charts[name]) for name in ("points_short", "points_lost", "landing_points"))
    worst, best = int(charts["cards"]["bombers"].max()) * a_bomber, int(charts["cards"]["value"].max())
    if spec.scale == Scale.MISSION:
        return worst, best
    least = max(missions * worst, int(charts["defeat_at"]) + 1 + worst)
    return least, min(missions * best, int(charts["victory_at"]) - 1 + best)
