"""Outputs of an evaluation of Interceptor Ace besides the report: tables on the screen, and every episode as CSV."""

from collections.abc import Iterator, Mapping, Sequence

from agents.evaluation.evaluated_game import PolicyGroup
from agents.evaluation.tables import (
    CsvRow,
    aligned,
    bounds,
    csv_text,
    illegal_lines,
    level_rows,
    numbered,
    short,
    training_lines,
)
from agents.games.interceptor.evaluation.career_figures import TYPES, CareerFigures, CareerFlights, is_dead
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
    *(name.lower().replace("-", "_") for name in TYPES), "decisions", "illegal", "finished",
)  # fmt: skip


def career_rows(flown: Flown) -> Iterator[CsvRow]:
    """Yield the CSV row of each episode; words are empty for an episode that was not finished."""
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
        steps = (int(flown.decisions[war]), int(flown.illegal[war]), int(done))
        yield (int(flown.seeds[war]), scores[war], *(words if done else ("",) * len(words)), *counts, *steps)


def csv_of_careers(groups: Sequence[PolicyGroup], flights: Sequence[CareerFlights]) -> str:
    """Return every episode of every policy as CSV."""
    return csv_text(groups, flights, CAREER_COLUMNS, career_rows)


# --- the tables on the screen, 120 columns at most ---

CAREER_HEAD = (
    "policy", "bombers", "95 % interval", "difference", "95 % interval", "better", "alive", "sorties",
    "lost", "unfinished", "dec/s",
)  # fmt: skip
CAREER_MEANS = """\
Means for one {noun}. better: probability of more bombers than {baseline} on the same seed, a draw as half;
alive: pilots who live at the end; sorties: flown; lost: own aircraft lost;
unfinished: {noun}s that did not end; dec/s: decisions a second."""
CENTURY = "19"
"""Part of a month that the table of months leaves out."""
FEW = 100
"""Number of episodes below which the tables state the standard deviation of one episode."""
FEW_MEANS = "{wars} a policy are few: one {noun} of {policy} has a standard deviation of {deviation:.0f} bombers."


def digits_of(noun: str) -> int:
    """Return the decimal places of scores; a month or a sortie scores less than a bomber."""
    return 1 if noun == "career" else 2


def career_cells(line: CareerFigures, digits: int) -> tuple[str, ...]:
    """Return the cells of one policy's line."""
    difference = ("baseline", "") if line.difference is None else bounds(line.difference, "+", digits)
    better = "" if line.better is None else f"{line.better.mean:.2f}"
    unfinished = f"{line.unfinished} ILLEGAL" if line.unfinished and line.illegal else str(line.unfinished)
    counts = (f"{line.sorties.flown:.1f}", f"{line.aircraft_lost:.1f}", unfinished)
    return (
        short(line.policy), *bounds(line.score, "", digits), *difference, better, percent(line.survival.mean), *counts,
        f"{line.decisions_per_second:,.0f}",
    )  # fmt: skip


def percent(share: float) -> str:
    """Format a share."""
    return f"{share:.0%}"


def type_rows(lines: Sequence[CareerFigures]) -> list[tuple[str, ...]]:
    """Return the bombers by type, one row for each policy."""
    head = ("bombers by type", *TYPES)
    return [head, *((short(line.policy), *(f"{mean:.2f}" for mean in line.by_type.values())) for line in lines)]


def month_rows(lines: Sequence[CareerFigures], noun: str) -> list[tuple[str, ...]]:
    """Return the share of pilots alive at the end of each month, one row for each policy.

    It is the share of all pilots of careers, and of the pilots of that month in other episodes.
    """
    months = sorted({month.month for line in lines for month in line.months})
    tables: list[Mapping[str, str]] = [{month.month: percent(month.alive) for month in line.months} for line in lines]
    rows = [
        (short(line.policy), *(table.get(month, "-") for month in months))
        for line, table in zip(lines, tables, strict=True)
    ]
    head = "alive at the end of" if noun == "career" else f"alive, {noun}s of"
    return [(head, *(month.removeprefix(CENTURY) for month in months)), *rows]


def end_rows(lines: Sequence[CareerFigures]) -> list[tuple[str, ...]]:
    """Return the share of episodes by the pilot's end, one row for each policy."""
    head = ("end of the pilot", *lines[0].ends)
    return [head, *((short(line.policy), *(percent(n / line.wars) for n in line.ends.values())) for line in lines)]


def few_words(lines: Sequence[CareerFigures], noun: str) -> list[str]:
    """Return a warning that the episodes are few; empty for many."""
    first = lines[0]
    wars = first.wars // len(first.members)
    if wars >= FEW:
        return []
    counted = numbered(wars, noun)
    if wars == 1:
        return [f"One {noun} for each policy: there are no intervals, and the result says nothing about others."]
    return [FEW_MEANS.format(wars=counted, noun=noun, policy=short(first.policy), deviation=first.deviation)]


def table_of_careers(lines: Sequence[CareerFigures], noun: str) -> str:
    """Return all tables for the screen; ``noun`` is the word for one episode."""
    parts = [
        aligned([CAREER_HEAD, *(career_cells(line, digits_of(noun)) for line in lines)]),
        CAREER_MEANS.format(noun=noun, baseline=short(lines[0].policy)).splitlines(),
        few_words(lines, noun),
        illegal_lines(lines, noun),
        training_lines(lines),
        aligned(level_rows(lines, noun)) if lines[0].levels else [],
        aligned(type_rows(lines)),
        aligned(month_rows(lines, noun)) if any(line.months for line in lines) else [],
        aligned(end_rows(lines)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)
