"""Reading the chart files into the record the rules use (docs/interceptor_charts.md)."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from stuka_env.charts.copies import HEAD_KEYS
from stuka_env.charts.errors import ChartError, fail, printable_text
from stuka_env.charts.provenance import Provenance, read_provenance
from stuka_env.games.interceptor.charts.axes import Cell, ChartTable, cells_of
from stuka_env.games.interceptor.charts.cells import STATEMENT, CellValues
from stuka_env.games.interceptor.charts.filling import ChartNames, fill, names_of
from stuka_env.games.interceptor.charts.schema import RECORD_FILES
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.charts.validate import check
from stuka_env.quoting import printable, quoted
from stuka_env.reading import FileError, read_toml

OUR_FOLDER = Path(__file__).parent / "data"
LARGEST_CHART_FILE = 256 * 1024
"""Bytes of a chart file; ours have up to 10,000."""


@dataclass(frozen=True)
class ChartFile:
    """One chart file: its heading, its cells in the order of the schema, and the provenance of each cell."""

    name: str
    path: str
    head: Mapping[str, str]
    cells: tuple[Cell, ...]
    provenance: Mapping[tuple[str, ...], Provenance]


@dataclass(frozen=True, eq=False, repr=False)
class LoadedCharts:
    """A complete, checked set of charts. ``record`` is read-only.

    ``folder`` is None for the charts as shipped. Two sets are equal when their digests are.
    """

    record: np.record
    sha256: str
    names: ChartNames
    folder: str | None
    files: Mapping[str, ChartFile]

    def __repr__(self) -> str:
        return f"LoadedCharts(sha256={self.sha256[:12]!r}, folder={self.folder!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoadedCharts) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __getstate__(self) -> dict[str, object]:
        """Return all that play needs, for pickle and deepcopy, without the files."""
        return self.__dict__ | {"files": {}}


def load_charts(folder: str | os.PathLike[str] | None = None) -> LoadedCharts:
    """Load our charts, or those of ``folder``, which may replace any subset of our files.

    Raises:
        ChartError: a folder or file cannot be used; the message names the file and the cell.
    """
    return _ours() if folder is None else _load(Path(folder))


def charts_with(contents: Mapping[str, Mapping[str, object]], label: str) -> LoadedCharts:
    """Return our charts with other contents in some files, checked as the files of a folder are.

    Args:
        contents: the parsed TOML of each of these files, by the file's name without ``.toml``.
        label: the name used in place of the folder, in error messages and in ``folder``.

    Raises:
        ChartError: the contents cannot be used; the message names the file and the cell.
    """
    files = dict(_ours().files)
    for name, raw in contents.items():
        files[name] = _with_our_statements(_chart_file(name, f"{label}/{name}.toml", raw))
    return _checked(files, label)


@cache
def _ours() -> LoadedCharts:
    return _checked({name: _chart_file(name, *_toml(OUR_FOLDER / f"{name}.toml")) for name in RECORD_FILES}, None)


def _load(folder: Path) -> LoadedCharts:
    files = dict(_ours().files)
    for name, path in _override_paths(folder).items():
        files[name] = _with_our_statements(_chart_file(name, *_toml(path)))
    return _checked(files, str(folder))


def _checked(files: Mapping[str, ChartFile], folder: str | None) -> LoadedCharts:
    """Return the charts of all files.

    Raises:
        ChartError: the files contradict each other.
    """
    record = np.zeros(1, Charts.dtype)
    cells = {name: {cell.address: cell for cell in file.cells} for name, file in files.items()}
    for file in files.values():
        for cell in file.cells:
            _put(record, cell)
    fill(record, cells)
    check(record[0], cells, {name: file.path for name, file in files.items()})
    record.setflags(write=False)
    return LoadedCharts(record[0], _digest(files), names_of(cells), folder, files)


def _override_paths(folder: Path) -> dict[str, Path]:
    """Return the chart files of a folder by name. Raises ChartError for no file and for an unknown one."""
    if not folder.is_dir():
        raise ChartError(
            f"{printable(folder)}: expected a folder with chart files, got {'a file' if folder.exists() else 'nothing'}"
        )
    paths = {path.stem: path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".toml"}
    for name, path in paths.items():
        if name not in RECORD_FILES:
            raise fail(
                str(path), "file name", "one of " + ", ".join(f"{known}.toml" for known in RECORD_FILES), path.name
            )
    if not paths:
        raise ChartError(f"{printable(folder)}: expected at least one chart file, such as b7_landing.toml, got none")
    return paths


def _chart_file(name: str, file: str, raw: Mapping[str, object]) -> ChartFile:
    tables = RECORD_FILES[name]
    _check_keys(file, raw, tables, ())
    head = {key: _heading(file, raw, key) for key in HEAD_KEYS}
    cells = tuple(cell for table in tables for cell in _cells(file, table, raw))
    origin = read_provenance(file, raw.get("provenance"), [cell.path + cell.labels for cell in cells])
    return ChartFile(name, file, head, cells, origin)


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


def _toml(path: Path) -> tuple[str, dict[str, object]]:
    """Return the name and the contents of a file."""
    try:
        return str(path), read_toml(path, LARGEST_CHART_FILE)
    except FileError as error:
        raise ChartError(f"{printable(path)}: expected a TOML file, got: {error}") from None


def _heading(file: str, raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    return printable_text(file, key, " ".join(value.split()) if isinstance(value, str) else value)


def _check_keys(file: str, raw: Mapping[str, object], tables: tuple[ChartTable, ...], path: tuple[str, ...]) -> None:
    """Raise ChartError for an entry that no table of the chart knows."""
    inside: dict[str, list[ChartTable]] = {}
    for table in tables:
        inside.setdefault(table.path[len(path)], []).append(table)
    allowed = [*inside] if path else [*HEAD_KEYS, *inside, "provenance"]
    for key in raw:
        if key not in allowed:
            raise fail(file, ".".join((*path, key)), "only " + ", ".join(allowed), key)
    for key, deeper in inside.items():
        entry = raw.get(key)
        if isinstance(entry, dict) and all(len(table.path) > len(path) + 1 for table in deeper):
            _check_keys(file, entry, tuple(deeper), (*path, key))


def _with_our_statements(file: ChartFile) -> ChartFile:
    """Return the file. Raises ChartError for a statement about the rules that is not ours."""
    ours = {cell.address: cell.text for cell in _ours().files[file.name].cells}
    for cell in file.cells:
        if cell.word is STATEMENT and cell.text != ours[cell.address]:
            raise fail(file.path, cell.address, f"{ours[cell.address]!r}, because the rules fix it", cell.text)
    return file


def _put(record: np.ndarray, cell: Cell) -> None:
    """Write the values of a cell into its fields. A field such as ``models.speed`` is one of nested records."""
    for field, value in zip(cell.fields, cell.values, strict=False):
        place = record
        for name in field.split("."):
            place = place[name]
        for index in cell.indexes():
            place[(0, *index)] = value


def _digest(files: Mapping[str, ChartFile]) -> str:
    """Return the SHA-256 over every value in force: numbers, and the names of raids, units and weapons."""
    contents = {name: _contents(file) for name, file in files.items()}
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def _contents(file: ChartFile) -> list[tuple[str, tuple[int, ...], CellValues, str]]:
    """Return every index of every table with its values, in an order that is independent of the file's."""
    return sorted(
        (f"{'.'.join(cell.path)}.{cell.part}", index, *cell.in_force)
        for cell in file.cells
        for index in cell.indexes()
        if not cell.is_left_out
    )


def find_chart(charts: LoadedCharts, asked: str) -> str:
    """Return the full name of a chart given by name or number ("B7"). Raises ChartError."""
    wanted = asked.lower().removesuffix(".toml")
    for name in charts.files:
        if wanted in (name, name.partition("_")[0]):
            return name
    raise ChartError(f"chart: expected one of {', '.join(charts.files)}, got {quoted(asked)}")
