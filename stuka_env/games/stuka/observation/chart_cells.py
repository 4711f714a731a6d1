"""The charts in force as numbers, for players who meet other charts than ours.

A row has the numbers in which the sets of the bank and our charts differ (:mod:`stuka_env.games.stuka.charts.bank`), in
the order of :class:`stuka_env.games.stuka.charts.shape.Charts`. All other numbers are the same in every set: most of
them are printed in the rulebook. Full cover of B2 is shown as :data:`SHOWN_COVER`. Numbers out of bounds are clipped.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.charts.axes import Cell
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.charts.bank import BANK
from stuka_env.games.stuka.charts.lists import AMOUNTS
from stuka_env.games.stuka.charts.loader import BOOK
from stuka_env.games.stuka.charts.shape import DRM, Charts
from stuka_env.games.stuka.charts.words import ESCORT, PAYLOAD_NAMES, TARGET_NAMES
from stuka_env.games.stuka.codes import Effect
from stuka_env.records import PADDING

SHOWN_COVER = 10
"""Shown for full cover, next to the 9 fighters that an escort can remove at most."""
LIST_MEANINGS = {
    "a3": "Added to the attack by load and kind of target; minus helps",
    "event": "Effect of each event card",
    "event_amount": "Amount of each event card",
}
"""Fields that several cells of the chart files make, in words."""


class ChartPart(NamedTuple):
    """The numbers of one field of the charts in a row.

    Attributes:
        name: the field of :class:`stuka_env.games.stuka.charts.shape.Charts`.
        first: place of its first number in the row.
        length: how many numbers it has.
        low: smallest number.
        high: largest number.
        meaning: the field in words.
    """

    name: str
    first: int
    length: int
    low: int
    high: int
    meaning: str


class ChartLayout(NamedTuple):
    """The layout of a row.

    Attributes:
        places: int64 ``(C,)``, the places of its numbers among the bytes of a record of charts.
        low: int8 ``(C,)``, the smallest value of each number.
        high: int8 ``(C,)``, the largest.
        parts: the fields, in the order of the row.
    """

    places: NDArray[np.int64]
    low: NDArray[np.int8]
    high: NDArray[np.int8]
    parts: tuple[ChartPart, ...]


@cache
def chart_layout() -> ChartLayout:
    """Return the layout of a row of charts."""
    bounds = np.zeros(2, Charts.dtype)
    for file in load_charts().files.values():
        for cell in file.cells:
            for field, (low, high) in zip(cell.table.fields, _bounds(cell), strict=False):
                for place in cell.places():
                    bounds[field][(0, *place)], bounds[field][(1, *place)] = low, high
    for payload in PAYLOAD_NAMES.values():
        for target in TARGET_NAMES.values():
            bounds["a3"][:, payload, target] = DRM.samples[0], DRM.samples[-1]
    samples = [(word, sample) for word in AMOUNTS.values() for sample in word.samples]
    amounts = [int(str(number)) for word, sample in samples for number in word.parse(sample) or ()]
    bounds["event"][1], bounds["event_amount"][0] = max(Effect), min(0, *amounts)
    bounds["event_amount"][1] = max(amounts)
    low, high = bounds.view(np.int8).reshape(2, -1)
    records = np.append(BANK.sets().records, np.array([load_charts().record], Charts.dtype))
    octets = np.frombuffer(records.tobytes(), np.int8).reshape(len(records), -1)
    places = np.flatnonzero((octets != octets[0]).any(axis=0))
    return ChartLayout(places, low[places], high[places], tuple(_parts(places, low, high)))


def _bounds(cell: Cell) -> Iterator[tuple[Any, Any]]:
    """Yield the smallest and the largest number of each field of a cell; records of them for C1."""
    word = cell.table.word
    values = [word.parse(sample) or () for sample in word.samples]
    for numbers in zip(*values, strict=True):
        if word is ESCORT:
            yield 0, SHOWN_COVER
        elif isinstance(numbers[0], tuple):
            columns = np.array(numbers)
            yield tuple(columns.min(axis=0).tolist()), tuple(columns.max(axis=0).tolist())
        else:
            yield min(numbers), max(numbers)


def _meanings() -> dict[str, str]:
    """Return the meaning of each field; several tables of a chart file may fill one."""
    words: dict[str, dict[str, None]] = {name: {text: None} for name, text in LIST_MEANINGS.items()}
    for tables in BOOK.tables.values():
        for table in tables:
            for field in table.fields:
                words.setdefault(field, {})[table.meaning] = None
    return {field: "; ".join(texts) for field, texts in words.items()}


def _parts(places: NDArray[np.int64], low: NDArray[np.int8], high: NDArray[np.int8]) -> Iterator[ChartPart]:
    fields: Any = Charts.dtype.fields
    meanings = _meanings()
    for name, (dtype, start, *_) in fields.items():
        if name.startswith(PADDING):
            continue
        first, stop = np.searchsorted(places, (start, start + dtype.itemsize)).tolist()
        if stop > first:
            own = places[first:stop]
            yield ChartPart(name, first, stop - first, int(low[own].min()), int(high[own].max()), meanings[name])


def chart_codes(records: NDArray[Any]) -> NDArray[np.int8]:
    """Return the rows of records of charts ``(B,)`` as integers, int8 ``(B, C)``."""
    layout = chart_layout()
    octets = np.frombuffer(records.tobytes(), np.int8).reshape(len(records), -1)[:, layout.places]
    codes: NDArray[np.int8] = np.clip(octets, layout.low, layout.high)
    return codes


def chart_floats(records: NDArray[Any]) -> NDArray[np.float32]:
    """Return the rows of records of charts ``(B,)`` from 0 to 1, float32 ``(B, C)``."""
    layout = chart_layout()
    low = layout.low.astype(np.float32)
    return (chart_codes(records) - low) / (layout.high - low)


def chart_space(compact: bool) -> gymnasium.spaces.Box:
    """Return the space of a row: of integers, or of floats."""
    layout = chart_layout()
    shape = layout.places.shape
    if compact:
        return gymnasium.spaces.Box(layout.low, layout.high, shape, np.int8)
    return gymnasium.spaces.Box(0.0, 1.0, shape, np.float32)


@cache
def bank_rows() -> NDArray[Any]:
    """Return the sets of the bank as the kernels take them; all engines share the array."""
    return BANK.sets().records.copy()


@cache
def _shown_bank(compact: bool) -> NDArray[Any]:
    """Return the sets of the bank as observations show them; all environments share the array."""
    return _shown(bank_rows(), compact)


def _shown(records: NDArray[Any], compact: bool) -> NDArray[Any]:
    shown: NDArray[Any] = np.ascontiguousarray(chart_codes(records) if compact else chart_floats(records))
    shown.flags.writeable = False
    return shown


def shown_charts(spec: Any, compact: bool) -> NDArray[Any]:
    """Return the charts that wars of a specification can have, as observations show them, ``(B, C)``."""
    if spec.random:
        return _shown_bank(compact)
    return _shown(np.array([spec.charts.record], Charts.dtype), compact)
