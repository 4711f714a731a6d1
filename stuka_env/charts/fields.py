"""Fields of the record of charts, each declared once with the table of a chart file that fills it.

The record of a game is a class whose fields name their table, its vocabulary, meaning and axes::

    @chart_record
    class Charts(Record):
        visibility: Numbers = cells("a4_visibility: visibility", VISIBILITY, "Visibility by the D6", D6)
        speed: Numbers = cells("mats: mats.*.speed", number(1, 40), "Speed", MODEL)

A "*" in a path stands for each name of the next axis, here of the types of aircraft. The other axes are inside the
table. Shapes follow from axes and vocabulary.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from stuka_env.charts.axes import Axis, ChartTable, Names, Parts
from stuka_env.charts.words import Shape, Word
from stuka_env.declared.records import AnyRecord, Record, int8, int16, nested, record

EACH = "*"
"""Part of a path that stands for each name of an axis."""


@dataclass(frozen=True)
class At:
    """A fixed place in a field, in place of an axis."""

    place: int

    @property
    def length(self) -> int:
        """The smallest number of places in a field."""
        return self.place + 1


@dataclass(frozen=True)
class Keys:
    """Names for a ``*`` of a path that are no places in a field."""

    names: tuple[str, ...]
    length = 1


@dataclass(frozen=True)
class Declared:
    """Tables of a chart file that fill the same fields.

    Attributes:
        file: the file without ``.toml``.
        path: the path of each table; ``*`` stands for each name of the next axis.
        word: the vocabulary of the cells, or a function of the last name that a ``*`` stands for.
        meaning: a phrase for people who fill the tables in.
        axes: the axes of the fields, first those of the path, then those inside a table.
        fields: the fields, one for each value of the vocabulary. Those of a nested record have its name and a dot.
        optional: whether a table may be left out.
    """

    file: str
    path: tuple[str, ...]
    word: Word | Callable[[str], Word]
    meaning: str
    axes: tuple[Axis | At | Keys, ...]
    fields: tuple[str, ...] = ()
    optional: bool = False

    def tables(self) -> Iterator[ChartTable]:
        """Yield the tables."""
        yield from self._expanded(self.axes, (), (), "")

    def _expanded(
        self, axes: tuple[Axis | At | Keys, ...], path: tuple[str, ...], prefix: tuple[int, ...], name: str
    ) -> Iterator[ChartTable]:
        """Yield the tables whose path begins with ``path``, and their fields' indexes with ``prefix``."""
        rest = self.path[len(path) :]
        plain = rest.index(EACH) if EACH in rest else len(rest)
        path += rest[:plain]
        if axes and isinstance(axes[0], At):
            yield from self._expanded(axes[1:], path, (*prefix, int(axes[0].place)), name)
        elif axes and isinstance(axes[0], Keys):
            for key in axes[0].names:
                yield from self._expanded(axes[1:], (*path, key), prefix, key)
        elif plain < len(rest):
            assert isinstance(axes[0], Names)
            for key, place in axes[0].index.items():
                yield from self._expanded(axes[1:], (*path, key), (*prefix, place), key)
        else:
            inside = tuple(axis for axis in axes if not isinstance(axis, At | Keys))
            assert inside == axes, f"{self.file}: {'.'.join(path)}: a fixed place stands before the axes of a table"
            word = self.word if isinstance(self.word, Word) else self.word(name)
            yield ChartTable(path, self.fields, inside, word, self.meaning, prefix, self.optional)


@dataclass(frozen=True)
class _Field:
    """A field that tables fill, before its class has been made.

    Attributes:
        declared: the tables.
        shape: the shape of the field.
        kind: the record of each place; None for numbers.
        wide: whether its numbers need more than a byte.
    """

    declared: tuple[Declared, ...]
    shape: Shape
    kind: type[Record] | None
    wide: bool

    def declaration(self) -> Any:
        """Return the declaration of the field of the record."""
        if self.kind is not None:
            return nested(self.kind, self.shape)
        return (int16 if self.wide else int8)(shape=self.shape)


@dataclass(frozen=True)
class _Beside:
    """A field with the next value of the cells of another field."""

    name: str


@dataclass(frozen=True)
class _Rows:
    """A field of nested records, one for each name of an axis."""

    kind: type[Record]
    axis: Names


def table(
    place: str,
    word: Word | Callable[[str], Word],
    meaning: str,
    *axes: Axis | At | Keys,
    optional: bool = False,
) -> Declared:
    """Declare a table that fills no field.

    Args:
        place: file and path, such as "mats: mats.*.speed".
        word: the vocabulary, or a function of the name that the last ``*`` stands for.
        meaning: a phrase for people who fill the table in.
        axes: the axes of the path and of the table.
        optional: whether it may be left out.
    """
    file, _, path = place.partition(": ")
    return Declared(file, tuple(path.split(".")), word, meaning, axes, optional=optional)


def cells(
    place: str,
    word: Word | Callable[[str], Word],
    meaning: str,
    *axes: Axis | At | Keys,
    shape: Shape | None = None,
    kind: type[Record] | None = None,
    wide: bool = False,
    optional: bool = False,
) -> Any:
    """Declare a field that the cells of a table fill.

    Args:
        place: file and path, see :func:`table`.
        word: the vocabulary, see :func:`table`.
        meaning: a phrase for people who fill the table in.
        axes: the axes of the path and of the table.
        shape: the shape of the field, if it has more room than its axes and its vocabulary need.
        kind: the record that each cell fills; without it, a cell is a number.
        wide: whether the numbers need more than a byte.
        optional: whether the table may be left out.
    """
    own = tuple(axis.length for axis in axes if not isinstance(axis, Parts))
    inner = word.shapes[0] if isinstance(word, Word) and kind is None and word.shapes else ()
    declared = table(place, word, meaning, *axes, optional=optional)
    return _Field((declared,), (*own, *inner) if shape is None else shape, kind, wide)


def joined(*parts: Any, shape: Shape | None = None) -> Any:
    """Declare a field that several tables fill, each declared with :func:`cells`."""
    sizes = zip_longest(*(part.shape for part in parts), fillvalue=1)
    declared = tuple(one for part in parts for one in part.declared)
    return _Field(declared, tuple(map(max, sizes)) if shape is None else shape, None, parts[0].wide)


def beside(name: str) -> Any:
    """Declare a field that has the next value of each cell of the field ``name``."""
    return _Beside(name)


def rows_of(kind: type[Record], axis: Names) -> Any:
    """Declare a field of nested records, one for each name of an axis, which comes first in all their tables."""
    return _Rows(kind, axis)


_DECLARED: dict[type[Record], tuple[Declared, ...]] = {}
"""The tables of each record."""


def chart_record(kind: type[AnyRecord]) -> type[AnyRecord]:
    """Give a class of declared fields its dtype, its ``FIELDS``, and its tables (:func:`declared_in`)."""
    own = {name: it for name, it in vars(kind).items() if isinstance(it, _Field | _Beside | _Rows)}
    filled: dict[str, list[str]] = {}
    for name, it in own.items():
        first = it.name if isinstance(it, _Beside) else name
        filled.setdefault(first, []).append(name)
    tables: list[Declared] = []
    for name, it in own.items():
        if isinstance(it, _Rows):
            tables += [_in_rows(one, name, it.axis) for one in declared_in(it.kind)]
            setattr(kind, name, nested(it.kind, (it.axis.length,)))
        elif isinstance(it, _Field):
            tables += [replace(one, fields=tuple(filled[name])) for one in it.declared]
            setattr(kind, name, it.declaration())
        else:
            setattr(kind, name, int8(shape=_shape_beside(own[it.name], filled[it.name].index(name))))
    _DECLARED[kind] = tuple(tables)
    return record(kind)


def declared_in(kind: type[Record]) -> tuple[Declared, ...]:
    """Return the tables that fill the fields of a record."""
    return _DECLARED.get(kind, ())


def _in_rows(declared: Declared, name: str, axis: Names) -> Declared:
    """Return the tables of a field of a record that is nested in a field ``name`` with a row for each name."""
    fields = tuple(f"{name}.{field}" for field in declared.fields)
    return replace(declared, fields=fields, axes=(axis, *declared.axes))


def _shape_beside(first: object, place: int) -> Shape:
    """Return the shape of the field with a further value of the cells of another field."""
    assert isinstance(first, _Field)
    (declared,) = first.declared
    assert isinstance(declared.word, Word)
    return (*(axis.length for axis in declared.axes), *declared.word.shapes[place])
