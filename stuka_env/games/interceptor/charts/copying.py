"""A copy of our chart files to write the printed values into: every key with its meaning and its allowed values.

The comments are made from the tables of the schema, with the vocabularies and axes that the loader checks.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stuka_env.charts import copies
from stuka_env.charts.copies import HEAD_KEYS, Address, comment, dotted, toml_line
from stuka_env.games.interceptor.charts.axes import Axis, ChartTable, Die, Names, Parts, Periods, Places
from stuka_env.games.interceptor.charts.loader import OUR_FOLDER
from stuka_env.games.interceptor.charts.schema import RECORD_FILES

SHORT = 4
"""Largest number of entries in a table that is written on one line."""
LONGEST_ROW = 8
"""Largest number of words in a row that is written on one line."""


def write_copies(folder: Path, names: Sequence[str]) -> None:
    """Write copies of the named charts into a new or empty folder; all of them, or none if one cannot be written.

    Raises:
        ChartError: the folder is not empty or cannot be written.
    """
    copies.write_texts(folder, {f"{name}.toml": copy_text(name) for name in names})


def copy_text(name: str) -> str:
    """Return our file of a chart with comments. Raises KeyError for a chart that does not exist."""
    raw = tomllib.loads((OUR_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    sections, tables = [_opening(name, raw), copies.head(raw)], _Tables(name)
    own = {key: value for key, value in raw.items() if key not in (*HEAD_KEYS, "provenance")}
    arrays: dict[Address, Any] = {(key,): value for key, value in own.items() if isinstance(value, list)}
    if arrays:
        sections.append("\n".join(tables.lines(arrays)))
    for key, value in own.items():
        if isinstance(value, dict):
            sections += tables.sections((key,), value)
    return "\n\n".join([*sections, copies.provenance(raw)]) + "\n"


def _opening(name: str, raw: Mapping[str, Any]) -> str:
    """Return the comment at the top: the chart, how to fill it in, and how to check it."""
    has_dice = any(isinstance(axis, Die) for table in RECORD_FILES[name] for axis in table.axes)
    lines = copies.opening(name, raw, has_dice=has_dice)
    lines += [
        "#",
        "# Check the folder:  stuka charts --game interceptor --check FOLDER",
    ]
    return "\n".join(lines)


@dataclass
class _Tables:
    """The tables of one chart file as text. ``comments`` are those that the file already has."""

    name: str
    comments: set[str] = field(default_factory=set)

    def sections(self, path: Address, value: Mapping[str, Any]) -> Iterator[str]:
        """Yield a TOML table with its comments, then the tables inside it."""
        inside = {(*path, key): deeper for key, deeper in value.items()}
        lines = {deeper: content for deeper, content in inside.items() if _is_line(self.name, deeper, content)}
        if lines:
            table = _table_at(self.name, path)
            above = [] if table is None else self.explained(table, path, value)
            yield "\n".join([*above, f"[{dotted(path)}]", *self.lines(lines)])
        for deeper, content in inside.items():
            if deeper not in lines:
                yield from self.sections(deeper, content)

    def lines(self, lines: Mapping[Address, Any]) -> list[str]:
        """Return lines of a TOML table. A line with a table of the schema of its own has its comment above it."""
        text: list[str] = []
        for path, content in lines.items():
            own = _table_at(self.name, path)
            if own is not None and own.path == path:
                text += self.explained(own, path, content)
            elif isinstance(content, dict):
                inside = [table for key in content if (table := _table_at(self.name, (*path, key))) is not None]
                text += [line for table in inside if table.path[:-1] == path for line in self.explained(table, path, 0)]
            text.append(toml_line(path[-1], content))
        return text

    def explained(self, table: ChartTable, path: Address, raw: object) -> list[str]:
        """Return the comment of a table of the schema, nothing if the file already has it."""
        axes = table.axes[max(0, len(path) - len(table.path)) :]
        key = "" if len(path) >= len(table.path) else f"{table.path[-1]}: "
        holds = f"{key}{table.meaning}: {table.word.expected}." if not axes else f"{key}{table.meaning}."
        text = comment(holds)
        if axes:
            text += [*_axes_comment(axes, raw)]
            text += [] if isinstance(axes[-1], Parts) else comment(f"Values: {table.word.expected}.", "  ")
        if "\n".join(text) in self.comments:
            return []
        self.comments.add("\n".join(text))
        return text


def _is_line(name: str, path: Address, value: object) -> bool:
    """Whether an entry is a line of its table (values, arrays, rows of words) and no table of its own."""
    if not isinstance(value, dict):
        return True
    table = _table_at(name, path)
    if table is None:
        return (
            all(not isinstance(deeper, dict | list) for deeper in value.values())
            and len(path) > 1
            and len(value) <= SHORT
        )
    left = table.axes[len(path) - len(table.path) :]
    return len(path) > 1 and len(left) == 1 and isinstance(left[0], Names) and len(value) <= LONGEST_ROW


def _table_at(name: str, path: Address) -> ChartTable | None:
    """Return the table of the schema at ``path``, or the one that contains it; None if there is none."""
    return next((table for table in RECORD_FILES[name] if path[: len(table.path)] == table.path), None)


def _axes_comment(axes: Sequence[Axis], raw: object) -> list[str]:
    """Return a line for each axis, as ``raw`` writes it: as keys or as the entries of an array."""
    lines = []
    for depth, axis in enumerate(axes):
        is_array = isinstance(axis, Places | Parts) or isinstance(raw, list)
        kind = ("Entries" if is_array else "Keys") + (" in each" if depth else "")
        lines += comment(f"{kind}: {_axis_text(axis, raw)}.", "  ")
        raw = next(iter(raw.values()), None) if isinstance(raw, dict) else None
    return lines


def _axis_text(axis: Axis, raw: object) -> str:
    if isinstance(axis, Parts) and all(part.word.samples == (part.title,) for part in axis.parts):
        return ", ".join(part.title for part in axis.parts) + ", in this order"
    if isinstance(axis, Parts):
        return "; ".join(f"{part.title}: {part.word.expected}" for part in axis.parts)
    if isinstance(axis, Places):
        number = str(axis.count) if axis.least == axis.count else f"{axis.least} to {axis.count}"
        return f"{number} in an array" + (f", one for each of {', '.join(axis.titles)}" if axis.titles else "")
    if isinstance(axis, Periods):
        return "months or periods such as Mar 1943 - Jun 1943; every month once"
    if isinstance(axis, Names):
        return "all of " + ", ".join(axis.index)
    return _dice_text(axis, raw)


def _dice_text(axis: Die, raw: object) -> str:
    first, last = axis.totals[0], axis.totals[-1]
    if isinstance(raw, list):
        return f"one for each of {first} to {last}, in this order"
    if (axis.first, axis.last) == (first, last):
        return f"totals {first} to {last}, each once"
    return (
        f"totals {first} to {last} at least; lowest modified total {axis.first}, highest {axis.last}; "
        "the end keys also stand for all totals beyond them"
    )
