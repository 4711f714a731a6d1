"""The war that is played, in codes, as a checked value. A war is a campaign or a single mission."""

from dataclasses import dataclass, field
from typing import ClassVar

from stuka_env.charts.draws import BankedWar, RandomCharts
from stuka_env.games.wing.charts import LoadedCharts, load_charts
from stuka_env.games.wing.charts.bank import BANK
from stuka_env.games.wing.codes import MOST_POINTS, Campaign, Scale, Squadron
from stuka_env.games.wing.rules.mat import Plan

DRAWN = 0
"""Value of ``start`` for a box of the track that is drawn by the seed at each reset."""


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.wing.scenario.arguments.read_war_spec` makes it from the arguments of an environment and
    checks them.
    """

    game: ClassVar[str] = "wing"
    bank = BANK
    plan_kind = Plan
    scale: int
    """Code of :class:`stuka_env.games.wing.codes.Scale`."""
    campaign: int = Campaign.FULL
    """Code of :class:`stuka_env.games.wing.codes.Campaign`; SINGLE for a single mission."""
    squadron: int = Squadron.B_17
    """Code of :class:`stuka_env.games.wing.codes.Squadron`."""
    start: int = DRAWN
    """Box of the track of a single mission; :data:`DRAWN` for a drawn one, and in a campaign."""
    landing: bool = False
    """Whether damaged bombers roll at the landing (12.2)."""
    fatigue: bool = True
    """Whether crews tire."""
    charts: LoadedCharts = field(default_factory=load_charts)
    """The charts in force. With ``random`` they are ours, whose map, targets and tracks all sets of the bank have."""
    random: RandomCharts | None = None
    """The draw of the charts; None if all wars have the same."""


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
