"""Translation of the journal: its codes (:mod:`stuka_env.games.stuka.rules.notes`) as entries with a sentence each.

A sentence has the roll and its chart, the modifiers by name, the result and its subject, so that a player with the
charts can check it. The sentences are in :mod:`stuka_env.games.stuka.words.changes` and
:mod:`stuka_env.games.stuka.words.chart_words`.
"""

import copy
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.codes import Chart, Entry, Leg, Modifier, System
from stuka_env.games.stuka.words.changes import SENTENCES
from stuka_env.games.stuka.words.entry import JournalEntry, SentenceContext
from stuka_env.games.stuka.words.unwritten import Unwritten

__all__ = ["JournalEntry", "Translator", "translate", "worth_reading"]

ENTRY_FIELDS = (
    "kind", "chart", "system", "leg", "dice", "drm", "total", "result", "aircraft", "zone", "person", "detail",
)  # fmt: skip
"""Fields of a record of the journal, in the order in which they are read."""


def _bare(records: NDArray[Any] | Iterable[Any]) -> Iterator[JournalEntry]:
    """Yield entries without their sentences, from records of :class:`stuka_env.games.stuka.rules.table.JournalLine`."""
    rows = np.asarray(records)
    if not rows.size:
        return
    columns = [rows[name].tolist() for name in ENTRY_FIELDS]
    for kind, chart, system, leg, dice, *numbers in zip(*columns, strict=True):
        drm, total, result, aircraft, zone, person, detail = numbers
        yield JournalEntry(
            kind=Entry(kind),
            chart=None if chart < 0 else Chart(chart),
            dice=tuple(filter(None, dice)),
            drm=drm,
            total=total,
            result=result,
            aircraft=aircraft,
            zone=zone,
            leg=Leg(leg),
            person=person,
            detail=detail,
            text="",
            system=None if system < 0 else System(system),
        )


def _cause_first(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries in the order of cause and effect: the Kette before the zone that its muster changed."""
    ordered: list[JournalEntry] = []
    for entry in entries:
        nearer = entry.kind == Entry.FORMATION and bool(ordered) and ordered[-1].kind == Entry.MISSION
        ordered.insert(len(ordered) - nearer, entry)
    return ordered


UNSETTLED = 2
"""Number of entries at the end whose sentences or order the next entry can change."""


class Translator:
    """A translator of a growing journal, which translates every record once.

    Args:
        charts: the charts in force; None for the project's own.
        before: the mat when the first record was written, a record of
            :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`. With None, sentences omit facts that only the mat has,
            such as numbers that aircraft exchange.
    """

    def __init__(self, charts: LoadedCharts | None = None, before: Any = None) -> None:
        self._charts = load_charts() if charts is None else charts
        self._unwritten = Unwritten(self._charts, before)
        self._modifiers: tuple[tuple[Modifier, int], ...] = ()
        self._records: list[NDArray[Any] | Iterable[Any]] = []
        self._settled: list[JournalEntry] = []
        self._tail: list[JournalEntry] = []

    def copy(self) -> "Translator":
        """Return a translator of the same journal that grows independently."""
        twin = self._fork()
        twin._records, twin._settled = list(self._records), list(self._settled)
        return twin

    def add(self, records: NDArray[Any] | Iterable[Any]) -> None:
        """Add records of ``entry_dtype`` in the order in which they were written, in whole steps."""
        self._records.append(records)

    def entries(self, last: int | None = None) -> list[JournalEntry]:
        """Return all entries with sentences, or the last ``last`` of them."""
        self._settle()
        # A copy translates the tail, so that it can be translated again once more is known.
        end = self._fork()._sentences(self._tail)
        first = 0 if last is None else max(0, len(self._settled) + len(end) - last)
        return [*self._settled[first:], *end[max(0, first - len(self._settled)) :]]

    def _fork(self) -> "Translator":
        """Return a translator with the same knowledge that shares the entries."""
        twin = copy.copy(self)
        twin._unwritten = self._unwritten.copy()
        return twin

    def _settle(self) -> None:
        """Translate the new records, except the last two."""
        if not self._records:
            return
        bare = itertools.chain.from_iterable(map(_bare, self._records))
        ordered = _cause_first(itertools.chain(self._tail, bare))
        self._records = []
        self._settled += self._sentences(ordered[:-UNSETTLED], ordered[-UNSETTLED:])
        self._tail = ordered[-UNSETTLED:]

    def _sentences(self, entries: list[JournalEntry], following: Iterable[JournalEntry] = ()) -> list[JournalEntry]:
        """Add the sentences to entries; ``following`` are the entries after them."""
        translated: list[JournalEntry] = []
        afterwards = itertools.chain(entries[1:], following, (None,))
        for bare, after in zip(entries, afterwards, strict=False):
            sentence = SENTENCES[bare.kind](bare, SentenceContext(self._charts, self._modifiers))
            translated.append(bare._replace(text=self._unwritten.add(bare, after, sentence)))
            if bare.kind == Entry.MODIFIER:
                self._modifiers = (*self._modifiers, (Modifier(bare.result), bare.drm))
            elif bare.kind == Entry.ROLL:
                self._modifiers = ()
        return translated


def translate(
    entries: NDArray[Any] | Iterable[Any], charts: LoadedCharts | None = None, before: Any = None
) -> list[JournalEntry]:
    """Translate journal records to entries with sentences, all at once."""
    translator = Translator(charts, before)
    translator.add(entries)
    return translator.entries()


SILENT = frozenset({Entry.MODIFIER, Entry.CHOICE})
"""Kinds that only repeat a neighbouring sentence."""
ECHOES = {
    Entry.SCORE: Chart.A2,
    Entry.VISIBILITY: Chart.A4,
    Entry.ANTI_AIRCRAFT: Chart.A6,
    Entry.CRASHED: Chart.C6,
    Entry.HOSPITAL: Chart.C9_WIA,
    Entry.REPLACEMENT: Chart.C9_KIA,
    Entry.NEW_AIRCRAFT: Chart.C8,
}
"""Kinds that repeat a roll if they follow it directly."""


def worth_reading(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries that do not repeat a neighbour, for short displays."""
    entries_to_read: list[JournalEntry] = []
    rolled: Chart | None = None
    for entry in entries:
        echo = entry.kind in ECHOES and ECHOES[entry.kind] == rolled
        rolled = entry.chart if entry.kind == Entry.ROLL else None
        if entry.kind not in SILENT and not echo and rolled != Chart.EVENT:
            entries_to_read.append(entry)
    return entries_to_read
