"""Tables on the screen and the file of the figures, for the evaluations of every game."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from agents.evaluation.evaluated_game import ComparedPolicy, PolicyGroup
from agents.evaluation.intervals import CONFIDENCE, Interval, SingleWar
from stuka_env.quoting import printable

CsvRow = tuple[Any, ...]
"""Cells of a row of ``results.csv``."""
WIDEST_NAME = 28
NO_INTERVALS = "none: one war cannot be generalised to other wars"


def as_mapping(value: Any) -> Any:
    """Convert named tuples to mappings, at every depth."""
    if hasattr(value, "_asdict"):
        return {name: as_mapping(item) for name, item in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: as_mapping(item) for name, item in value.items()}
    return [as_mapping(item) for item in value] if isinstance(value, list | tuple) else value


def csv_text(
    groups: Sequence[PolicyGroup],
    flights: Sequence[Sequence[Any]],
    columns: Sequence[str],
    rows_of: Callable[[Any], Iterable[CsvRow]],
) -> str:
    """Return every war of every policy as CSV; ``member`` names the training, and is empty for a single policy.

    Args:
        groups: the policies.
        flights: the wars of each group.
        columns: names of the columns after ``policy``, ``member`` and ``war``.
        rows_of: the rows of one member's wars, without the first three cells.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("policy", "member", "war", *columns))
    for group, flown in zip(groups, flights, strict=True):
        for policy, wars in zip(group.members, flown, strict=True):
            member = "" if policy.name == group.name else policy.name
            writer.writerows((group.name, member, war, *row) for war, row in enumerate(rows_of(wars)))
    return text.getvalue()


def results(settings: dict[str, Any], lines: Sequence[ComparedPolicy]) -> dict[str, Any]:
    """Return the settings and the figures, as mappings for JSON."""
    single = lines[0].score.low is None
    return {
        **settings,
        "intervals": NO_INTERVALS if single else f"bootstrap over the wars, {CONFIDENCE:.0%}",
        "baseline": lines[0].policy,
        "policies": [as_mapping(line) for line in lines],
    }


def with_kept_wars(contents: dict[str, Any], kept: Sequence[Any]) -> dict[str, Any]:
    """Return the results with the saved wars added."""
    return contents | {"kept_wars": [as_mapping(war) for war in kept]}


def json_text(contents: dict[str, Any]) -> str:
    """Return the text of ``results.json``."""
    return json.dumps(contents, indent=2, allow_nan=False) + "\n"


def numbered(count: int, noun: str) -> str:
    """Format a number of things: ``1 war``, ``2,000 wars``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def short(name: str) -> str:
    """Shorten a name to the width of its column. A long name keeps its beginning and its end, where files differ."""
    name = printable(name)
    if len(name) <= WIDEST_NAME:
        return name
    letters = WIDEST_NAME - 3
    return f"{name[: letters // 3]}...{name[-(letters - letters // 3) :]}"


def bounds(interval: Interval | SingleWar, sign: str, digits: int = 1) -> tuple[str, str]:
    """Format a mean and its interval as two cells; the second is "none" if there is no interval."""
    form = f"{sign}.{digits}f"
    ends = "none" if interval.low is None else f"[{interval.low:{form}}, {interval.high:{form}}]"
    return f"{interval.mean:{form}}", ends


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align rows of cells in columns: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def level_rows(lines: Sequence[ComparedPolicy], noun: str = "war") -> list[tuple[str, ...]]:
    """Return the share of wars on each level of victory, one row for each policy."""
    rows = [(f"{noun}s ending in", *lines[0].levels)]
    return rows + [(short(line.policy), *(f"{n / line.wars:.0%}" for n in line.levels.values())) for line in lines]


def training_lines(lines: Sequence[ComparedPolicy]) -> list[str]:
    """Return a line with the spread for each algorithm that was trained several times."""
    return [
        f"{short(line.policy)}: {len(line.members)} trainings, mean scores from "
        f"{min(member.score for member in line.members):.1f} to {max(member.score for member in line.members):.1f}, "
        f"standard deviation {line.spread:.2f}"
        for line in lines
        if line.spread is not None
    ]


def illegal_words(name: str, *, illegal: int, decisions: int, unfinished: int, wars: int, noun: str = "war") -> str:
    """Return the warning about a policy that answers with illegal actions; empty if it does not."""
    if not illegal:
        return ""
    share = "nothing but" if illegal == decisions else f"{illegal / decisions:.1%}"
    cut = f", {unfinished} of {wars} {noun}s cut off" if unfinished else ""
    return f"{short(name)} answers with {share} illegal actions{cut}; inputs.masks has 1 for what is legal"


def illegal_lines(lines: Sequence[ComparedPolicy], noun: str = "war") -> list[str]:
    """Return a warning for each policy that answers with illegal actions."""
    warnings = [
        illegal_words(
            line.policy,
            illegal=line.illegal,
            decisions=line.decisions,
            unfinished=line.unfinished,
            wars=line.wars,
            noun=noun,
        )
        for line in lines
    ]
    return list(filter(None, warnings))
