"""The first game, for ``evaluate.py``."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from agents.evaluation.evaluated_game import EpisodeWords, OwnColumn, RulesSample
from agents.evaluation.figures import Figures
from agents.evaluation.plain_game import column_of, column_of_result, finished_column, mean_of_result, plain_game
from agents.evaluation.tables import policy_table
from agents.games.stuka.evaluation.breakdown import ROUNDING_PART, Breakdown, bonuses, breakdown
from agents.games.stuka.evaluation.expectations import expectations, fly_and_measure
from agents.games.stuka.evaluation.report import report_parts
from agents.games.stuka.luck.recorder import LUCK_WEIGHTS, fly_with_luck, luck_digest
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec


def victory_levels(flown: Flown, spec: WarSpec) -> dict[str, int]:
    """Count the finished wars by level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    levels = spec.charts.names.victory_levels
    return {levels[level]: counts[level] for level in reversed(range(len(levels)))}


# --- files ---


def on_log(values: Callable[[Any], Any]) -> Callable[[Flown], list[int]]:
    """Return the column with the sum of a number of every line of the log sheet."""

    def column(flown: Flown) -> list[int]:
        written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
        sums: list[int] = (values(flown.logs) * written).sum(axis=1, dtype=int).tolist()
        return sums

    return column


CSV = {
    "seed": column_of("seeds"),
    **{name: column_of_result(name) for name in ("score", "level", "destroyed", "kia", "no_fly", "missions")},
    "decisions": column_of("decisions"),
    "finished": finished_column,
    "kills": on_log(lambda logs: logs["kills"]),
    "mission_bonus": on_log(lambda logs: logs["bonus"]),
    "operation_bonus": lambda flown: flown.tracks["operation_bonus"].sum(axis=1, dtype=int).tolist(),
    "campaign_bonus": lambda flown: flown.tracks["campaign_bonus"].tolist(),
    "gambles": on_log(lambda logs: logs["gamble"] > 0),
    "gambles_lost": on_log(lambda logs: logs["gamble"] == 2),
}
"""Columns of ``results.csv``. Bonuses are in points as earned, without their weights."""

# --- tables on the screen, 120 columns at most ---

SOURCES_MEANS = "Points by source, and Rudel Gambles taken and lost; means for one war."
CRASHED = "crashed"


def source_cells(line: Figures) -> dict[str, str]:
    """Return the cells of one policy's points by source, and of its gambles in one war."""
    breakdown: Breakdown = line.own["breakdown"]
    points = {name: f"{value:.1f}" for name, value in breakdown.parts.items() if name != ROUNDING_PART}
    gambles = [row for row in breakdown.gamble if row.name.startswith("Rudel")]
    taken = sum(row.often or 0 for row in gambles)
    lost = sum(row.often or 0 for row in gambles if row.name.endswith(CRASHED))
    return points | {"Gambles": f"{taken:.1f}", "Gambles lost": f"{lost:.1f}"}


EVALUATED = replace(
    plain_game("stuka"),
    rules_sample=RulesSample(
        WarSpec(scale=Scale.CAMPAIGN), ("score", "level", "destroyed", "kia", "no_fly", "missions")
    ),
    episodes=tuple(EpisodeWords("war", f"{scale.name.lower()} score") for scale in Scale),
    arguments=lambda spec: {"operation": "all"} if spec.scale == Scale.CAMPAIGN else {},
    levels=victory_levels,
    figures={
        **{name: mean_of_result(name) for name in ("destroyed", "kia", "no_fly")},
        "breakdown": lambda wars: breakdown(wars.flown, wars.spec),
        "bonuses": lambda wars: bonuses(wars.flown, wars.spec),
        "expectations": lambda wars: expectations(wars.flown),
    },
    csv=CSV,
    columns=(
        OwnColumn("lost", "aircraft destroyed", lambda own: f"{own['destroyed']:.1f}"),
        OwnColumn("KIA", "people killed", lambda own: f"{own['kia']:.1f}"),
        OwnColumn("No-Fly", "missions not flown", lambda own: f"{own['no_fly']:.1f}"),
    ),
    tables=lambda lines, noun: [[SOURCES_MEANS, *policy_table("policy", lines, source_cells)]],
    costs=(
        ("aircraft destroyed", lambda line: line["destroyed"]),
        ("people killed (KIA)", lambda line: line["kia"]),
        ("missions not flown (No-Fly)", lambda line: line["no_fly"]),
    ),
    report_parts=report_parts,
    fly=partial(fly_and_measure, fly_with_luck),
    fly_without_luck=partial(fly_and_measure, fly_wars),
    luck_digest=luck_digest,
    value_files=(LUCK_WEIGHTS, STAFFEL_VALUE),
)
"""The game, as ``evaluate.py`` finds it."""
