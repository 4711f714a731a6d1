"""The bank: plausible chart sets that differ from ours, drawn once by ``tools/chart_bank.py`` (docs/charts.md).

The file has the record of each set as the rules read it, and the set's digest. The cells of a set, for people, are
made from its record. The parts of the bank are disjoint: agents are trained on one, chosen on the second and evaluated
on the third.
"""

import hashlib
import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.errors import ChartError
from stuka_env.files import replacement
from stuka_env.games.stuka.charts.axes import Cell
from stuka_env.games.stuka.charts.cells import VISIBILITY_NAMES, CellValues
from stuka_env.games.stuka.charts.lists import WITHOUT_AMOUNT, EventCard
from stuka_env.games.stuka.charts.loader import (
    EVENTS_FILE,
    OUR_FOLDER,
    ChartFile,
    LoadedCharts,
    checked_charts,
    load_charts,
    place_in_field,
)
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Effect
from stuka_env.quoting import quoted
from stuka_env.reading import MIB, FileError, read_arrays

BANK_FILE = OUR_FOLDER / "bank.npz"
BANK_PARTS = {"training": range(512), "selection": range(512, 576), "evaluation": range(576, 640)}
"""Numbers of the sets of each part."""
BANK_SETS = 640
RANDOM_CHARTS = {"random": "training", "random-selection": "selection", "random-evaluation": "evaluation"}
"""Values of the argument ``charts`` that draw a set for each war, with the part of the bank that they draw from."""
BANK_PREFIX = "bank:"
"""Beginning of the name of a set; its digest follows."""
LARGEST_BANK_FILE = 4 * MIB
DIGEST_BYTES = hashlib.sha256().digest_size
REDRAW = "make it again with `python -m tools.chart_bank`, or install the package again"


@dataclass(frozen=True)
class ChartBank:
    """All sets of the bank.

    Attributes:
        records: the sets as the rules read them, ``(BANK_SETS,)``, read-only.
        digests: the digest of each set.
    """

    records: np.ndarray
    digests: tuple[str, ...]

    def number_of(self, sha256: object) -> int | None:
        """Return the number of the set with this digest; None if there is none."""
        return self.digests.index(sha256) if sha256 in self.digests else None


def write_bank(path: Path, bank: ChartBank) -> None:
    """Write a bank file: the same bank gives the same bytes.

    Raises:
        OSError: the file cannot be written.
    """
    rows = np.frombuffer(bank.records.tobytes(), np.uint8).reshape(len(bank.records), -1)
    digests = np.array([list(bytes.fromhex(digest)) for digest in bank.digests], np.uint8)
    with replacement(path, suffix=path.suffix) as part:
        np.savez_compressed(part, rows=rows, digests=digests, sha256=_contents_digest(rows, digests))


def read_bank(path: Path) -> ChartBank:
    """Read a bank file.

    Raises:
        ChartError: the file is damaged, or was made for charts of another shape.
    """
    try:
        arrays = read_arrays(path, ("rows", "digests", "sha256"), LARGEST_BANK_FILE)
    except FileError as error:
        raise ChartError(f"{path}: {error}; {REDRAW}") from None
    rows, digests = arrays["rows"], arrays["digests"]
    shapes = {"rows": (BANK_SETS, Charts.dtype.itemsize), "digests": (BANK_SETS, DIGEST_BYTES)}
    for name, shape in shapes.items():
        if arrays[name].dtype != np.uint8 or arrays[name].shape != shape:
            raise ChartError(
                f"{path}: {name}: expected bytes of shape {shape}, got {arrays[name].dtype} "
                f"{arrays[name].shape}; {REDRAW}"
            )
    if not np.array_equal(arrays["sha256"], _contents_digest(rows, digests)):
        raise ChartError(f"{path}: its contents do not fit its digest, the file is damaged; {REDRAW}")
    records = np.frombuffer(rows.tobytes(), Charts.dtype)
    return ChartBank(records, tuple(bytes(digest).hex() for digest in digests))


def _contents_digest(rows: NDArray[np.uint8], digests: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the SHA-256 over the contents of a bank file and the names of the fields of the charts."""
    names = repr(Charts.dtype.descr).encode()
    return np.frombuffer(hashlib.sha256(names + rows.tobytes() + digests.tobytes()).digest(), np.uint8)


@cache
def chart_bank() -> ChartBank:
    """Return the bank of the package.

    Raises:
        ChartError: the bank's file is damaged.
    """
    return read_bank(BANK_FILE)


# --- one set ---


@cache
def set_of_bank(number: int) -> LoadedCharts:
    """Return a set of the bank with its cells; its ``folder`` is its name."""
    bank = chart_bank()
    return charts_of_record(bank.records[number], bank.digests[number], BANK_PREFIX + bank.digests[number])


def named_set(name: str) -> LoadedCharts:
    """Return the set of the bank with this name.

    Raises:
        ChartError: the bank has no such set.
    """
    number = chart_bank().number_of(name.removeprefix(BANK_PREFIX))
    if number is None:
        raise ChartError(
            f"{quoted(name)}: the bank has no set with this digest; it has {BANK_SETS} sets, and another "
            "version of stuka_env may have others"
        )
    return set_of_bank(number)


def charts_at(place: str | os.PathLike[str] | None) -> LoadedCharts:
    """Return the set of the bank with this name, or the charts of a folder; None for ours.

    Raises:
        ChartError: see :func:`named_set` and :func:`stuka_env.games.stuka.charts.load_charts`.
    """
    is_set = isinstance(place, str) and place.startswith(BANK_PREFIX)
    return named_set(str(place)) if is_set else load_charts(place)


def charts_of_record(record: np.record, sha256: str, label: str) -> LoadedCharts:
    """Return the charts whose record is given: our files with other values and words in the cells that differ.

    Raises:
        ChartError: the record is not one of whole charts, or its charts have another digest.
    """
    files = {name: _file_of_record(file, record) for name, file in load_charts().files.items()}
    charts = checked_charts(files, label)
    if charts.record.tobytes() != record.tobytes() or charts.sha256 != sha256:
        raise ChartError(f"{label}: this set is not one of the charts of this version; {REDRAW}")
    return charts


def _file_of_record(file: ChartFile, record: np.record) -> ChartFile:
    cells = tuple(_cell_of_record(cell, record) for cell in file.cells)
    is_deck = file.name == EVENTS_FILE
    cards = tuple(_card_of_record(card, place, record) for place, card in enumerate(file.cards)) if is_deck else ()
    return replace(file, cells=cells, cards=cards)


def _cell_of_record(cell: Cell, record: np.record) -> Cell:
    """Return a cell with the values that the record has in its place."""
    fields = cell.table.fields[: len(cell.values)]
    if not fields:
        return cell  # A3's modifiers: several cells of the file make one of the record, and none of them moves
    place = place_in_field(cell, next(cell.indexes()))
    values: CellValues = tuple(record[field][place].item() for field in fields)
    return cell if values == cell.values else replace(cell, values=values, text=cell.table.word.text(values))


def _card_of_record(card: EventCard, place: int, record: np.record) -> EventCard:
    """Return a card of the deck with the effect and the amount that the record has in its place."""
    effect, amount = Effect(int(record["event"][place])), int(record["event_amount"][place])
    if (effect, amount) == (card.effect, card.amount):
        return card
    words = {code: name for name, code in VISIBILITY_NAMES.items()} if effect == Effect.VISIBILITY else {}
    says = "" if effect in WITHOUT_AMOUNT else words.get(amount, str(amount))
    return replace(card, effect=int(effect), amount=amount, word=effect.name.lower(), says=says)
