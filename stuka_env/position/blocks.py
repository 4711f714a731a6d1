"""Wars laid out by hand, for any game: values read by the declared fields of records, and checks of a mat.

A game names the fields that a set-up can have (:class:`SetupField`), and the relations between the values of a mat that
its rules rely on. Everything else follows from the declarations in :mod:`stuka_env.declared.records`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from stuka_env.declared.records import Field, Record
from stuka_env.declared.values import NO_NAMES, FileNames, refuse, values_of
from stuka_env.io.quoting import RefusalError, quoted

Words = Mapping[str, int]
"""Names of numbers."""
NO_WORDS: Words = MappingProxyType({})


# --- reading: an error is one line ---


def refuse_value(path: str, got: Any, allowed: str) -> NoReturn:
    """Raise the error for a value of a set-up.

    Raises:
        ValueError: always.
    """
    name = path if path == "setup" else f"setup: {path}"
    raise RefusalError(f"{name}: got {quoted(got)}, allowed is {allowed}")


def read_mapping(path: str, value: Any, keys: Iterable[str]) -> Mapping[str, Any]:
    """Return a mapping that has no other keys."""
    words = ", ".join(keys)
    if not isinstance(value, Mapping):
        refuse_value(path, value, f"a mapping with any of {words}")
    for key in value:
        if key not in keys:
            refuse_value(path, key, f"only {words}")
    return value


def read_number(path: str, value: Any, low: int, high: int, words: Words = NO_WORDS) -> int:
    """Return a number between bounds, or the number of a word."""
    if isinstance(value, str) and value in words:
        return words[value]
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        named = f", or one of {', '.join(words)}" if words else ""
        refuse_value(path, value, f"a whole number from {low} to {high}{named}")
    return int(value)


def read_word(path: str, value: Any, words: Words) -> int:
    """Return the number of a word."""
    if not isinstance(value, str) or value not in words:
        refuse_value(path, value, f"one of {', '.join(words)}")
    return words[value]


def read_list(path: str, values: Any, most: int, of: str = "") -> list[Any]:
    """Return a list of at most so many values."""
    if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray) or len(values) > most:
        refuse_value(path, values, f"a list of at most {most}{of}")
    return list(values)


class SetupField(NamedTuple):
    """A field of a record that a set-up can have.

    Attributes:
        field: its declaration.
        words: names of its values.
        only: the values of which it can have any, if not all are allowed.
        places: names of the places of an array.
        inner: the :class:`SetupField` of each field of the records of an array.
    """

    field: Field
    words: Words = NO_WORDS
    only: frozenset[int] | None = None
    places: Words = NO_WORDS
    inner: Mapping[str, Any] = MappingProxyType({})

    def read(self, path: str, value: Any) -> Any:
        """Return a value: a number, numbers of an array by their places, or the values of records of an array."""
        if self.inner:
            entries = read_list(path, value, self.field.shape[0], " mappings")
            return [read_fields(f"{path}[{place}]", entry, self.inner) for place, entry in enumerate(entries)]
        if not self.field.shape:
            return self._number(path, value)
        if isinstance(value, Mapping):
            named = read_mapping(path, value, self.places)
            return {self.places[name]: self._number(f"{path}.{name}", number) for name, number in named.items()}
        count = self.field.shape[0]
        if isinstance(value, str) or not isinstance(value, Sequence | np.ndarray) or len(value) != count:
            named_places = f", or a mapping with any of {', '.join(self.places)}" if self.places else ""
            refuse_value(path, value, f"a list of {count}{named_places}")
        return {place: self._number(f"{path}[{place}]", number) for place, number in enumerate(value)}

    def _number(self, path: str, value: Any) -> int:
        if self.only is not None:
            return read_word(path, value, self.words)
        return read_number(path, value, self.field.low, self.field.high, self.words)


def setup_fields(kind: type[Record], names: Iterable[str] = ()) -> dict[str, SetupField]:
    """Return fields of a record as a set-up can have them; all fields if none are named."""
    declared = {field.name: field for field in kind.FIELDS}
    return {name: _setup_field(declared[name]) for name in names or declared}


def _setup_field(field: Field) -> SetupField:
    return SetupField(
        field=field,
        words=field.codes.numbers() if field.codes else NO_WORDS,
        places=field.index_of.numbers() if field.index_of else NO_WORDS,
        inner={inner.name: _setup_field(inner) for inner in field.fields},
    )


def limited(field: SetupField, high: int) -> SetupField:
    """Return a field with a smaller largest value."""
    return field._replace(field=field.field._replace(high=high))


def restricted(field: SetupField, codes: Iterable[int]) -> SetupField:
    """Return a field that has some of its codes only, by their names."""
    only = frozenset(codes)
    return field._replace(only=only, words={word: code for word, code in field.words.items() if code in only})


def read_fields(path: str, given: Any, fields: Mapping[str, SetupField]) -> dict[str, Any]:
    """Return the values of the fields that a mapping names."""
    return {
        name: fields[name].read(f"{path}.{name}", value) for name, value in read_mapping(path, given, fields).items()
    }


def write_fields(record: Any, values: Mapping[str, Any]) -> None:
    """Write what :func:`read_fields` returned to a record."""
    for name, value in values.items():
        if isinstance(value, list):
            for place, inner in enumerate(value):
                write_fields(record[name][place], inner)
        elif isinstance(value, dict):
            for place, number in value.items():
                record[name][place] = number
        else:
            record[name] = value


def read_blocks(given: Any, mat: type[Record], left_out: Collection[str]) -> dict[str, Any]:
    """Return the values of a set-up that has blocks of a mat: any of their fields, and a list for several records.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    fields = {name: block for name, block in setup_fields(mat).items() if name not in left_out}
    return {
        name: fields[name].read(name, values)
        if fields[name].field.shape
        else read_fields(name, values, fields[name].inner)
        for name, values in read_mapping("setup", given, fields).items()
    }


def write_blocks(mat: Any, blocks: Mapping[str, Any]) -> None:
    """Write what :func:`read_blocks` returned to a mat."""
    for name, values in blocks.items():
        if isinstance(values, list):
            write_fields(mat, {name: values})
        else:
            write_fields(mat[name], values)


def _lay_blocks(mat: Any, blocks: Mapping[str, Any], charts: Any) -> None:
    write_blocks(mat, blocks)


@dataclass(frozen=True)
class BlockSetup:
    """A checked set-up: the plan of the episode, and the values of the fields that it names."""

    plan: Any
    blocks: Mapping[str, Any]
    charts: Any
    lay: Callable[[Any, Mapping[str, Any], Any], None] = _lay_blocks
    """Writes the values to a mat, and what follows from them: mat, blocks, charts."""

    def apply(self, mat: Any) -> None:
        """Write the set-up to a mat that has been laid out for an episode and not yet played."""
        self.lay(mat, self.blocks, self.charts)


def setup_maker(
    mat: type[Record], left_out: Collection[str], lay: Callable[[Any, Mapping[str, Any], Any], None] = _lay_blocks
) -> Callable[[Any, Any], BlockSetup]:
    """Return the function that checks set-ups for a specification of wars: blocks of the mat with any of their fields.

    Args:
        mat: the record of the mat.
        left_out: blocks that a set-up does not have.
        lay: writes the values to a mat; without it, nothing follows from them.
    """

    def make_setup(given: Any, spec: Any) -> BlockSetup:
        return BlockSetup(spec.plan(), read_blocks(given, mat, left_out), spec.charts, lay)

    return make_setup


# --- checks ---


class MatValues:
    """The values of a mat as Python's numbers, and checks that name the first value that does not fit.

    A path is the name of a block and that of a field, ``mission.target``. Messages have the names of files.

    Args:
        spec: the war.
        charts: the record of the charts in force.
        snapshot: the arrays of the war, ``(1,)`` each.
        file_names: names in files of the fields that have another name now.
    """

    def __init__(self, spec: Any, charts: Any, snapshot: Any, file_names: FileNames = NO_NAMES) -> None:
        self.spec = spec
        self.charts = charts
        self.snapshot = snapshot
        self._file_names = file_names
        self._blocks: dict[str, dict[str, Any]] = {}

    def __getitem__(self, block: str) -> dict[str, Any]:
        """Return the fields of a block: of one record numbers and arrays, of several records tuples of them."""
        if block not in self._blocks:
            records = self.snapshot.mats[block]
            self._blocks[block] = values_of(records) if records.ndim == 1 else _columns(records[0])
        return self._blocks[block]

    @cached_property
    def decision(self) -> int:
        """The open decision."""
        return int(self["cursor"]["decision"])

    def value(self, path: str) -> Any:
        """Return the value of a field."""
        block, *names = path.split(".")
        value: Any = self[block]
        for name in names:
            value = value[name]
        return value

    def name_of(self, path: str) -> str:
        """Return the name of a field in messages."""
        return f"mats.{self._file_names.get(path, path)}"

    def refuse(self, path: str, allowed: Any, got: Any = None) -> NoReturn:
        """Raise the error for a field; ``got`` is its value, or one of its numbers.

        Raises:
            ConsistencyError: always.
        """
        refuse(self.name_of(path), _plain(self.value(path) if got is None else got), _plain(allowed))

    def need(self, path: str, fits: Any, allowed: Any, got: Any = None) -> None:
        """Check that the value of a field fits the others."""
        if not fits:
            self.refuse(path, allowed, got)

    def equals(self, path: str, expected: Any) -> None:
        """Check that a number is this one."""
        self.need(path, self.value(path) == expected, expected)

    def within(self, path: str, low: int, high: int) -> None:
        """Check that a number is between bounds."""
        self.need(path, low <= self.value(path) <= high, f"{low} to {high}")

    def at_most(self, path: str, most: Any) -> None:
        """Check that each number of a field is at most ``most``."""
        self.need(path, np.all(np.asarray(self.value(path)) <= most), f"at most {_plain(most)}")

    def zero(self, path: str, allowed: Any = 0) -> None:
        """Check that all numbers of a field are 0."""
        self.need(path, not np.any(self.value(path)), allowed)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return int(value) if isinstance(value, int) else value


def _columns(records: Any) -> dict[str, tuple[Any, ...]]:
    """Return each field of an array of records as Python's numbers."""
    return dict(zip(records.dtype.names, zip(*records.tolist(), strict=True), strict=True))


Stages = Mapping[str, Collection[int]]
"""Decisions at which a field, or a block, may be other than empty, by path."""
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


def check_stages(war: MatValues, stages: Stages, empty: Mapping[str, int] = NO_NUMBERS) -> None:
    """Check that fields are empty at other decisions than theirs.

    Args:
        war: the mat.
        stages: the fields, and blocks of them.
        empty: the numbers of empty fields that are not 0, by path.

    Raises:
        ConsistencyError: the message names the first field that is not.
    """
    for path, decisions in stages.items():
        if war.decision not in decisions:
            block, _, name = path.partition(".")
            for field in (name,) if name else war[block]:
                own = f"{block}.{field}"
                number = empty.get(own, 0)
                war.need(own, np.all(np.asarray(war[block][field]) == number), f"{number} now")
