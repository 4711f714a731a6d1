"""The second game, for ``evaluate.py``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from agents.evaluation.evaluated_game import (
    Contents,
    CsvRow,
    EpisodeWords,
    EvaluatedGame,
    OwnColumn,
    Rows,
    RulesSample,
    ScoreWords,
    levels_by,
)
from agents.evaluation.figures import Figures
from agents.evaluation.plots import PLOT_HEIGHT, Slice, stacked
from agents.evaluation.tables import aligned, short
from agents.games.interceptor.evaluation.career_figures import TYPES, career_figures, is_dead
from agents.games.interceptor.luck.parts import LUCK
from agents.games.interceptor.players import SECOND_GAME
from agents.luck.recorder import fly_with_luck, luck_digest
from stuka_env.flights.episodes import Flown
from stuka_env.games.interceptor.codes import Career, Cause, Ladder, Month, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec

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


# --- tables on the screen, 120 columns at most ---

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
    """Return the tables of bombers, months and ends; ``noun`` is the word for one episode."""
    return [
        aligned(type_rows(lines)),
        aligned(month_rows(lines, noun)) if any(line.own.months for line in lines) else [],
        aligned(end_rows(lines)),
    ]


SORTIE_ROWS: tuple[tuple[str, Callable[[Contents], float]], ...] = (
    ("sorties flown", lambda line: line["sorties"]["flown"]),
    ("lines on which he stayed on the ground", lambda line: line["sorties"]["stayed"]),
    ("lines out of range", lambda line: line["sorties"]["out_of_range"]),
    ("lines that he had to sit out", lambda line: line["sorties"]["sat_out"]),
    ("bombers that crashed on their way home", lambda line: line["crashed"]),
    ("fighters shot down", lambda line: line["fighters"]),
    ("own aircraft lost", lambda line: line["aircraft_lost"]),
    ("wingmen lost", lambda line: line["wingmen_lost"]),
    ("wounds", lambda line: line["wounds"]),
    ("Prestige Level at the end", lambda line: line["prestige_level"]),
)
"""Rows of the table of sorties and losses: words, and the figure of a line."""


class NamedRow(NamedTuple):
    """A row of a table with a cell for each policy."""

    name: str
    cells: list[Any]


def month_table(lines: Sequence[Contents]) -> list[NamedRow]:
    """Return a row for each month that any policy reached; a cell is None for a policy that did not."""
    months = sorted({month["month"] for line in lines for month in line["months"]})
    tables = [{month["month"]: month for month in line["months"]} for line in lines]
    return [NamedRow(month, [table.get(month) for table in tables]) for month in months]


def survival_steps(line: Contents, months: Sequence[str]) -> list[tuple[float, float]]:
    """Return the outline of the share of pilots alive at the end of each month, in percent, from the base line."""
    alive = {month["month"]: month["alive"] for month in line["months"]}
    width, corners = 100 / max(len(months), 1), [(0.0, PLOT_HEIGHT)]
    for place, month in enumerate(months):
        level = round(PLOT_HEIGHT * (1 - alive.get(month, 0.0)), 2)
        corners += [(round(place * width, 2), level), (round((place + 1) * width, 2), level)]
    return [*corners, (100.0, PLOT_HEIGHT)]


def type_bars(lines: Sequence[Contents]) -> list[list[Slice]]:
    """Return the bars of the bombers by type."""
    longest = max(sum(line["by_type"].values()) for line in lines)
    return [stacked(line["by_type"], longest) for line in lines]


def report_parts(lines: Sequence[Contents]) -> dict[str, Any]:
    """Return the values that only this game's template uses."""
    months = month_table(lines)
    names = [row.name for row in months]
    return {
        "types": list(lines[0]["by_type"]),
        "type_bars": type_bars(lines),
        "ends": list(lines[0]["ends"]),
        "end_bars": [stacked(line["ends"], line["wars"]) for line in lines],
        "months": months,
        "survival": [survival_steps(line, names) for line in lines],
    }


EVALUATED = EvaluatedGame(
    name=SECOND_GAME,
    rules_sample=RulesSample(
        WarSpec.read(Scale.CAREER), ("bombers", "fighters", "level", "over", "cause", "month", "flown", "wounds")
    ),
    episodes=(
        EpisodeWords("sortie", "bombers of a sortie", 2),
        EpisodeWords("month", "bombers of a month", 2),
        EpisodeWords("career", "bombers of a career"),
    ),
    words=ScoreWords("bombers", "bombers", "more bombers"),
    arguments=lambda spec: {"start": Month(spec.month).short} if spec.scale == Scale.CAREER else {},
    levels=levels_by(Ladder, Scale.CAREER),
    figures=career_figures,
    csv_columns=CAREER_COLUMNS,
    csv_rows=career_rows,
    columns=(
        OwnColumn("alive", "pilots who live at the end", lambda own: percent(own.survival.mean)),
        OwnColumn("sorties", "flown", lambda own: f"{own.sorties.flown:.1f}"),
        OwnColumn("lost", "own aircraft lost", lambda own: f"{own.aircraft_lost:.1f}"),
    ),
    tables=career_tables,
    costs=SORTIE_ROWS,
    report_parts=report_parts,
    fly=partial(fly_with_luck, LUCK),
    luck_digest=partial(luck_digest, LUCK),
    value_files=(LUCK.path,),
)
"""The game, as ``evaluate.py`` finds it."""
