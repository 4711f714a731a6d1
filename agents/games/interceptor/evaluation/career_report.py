"""The parts of the report of an evaluation that only the second game has."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from agents.evaluation.evaluated_game import Contents
from agents.evaluation.plots import PLOT_HEIGHT, Slice, stacked

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
