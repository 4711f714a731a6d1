"""Figures of the campaigns of a player: those of the calibration, each with its standard error."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from agents.evaluation.intervals import IN_PERCENT, LineShare, Measures, mean_of, share_figures
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.wing.charts import LoadedCharts, load_charts
from stuka_env.games.wing.codes import CAMPAIGNS, Campaign, Over, Scale, Target, Victory
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.policy import Policy

DEEP = 8
"""Boxes of a target from the base from which a raid is deep."""
WAR_PHASES = {"1-6": (1, 6), "7-13": (7, 13), "14-17": (14, 17), "18-21": (18, 21), "22-25": (22, 25)}
"""First and last box of the track, by phase of the war."""


def _flown(lines: Any) -> Any:
    """Return 1 for each mission on the log."""
    return lines["box"] > 0


def _deep(lines: Any) -> Any:
    """Return 1 for each raid on a target deep inside Germany."""
    charts = load_charts().record
    return _flown(lines) & (charts["boxes"]["from_base"][charts["cards"]["box"][lines["card"]]] >= DEEP)


SHARES: Mapping[str, LineShare] = {
    "lost %": LineShare(lambda lines: lines["lost"], lambda lines: lines["sent"], IN_PERCENT),
    "home alone %": LineShare(lambda lines: lines["home_alone"], lambda lines: lines["sent"], IN_PERCENT),
    "deep lost %": LineShare(
        lambda lines: lines["lost"] * _deep(lines), lambda lines: lines["sent"] * _deep(lines), IN_PERCENT
    ),
    "damaged %": LineShare(lambda lines: lines["damaged"], lambda lines: lines["sent"], IN_PERCENT),
    "targets %": LineShare(lambda lines: lines["target"] == Target.DESTROYED, _flown, IN_PERCENT),
    "interceptions": LineShare(lambda lines: lines["interceptions"], _flown),
    "sent": LineShare(lambda lines: lines["sent"], _flown),
    "lost": LineShare(lambda lines: lines["lost"], _flown),
    "short": LineShare(lambda lines: lines["short"], _flown),
    "points a mission": LineShare(
        lambda lines: lines["target_points"] + lines["loss_points"] + lines["short_points"], _flown
    ),
}
"""Figures of missions by name."""


def campaign_figures(flown: Flown, campaign: Campaign) -> Measures:
    """Return the figures of campaigns; single missions have no levels of victory."""
    results, ladder = flown.results, Victory if campaign < CAMPAIGNS else ()
    levels = {f"{level.word} %": mean_of(results["level"] == level, IN_PERCENT) for level in ladder}
    return {
        "points": mean_of(flown.scores),
        "asked": mean_of(flown.decisions),
        "ended early %": mean_of(results["over"] != Over.CALENDAR, IN_PERCENT),
        **levels,
        **share_figures(SHARES, flown.logs),
    }


def phase_figures(flown: Flown) -> Mapping[str, Measures]:
    """Return the figures of missions by phase of the war."""
    tables = {}
    for phase, (first, last) in WAR_PHASES.items():
        lines = flown.logs.copy()
        lines[(lines["box"] < first) | (lines["box"] > last)] = np.zeros(1, lines.dtype)
        tables[phase] = share_figures(SHARES, lines)
    return tables


def fly_campaigns(
    policy: Policy, campaign: Campaign, count: int, seed: int = 0, charts: LoadedCharts | None = None
) -> Flown:
    """Fly a policy through frozen campaigns or single missions of any year, with crews that tire and B-17s."""
    scale = Scale.CAMPAIGN if campaign < CAMPAIGNS else Scale.MISSION
    spec = WarSpec(scale=int(scale), campaign=int(campaign), charts=load_charts() if charts is None else charts)
    return fly_wars(policy, spec, evaluation_seeds(seed, count), seed=seed)
