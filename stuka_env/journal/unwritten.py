"""What the mat tells and no entry does: numbers that aircraft exchange or take over, a Kette's zone, who is back.

The rules note that an aircraft or a person is in service again, not what he or it waited for; and they lay out the
formation in slots 1 to so many without a word about the cards that change places (3.2). Who reads the journal from a
known mat on can tell.
"""

import copy
from collections.abc import Callable
from typing import Any

from stuka_env.charts import LoadedCharts
from stuka_env.codes import SLOTS, Duty, Entry, Model, Scale, Status
from stuka_env.journal import wording
from stuka_env.journal.entry import JournalEntry

WAITING_AIRCRAFT = {Status.REPAIR: "under repair", Status.REPLACEMENT: "not yet replaced"}
WAITING_PEOPLE = (Duty.HOSPITAL, Duty.REPLACEMENT)


def _listed(words: list[str]) -> str:
    """Words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


class Unwritten:
    """Goes through the journal and knows who and what is waiting.

    Args:
        charts: the charts in force.
        before: the mat when the first entry was written; nothing is known of it if None.
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
        for number, card in enumerate(before["aircraft"], 1):
            if card["status"] in WAITING_AIRCRAFT:
                self._aircraft[number] = Status(int(card["status"]))
        for number, who in enumerate([*before["pilots"], *before["gunners"]], 1):
            if who["duty"] in WAITING_PEOPLE:
                self._people[number] = Duty(int(who["duty"]))

    def copy(self) -> "Unwritten":
        """Return another one that knows the same."""
        twin = copy.copy(self)
        twin._aircraft, twin._people = dict(self._aircraft), dict(self._people)
        return twin

    def add(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """Take note of an entry, and of the one after it; its sentence, with what the entry alone does not tell."""
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
        """A target that comes nearer because a Kette flies (4.3.2)."""
        if self._last != Entry.FORMATION:
            return sentence
        return f"A Kette flies no farther than zone {entry.detail}: the target counts as lying there."

    def formation(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """The cards that exchange their numbers, so that slots 1 to so many can fly (3.2)."""
        if not self._known:
            return sentence
        why = dict(self._aircraft)
        words = [
            f"{old}{f' ({WAITING_AIRCRAFT[why[old]]})' if old in why else ''} is now {new}"
            for old, new in self._exchange(entry.result)
        ]
        return f"{sentence[:-1]}; aircraft change numbers: {', '.join(words)}." if words else sentence

    def _exchange(self, count: int) -> list[tuple[int, int]]:
        """Old and new number of every aircraft that has another one in a formation of ``count``, those that fly first.

        As :func:`stuka_env.rules.briefing.form` does it: a slot whose aircraft is not ready takes the next one's.
        """
        old = list(range(SLOTS + 1))
        for number in range(1, count + 1):
            spare = next((one for one in range(number, SLOTS + 1) if one not in self._aircraft), number)
            if spare != number:
                self._aircraft[spare] = self._aircraft.pop(number)
                old[number], old[spare] = old[spare], old[number]
        return [(was, number) for number, was in enumerate(old) if was != number]

    def in_service(self, entry: JournalEntry, following: JournalEntry | None, sentence: str) -> str:
        """What an aircraft or a person waited for (6)."""
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
        """Everybody and everything that the end of a segment returns to service (8.3)."""
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
        """The aircraft cards with which a campaign goes on (4.5)."""
        last = following is not None and following.kind == Entry.CAMPAIGN_SCORE
        if not self._known or self._scale != Scale.CAMPAIGN or last:
            return sentence
        self._operation += 1
        record, name = self._charts.record, wording.OPERATION_WORDS[self._operation]
        cards = f"{int(record['aircraft'][self._operation])} Ju-87{Model(int(record['model'][self._operation])).name}"
        return f"{sentence} {name} begins; the aircraft cards are changed for {cards}."


TOLD: dict[Entry, Callable[[Unwritten, JournalEntry, JournalEntry | None, str], str]] = {
    Entry.MISSION: Unwritten.mission,
    Entry.FORMATION: Unwritten.formation,
    Entry.IN_SERVICE: Unwritten.in_service,
    Entry.SEGMENT_SCORE: Unwritten.segment_score,
    Entry.OPERATION_SCORE: Unwritten.operation_score,
}
"""Kinds of entry of which the mat tells more."""
