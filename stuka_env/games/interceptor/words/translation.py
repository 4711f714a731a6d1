"""Translation of the journal: codes of :mod:`stuka_env.games.interceptor.rules.notes` as entries with sentences.

A sentence has the roll and its chart, the modifiers by name, the result and its subject, so that a player with the
charts can check it. The sentences are in :mod:`stuka_env.games.interceptor.words.changes` and
:mod:`stuka_env.games.interceptor.words.chart_words`.
"""

import copy
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.interceptor.charts import LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.shape import HIGHEST_SUM
from stuka_env.games.interceptor.codes import Chart, Enemy, Entry, Event, Meeting, Modifier
from stuka_env.games.interceptor.words.changes import SENTENCES
from stuka_env.games.interceptor.words.entry import JournalEntry, SentenceContext

__all__ = ["JournalEntry", "Translator", "translate", "worth_reading"]

ENTRY_FIELDS = ("kind", "chart", "dice", "total", "detail", "value", "month", "line", "box")
"""Fields of a record of the journal, in the order in which they are read."""


def _bare(records: NDArray[Any] | Iterable[Any]) -> Iterator[JournalEntry]:
    """Yield entries without sentences, from journal lines."""
    rows = np.asarray(records)
    if not rows.size:
        return
    columns = [rows[name].tolist() for name in ENTRY_FIELDS]
    for kind, chart, dice, *numbers in zip(*columns, strict=True):
        total, detail, value, month, line, box = numbers
        yield JournalEntry(
            kind=Entry(kind),
            chart=None if chart < 0 else Chart(chart),
            dice=tuple(filter(None, dice)),
            total=total,
            detail=detail,
            value=value,
            month=month,
            line=line,
            box=box,
            text="",
        )


def context_of(charts: LoadedCharts, mat: Any = None) -> SentenceContext:
    """Return the context of the first sentence; ``mat`` is the mat at the beginning, or None if it is unknown."""
    if mat is None:
        return SentenceContext(charts)
    sortie = mat["sortie"]
    return SentenceContext(
        charts,
        model=int(mat["aircraft"]["model"]),
        raid=int(sortie["raid"]),
        zone=int(sortie["target_zone"]),
        has_event=bool(sortie["twelve"]),
        is_sweep=bool(sortie["sweep"]),
        escort=int(sortie["escort"]),
    )


def after_roll(entry: JournalEntry, context: SentenceContext) -> SentenceContext:
    """Return the context after a roll."""
    row, context = context.charts.record, context._replace(modifiers=())
    if entry.chart == Chart.A1:
        return context._replace(raid=entry.total, zone=int(row["a1"][entry.month][entry.total]))
    if entry.chart == Chart.B1:
        is_event = entry.total == HIGHEST_SUM and not context.has_event
        meeting = Meeting.NONE if is_event else Meeting(int(row["b1"][entry.month][entry.total]))
        return context._replace(has_event=context.has_event or is_event, is_sweep=meeting == Meeting.SWEEP, escort=0)
    if entry.chart == Chart.A3_ESCORT:
        return context._replace(escort=int(row["escort"][entry.month][context.zone][entry.total]))
    return context


def after(entry: JournalEntry, context: SentenceContext) -> SentenceContext:
    """Return the context after an entry."""
    is_r1 = entry.kind == Entry.ROLL and entry.chart == Chart.R1
    context = context._replace(columns=context.columns + 1 if is_r1 else 0)
    if entry.kind == Entry.ROLL:
        return after_roll(entry, context)
    if entry.kind == Entry.MODIFIER:
        return context._replace(modifiers=(*context.modifiers, (Modifier(entry.detail), entry.value)))
    if entry.kind == Entry.AIRCRAFT:
        return context._replace(model=entry.detail)
    if entry.kind == Entry.TAKE_OFF:
        return context._replace(has_event=False)
    if entry.kind == Entry.EVENT:
        escort = Enemy.NONE if entry.detail == Event.STRAGGLER else Enemy.UNKNOWN
        return context._replace(is_sweep=entry.detail == Event.SWEEP, escort=int(escort))
    return context


class Translator:
    """A translator of a growing journal, which translates every record once.

    Args:
        charts: the charts in force; None for the project's own.
        before: the mat when the first record was written, a record of
            :data:`stuka_env.games.interceptor.rules.mat.Mat.dtype`. With None, sentences omit facts that only the mat
            has, such as the name of a weapon.
    """

    def __init__(self, charts: LoadedCharts | None = None, before: Any = None) -> None:
        self._context = context_of(load_charts() if charts is None else charts, before)
        self._records: list[NDArray[Any] | Iterable[Any]] = []
        self._entries: list[JournalEntry] = []

    def copy(self) -> "Translator":
        """Return a translator of the same journal that grows independently."""
        twin = copy.copy(self)
        twin._records, twin._entries = list(self._records), list(self._entries)
        return twin

    def add(self, records: NDArray[Any] | Iterable[Any]) -> None:
        """Add journal lines in the order in which they were written."""
        self._records.append(records)

    def entries(self, last: int | None = None) -> list[JournalEntry]:
        """Return all entries with sentences, or the last ``last`` of them."""
        for records in self._records:
            for bare in _bare(records):
                self._entries.append(bare._replace(text=SENTENCES[bare.kind](bare, self._context)))
                self._context = after(bare, self._context)
        self._records = []
        return self._entries[-last:] if last else list(self._entries) if last is None else []


def translate(
    entries: NDArray[Any] | Iterable[Any], charts: LoadedCharts | None = None, before: Any = None
) -> list[JournalEntry]:
    """Translate journal records to entries with sentences, all at once."""
    translator = Translator(charts, before)
    translator.add(entries)
    return translator.entries()


SILENT = frozenset({Entry.MODIFIER, Entry.CHOICE, Entry.CREDITED, Entry.AMMUNITION})
"""Kinds that only repeat a neighbouring sentence or the mat."""
ECHOES = {Entry.EVENT: Chart.C1, Entry.SLIPPED: Chart.SLIP, Entry.LANDED: Chart.B7}
"""Kinds that repeat a roll if they follow it directly."""
ANSWERS = {Entry.DAMAGE: Chart.B6, Entry.ENEMY_DAMAGE: Chart.B6, Entry.BOMBER_DAMAGE: Chart.B3}
"""Kinds that replace the roll before them, because they give more detail."""


def worth_reading(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that do not repeat a neighbour, for short displays."""
    to_read: list[JournalEntry] = []
    rolled: Chart | None = None
    for entry in entries:
        if rolled is not None and ANSWERS.get(entry.kind) == rolled:
            to_read[-1] = entry
        elif entry.kind not in SILENT and (rolled is None or ECHOES.get(entry.kind) != rolled):
            to_read.append(entry)
        rolled = entry.chart if entry.kind == Entry.ROLL else None
    return to_read
