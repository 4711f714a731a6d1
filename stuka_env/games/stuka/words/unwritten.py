"""Facts of the journal that only the mat has: exchanged aircraft numbers, a Kette's zone, returns to service.

The rules note that an aircraft or a person is in service again, but not the reason for the wait. They lay out the
formation in slots without an entry for cards that change places (3.2). A reader who knows the mat at the beginning of
the journal can infer both.
"""

import copy
from collections.abc import Callable
from typing import Any

from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SLOTS, Duty, Entry, Model, Operation, Scale, Status
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.entry import JournalEntry

WAITING_AIRCRAFT = {Status.REPAIR: "under repair", Status.REPLACEMENT: "not yet replaced"}
WAITING_PEOPLE = (Duty.HOSPITAL, Duty.REPLACEMENT)


def _listed(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class Unwritten:
    """A reader of the journal who keeps track of the people and aircraft that wait.

    Args:
        charts: the charts in force.
        before: the mat when the first entry was written; None if it is unknown.
    """

    def __init__(self, charts: LoadedCharts, before: Any = None) -> None:
        self._charts = charts
        self._known = before is not None
        self._aircraft: dict[int, Status] = {}
        self._people: dict[int, Duty] = {}
        self._last: Entry | None = None
        if before is None:
            return
        self._scale, self._operation = int(before["war"]["scale"]), int(before["war"]["operation"])
        statuses = before["aircraft"]["status"].tolist()
        duties = [*before["pilots"]["duty"].tolist(), *before["gunners"]["duty"].tolist()]
        self._aircraft = {number: Status(code) for number, code in enumerate(statuses, 1) if code in WAITING_AIRCRAFT}
        self._people = {number: Duty(code) for number, code in enumerate(duties, 1) if code in WAITING_PEOPLE}

    def copy(self) -> "Unwritten":
        """Return a reader with the same knowledge."""
        twin = copy.copy(self)
        twin._aircraft, twin._people = dict(self._aircraft), dict(self._people)
        return twin

    def add(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Read an entry and the one after it, and return its sentence with the facts that only the mat has."""
        self._note_waiting(entry)
        tell = TOLD.get(entry.kind)
        text = sentence if tell is None else tell(self, entry, following, sentence)
        self._last = entry.kind
        return text

    def _note_waiting(self, entry: JournalEntry) -> None:
        if entry.kind == Entry.REPAIR:
            self._aircraft[entry.aircraft] = Status.REPAIR
        elif entry.kind == Entry.NEW_AIRCRAFT:
            self._aircraft[entry.aircraft] = Status.REPLACEMENT
        elif entry.kind == Entry.HOSPITAL:
            self._people[entry.person] = Duty.HOSPITAL
        elif entry.kind == Entry.REPLACEMENT:
            self._people[entry.person] = Duty.REPLACEMENT

    def mission(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Return the sentence of a target that comes nearer because a Kette flies (4.3.2)."""
        if self._last != Entry.FORMATION:
            return sentence
        return f"A Kette flies no farther than zone {entry.detail}: the target counts as lying there."

    def formation(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Return the cards that exchange their numbers to fill the first slots (3.2)."""
        if not self._known:
            return sentence
        why = dict(self._aircraft)
        words = [
            f"{old}{f' ({WAITING_AIRCRAFT[why[old]]})' if old in why else ''} is now {new}"
            for old, new in self._exchange(entry.result)
        ]
        return f"{sentence[:-1]}; aircraft change numbers: {', '.join(words)}." if words else sentence

    def _exchange(self, count: int) -> list[tuple[int, int]]:
        """Return the old and new numbers of aircraft that change places in a formation of ``count``.

        The aircraft that fly come first. This follows :func:`stuka_env.games.stuka.rules.briefing.form`: a slot whose
        aircraft is not ready takes the next ready one.
        """
        old = list(range(SLOTS + 1))
        for number in range(1, count + 1):
            spare = next((one for one in range(number, SLOTS + 1) if one not in self._aircraft), number)
            if spare != number:
                self._aircraft[spare] = self._aircraft.pop(number)
                old[number], old[spare] = old[spare], old[number]
        return [(was, number) for number, was in enumerate(old) if was != number]

    def in_service(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Return the reason why an aircraft or a person waited (6)."""
        if entry.person:
            name, duty = wording.person_words(entry.person), self._people.pop(entry.person, None)
            if duty == Duty.REPLACEMENT:
                return f"The new {name}, Green, is in the holding area."
            return f"{name.capitalize()} is back from hospital." if duty == Duty.HOSPITAL else sentence
        status = self._aircraft.pop(entry.aircraft, None)
        if status == Status.REPLACEMENT:
            return f"A new aircraft is ready in place of a lost one: number {entry.aircraft} is in use again."
        return f"Aircraft {entry.aircraft} is repaired and ready again." if status == Status.REPAIR else sentence

    def segment_score(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Return the people and aircraft that the end of a segment returns to service (8.3)."""
        back = [
            f"aircraft {number}{' (a new one)' if status == Status.REPLACEMENT else ''}"
            for number, status in sorted(self._aircraft.items())
        ]
        back += [
            f"{'the new ' if duty == Duty.REPLACEMENT else ''}{wording.person_words(person)}"
            for person, duty in sorted(self._people.items())
        ]
        self._aircraft.clear()
        self._people.clear()
        ends = following is not None and following.kind == Entry.OPERATION_SCORE
        goes_on = self._known and (self._scale == Scale.CAMPAIGN or (self._scale == Scale.OPERATION and not ends))
        return f"{sentence} Back in service: {_listed(back)}." if back and goes_on else sentence

    def operation_score(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Return the aircraft cards with which a campaign continues (4.5)."""
        last = following is not None and following.kind == Entry.CAMPAIGN_SCORE
        if not self._known or self._scale != Scale.CAMPAIGN or last:
            return sentence
        self._operation += 1
        record, name = self._charts.record, Operation(self._operation).word
        cards = f"{int(record['aircraft'][self._operation])} Ju-87{Model(int(record['model'][self._operation])).name}"
        return f"{sentence} {name} begins; the aircraft cards are changed for {cards}."


TOLD: dict[Entry, Callable[[Unwritten, JournalEntry, JournalEntry | None, str], str]] = {
    Entry.MISSION: Unwritten.mission,
    Entry.FORMATION: Unwritten.formation,
    Entry.IN_SERVICE: Unwritten.in_service,
    Entry.SEGMENT_SCORE: Unwritten.segment_score,
    Entry.OPERATION_SCORE: Unwritten.operation_score,
}
"""Kinds of entry that the mat adds facts to."""
