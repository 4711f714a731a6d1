"""Careers: the missions, kills, wounds and fates of all people of a war, from its journal and its log sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stuka_env.declared.people import InventedNames
from stuka_env.games.stuka.charts.shape import MOST_STRESS
from stuka_env.games.stuka.codes import SEATS, Entry, Leg, Quality
from stuka_env.games.stuka.words import labels
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.games.stuka.words.log_sheet import by_slot

SERVING, KILLED, CAPTURED = "serving", "killed", "taken prisoner"
"""Fates of a person."""
FATE_OF_ENTRY = {Entry.KIA: KILLED, Entry.POW: CAPTURED}
STRESS_LEFT = (Entry.STRESS, Entry.RELIEF, Entry.REST, Entry.HOSPITAL)
"""Kinds of entry that give a person's new stress; in hospital it is 0."""


class FlownMission(NamedTuple):
    """A mission that a person flew.

    Attributes:
        mission: number in the war, from 1.
        aircraft: slot, 1 to 10.
        score: score of the aircraft's attack; None if it was not in the attack run.
        mission_score: score of the whole formation (8.4).
        aborted: whether the mission was aborted in flight; it then does not count for promotions (8.9).
    """

    mission: int
    aircraft: int
    score: int | None
    mission_score: int
    aborted: bool


class Promotion(NamedTuple):
    """A promotion (8.9): the last mission before it, from 1, and the level."""

    mission: int
    level: int


@dataclass
class Career:
    """One person in one war.

    Attributes:
        person: pilot 1 to 11, gunner 12 to 22; several people can have the same place, one after the other.
        name: invented name.
        first_level: experience on arrival.
        since: the mission after which the person was requested; 0 for the first crew.
        flown: missions of the person.
        kills: fighters shot down (7.3.1); only pilots attack them.
        sunk: ships sunk by the aircraft (8.6).
        wounds: number of wounds.
        shot_down: aircraft lost with the person aboard.
        evaded: number of returns after a parachute jump.
        most_stress: the highest stress.
        promotions: promotions in their order.
        fate: one of the fates.
        until: the mission of the fate; None while the person serves.
    """

    person: int
    name: str
    first_level: int
    since: int = 0
    flown: list[FlownMission] = field(default_factory=list)
    kills: int = 0
    sunk: int = 0
    wounds: int = 0
    shot_down: int = 0
    evaded: int = 0
    most_stress: int = 0
    promotions: list[Promotion] = field(default_factory=list)
    fate: str = SERVING
    until: int | None = None

    @property
    def level(self) -> int:
        """His experience at the end."""
        return self.promotions[-1].level if self.promotions else self.first_level

    @property
    def role(self) -> str:
        """The name of the person in the rules: "pilot 3"."""
        return labels.person_words(self.person)

    @property
    def scores(self) -> list[int]:
        """The scores of his aircraft's attacks."""
        return [flown.score for flown in self.flown if flown.score is not None]

    @property
    def average(self) -> float | None:
        """The mean of :attr:`scores`; None without one."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    @property
    def average_mission(self) -> float | None:
        """The mean score of the missions that he flew; None without one."""
        return sum(flown.mission_score for flown in self.flown) / len(self.flown) if self.flown else None


class Careers:
    """All careers, up to the last entry that was read.

    Args:
        names: the people at the beginning of the journal.
        mat: the mat at that moment, a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`.
        mission: the mission of the war in which the journal begins, from 1.
    """

    def __init__(self, names: InventedNames, mat: Any, mission: int = 1) -> None:
        self._names = names
        self._mission = mission
        self._stress = dict(enumerate([*mat["pilots"]["stress"].tolist(), *mat["gunners"]["stress"].tolist()], 1))
        self._serving: dict[int, Career] = {}
        self._seats: dict[int, list[int]] = {}
        self.all: list[Career] = []
        for person, who in enumerate([*mat["pilots"], *mat["gunners"]], 1):
            if who["level"]:
                career = Career(person, names.of(person), int(who["level"]), most_stress=int(who["stress"]))
                self.all.append(career)
                self._serving[person] = career

    def add(self, entries: Iterable[JournalEntry], missions: Sequence[Mapping[str, Any]]) -> None:
        """Read the next entries.

        Args:
            entries: the journal since the last call, in whole steps.
            missions: the missions that ended in them, as in the info of a step.
        """
        ended = iter(missions)
        for entry in entries:
            if entry.kind == Entry.MISSION_SCORE:
                self._log(next(ended))
            elif entry.kind == Entry.SEAT:
                self._seats.setdefault(entry.aircraft, []).append(entry.person)
            elif entry.kind in (Entry.LOST, Entry.SUNK):
                self._count_crew(entry)
            elif entry.kind == Entry.SEGMENT_SCORE:
                self._stress = dict.fromkeys(self._stress, 0)
            elif entry.person in self._serving:
                self._note(self._serving[entry.person], entry)

    def _log(self, mission: Mapping[str, Any]) -> None:
        scores = by_slot(mission, "scores")
        for roster, first in (("pilots", 0), ("gunners", SEATS)):
            for slot, place in by_slot(mission, roster).items():
                flown = FlownMission(self._mission, slot, scores.get(slot), mission["score"], mission["aborted"])
                self._serving[first + place].flown.append(flown)
        self._seats.clear()
        self._mission += 1

    def _count_crew(self, entry: JournalEntry) -> None:
        """Count the fate of an aircraft for its crew."""
        for person in self._seats.get(entry.aircraft, ()):
            career = self._serving[person]
            career.shot_down += entry.kind == Entry.LOST
            career.sunk += entry.kind == Entry.SUNK

    def _note(self, career: Career, entry: JournalEntry) -> None:
        if entry.kind == Entry.KILL:
            career.kills += 1
        elif entry.kind == Entry.WOUND:
            career.wounds += 1
        elif entry.kind == Entry.PARACHUTE:
            self._seats[entry.aircraft] = [one for one in self._seats.get(entry.aircraft, ()) if one != entry.person]
        elif entry.kind == Entry.EVADED:
            career.evaded += 1
            self._note_stress(career, min(MOST_STRESS, self._stress[entry.person] + entry.result))
        elif entry.kind in STRESS_LEFT:
            self._note_stress(career, 0 if entry.kind == Entry.HOSPITAL else entry.result)
        elif entry.kind == Entry.PROMOTION:
            career.promotions.append(Promotion(self._mission - (entry.leg == Leg.GROUND), entry.result))
        elif entry.kind in FATE_OF_ENTRY:
            career.fate, career.until = FATE_OF_ENTRY[entry.kind], self._mission
        elif entry.kind == Entry.REPLACEMENT:
            self._replace(entry.person)

    def _note_stress(self, career: Career, stress: int) -> None:
        self._stress[career.person] = stress
        career.most_stress = max(career.most_stress, stress)

    def _replace(self, person: int) -> None:
        """Begin the career of a replacement, who is requested at the end of the mission."""
        self._names = self._names.without(person)
        career = Career(person, self._names.of(person), Quality.GREEN, since=self._mission - 1)
        self.all.append(career)
        self._serving[person] = career
        self._stress[person] = 0

    def by_place(self) -> list[Career]:
        """Return pilots, then gunners, the people of each place one after the other."""
        return sorted(self.all, key=lambda career: (career.person, career.since))


def promotion_words(career: Career) -> list[str]:
    """Return the promotions in words: "Ace after mission 8"."""
    return [f"{Quality(level).word} after mission {mission}" for mission, level in career.promotions]


def level_words(career: Career) -> str:
    """Return the first level and the promotions: "Veteran, Ace after mission 8"."""
    return ", ".join([Quality(career.first_level).word, *promotion_words(career)])


def fate_words(career: Career) -> str:
    """Return the fate in words: "killed in mission 12"."""
    return career.fate if career.until is None else f"{career.fate} in mission {career.until}"
