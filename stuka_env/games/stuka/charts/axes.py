"""Tables of a chart file: their axes, and how a TOML table becomes cells (docs/charts.md).

A die axis may be written as an array, one entry a face, or as a table of faces: 4, "2-4", "<=0", ">=11".
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stuka_env.charts.errors import fail
from stuka_env.games.stuka.charts.cells import CellValues, Word

FACE_FORM = re.compile(r"(<=|>=)?(-?\d{1,3})(?:-(-?\d{1,3}))?")


@dataclass(frozen=True)
class Names:
    """An axis of words. A ``sparse`` axis may leave words out."""

    index: Mapping[str, int]
    sparse: bool = False


@dataclass(frozen=True)
class Die:
    """An axis of die totals. A file must give ``low`` to ``high``; the rules can ask for ``first`` to ``last``.

    Totals that a file does not give count as its end cells (ruling Q43).
    """

    low: int
    high: int
    first: int
    last: int


def die(faces: int, low: int = 1) -> Die:
    """Return the axis of a die that no modifier changes."""
    return Die(low, faces, low, faces)


@dataclass(frozen=True)
class ChartTable:
    """A TOML table (``path``) that fills one or more fields of the record, at ``prefix`` and then the axes' indexes.

    ``meaning`` is a phrase for people who fill it in; ``word`` is the vocabulary of its cells.
    """

    path: tuple[str, ...]
    fields: tuple[str, ...]
    axes: tuple[Names | Die, ...]
    word: Word
    meaning: str
    prefix: tuple[int, ...] = ()


@dataclass(frozen=True)
class Cell:
    """One cell of a file: its place, its totals or index, its text, and the values that the rules read."""

    path: tuple[str, ...]
    labels: tuple[str, ...]
    table: ChartTable
    index: tuple[int, ...]
    last: int
    text: str
    values: CellValues

    @property
    def address(self) -> str:
        """Name of the cell in provenance and error messages."""
        return ".".join(self.path + self.labels)

    def indexes(self) -> Iterator[tuple[int, ...]]:
        """Yield every index of the fields that this cell fills. The end cells of a die fill all totals beyond."""
        if not self.index:
            yield self.table.prefix
            return
        for place in range(self.index[-1], self.last + 1):
            yield (*self.table.prefix, *self.index[:-1], place)


def cells_of(file: str, table: ChartTable, raw: object) -> list[Cell]:
    """Return all cells of one table.

    Raises:
        ChartError: an entry is missing, repeated or unknown, or a word is outside the vocabulary.
    """
    return list(_descend(file, table, raw, labels=(), index=()))


def _descend(
    file: str, table: ChartTable, raw: object, *, labels: tuple[str, ...], index: tuple[int, ...]
) -> Iterator[Cell]:
    where = ".".join(table.path + labels)
    if len(index) == len(table.axes):
        last = index[-1] if index else 0
        yield _leaf(file, table, raw, labels=labels, index=index, last=last)
        return
    axis = table.axes[len(index)]
    if isinstance(axis, Names):
        for name, value in _named(file, where, axis, raw):
            yield from _descend(file, table, value, labels=(*labels, name), index=(*index, axis.index[name]))
        return
    if len(index) + 1 == len(table.axes):
        yield from _die_leaves(file, table, axis, raw, labels=labels, index=index)
        return
    for face, (_, value) in _faces(file, where, axis, raw).items():
        yield from _descend(file, table, value, labels=(*labels, str(face)), index=(*index, face))


def _leaf(
    file: str, table: ChartTable, raw: object, *, labels: tuple[str, ...], index: tuple[int, ...], last: int
) -> Cell:
    values = table.word.parse(raw)
    if values is None:
        raise fail(file, ".".join(table.path + labels), table.word.expected, raw)
    text = str(raw).lower() if isinstance(raw, bool) else str(raw)
    return Cell(table.path, labels, table, index, last, text, values)


def _named(file: str, where: str, axis: Names, raw: object) -> Iterator[tuple[str, object]]:
    """Yield the entries of an axis of words, in the axis' order."""
    if not isinstance(raw, dict):
        raise fail(file, where, "a table with " + ", ".join(axis.index), raw)
    for name in raw:
        if name not in axis.index:
            raise fail(file, where, "only " + ", ".join(axis.index), name)
    for name in axis.index:
        if name in raw:
            yield name, raw[name]
        elif not axis.sparse:
            raise fail(file, f"{where}.{name}", "an entry", "nothing")


def _die_leaves(
    file: str, table: ChartTable, axis: Die, raw: object, *, labels: tuple[str, ...], index: tuple[int, ...]
) -> Iterator[Cell]:
    faces = _faces(file, ".".join(table.path + labels), axis, raw)
    lowest, highest = min(faces), max(faces)
    for face, (label, value) in sorted(faces.items()):
        first = axis.first if face == lowest else face
        last = axis.last if face == highest else face
        yield _leaf(file, table, value, labels=(*labels, label), index=(*index, first), last=last)


def _faces(file: str, where: str, axis: Die, raw: object) -> dict[int, tuple[str, object]]:
    """Return label and value by face. Raises ChartError for a gap, a repeated face, and one out of range."""
    if isinstance(raw, list):
        return _listed_faces(file, where, axis, raw)
    if not isinstance(raw, dict):
        raise fail(file, where, f"a table or an array of the faces {axis.low} to {axis.high}", raw)
    entries: dict[int, tuple[str, object]] = {}
    for key, value in raw.items():
        for face, label in _key_faces(file, where, axis, key):
            if face in entries:
                raise fail(file, f"{where}.{face}", "each face once", f"face {face} again in {key!r}")
            entries[face] = (label, value)
    _check_no_gap(file, where, axis, entries)
    return entries


def _listed_faces(file: str, where: str, axis: Die, raw: list[object]) -> dict[int, tuple[str, object]]:
    count = axis.high - axis.low + 1
    if len(raw) != count:
        raise fail(file, where, f"{count} entries, one for each of {axis.low} to {axis.high}", f"{len(raw)} entries")
    return {axis.low + place: (str(axis.low + place), value) for place, value in enumerate(raw)}


def _key_faces(file: str, where: str, axis: Die, key: str) -> list[tuple[int, str]]:
    """Return the faces that a key names. An open end is one cell: its end face."""
    match = FACE_FORM.fullmatch(key)
    if match is None or (match[1] and match[3]):
        raise fail(file, where, "faces such as 4, 2-4, <=0 or >=11", key)
    low, high = int(match[2]), int(match[3] or match[2])
    if low > high or low < axis.first or high > axis.last:
        raise fail(file, where, f"faces from {axis.first} to {axis.last}, low to high", key)
    if match[1] == "<=":
        low = min(axis.low, low)
    if match[1] == ">=":
        high = max(axis.high, high)
    faces = list(range(low, high + 1))
    labels = [str(face) for face in faces]
    if match[1] == "<=":
        labels[0] = f"<={low}"
    if match[1] == ">=":
        labels[-1] = f">={high}"
    return list(zip(faces, labels, strict=True))


def _check_no_gap(file: str, where: str, axis: Die, faces: Mapping[int, tuple[str, object]]) -> None:
    if not faces:
        raise fail(file, where, f"the faces {axis.low} to {axis.high}", "nothing")
    for face, (label, _) in faces.items():
        if (label.startswith("<=") and face != min(faces)) or (label.startswith(">=") and face != max(faces)):
            raise fail(file, where, "nothing beyond an open end", f"{label} among {', '.join(map(str, sorted(faces)))}")
    for face in range(min(axis.low, *faces), max(axis.high, *faces) + 1):
        if face not in faces:
            raise fail(file, f"{where}.{face}", "an entry for every face", "nothing")
