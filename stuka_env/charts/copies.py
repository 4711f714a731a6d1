"""Copies of our chart files to write the printed values into: every key with its meaning and its allowed values.

The comments are made from the declarations of a game, with the vocabularies and axes that the loader checks.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from stuka_env.charts.axes import Axis, ChartTable, Die, Names, Parts, Periods, Places
from stuka_env.charts.lists import ANY_TEXT, HEAD_KEYS, HEAD_MEANINGS, ChartList
from stuka_env.charts.loader import PROVENANCE, ChartBook
from stuka_env.charts.provenance import CITED, DEFAULT, PROVENANCE_KINDS
from stuka_env.charts.words import ChartError
from stuka_env.io.files import write_whole

PROVENANCE_MEANINGS = {
    "printed": "printed in the rulebook's text, or on a chart you own",
    "example": "fixed by one of the rulebook's worked examples",
    "derived": "follows from cells and rules that are known",
    "reconstructed": "our own choice, made to be plausible",
}
COMMENT_WIDTH = 110
"""Longest comment line."""
BARE_KEY = re.compile(r"-?\d+|[A-Za-z]\w*", re.ASCII)
"""Keys that we write without quotes; TOML would also allow a range of totals (2-4)."""
LISTED = re.compile(r"(?<=one of ).*|(?<=all of ).*|(?<=any of ).*")
"""Lists of names in a text, separated by commas."""
NO_BREAK = "\N{NO-BREAK SPACE}"
SHORT_TABLE = 4
"""Largest number of entries in a table that is written on one line."""
LONGEST_ROW = 8
"""Largest number of words in a row that is written on one line."""
Address = tuple[str, ...]


def write_copies(book: ChartBook[Any], folder: Path, names: Sequence[str]) -> None:
    """Write copies of the named charts into a new or empty folder; all of them, or none if one cannot be written.

    Raises:
        ChartError: the folder is not empty or cannot be written.
    """
    write_texts(folder, {f"{name}.toml": copy_text(book, name) for name in names})


def copy_text(book: ChartBook[Any], name: str) -> str:
    """Return our file of a chart with comments. Raises KeyError for a chart that does not exist."""
    raw, tables = book.our_contents(name), _Tables(book.tables[name])
    lists = {one.key: one for one in book.lists_of(name)}
    own = {key: value for key, value in raw.items() if key not in (*HEAD_KEYS, PROVENANCE)}
    sections = ["\n".join([*opening(name, raw, tables.has_dice), "#", *(f"# {line}" for line in book.advice)])]
    sections.append(head(raw))
    at_the_top: dict[Address, Any] = {
        (key,): value for key, value in own.items() if not isinstance(value, dict) and key not in lists
    }
    if at_the_top:
        sections.append("\n".join(tables.lines(at_the_top)))
    for key, value in own.items():
        if key in lists:
            sections += _list_sections(lists[key], value)
        elif isinstance(value, dict):
            sections += tables.sections((key,), value)
    return "\n\n".join([*sections, provenance(raw)]) + "\n"


# --- texts ---


def opening(name: str, raw: Mapping[str, Any], has_dice: bool) -> list[str]:
    """Return the first lines of the comment at the top: the chart, and how to fill it in."""
    lines = [
        *comment(f"{raw['title']}: a copy of {name}.toml of stuka_env."),
        "#",
        *comment(
            "Write your values over ours and keep the file's name. Words stand in quotes, numbers do not. Every table "
            "must stay complete; comments like this one may go."
        ),
    ]
    if has_dice:
        lines += comment('A key for a roll may name several totals: "2-4", "<=0" (0 and less), ">=11" (11 and more).')
    return lines


def head(raw: Mapping[str, Any]) -> str:
    """Return the keys at the head of a file with their meanings."""
    lines: list[str] = []
    for key in HEAD_KEYS:
        lines += [*comment(f"{HEAD_MEANINGS[key]}: {ANY_TEXT}."), toml_line(key, raw[key])]
    return "\n".join(lines)


def provenance(raw: Mapping[str, Any]) -> str:
    """Return our provenance section, after an explanation of its words."""
    words = {kind: f'"{kind}: SECTION"' if kind in CITED else f'"{kind}"' for kind in PROVENANCE_KINDS}
    longest = max(map(len, words.values()))
    lines = [
        *comment("Where each cell comes from. It changes nothing in play and is no part of the SHA-256."),
        *(f"#   {words[kind]:{longest}}  {PROVENANCE_MEANINGS[kind]}" for kind in PROVENANCE_KINDS),
        *comment(
            f"{DEFAULT} is for every cell that no other key covers. The other keys are addresses of a cell, of some "
            "totals of a column or of a whole column; the closest one counts. One that covers no cell is refused."
        ),
        *comment("If you typed in the whole printed chart, put this line in place of all those below:"),
        f"#   {DEFAULT} = {toml_value('printed: ' + raw['section'])}",
        "[provenance]",
    ]
    return "\n".join(lines + [toml_line(key, value) for key, value in raw["provenance"].items()])


def comment(text: str, indent: str = "") -> list[str]:
    """Return a text as comment lines. Names in a list are not broken; further lines may be indented."""
    whole = LISTED.sub(lambda names: re.sub(r"(?<!,) ", NO_BREAK, names[0]), text)
    further = f"# {indent}  " if indent else "# "
    lines = wrap(whole, COMMENT_WIDTH, initial_indent=f"# {indent}", subsequent_indent=further, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


# --- tables and lists ---


@dataclass
class _Tables:
    """The tables of one chart file as text.

    Attributes:
        tables: the tables of the file.
        comments: comments that the file already has.
    """

    tables: tuple[ChartTable, ...]
    comments: set[str] = field(default_factory=set)

    @property
    def has_dice(self) -> bool:
        """Whether a table is read with dice."""
        return any(isinstance(axis, Die) for table in self.tables for axis in table.axes)

    def at(self, path: Address) -> ChartTable | None:
        """Return the table at ``path``, or the one that contains it; None if there is none."""
        return next((table for table in self.tables if path[: len(table.path)] == table.path), None)

    def sections(self, path: Address, value: Mapping[str, Any]) -> Iterator[str]:
        """Yield a TOML table with its comments, then the tables inside it."""
        inside = {(*path, key): deeper for key, deeper in value.items()}
        lines = {deeper: content for deeper, content in inside.items() if self.is_line(deeper, content)}
        if lines:
            table = self.at(path)
            above = [] if table is None else self.explained(table, path, value)
            yield "\n".join([*above, f"[{dotted(path)}]", *self.lines(lines)])
        for deeper, content in inside.items():
            if deeper not in lines:
                yield from self.sections(deeper, content)

    def is_line(self, path: Address, value: object) -> bool:
        """Whether an entry is a line of its table (values, arrays, rows of words) and no table of its own."""
        if not isinstance(value, dict):
            return True
        table = self.at(path)
        if table is None:
            is_flat = all(not isinstance(deeper, dict | list) for deeper in value.values())
            return is_flat and len(path) > 1 and len(value) <= SHORT_TABLE
        left = table.axes[len(path) - len(table.path) :]
        return len(path) > 1 and len(left) == 1 and isinstance(left[0], Names) and len(value) <= LONGEST_ROW

    def lines(self, lines: Mapping[Address, Any]) -> list[str]:
        """Return lines of a TOML table. A line with a table of its own has its comment above it."""
        text: list[str] = []
        for path, content in lines.items():
            own = self.at(path)
            if own is not None and own.path == path:
                text += self.explained(own, path, content)
            elif isinstance(content, dict):
                inside = [table for key in content if (table := self.at((*path, key))) is not None]
                text += [line for table in inside if table.path[:-1] == path for line in self.explained(table, path, 0)]
            text.append(toml_line(path[-1], content))
        return text

    def explained(self, table: ChartTable, path: Address, raw: object) -> list[str]:
        """Return the comment of a table, nothing if the file already has it."""
        axes = table.axes[max(0, len(path) - len(table.path)) :]
        key = "" if len(path) >= len(table.path) else f"{table.path[-1]}: "
        holds = f"{key}{table.meaning}: {table.word.expected}." if not axes else f"{key}{table.meaning}."
        text = comment(holds)
        if axes:
            text += _axes_comment(axes, raw)
            text += [] if isinstance(axes[-1], Parts) else comment(f"Values: {table.word.expected}.", "  ")
        if "\n".join(text) in self.comments:
            return []
        self.comments.add("\n".join(text))
        return text


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
        number = str(axis.length) if axis.least == axis.length else f"{axis.least} to {axis.length}"
        return f"{number} in an array" + (f", one for each of {', '.join(axis.titles)}" if axis.titles else "")
    if isinstance(axis, Periods):
        return f"months or periods such as {axis.example}; every month once"
    if isinstance(axis, Names):
        return ("any of " if axis.sparse else "all of ") + ", ".join(axis.index)
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


def _list_sections(declared: ChartList, raw: Any) -> Iterator[str]:
    """Yield a list with its comments: an array of tables, or a table of names and values."""
    if isinstance(raw, dict):
        entries = [toml_line(key, value) for key, value in raw.items()]
        yield "\n".join([*declared.explained, f"[{dotted((declared.key,))}]", *entries])
        return
    yield "\n".join(declared.explained)
    for entry in raw:
        yield "\n".join([f"[[{declared.key}]]", *(toml_line(key, value) for key, value in entry.items())])


# --- TOML ---


def dotted(path: Address) -> str:
    """Return the name of a TOML table."""
    return ".".join(_key(part) for part in path)


def toml_line(key: str, value: object) -> str:
    """Return a line of a TOML table."""
    return f"{_key(key)} = {toml_value(value)}"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def toml_value(value: object) -> str:
    """Return a value as TOML writes it. Texts, whole numbers and booleans look as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(toml_line(key, deeper) for key, deeper in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


# --- the folder ---


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a new or empty folder; all of them, or none if one cannot be written.

    Raises:
        ChartError: the folder is not empty or cannot be written.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise ChartError(f"{folder}: expected a new or empty folder, got a file")
        inside = len(list(folder.iterdir())) if folder.exists() else 0
        if inside:
            raise ChartError(f"{folder}: expected a new or empty folder, got one with {inside} entries")
        _write_all(folder, texts)
    except OSError as error:
        raise ChartError(f"{folder}: expected a folder that can be written, got: {error.strerror}") from None


def _write_all(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the files, and delete those written if one fails."""
    was_there, written = folder.exists(), list[Path]()
    folder.mkdir(exist_ok=True)
    try:
        for name, text in texts.items():
            written.append(write_whole(folder / name, text))
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        if not was_there:
            folder.rmdir()
        raise
