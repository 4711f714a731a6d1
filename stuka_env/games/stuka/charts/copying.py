"""A copy of our chart files to write the printed values into: every key with its meaning and its allowed values.

The comments are made from the tables of :mod:`stuka_env.games.stuka.charts.schema`, with the vocabularies and axes that
the loader checks, and from :mod:`stuka_env.games.stuka.charts.meanings`.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stuka_env.charts import copies
from stuka_env.charts.copies import ANY_TEXT, HEAD_KEYS, Address, comment, dotted, toml_line
from stuka_env.games.stuka.charts import meanings
from stuka_env.games.stuka.charts.axes import ChartTable, Die, Names
from stuka_env.games.stuka.charts.cells import VISIBILITY_NAMES
from stuka_env.games.stuka.charts.lists import (
    AMOUNTS,
    CARD_KEYS,
    EFFECT_NAMES,
    LEVELS_EXPECTED,
    SLUG_EXPECTED,
    WITHOUT_AMOUNT,
)
from stuka_env.games.stuka.charts.loader import LISTS, OUR_FOLDER
from stuka_env.games.stuka.charts.schema import RECORD_FILES
from stuka_env.games.stuka.codes import CARDS, Effect


def write_copies(folder: Path, names: Sequence[str]) -> None:
    """Write copies of the named charts into a new or empty folder; all of them, or none if one cannot be written.

    Raises:
        ChartError: the folder is not empty or cannot be written.
    """
    copies.write_texts(folder, {f"{name}.toml": copy_text(name) for name in names})


def copy_text(name: str) -> str:
    """Our file of a chart with comments. Raises KeyError for a chart that does not exist."""
    raw = tomllib.loads((OUR_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    sections, tables = [_opening(name, raw), copies.head(raw)], _Tables(name)
    for key, value in raw.items():
        if key == LISTS.get(name):
            sections += _cards(value) if isinstance(value, list) else [_levels(value)]
        elif key not in (*HEAD_KEYS, "provenance"):
            sections += tables.sections((key,), value)
    return "\n\n".join([*sections, copies.provenance(raw)]) + "\n"


def _opening(name: str, raw: Mapping[str, Any]) -> str:
    """Return the comment at the top: the chart, how to fill it in, and how to check it."""
    has_dice = any(isinstance(axis, Die) for table in RECORD_FILES[name] for axis in table.axes)
    lines = copies.opening(name, raw, has_dice=has_dice)
    lines += [
        "#",
        "# Check the folder:  stuka charts --check FOLDER",
        '# Play with it:      gymnasium.make(..., charts="FOLDER"), or --charts FOLDER on a command line',
    ]
    return "\n".join(lines)


@dataclass
class _Tables:
    """The tables of one chart file as text. ``said`` is what the last table may hold, so as not to say it twice."""

    name: str
    said: list[str] = field(default_factory=list)

    def sections(self, path: Address, value: Mapping[str, Any]) -> Iterator[str]:
        """Yield a TOML table with its comments, then the tables inside it."""
        inside = {(*path, key): deeper for key, deeper in value.items()}
        lines = {deeper: content for deeper, content in inside.items() if _on_one_line(self.name, deeper, content)}
        if lines:
            yield "\n".join(self.section(path, value, lines))
        for deeper, content in inside.items():
            if deeper not in lines:
                yield from self.sections(deeper, content)

    def section(self, path: Address, value: Mapping[str, Any], lines: Mapping[Address, Any]) -> list[str]:
        """Return one TOML table. The comments stand above it or, for a column of a table, above its lines."""
        table = _table_at(self.name, path)
        text = [] if table is None else self.explained(table, path, value)
        text.append(f"[{dotted(path)}]")
        for deeper, content in lines.items():
            own = _table_at(self.name, deeper) if table is None else None
            if own is not None:
                text += self.explained(own, deeper, content)
            text.append(toml_line(deeper[-1], content))
        return text

    def explained(self, table: ChartTable, path: Address, raw: object) -> list[str]:
        """Return the comment of a table of the schema or of one of its columns."""
        axes = table.axes[len(path) - len(table.path) :]
        if not axes:
            return comment(f"{table.meaning}: {table.word.expected}.")
        holds = [*_axes_comment(axes, raw), *comment(f"Values: {table.word.expected}.", "  ")]
        if holds == self.said:
            return comment(f"{table.meaning}. Keys and values as above.")
        self.said = holds
        return [*comment(f"{table.meaning}."), *holds]


def _on_one_line(name: str, path: Address, value: object) -> bool:
    """Whether an entry is a line of its table (values, arrays, rows of words) and no table of its own."""
    table = _table_at(name, path)
    if not isinstance(value, dict) or table is None:
        return not isinstance(value, dict)
    left = table.axes[len(path) - len(table.path) :]
    return len(left) == 1 and isinstance(left[0], Names)


def _table_at(name: str, path: Address) -> ChartTable | None:
    """Return the table of the schema at ``path``, or the one that contains it; None if there is none."""
    return next((table for table in RECORD_FILES[name] if path[: len(table.path)] == table.path), None)


def _axes_comment(axes: Sequence[Names | Die], raw: object) -> list[str]:
    """Return a line for each axis, as ``raw`` writes it: as keys or as the entries of an array."""
    lines = []
    for depth, axis in enumerate(axes):
        kind = ("Entries" if isinstance(raw, list) else "Keys") + (" in each" if depth else "")
        lines += comment(f"{kind}: {_axis_text(axis, raw)}.", "  ")
        raw = next(iter(raw.values()), None) if isinstance(raw, dict) else None
    return lines


def _axis_text(axis: Names | Die, raw: object) -> str:
    if isinstance(axis, Names):
        return ("any of " if axis.sparse else "all of ") + ", ".join(axis.index)
    if isinstance(raw, list):
        return f"one for each of {axis.low} to {axis.high}, in this order"
    if (axis.first, axis.last) == (axis.low, axis.high):
        return f"totals {axis.low} to {axis.high}, each once"
    return (
        f"totals {axis.low} to {axis.high} at least; lowest modified total {axis.first}, highest {axis.last}; "
        "the end keys also stand for all totals beyond them"
    )


def _levels(raw: Mapping[str, Any]) -> str:
    lines = [*comment(f"{meanings.LEVELS_MEANING}: {LEVELS_EXPECTED}."), "[levels]"]
    return "\n".join(lines + [toml_line(key, value) for key, value in raw.items()])


def _cards(raw: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield "\n".join(_cards_explained())
    for card in raw:
        yield "\n".join(["[[card]]", *(toml_line(key, value) for key, value in card.items())])


def _cards_explained() -> list[str]:
    allowed = {"id": f"{SLUG_EXPECTED}, each once", "name": ANY_TEXT, "effect": "one of the words below"}
    lines = comment(f"The deck: {CARDS} cards.")
    for key in CARD_KEYS:
        lines += comment(f"{key}: {meanings.CARD_MEANINGS[key]}; {allowed.get(key, 'as the effect asks for')}.", "  ")
    longest = max(map(len, EFFECT_NAMES))
    return lines + [f"#     {word:{longest}}  {_amount_text(effect)}" for word, effect in EFFECT_NAMES.items()]


def _amount_text(effect: Effect) -> str:
    if effect in WITHOUT_AMOUNT:
        return "no amount"
    allowed = "one of " + ", ".join(VISIBILITY_NAMES) if effect == Effect.VISIBILITY else AMOUNTS[effect].expected
    return f"amount {allowed}"
