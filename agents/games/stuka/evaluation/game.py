"""The first game, for ``evaluate.py``."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from agents.evaluation.evaluated_game import (
    CsvRow,
    EpisodeWords,
    EvaluatedGame,
    Flights,
    OwnColumn,
    RulesSample,
    ScoreWords,
)
from agents.evaluation.figures import Figures
from agents.evaluation.tables import aligned, short
from agents.games.stuka.evaluation.breakdown import Bonus, Breakdown, bonuses, breakdown, read_attack_log
from agents.games.stuka.evaluation.expectations import Expectations, expectations, fly_and_measure
from agents.games.stuka.evaluation.report import report_parts
from agents.games.stuka.luck.recorder import LUCK_WEIGHTS, fly_with_luck, luck_digest
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE
from stuka_env.flights.episodes import Flown, fly_wars
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy


class WarFigures(NamedTuple):
    """Figures of one line of the table. Means are for one war, over all members; an unfinished war has no losses."""

    destroyed: float
    kia: float
    no_fly: float
    breakdown: Breakdown
    bonuses: list[Bonus]
    expectations: Expectations | None
    """Expected and achieved scores; None for a policy without a score head."""


def victory_levels(flown: Flown, spec: WarSpec) -> dict[str, int]:
    """Count the finished wars by level of victory, the highest first."""
    counts = Counter(np.maximum(flown.results["level"][flown.finished], 0).tolist())
    levels = spec.charts.names.victory_levels
    return {levels[level]: counts[level] for level in reversed(range(len(levels)))}


def war_figures(flown: Flown, flights: Flights, baseline: Flights | None, spec: WarSpec) -> WarFigures:
    """Compute the figures of one line of the table.

    Args:
        flown: all wars of the line.
        flights: wars of its members.
        baseline: wars of the baseline with the same seeds; None for the baseline.
        spec: the kind of war.
    """
    sheets = read_attack_log(flown, spec)
    return WarFigures(
        destroyed=float(flown.results["destroyed"].mean()),
        kia=float(flown.results["kia"].mean()),
        no_fly=float(flown.results["no_fly"].mean()),
        breakdown=breakdown(flown, sheets, spec),
        bonuses=bonuses(flown, sheets, spec),
        expectations=expectations(flown),
    )


# --- files ---

RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")
CSV_COLUMNS = (
    "seed", *RESULT_COLUMNS, "decisions", "finished", "kills", "mission_bonus",
    "operation_bonus", "campaign_bonus", "gambles", "gambles_lost",
)  # fmt: skip


def log_sums(flown: Flown) -> list[list[int]]:
    """Return the columns from kills to gambles_lost. Bonuses are in points as earned, without their weights."""
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    gambles = flown.logs["gamble"] * written
    sums = [(flown.logs[name] * written).sum(axis=1, dtype=int) for name in ("kills", "bonus")]
    sums += [flown.tracks["operation_bonus"].sum(axis=1, dtype=int), flown.tracks["campaign_bonus"]]
    return [column.tolist() for column in (*sums, (gambles > 0).sum(axis=1), (gambles == 2).sum(axis=1))]


def war_rows(flown: Flown) -> Iterator[CsvRow]:
    """Return the CSV row of each war."""
    columns = [flown.results[name].tolist() for name in RESULT_COLUMNS]
    others = (flown.decisions.tolist(), flown.finished.astype(int).tolist())
    return zip(flown.seeds.tolist(), *columns, *others, *log_sums(flown), strict=True)


# --- tables on the screen, 120 columns at most ---

SOURCES_HEAD = (
    "policy",
    "attacks",
    "kills",
    "mission bonus",
    "operation bonus",
    "campaign bonus",
    "Gambles",
    "Gambles lost",
)
SOURCES_MEANS = "Points by source, and Rudel Gambles taken and lost; means for one war."
CRASHED = "crashed"


def source_cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's points by source, and of its gambles in one war."""
    breakdown: Breakdown = line.own.breakdown
    points = [f"{value:.1f}" for name, value in breakdown.parts.items() if name != "rounding"]
    gambles = [row for row in breakdown.gamble if row.name.startswith("Rudel")]
    taken = sum(row.often or 0 for row in gambles)
    lost = sum(row.often or 0 for row in gambles if row.name.endswith(CRASHED))
    return (short(line.policy), *points, f"{taken:.1f}", f"{lost:.1f}")


def war_tables(lines: Sequence[Figures], noun: str) -> list[list[str]]:
    """Return the table of the sources of the points."""
    return [[SOURCES_MEANS, *aligned([SOURCES_HEAD, *map(source_cells, lines)])]]


def with_option_values(policy: Policy) -> Policy:
    """Return a policy that explains itself with values of all options, if it is a network."""
    from agents.games.stuka.planner.option_values import with_values  # PyTorch

    return with_values(policy)


EVALUATED = EvaluatedGame(
    name="stuka",
    rules_sample=RulesSample(
        WarSpec(scale=Scale.CAMPAIGN), ("score", "level", "destroyed", "kia", "no_fly", "missions")
    ),
    episodes=tuple(EpisodeWords("war", f"{scale.name.lower()} score") for scale in Scale),
    words=ScoreWords("score", "points", "a higher score"),
    arguments=lambda spec: {"operation": "all"} if spec.scale == Scale.CAMPAIGN else {},
    levels=victory_levels,
    figures=war_figures,
    csv_columns=CSV_COLUMNS,
    csv_rows=war_rows,
    columns=(
        OwnColumn("lost", "aircraft destroyed", lambda own: f"{own.destroyed:.1f}"),
        OwnColumn("KIA", "people killed", lambda own: f"{own.kia:.1f}"),
        OwnColumn("No-Fly", "missions not flown", lambda own: f"{own.no_fly:.1f}"),
    ),
    tables=war_tables,
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
    explained=with_option_values,
)
"""The game, as ``evaluate.py`` finds it."""
