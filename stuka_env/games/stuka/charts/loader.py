"""Reading the chart files into the record the rules use (docs/charts.md)."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from stuka_env.charts.copies import HEAD_KEYS
from stuka_env.charts.errors import ChartError, fail, printable_text
from stuka_env.charts.provenance import Provenance, read_provenance
from stuka_env.games.stuka.charts.axes import Cell, ChartTable, cells_of
from stuka_env.games.stuka.charts.cells import SHIP_NAMES, TARGET_NAMES, CellValues
from stuka_env.games.stuka.charts.lists import CARD_FILE_NAMES, EventCard, current_name, read_cards, read_levels
from stuka_env.games.stuka.charts.schema import A3_MODIFIER, A3_TARGETS, RECORD_FILES
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.charts.tables import TARGET_CLASS_INDEX
from stuka_env.games.stuka.charts.validate import check
from stuka_env.quoting import printable, quoted
from stuka_env.reading import FileError, read_toml

OUR_FOLDER = Path(__file__).parent / "data"
LARGEST_CHART_FILE = 256 * 1024
"""Bytes of a chart file; ours have up to 3,234."""
LEVELS_FILE, EVENTS_FILE = "a5_victory", "events"
LISTS = {LEVELS_FILE: "levels", EVENTS_FILE: "card"}


@dataclass(frozen=True)
class ChartFile:
    """One chart file: its heading, its cells in file order, its lists, and the provenance of each cell."""

    name: str
    path: str
    head: Mapping[str, str]
    cells: tuple[Cell, ...]
    levels: tuple[tuple[str, int], ...]
    cards: tuple[EventCard, ...]
    provenance: Mapping[tuple[str, ...], Provenance]


@dataclass(frozen=True, eq=False, repr=False)
class LoadedCharts:
    """A complete, checked set of charts. ``record`` is read-only.

    ``folder`` is None for the charts as shipped, and the name of a set of the bank
    (:mod:`stuka_env.games.stuka.charts.bank`).

    Two sets are equal when their digests are.
    """

    record: np.record
    sha256: str
    card_ids: tuple[str, ...]
    card_names: tuple[str, ...]
    victory_levels: tuple[str, ...]
    folder: str | None
    files: Mapping[str, ChartFile]

    def victory_level(self, score: int) -> str:
        """Return the level of victory for a score of a mission, segment, operation or campaign (8.4)."""
        reached = int((self.record["a5"] <= score).sum())
        return self.victory_levels[max(0, min(reached, len(self.victory_levels)) - 1)]

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
        files[name] = _chart_file(name, f"{label}/{name}.toml", raw)
    return checked_charts(files, label)


@cache
def _ours() -> LoadedCharts:
    return _load(None)


def _load(folder: Path | None) -> LoadedCharts:
    theirs = {} if folder is None else _override_paths(folder)
    files = {name: _read_file(name, theirs.get(name, OUR_FOLDER / f"{name}.toml")) for name in RECORD_FILES}
    return checked_charts(files, None if folder is None else str(folder))


def checked_charts(files: Mapping[str, ChartFile], folder: str | None) -> LoadedCharts:
    """Return the charts of all files.

    Raises:
        ChartError: the files contradict each other.
    """
    record = _record_of(files)
    check(record, {name: file.path for name, file in files.items()})
    cards, levels = files[EVENTS_FILE].cards, files[LEVELS_FILE].levels
    return LoadedCharts(
        record=_frozen(record),
        sha256=_digest(files),
        card_ids=tuple(card.slug for card in cards),
        card_names=tuple(card.name for card in cards),
        victory_levels=tuple(name for name, _ in levels),
        folder=folder,
        files=files,
    )


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
        raise ChartError(f"{printable(folder)}: expected at least one chart file, such as a2_accuracy.toml, got none")
    return paths


def _read_file(name: str, path: Path) -> ChartFile:
    return _chart_file(name, str(path), _toml(path))


def _chart_file(name: str, file: str, raw: Mapping[str, object]) -> ChartFile:
    tables = RECORD_FILES[name]
    _check_keys(file, raw, tables=tables, path=(), listed=LISTS.get(name))
    head = {key: _heading(file, raw, key) for key in HEAD_KEYS}
    cells = tuple(cell for table in tables for cell in cells_of(file, table, _at(file, raw, table.path)))
    levels = read_levels(file, raw.get("levels")) if name == LEVELS_FILE else ()
    cards = read_cards(file, raw.get("card")) if name == EVENTS_FILE else ()
    addresses = [cell.path + cell.labels for cell in cells]
    addresses += [("levels", level) for level, _ in levels] + [("card", card.slug) for card in cards]
    origin = read_provenance(file, _with_current_names(raw.get("provenance")), addresses)
    return ChartFile(name, file, head, cells, levels, cards, origin)


def _with_current_names(provenance: object) -> object:
    """Replace the ids of event cards in a [provenance] table by the current ones."""
    if not isinstance(provenance, dict):
        return provenance
    return {_current_address(address): word for address, word in provenance.items()}


def _current_address(address: str) -> str:
    what, _, slug = address.partition(".")
    return f"card.{current_name(slug)}" if what == "card" and slug else address


def _toml(path: Path) -> dict[str, object]:
    try:
        return read_toml(path, LARGEST_CHART_FILE)
    except FileError as error:
        raise ChartError(f"{printable(path)}: expected a TOML file, got: {error}") from None


def _heading(file: str, raw: Mapping[str, object], key: str) -> str:
    value = raw.get(key)
    return printable_text(file, key, " ".join(value.split()) if isinstance(value, str) else value)


def _check_keys(
    file: str,
    raw: Mapping[str, object],
    *,
    tables: tuple[ChartTable, ...],
    path: tuple[str, ...],
    listed: str | None = None,
) -> None:
    """Raise ChartError for an entry that no table of the chart knows."""
    known = dict.fromkeys(table.path[len(path)] for table in tables)
    allowed = [*known] if path else [*HEAD_KEYS, *known, *([listed] if listed else []), "provenance"]
    for key in raw:
        if key not in allowed:
            raise fail(file, ".".join((*path, key)), "only " + ", ".join(allowed), key)
    for key in known:
        inside = tuple(table for table in tables if table.path[len(path)] == key)
        deeper = raw.get(key)
        if isinstance(deeper, dict) and all(len(table.path) > len(path) + 1 for table in inside):
            _check_keys(file, deeper, tables=inside, path=(*path, key))


def _at(file: str, raw: Mapping[str, object], path: tuple[str, ...]) -> object:
    here: object = raw
    for depth, key in enumerate(path, start=1):
        if not isinstance(here, dict) or key not in here:
            raise fail(file, ".".join(path[:depth]), "an entry", "nothing")
        here = here[key]
    return here


def _record_of(files: Mapping[str, ChartFile]) -> np.ndarray:
    record = np.zeros(1, Charts.dtype)
    for file in files.values():
        for cell in file.cells:
            _put(record, cell)
    _put_ordnance(record, files["a3_ordnance"].cells)
    record["a5"][0, :] = np.iinfo(record["a5"].dtype).max
    for place, (_, bound) in enumerate(files[LEVELS_FILE].levels):
        record["a5"][0, place] = bound
    for place, card in enumerate(files[EVENTS_FILE].cards):
        record["event"][0, place] = card.effect
        record["event_amount"][0, place] = card.amount
    return record


def _put(record: np.ndarray, cell: Cell) -> None:
    for field, value in zip(cell.table.fields, cell.values, strict=False):
        for index in cell.indexes():
            record[field][(0, *place_in_field(cell, index))] = value


def place_in_field(cell: Cell, index: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place in the fields of a record of one of the indexes of a cell."""
    return (*index[:-1], index[-1] - _lowest_total(cell)) if index else ()


def _lowest_total(cell: Cell) -> int:
    """Return the lowest total of a table, at most 0; below 0 for A2 alone."""
    return min(0, getattr(cell.table.axes[-1], "first", 0)) if cell.table.axes else 0


def _put_ordnance(record: np.ndarray, cells: tuple[Cell, ...]) -> None:
    """Write A3: the modifier by size (ships apart), then the targets with another modifier."""
    by_class = {cell.index: cell.values[0] for cell in cells if cell.path == A3_MODIFIER}
    for payload, size in by_class:
        for target in TARGET_NAMES.values():
            ship = target in SHIP_NAMES.values()
            if size == (TARGET_CLASS_INDEX["Ships"] if ship else record["target_size"][0, target]):
                record["a3"][0, payload, target] = by_class[payload, size]
    for cell in cells:
        if cell.path == A3_TARGETS:
            record["a3"][(0, *cell.index)] = cell.values[0]


def _frozen(record: np.ndarray) -> np.record:
    record.setflags(write=False)
    element: np.record = record[0]
    return element


def _digest(files: Mapping[str, ChartFile]) -> str:
    """Return the SHA-256 over every value in force: cells, card ids and names, names of victory levels.

    Cards go by the ids that files know them by, so renaming one changes nothing.
    """
    contents = {
        name: [_contents(file), file.levels, [_card_contents(card) for card in file.cards]]
        for name, file in files.items()
    }
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def _contents(file: ChartFile) -> list[tuple[str, tuple[int, ...], CellValues]]:
    """Return every index of every table with its values, in an order that is independent of the file's."""
    return sorted(
        (".".join(cell.path), cell.index[:-1] + index[-1:], cell.values)
        for cell in file.cells
        for index in cell.indexes()
    )


def _card_contents(card: EventCard) -> tuple[str, str, int, int]:
    return CARD_FILE_NAMES.get(card.slug, card.slug), card.name, card.effect, card.amount


def find_chart(charts: LoadedCharts, asked: str) -> str:
    """Return the full name of a chart given by name or number ("A2"). Raises ChartError."""
    wanted = asked.lower().removesuffix(".toml")
    for name in charts.files:
        if wanted in (name, name.partition("_")[0]):
            return name
    raise ChartError(f"chart: expected one of {', '.join(charts.files)}, got {quoted(asked)}")
