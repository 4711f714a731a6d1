"""The war that is played, in codes, as a checked value. A war is a campaign or a single mission."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from stuka_env.charts.draws import BankedWar, RandomCharts, charts_argument, read_charts
from stuka_env.game import WarArgument
from stuka_env.games.wing.charts import BANK, LoadedCharts, load_charts
from stuka_env.games.wing.codes import MOST_POINTS, TRACK, Campaign, Scale, Squadron
from stuka_env.games.wing.rules.mat import Plan
from stuka_env.io.arguments import argument_error, flag, one_of

DRAWN = 0
"""Value of ``start`` for a box of the track that is drawn by the seed at each reset."""


@dataclass(frozen=True, kw_only=True)
class WarSpec(BankedWar):
    """The war that is played, in codes, and the charts in force.

    :func:`stuka_env.games.wing.scenario.plan.read_war_spec` makes it from the arguments of an environment and
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


CAMPAIGN_NAMES, SQUADRON_NAMES = Campaign.numbers("SINGLE"), Squadron.by_short()
ARGUMENTS = (
    WarArgument("campaign", "full (default), late_entry, short_1944 or short_1942", "NAME"),
    WarArgument("turn", "the box of the track of a mission, 1 to 25 (default: drawn)", "BOX", "Wing/Mission-v0"),
    WarArgument("squadron", "B-17 (default) or B-24", "TYPE"),
    WarArgument("landing", "damaged bombers roll at the landing"),
    WarArgument("fatigue", "crews tire", offered=False),
)
"""The arguments for the command line."""


def read_war_spec(
    scale: int,
    *,
    campaign: Any = None,
    turn: Any = None,
    squadron: Any = "B-17",
    landing: Any = False,
    fatigue: Any = True,
    charts: Any = None,
    charts_seed: Any = None,
) -> WarSpec:
    """Check the arguments of the war.

    Args:
        scale: code of :class:`stuka_env.games.wing.codes.Scale`.
        campaign: "full" by default, "late_entry", "short_1944" or "short_1942"; None for a single mission.
        turn: the box of the track of a single mission; None for one that is drawn at each reset.
        squadron: "B-17" or "B-24".
        landing: whether damaged bombers roll at the landing.
        fatigue: whether crews tire.
        charts: see :func:`stuka_env.charts.draws.read_charts`.
        charts_seed: seed of random charts, 0 by default; None for other charts.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
    """
    loaded, random = read_charts(BANK, charts, charts_seed)
    return WarSpec(
        scale=int(scale),
        campaign=_read_campaign(scale, campaign),
        squadron=SQUADRON_NAMES[one_of("squadron", squadron, SQUADRON_NAMES)],
        start=_read_turn(scale, turn),
        landing=flag("landing", landing),
        fatigue=flag("fatigue", fatigue),
        charts=loaded,
        random=random,
    )


def _read_campaign(scale: int, campaign: Any) -> int:
    if scale == Scale.CAMPAIGN:
        return CAMPAIGN_NAMES[one_of("campaign", "full" if campaign is None else campaign, CAMPAIGN_NAMES)]
    if campaign is not None:
        raise argument_error("campaign", campaign, "none: only a Campaign has one; a Mission has turn")
    return int(Campaign.SINGLE)


def _read_turn(scale: int, turn: Any) -> int:
    if turn is None:
        return DRAWN
    if scale == Scale.CAMPAIGN:
        raise argument_error("turn", turn, "none: a campaign fixes its first box")
    number = int(turn) if isinstance(turn, str) and turn.isdecimal() else turn
    if not isinstance(number, int | np.integer) or isinstance(number, bool) or not 1 <= number <= TRACK:
        raise argument_error("turn", turn, f"None or a whole number from 1 to {TRACK}")
    return int(number)


def arguments_of(spec: WarSpec) -> dict[str, Any]:
    """Return the arguments of an environment of such episodes, without those that have the default."""
    arguments: dict[str, Any] = {}
    if spec.scale == Scale.CAMPAIGN and spec.campaign != Campaign.FULL:
        arguments["campaign"] = Campaign(spec.campaign).name.lower()
    if spec.start != DRAWN:
        arguments["turn"] = str(spec.start)
    if spec.squadron != Squadron.B_17:
        arguments["squadron"] = Squadron(spec.squadron).word
    if spec.landing:
        arguments["landing"] = True
    if not spec.fatigue:
        arguments["fatigue"] = False
    return arguments | charts_argument(spec.charts)
