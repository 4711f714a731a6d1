"""Lines of log sheets, and debriefs.

A line has values for CSV and cells for a page. A debrief has sections of sentences about a line, or about a longer part
of a war.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from stuka_env.declared.journal import Look
from stuka_env.declared.records import Field, Record
from stuka_env.declared.sentences import declaration_of


class Column(NamedTuple):
    """A column of a log sheet.

    Attributes:
        name: its name in the values of a line.
        head: its head in the CSV; "" if it is not there.
        page: its head on the page; "" if it is not there.
        is_number: whether the page shows it as a number.
        is_narrow: whether a terminal, which has little room, shows it too.
    """

    name: str
    head: str
    page: str = ""
    is_number: bool = False
    is_narrow: bool = False


def by_phase(titles: Mapping[int, str]) -> Callable[[Any], str]:
    """Return a function that returns the title of the passage that the next step of a mat belongs to, or ''."""
    return lambda mat: titles.get(int(mat.cursor.phase), "")


def in_words(record: Any, kind: type[Record]) -> dict[str, Any]:
    """Return the fields of a record: numbers, codes by their names in small letters, numbers by the codes of places."""
    return {field.name: _in_words(record[field.name], field) for field in kind.FIELDS}


def _in_words(value: Any, field: Field) -> Any:
    if field.index_of is not None:
        return {field.index_of(place).name.lower(): int(value[place]) for place in range(len(value))}
    if field.shape:
        return value.tolist()
    return int(value) if field.codes is None else field.codes(int(value)).name.lower()


def words_of_names(line: Mapping[str, Any], kind: type[Record], names: Iterable[str]) -> dict[str, str]:
    """Return the words of some codes in a line, which has them by their names; '' for None."""
    codes: dict[str, Any] = {field.name: field.codes for field in kind.FIELDS}
    return {name: "" if line[name] is None else codes[name][line[name].upper()].word for name in names}


class SheetCell(NamedTuple):
    """A cell of the page of a log sheet."""

    text: str
    is_number: bool = False
    rows: tuple[tuple[str, str, str, str], ...] = ()
    """Rows of a list in place of the text: a number, two names, a number."""


class SheetLine(NamedTuple):
    """A line of a log sheet."""

    values: dict[str, Any]
    """Values of the columns of the CSV; a column without a value is empty."""
    cells: tuple[SheetCell, ...]
    """Cells of the page."""
    heading: str
    """Heading of the table that it belongs to."""
    is_flown: bool
    """Whether it was flown; the page shows other lines pale."""


def line_of_sheet(
    columns: Iterable[Column],
    values: Mapping[str, Any],
    cells: Mapping[str, str | SheetCell],
    *,
    heading: str,
    is_flown: bool,
) -> SheetLine:
    """Return a line of a log sheet.

    Args:
        columns: the columns of the sheet.
        values: the values of those of the CSV, among others; None is empty.
        cells: the cells of the page that have other words than their values.
        heading: the heading of the table that the line belongs to.
        is_flown: whether anything was flown.
    """
    own = {one.name: "" if values.get(one.name) is None else values[one.name] for one in columns if one.head}
    page = {one.name: SheetCell(str(own.get(one.name)), one.is_number) for one in columns if one.page}
    for name, cell in cells.items():
        page[name] = page[name]._replace(text=cell) if isinstance(cell, str) else cell
    return SheetLine(own, tuple(page.values()), heading, is_flown)


class Section(NamedTuple):
    """A part of a debrief."""

    title: str
    lines: tuple[str, ...]


class Debrief(NamedTuple):
    """The debrief of a line of the log sheet, or of a longer part of a war."""

    title: str
    sections: list[Section]
    flown: bool = True
    """Whether anything was flown."""
    summary: tuple[Section, ...] = ()
    """The result, losses and gains, for a place without room for all sections; () for a short debrief."""
    line: Mapping[str, Any] | None = None
    """The line, as in the info of a step; None for a longer part of a war."""


def by_line(begins: Callable[[Any], bool], entries: Iterable[Any]) -> list[list[Any]]:
    """Split entries of the journal by line; the first part belongs to the line that was open before.

    Args:
        begins: return whether the next entry begins a line.
        entries: the entries.
    """
    lines: list[list[Any]] = [[]]
    for entry in entries:
        if begins(entry):
            lines.append([])
        lines[-1].append(entry)
    return lines


def under(entries: Iterable[Any], heading: str) -> list[Any]:
    """Return the entries that stand under a heading, by their declarations."""
    return [entry for entry in entries if heading in declaration_of(entry).sections]


def notable(entries: Iterable[Any]) -> list[Any]:
    """Return the losses and gains."""
    return [entry for entry in entries if declaration_of(entry).look in (Look.LOSS, Look.GAIN)]


def texts(entries: Iterable[Any]) -> tuple[str, ...]:
    """Return sentences in their order, each once, with the number of times: "An escort is damaged (13 times)."."""
    return tuple(
        sentence if count == 1 else f"{sentence.removesuffix('.')} ({count} times)."
        for sentence, count in Counter(entry.text for entry in entries).items()
    )


def with_lines(sections: Iterable[Section]) -> list[Section]:
    """Return the sections that have lines."""
    return [section for section in sections if section.lines]
