"""Banks: plausible chart sets of a game that differ from ours, drawn once (docs/charts.md).

The file has the bytes of each set's record in which some set differs from our charts, and the set's digest. The
record is as the rules read it. The cells of a set, for people, are made from it. The parts of a bank are disjoint:
agents are trained on one, chosen on the second and evaluated on the
third. The fourth has sets that count by their charts alone: no script has played under them.
"""

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.axes import Cell
from stuka_env.charts.loader import AnyNames, ChartBook, ChartFile, LoadedCharts, field_of
from stuka_env.charts.words import CellValues, ChartError
from stuka_env.io.files import replacement
from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB, FileError, read_arrays

RANDOM_CHARTS = {
    "random": "training",
    "random-selection": "selection",
    "random-evaluation": "evaluation",
    "random-wide": "wide",
}
"""Values of the argument ``charts`` that draw a set for each war, with the part of the bank that they draw from."""
EVALUATION_CHARTS = "random-evaluation"
"""The value that evaluations of agents have whose training draws charts."""
BANK_PARTS = {
    "training": range(512),
    "selection": range(512, 576),
    "evaluation": range(576, 640),
    "wide": range(640, 704),
}
"""Numbers of the sets of each part."""
WIDE = "wide"
"""The part whose sets count by their charts alone: no script's results under them decide."""
BANK_PREFIX = "bank:"
"""Beginning of the name of a set; its digest follows."""
FEWEST_DIGITS = 8
"""Digits of a digest that name a set; positions have as many."""
LARGEST_BANK_FILE = 8 * MIB
DIGEST_BYTES = hashlib.sha256().digest_size
REDRAW = "make it again with `python -m tools.chart_bank`, or install the package again"


@dataclass(frozen=True)
class ChartSets:
    """The sets of a bank.

    Attributes:
        records: the sets as the rules read them, ``(N,)``, read-only.
        digests: the digest of each set.
    """

    records: np.ndarray
    digests: tuple[str, ...]

    def number_of(self, sha256: object) -> int | None:
        """Return the number of the set with this digest; None if there is none."""
        return self.digests.index(sha256) if sha256 in self.digests else None


def text_in_words(cell: Cell, values: CellValues) -> str:
    """Return the text of a cell with other values, as its vocabulary has it."""
    return cell.word.text(values)


@dataclass(frozen=True, eq=False)
class ChartBank(Generic[AnyNames]):
    """The bank of a game.

    Attributes:
        book: the charts of the game.
        text_of: returns the text of a cell of ours with the values of a set.
        order: the order of the records in a new file: "C" by set, or "F" by column, which is smaller.
        parts: the numbers of the sets of each part; together they are all. Empty in a game without other sets.
    """

    book: ChartBook[AnyNames]
    text_of: Callable[[Cell, CellValues], str] = text_in_words
    order: Literal["C", "F"] = "C"
    parts: Mapping[str, range] = field(default_factory=lambda: BANK_PARTS)

    @property
    def size(self) -> int:
        """The number of sets."""
        return sum(map(len, self.parts.values()))

    @property
    def file(self) -> Path:
        """The file with the sets."""
        return self.book.folder / "bank.npz"

    @cached_property
    def _sets(self) -> ChartSets:
        return self.read(self.file)

    @cached_property
    def _loaded(self) -> dict[int, LoadedCharts[AnyNames]]:
        return {}

    def sets(self) -> ChartSets:
        """Return the sets of the package. Raises ChartError if the file is damaged."""
        return self._sets

    def name_of(self, digits: str) -> str | None:
        """Return the name of the set whose digest begins so; None if there is none."""
        return next((BANK_PREFIX + digest for digest in self.sets().digests if digest.startswith(digits)), None)

    def charts(self, number: int) -> LoadedCharts[AnyNames]:
        """Return a set with its cells; its ``folder`` is its name."""
        if number not in self._loaded:
            digest = self.sets().digests[number]
            self._loaded[number] = self.of_record(self.sets().records[number], digest, BANK_PREFIX + digest)
        return self._loaded[number]

    def charts_at(self, place: str | os.PathLike[str] | None) -> LoadedCharts[AnyNames]:
        """Return the set with this name, or the charts of a folder; None for ours.

        The first :data:`FEWEST_DIGITS` digits of a digest are enough, as positions and messages have them.

        Raises:
            ChartError: the bank has no such set, or see :meth:`stuka_env.charts.loader.ChartBook.load`.
        """
        if not isinstance(place, str) or not place.startswith(BANK_PREFIX):
            return self.book.load(place)
        digits = place.removeprefix(BANK_PREFIX)
        name = self.name_of(digits) if len(digits) >= FEWEST_DIGITS else None
        number = self.sets().number_of(name and name.removeprefix(BANK_PREFIX))
        if number is None:
            raise ChartError(
                f"{quoted(place)}: the bank has no set with this digest; it has {self.size} sets, and another "
                "version of stuka_env may have others"
            )
        return self.charts(number)

    def of_record(self, record: np.record, sha256: str, label: str) -> LoadedCharts[AnyNames]:
        """Return the charts whose record is given: our files with other values and words in the cells that differ.

        Raises:
            ChartError: the record is not one of whole charts, or its charts have another digest.
        """
        files = {name: self._file_of_record(file, record) for name, file in self.book.ours.files.items()}
        charts = self.book.checked(files, label)
        if charts.record.tobytes() != record.tobytes() or charts.sha256 != sha256:
            raise ChartError(f"{label}: this set is not one of the charts of this version; {REDRAW}")
        return charts

    def _file_of_record(self, file: ChartFile, record: np.record) -> ChartFile:
        cells = tuple(self._cell_of_record(cell, record) for cell in file.cells)
        lists = {
            one.key: tuple(one.of_record(entry, place, record) for place, entry in enumerate(file.lists[one.key]))
            for one in self.book.lists_of(file.name)
        }
        return replace(file, cells=cells, lists=lists)

    def _cell_of_record(self, cell: Cell, record: np.record) -> Cell:
        """Return a cell with the values that the record has in its place. A cell that fills no field never moves."""
        fields = cell.fields[: len(cell.values)]
        if not fields:
            return cell
        place = next(cell.places())
        values = tuple(_plain(field_of(record, field)[place]) for field in fields)
        return cell if values == cell.values else replace(cell, values=values, text=self.text_of(cell, values))

    def read(self, path: Path) -> ChartSets:
        """Read a file.

        Raises:
            ChartError: the file is damaged, or was made for charts of another shape.
        """
        try:
            arrays = read_arrays(path, ("places", "rows", "digests", "sha256"), LARGEST_BANK_FILE)
        except FileError as error:
            raise ChartError(f"{path}: {error}; {REDRAW}") from None
        places, rows, digests = arrays["places"], arrays["rows"], arrays["digests"]
        shapes = {"rows": (self.size, places.size), "digests": (self.size, DIGEST_BYTES)}
        for name, shape in shapes.items():
            if arrays[name].dtype != np.uint8 or arrays[name].shape != shape:
                raise ChartError(
                    f"{path}: {name}: expected bytes of shape {shape}, got {arrays[name].dtype} "
                    f"{arrays[name].shape}; {REDRAW}"
                )
        if not np.array_equal(arrays["sha256"], self._contents_digest(places, rows, digests)):
            raise ChartError(
                f"{path}: its contents do not fit its digest: it is damaged, or made for other charts; {REDRAW}"
            )
        records = np.repeat(self._ours(), self.size, axis=0)
        records[:, places] = rows
        dtype = self.book.record.dtype
        return ChartSets(np.frombuffer(records.tobytes(), dtype), tuple(bytes(digest).hex() for digest in digests))

    def write(self, path: Path, sets: ChartSets) -> None:
        """Write a file: the same sets give the same bytes.

        Raises:
            OSError: the file cannot be written.
        """
        octets = _octets(sets.records)
        places = np.flatnonzero((octets != self._ours()).any(axis=0))
        rows = np.array(octets[:, places], order=self.order)
        digests = np.array([list(bytes.fromhex(digest)) for digest in sets.digests], np.uint8)
        with replacement(path, suffix=path.suffix) as part:
            sha256 = self._contents_digest(places, rows, digests)
            np.savez_compressed(part, places=places, rows=rows, digests=digests, sha256=sha256)

    def _ours(self) -> NDArray[np.uint8]:
        """Return the bytes of our charts, ``(1, bytes)``."""
        return _octets(np.array([self.book.ours.record]))

    def _contents_digest(self, *contents: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the SHA-256 over the contents of a file, our charts and the names of their fields."""
        ours = self.book.ours.record
        parts = (repr(ours.dtype.descr).encode(), ours.tobytes(), *(array.tobytes() for array in contents))
        return np.frombuffer(hashlib.sha256(b"".join(parts)).digest(), np.uint8)


def _octets(records: np.ndarray) -> NDArray[np.uint8]:
    """Return the bytes of records, ``(N, bytes)``."""
    return np.frombuffer(records.tobytes(), np.uint8).reshape(len(records), -1)


def _plain(value: Any) -> object:
    return tuple(value.tolist()) if value.ndim else value.item()
