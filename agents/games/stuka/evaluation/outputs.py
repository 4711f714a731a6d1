"""Outputs of an evaluation of the first game besides the report: tables on the screen, and every war as CSV."""

from collections.abc import Iterator, Sequence

import numpy as np

from agents.evaluation.adjusted import LUCK_DECIMALS, adjusted_table
from agents.evaluation.evaluated_game import CsvRow
from agents.evaluation.figures import Figures
from agents.evaluation.tables import aligned, short
from agents.games.stuka.evaluation.breakdown import Breakdown
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.rules.mat import LOG_LENGTH

# --- files ---

RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")
CSV_COLUMNS = (
    "seed", *RESULT_COLUMNS, "decisions", "finished", "kills", "mission_bonus",
    "operation_bonus", "campaign_bonus", "gambles", "gambles_lost", "luck",
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
    luck = np.round(flown.luck, LUCK_DECIMALS).tolist()
    return zip(flown.seeds.tolist(), *columns, *others, *log_sums(flown), luck, strict=True)


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
    """Return the tables of the adjusted scores and of the sources of the points."""
    return [
        adjusted_table(lines, noun, "points"),
        [SOURCES_MEANS, *aligned([SOURCES_HEAD, *map(source_cells, lines)])],
    ]
