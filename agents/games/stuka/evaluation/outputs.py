"""Outputs of an evaluation of the first game besides the report: tables on the screen, and every war as CSV."""

from collections.abc import Iterator, Sequence

import numpy as np

from agents.evaluation.evaluated_game import PolicyGroup
from agents.evaluation.tables import (
    CsvRow,
    aligned,
    bounds,
    csv_text,
    illegal_lines,
    level_rows,
    short,
    training_lines,
)
from agents.games.stuka.evaluation.comparison import Figures, Flights
from stuka_env.flights.episodes import Flown
from stuka_env.games.stuka.rules.mat import LOG_LENGTH

# --- files ---

RESULT_COLUMNS = ("score", "level", "destroyed", "kia", "no_fly", "missions")
CSV_COLUMNS = (
    "seed", *RESULT_COLUMNS, "decisions", "finished", "kills", "mission_bonus",
    "operation_bonus", "campaign_bonus", "gambles", "gambles_lost", "luck",
)  # fmt: skip

LUCK_DECIMALS = 3
"""Decimal places of the luck of a war."""


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


def csv_of_wars(groups: Sequence[PolicyGroup], flights: Sequence[Flights]) -> str:
    """Return every war of every policy as CSV."""
    return csv_text(groups, flights, CSV_COLUMNS, war_rows)


# --- the tables on the screen, 120 columns at most ---

TABLE_HEAD = (
    "policy", "score", "95 % interval", "difference", "95 % interval", "better", "lost", "KIA", "No-Fly", "unfinished",
    "dec/s",
)  # fmt: skip
HEAD_MEANS = """\
Means for one war. better: probability of a higher score than {baseline} in the same war, a draw as half;
lost: aircraft destroyed; KIA: people killed; No-Fly: missions not flown;
unfinished: wars that did not end; dec/s: decisions a second."""
ADJUSTED_HEAD = ("luck-adjusted", "score", "95 % interval", "difference", "95 % interval", "worth")
ADJUSTED_MEANS = """\
Less the points that dice and cards brought, so the luck of the wars is taken out; the expected score is the same.
worth: wars that plain scores need for what one adjusted war tells; "-" below 30 wars."""
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


def cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's line."""
    difference = ("baseline", "") if line.difference is None else bounds(line.difference, "+")
    better = "" if line.better is None else f"{line.better.mean:.2f}"
    unfinished = f"{line.unfinished} ILLEGAL" if line.unfinished and line.illegal else str(line.unfinished)
    losses = (f"{line.destroyed:.1f}", f"{line.kia:.1f}", f"{line.no_fly:.1f}", unfinished)
    return (
        short(line.policy), *bounds(line.score, ""), *difference, better, *losses, f"{line.decisions_per_second:,.0f}"
    )  # fmt: skip


def adjusted_cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's luck-adjusted line."""
    difference = ("baseline", "") if line.adjusted_difference is None else bounds(line.adjusted_difference, "+")
    return (
        short(line.policy),
        *bounds(line.adjusted, ""),
        *difference,
        "-" if line.precision is None else f"{line.precision:.1f}",
    )


def source_cells(line: Figures) -> tuple[str, ...]:
    """Return the cells of one policy's points by source, and of its gambles in one war."""
    points = [f"{value:.1f}" for name, value in line.breakdown.parts.items() if name != "rounding"]
    gambles = [row for row in line.breakdown.gamble if row.name.startswith("Rudel")]
    taken = sum(row.often or 0 for row in gambles)
    lost = sum(row.often or 0 for row in gambles if row.name.endswith(CRASHED))
    return (short(line.policy), *points, f"{taken:.1f}", f"{lost:.1f}")


def table_of_wars(lines: Sequence[Figures]) -> str:
    """Return all tables for the screen. Losses, No-Flys and points are means for one war."""
    parts = [
        aligned([TABLE_HEAD, *map(cells, lines)]),
        HEAD_MEANS.format(baseline=short(lines[0].policy)).splitlines(),
        ["One war for each policy: there are no intervals, and the result cannot be generalised to other wars."]
        if lines[0].score.low is None
        else [],
        [*aligned([ADJUSTED_HEAD, *map(adjusted_cells, lines)]), *ADJUSTED_MEANS.splitlines()],
        illegal_lines(lines),
        training_lines(lines),
        aligned(level_rows(lines)),
        [SOURCES_MEANS, *aligned([SOURCES_HEAD, *map(source_cells, lines)])],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)
