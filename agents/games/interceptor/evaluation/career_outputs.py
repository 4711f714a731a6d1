"""Outputs of an evaluation of Interceptor Ace besides the report: tables on the screen, and every episode as CSV."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from agents.evaluation.adjusted import LUCK_DECIMALS, adjusted_table
from agents.evaluation.evaluated_game import CsvRow, Rows
from agents.evaluation.figures import Figures
from agents.evaluation.tables import aligned, short
from agents.games.interceptor.evaluation.career_figures import TYPES, is_dead
from stuka_env.flights.episodes import Flown
from stuka_env.games.interceptor.codes import (
    Career,
    Cause,
    Ladder,
    Month,
)

# --- every episode ---

COUNTS = (
    "bombers", "destroyed", "crashed", "fighters", "flown", "lines", "rank", "prestige_level", "aircraft_lost",
    "wingmen_lost", "wounds", "fatigue",
)  # fmt: skip
"""Fields of the result that are written as they are."""
CAREER_COLUMNS = (
    "seed", "score", "level", "alive", "cause", "month", "track", *COUNTS,
    *(name.lower().replace("-", "_") for name in TYPES), "decisions", "illegal", "finished", "luck",
)  # fmt: skip


def career_rows(flown: Flown) -> Iterator[CsvRow]:
    """Yield the CSV row of each episode; words are empty for an episode that was not finished."""
    luck = np.round(flown.luck, LUCK_DECIMALS).tolist()
    scores, dead = flown.scores.astype(int).tolist(), is_dead(flown).tolist()
    for war, (result, done) in enumerate(zip(flown.results, flown.finished.tolist(), strict=True)):
        words = (
            Ladder(int(result["level"])).name.lower(),
            int(not dead[war]),
            Cause(int(result["cause"])).name.lower() if dead[war] else "",
            Month(int(result["month"])).short,
            Career(int(result["track"])).name.lower(),
        )
        counts = (*(int(result[name]) for name in COUNTS), *result["by_type"].tolist())
        steps = (int(flown.decisions[war]), int(flown.illegal[war]), int(done), luck[war])
        yield (int(flown.seeds[war]), scores[war], *(words if done else ("",) * len(words)), *counts, *steps)


# --- tables on the screen, 120 columns at most ---

DIGITS = 2
"""Decimal places of luck-adjusted scores."""
CENTURY = "19"
"""Part of a month that the table of months leaves out."""


def percent(share: float) -> str:
    """Format a share."""
    return f"{share:.0%}"


def type_rows(lines: Sequence[Figures]) -> Rows:
    """Return the bombers by type, one row for each policy."""
    head = ("bombers by type", *TYPES)
    return [head, *((short(line.policy), *(f"{mean:.2f}" for mean in line.own.by_type.values())) for line in lines)]


def month_rows(lines: Sequence[Figures], noun: str) -> Rows:
    """Return the share of pilots alive at the end of each month, one row for each policy.

    It is the share of all pilots of careers, and of the pilots of that month in other episodes.
    """
    months = sorted({month.month for line in lines for month in line.own.months})
    tables: list[Mapping[str, str]] = [
        {month.month: percent(month.alive) for month in line.own.months} for line in lines
    ]
    rows = [
        (short(line.policy), *(table.get(month, "-") for month in months))
        for line, table in zip(lines, tables, strict=True)
    ]
    head = "alive at the end of" if noun == "career" else f"alive, {noun}s of"
    return [(head, *(month.removeprefix(CENTURY) for month in months)), *rows]


def end_rows(lines: Sequence[Figures]) -> Rows:
    """Return the share of episodes by the pilot's end, one row for each policy."""
    head = ("end of the pilot", *lines[0].own.ends)
    return [head, *((short(line.policy), *(percent(n / line.wars) for n in line.own.ends.values())) for line in lines)]


def career_tables(lines: Sequence[Figures], noun: str) -> list[list[str]]:
    """Return the tables of adjusted scores, bombers, months and ends; ``noun`` is the word for one episode."""
    return [
        adjusted_table(lines, noun, "bombers", DIGITS),
        aligned(type_rows(lines)),
        aligned(month_rows(lines, noun)) if any(line.own.months for line in lines) else [],
        aligned(end_rows(lines)),
    ]
