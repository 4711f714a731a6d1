"""Charts of any game: chart files read into the record that the rules use."""

import hashlib
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from stuka_env.charts.axes import Cell, ChartTable, cells_of
from stuka_env.charts.fields import Declared, declared_in
from stuka_env.charts.lists import HEAD_KEYS, ChartList, Lists
from stuka_env.charts.provenance import Provenance, read_provenance
from stuka_env.charts.words import CellValues, ChartError, fail, printable_text
from stuka_env.declared.records import Record
from stuka_env.io.game_packages import DEFAULT_GAME
from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import FileError, read_toml

LARGEST_CHART_FILE = 256 * 1024
"""Bytes of a chart file; ours have up to 10,000."""
PROVENANCE = "provenance"
NOT_IN_OURS = 1_000_000
"""Place of a key that our file leaves out: after all others."""


@dataclass(frozen=True)
class ChartFile:
    """One chart file.

    Attributes:
        name: its name without ``.toml``.
        path: its path.
        head: its heading.
        cells: its cells; the tables stand in the order of our file.
        lists: the entries of its lists, by their keys.
        provenance: the provenance of each cell and entry.
    """

    name: str
    path: str
    head: Mapping[str, str]
    cells: tuple[Cell, ...]
    lists: Lists
    provenance: Mapping[tuple[str, ...], Provenance]

    @cached_property
    def by_address(self) -> Mapping[str, Cell]:
        """The cells by their addresses."""
        return {cell.address: cell for cell in self.cells}

    def values(self, address: str) -> CellValues:
        """Return the values of a cell."""
        return self.by_address[address].values


Files = Mapping[str, ChartFile]
AnyNames = TypeVar("AnyNames")


@dataclass(frozen=True, eq=False, repr=False)
class LoadedCharts(Generic[AnyNames]):
    """A complete, checked set of charts. Two sets are equal when their digests are.

    Attributes:
        record: the numbers that the rules read, read-only.
        sha256: the digest of all values in force.
        names: the names that charts give.
        folder: None for the charts as shipped, and the name of a set of a bank.
        files: the chart files by name.
    """

    record: np.record
    sha256: str
    names: AnyNames
    folder: str | None
    files: Files

    def __repr__(self) -> str:
        return f"LoadedCharts(sha256={self.sha256[:12]!r}, folder={self.folder!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoadedCharts) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __getstate__(self) -> dict[str, object]:
        """Return all that play needs, for pickle and deepcopy, without the files."""
        return self.__dict__ | {"files": {}}


Contents = list[tuple[str, tuple[int, ...], CellValues, str]]


def contents_in_force(file: ChartFile) -> Any:
    """Return every index of every table with its values and names, in an order that is independent of the file's."""
    contents: Contents = sorted(
        (f"{'.'.join(cell.path)}.{cell.part}", index, *cell.in_force)
        for cell in file.cells
        for index in cell.indexes()
        if not cell.is_left_out
    )
    return contents


@dataclass(frozen=True, eq=False)
class ChartBook(Generic[AnyNames]):
    """The charts of a game: their declarations, the checks that are rules, and the folder with the charts as shipped.

    Attributes:
        folder: the folder.
        record: the record that the rules read (:func:`stuka_env.charts.fields.chart_record`).
        fill: fills the fields that combine several cells, given an array of one record, and the files.
        check: raises ChartError if the charts contradict each other or the limits of the mat.
        names: returns the names that charts give.
        others: tables that fill no field.
        lists: lists.
        contents: returns the part of a file that counts for the digest, as JSON writes it.
    """

    folder: Path
    record: type[Record]
    fill: Callable[[np.ndarray, Files], None]
    check: Callable[[np.record, Files], None]
    names: Callable[[Files], AnyNames]
    others: tuple[Declared, ...] = ()
    lists: tuple[ChartList, ...] = ()
    contents: Callable[[ChartFile], Any] = contents_in_force

    @property
    def advice(self) -> tuple[str, ...]:
        """Lines that say what to do with a copy of a chart file. The game's package has the folder of the charts."""
        game = self.folder.parent.parent.name
        named = "" if game == DEFAULT_GAME else f" --game {game}"
        return (
            f"Check the folder:  stuka charts{named} --check FOLDER",
            'Play with it:      gymnasium.make(..., charts="FOLDER"), or --charts FOLDER on a command line',
        )

    @cached_property
    def tables(self) -> Mapping[str, tuple[ChartTable, ...]]:
        """The tables of every chart file by its name; they stand in the order of our file."""
        declared = (*declared_in(self.record), *self.others)
        tables: dict[str, list[ChartTable]] = {}
        for one in declared:
            tables.setdefault(one.file, []).extend(one.tables())
        for listed in self.lists:
            tables.setdefault(listed.file, [])
        return {name: _in_order_of(self.our_contents(name), own) for name, own in tables.items()}

    @cached_property
    def ours(self) -> LoadedCharts[AnyNames]:
        """The charts as shipped."""
        return self.checked({name: self._read(name, self.folder / f"{name}.toml") for name in self.tables}, None)

    def our_contents(self, name: str) -> dict[str, Any]:
        """Return the contents of our file of a chart. Raises KeyError for a chart that does not exist."""
        path = self.folder / f"{name}.toml"
        if not path.is_file():
            raise KeyError(name)
        return tomllib.loads(path.read_text(encoding="utf-8"))

    def lists_of(self, name: str) -> tuple[ChartList, ...]:
        """Return the lists of a chart file."""
        return tuple(one for one in self.lists if one.file == name)

    def load(self, folder: str | os.PathLike[str] | None = None) -> LoadedCharts[AnyNames]:
        """Load our charts, or those of ``folder``, which may replace any subset of our files.

        Raises:
            ChartError: a folder or file cannot be used; the message names the file and the cell.
        """
        if folder is None:
            return self.ours
        paths = self._override_paths(Path(folder))
        theirs = {name: self._with_our_statements(self._read(name, path)) for name, path in paths.items()}
        return self.checked({**self.ours.files, **theirs}, str(Path(folder)))

    def with_contents(self, contents: Mapping[str, Mapping[str, object]], label: str) -> LoadedCharts[AnyNames]:
        """Return our charts with other contents in some files, checked as the files of a folder are.

        Args:
            contents: the parsed TOML of each of these files, by the file's name without ``.toml``.
            label: the name used in place of the folder, in error messages and in ``folder``.

        Raises:
            ChartError: the contents cannot be used; the message names the file and the cell.
        """
        theirs = {
            name: self._with_our_statements(self._file(name, f"{label}/{name}.toml", raw))
            for name, raw in contents.items()
        }
        return self.checked({**self.ours.files, **theirs}, label)

    def checked(self, files: Files, folder: str | None) -> LoadedCharts[AnyNames]:
        """Return the charts of all files.

        Raises:
            ChartError: the files contradict each other.
        """
        record = np.zeros(1, self.record.dtype)
        for file in files.values():
            for cell in file.cells:
                _put(record, cell)
        self.fill(record, files)
        self.check(record[0], files)
        record.setflags(write=False)
        contents = {name: self.contents(file) for name, file in files.items()}
        digest = hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()
        return LoadedCharts(record[0], digest, self.names(files), folder, files)

    def find(self, charts: LoadedCharts[Any], wanted: str) -> str:
        """Return the full name of a chart given by name or number ("A2"). Raises ChartError."""
        plain = wanted.lower().removesuffix(".toml")
        for name in charts.files:
            if plain in (name, name.partition("_")[0]):
                return name
        raise ChartError(f"chart: expected one of {', '.join(charts.files)}, got {quoted(wanted)}")

    def _override_paths(self, folder: Path) -> dict[str, Path]:
        """Return the chart files of a folder by name. Raises ChartError for no file and for an unknown one."""
        if not folder.is_dir():
            got = "a file" if folder.exists() else "nothing"
            raise ChartError(f"{printable(folder)}: expected a folder with chart files, got {got}")
        paths = {path.stem: path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".toml"}
        known = [f"{name}.toml" for name in self.tables]
        for name, path in paths.items():
            if name not in self.tables:
                raise fail(str(path), "file name", "one of " + ", ".join(known), path.name)
        if not paths:
            raise ChartError(f"{printable(folder)}: expected at least one chart file, such as {known[0]}, got none")
        return paths

    def _read(self, name: str, path: Path) -> ChartFile:
        try:
            raw = read_toml(path, LARGEST_CHART_FILE)
        except FileError as error:
            raise ChartError(f"{printable(path)}: expected a TOML file, got: {error}") from None
        return self._file(name, str(path), raw)

    def _file(self, name: str, path: str, raw: Mapping[str, object]) -> ChartFile:
        tables, lists = self.tables[name], self.lists_of(name)
        _check_keys(path, raw, tables, (), [one.key for one in lists])
        head = {key: _heading(path, raw, key) for key in HEAD_KEYS}
        cells = tuple(cell for table in tables for cell in _cells(path, table, raw))
        entries = {one.key: one.read(path, raw.get(one.key)) for one in lists}
        addresses = [cell.path + cell.labels for cell in cells]
        addresses += [(key, entry.name) for key, listed in entries.items() for entry in listed]
        provenance = raw.get(PROVENANCE)
        for one in lists:
            provenance = one.with_current_names(provenance)
        return ChartFile(name, path, head, cells, entries, read_provenance(path, provenance, addresses))

    def _with_our_statements(self, file: ChartFile) -> ChartFile:
        """Return the file. Raises ChartError for a statement about the rules that is not ours."""
        ours = self.ours.files[file.name].by_address
        for cell in file.cells:
            if cell.word.is_statement and cell.text != ours[cell.address].text:
                expected = f"{ours[cell.address].text!r}, because the rules fix it"
                raise fail(file.path, cell.address, expected, cell.text)
        return file


def _in_order_of(raw: Mapping[str, Any], tables: list[ChartTable]) -> tuple[ChartTable, ...]:
    """Return the tables in the order of a file."""

    def place(table: ChartTable) -> list[int]:
        here: Any = raw
        places: list[int] = []
        for key in table.path:
            if not isinstance(here, dict) or key not in here:
                return [*places, NOT_IN_OURS]
            places.append(list(here).index(key))
            here = here[key]
        return places

    return tuple(sorted(tables, key=place))


def _cells(file: str, table: ChartTable, raw: Mapping[str, object]) -> Iterator[Cell]:
    """Yield the cells of a table, none of an optional one that is left out."""
    here: object = raw
    for depth, key in enumerate(table.path, start=1):
        if not isinstance(here, dict) or key not in here:
            if table.optional and depth == len(table.path):
                return
            raise fail(file, ".".join(table.path[:depth]), "an entry", "nothing")
        here = here[key]
    yield from cells_of(file, table, here)


def _heading(file: str, raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    return printable_text(file, key, " ".join(value.split()) if isinstance(value, str) else value)


def _check_keys(
    file: str, raw: Mapping[str, object], tables: tuple[ChartTable, ...], path: tuple[str, ...], lists: list[str]
) -> None:
    """Raise ChartError for an entry that no table and no list of the chart knows."""
    inside: dict[str, list[ChartTable]] = {}
    for table in tables:
        inside.setdefault(table.path[len(path)], []).append(table)
    allowed = [*inside] if path else [*HEAD_KEYS, *inside, *lists, PROVENANCE]
    for key in raw:
        if key not in allowed:
            raise fail(file, ".".join((*path, key)), "only " + ", ".join(allowed), key)
    for key, deeper in inside.items():
        entry = raw.get(key)
        if isinstance(entry, dict) and all(len(table.path) > len(path) + 1 for table in deeper):
            _check_keys(file, entry, tuple(deeper), (*path, key), [])


def _put(record: np.ndarray, cell: Cell) -> None:
    """Write the values of a cell into its fields. A field such as ``models.speed`` is one of nested records."""
    for field, value in zip(cell.fields, cell.values, strict=False):
        for place in cell.places():
            field_of(record, field)[(0, *place)] = value


def field_of(record: Any, field: str) -> Any:
    """Return a field of a record, also one of nested records such as ``models.speed``."""
    for name in field.split("."):
        record = record[name]
    return record
