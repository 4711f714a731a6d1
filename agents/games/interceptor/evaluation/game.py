"""The second game, for ``evaluate.py``."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from agents.evaluation.breakdowns import part_table
from agents.evaluation.evaluated_game import Contents, EpisodeWords, OwnColumn, RulesSample, ScoreWords, levels_by
from agents.evaluation.figures import Figures
from agents.evaluation.plain_game import column_of, column_of_result, finished_column, plain_game
from agents.evaluation.plots import PLOT_HEIGHT, stacked
from agents.evaluation.tables import policy_table, shares
from agents.games.interceptor.evaluation.career_figures import CAREER_FIGURES, TYPES
from agents.games.interceptor.players import SECOND_GAME
from stuka_env.flights.episodes import Flown
from stuka_env.games.interceptor.codes import Career, Cause, Ladder, Month, Over, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec

# --- every episode ---


def in_words(word: Callable[[Any], str]) -> Callable[[Flown], list[str]]:
    """Return the column of a word for each result; it is empty for an episode that was not finished."""

    def column(flown: Flown) -> list[str]:
        rows = zip(flown.results, flown.finished.tolist(), strict=True)
        return [word(result) if done else "" for result, done in rows]

    return column


def type_column(place: int) -> Callable[[Flown], list[int]]:
    """Return the column of the bombers of a type."""
    return lambda flown: flown.results["by_type"][:, place].tolist()


COUNTS = (
    "bombers", "destroyed", "crashed", "fighters", "flown", "lines", "rank", "prestige_level", "aircraft_lost",
    "wingmen_lost", "wounds", "fatigue",
)  # fmt: skip
"""Fields of the result that are written as they are."""
CSV = {
    "seed": column_of("seeds"),
    "score": lambda flown: flown.scores.astype(int).tolist(),
    "level": in_words(lambda result: Ladder(int(result["level"])).name.lower()),
    "alive": in_words(lambda result: str(int(result["over"] != Over.DEATH))),
    "cause": in_words(lambda result: Cause(int(result["cause"])).name.lower() if result["over"] == Over.DEATH else ""),
    "month": in_words(lambda result: Month(int(result["month"])).short),
    "track": in_words(lambda result: Career(int(result["track"])).name.lower()),
    **{name: column_of_result(name) for name in COUNTS},
    **{name.lower().replace("-", "_"): type_column(place) for name, place in TYPES.items()},
    "decisions": column_of("decisions"),
    "illegal": column_of("illegal"),
    "finished": finished_column,
}
"""Columns of ``results.csv``."""

# --- tables on the screen, 120 columns at most ---

CENTURY = "19"
"""Part of a month that the table of months leaves out."""


def percent(share: float) -> str:
    """Format a share."""
    return f"{share:.0%}"


def career_tables(lines: Sequence[Figures], noun: str) -> list[list[str]]:
    """Return the tables of bombers, months and ends; ``noun`` is the word for one episode.

    The share of pilots alive at the end of a month is that of all pilots of careers, and of the pilots of that month in
    other episodes.
    """
    alive = "alive at the end of" if noun == "career" else f"alive, {noun}s of"
    return [
        policy_table(
            "bombers by type",
            lines,
            lambda line: {name: f"{mean:.2f}" for name, mean in line.own["by_type"].items()},
        ),
        policy_table(
            alive,
            lines,
            lambda line: {month.month.removeprefix(CENTURY): percent(month.alive) for month in line.own["months"]},
        ),
        policy_table("end of the pilot", lines, lambda line: shares(line.own["ends"], line.wars)),
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


def report_parts(lines: Sequence[Contents]) -> dict[str, Any]:
    """Return the values that only this game's template uses."""
    months = month_table(lines)
    names = [row.name for row in months]
    return {
        "types": part_table(lines, lambda line: line["by_type"], list(lines[0]["by_type"])),
        "ends": list(lines[0]["ends"]),
        "end_bars": [stacked(line["ends"], line["wars"]) for line in lines],
        "months": months,
        "survival": [survival_steps(line, names) for line in lines],
    }


EVALUATED = replace(
    plain_game(SECOND_GAME),
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
    figures=CAREER_FIGURES,
    csv=CSV,
    columns=(
        OwnColumn("alive", "pilots who live at the end", lambda own: percent(own["survival"].mean)),
        OwnColumn("sorties", "flown", lambda own: f"{own['sorties'].flown:.1f}"),
        OwnColumn("lost", "own aircraft lost", lambda own: f"{own['aircraft_lost']:.1f}"),
    ),
    tables=career_tables,
    costs=SORTIE_ROWS,
    report_parts=report_parts,
)
"""The game, as ``evaluate.py`` finds it."""
