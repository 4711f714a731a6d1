"""The additions of the first game to the frames of a war: attacks, path, seats, names and careers."""

from collections.abc import Iterable
from typing import Any

from stuka_env.games.stuka.actions import CATALOGUE, verb_of
from stuka_env.games.stuka.codes import SEATING, Act, Chart, Decision, Entry, Scale, to_index
from stuka_env.games.stuka.page.lines import levels_json, mission_line, num_missions, settled
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.careers import Career, Careers, fate_words, level_words
from stuka_env.games.stuka.words.crew_names import PEOPLE, CrewNames
from stuka_env.games.stuka.words.debrief import Debrief, Section, by_mission, debriefs
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.labels import crew_label
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.replay import Flight, Moment
from stuka_env.watch.pack import Texts

STANDING = ("level", "stress", "wounds", "missions")
"""Fields of a person that the rules know: :func:`stuka_env.games.stuka.rules.crew.interchangeable`."""


def attack_sectors(entries: Iterable[JournalEntry]) -> list[list[int]]:
    """Return the fighters that attacked, each as sector and aircraft."""
    attacks: list[list[int]] = []
    for entry in entries:
        if entry.kind == Entry.ROLL and entry.chart == Chart.B3:
            attacks.append([entry.total])
        elif entry.kind == Entry.ROLL and entry.chart == Chart.C1 and attacks and entry.aircraft not in attacks[-1][1:]:
            attacks[-1].append(entry.aircraft)
        elif entry.kind == Entry.MOVE:
            attacks = []
    return attacks


def path(entries: Iterable[JournalEntry]) -> list[int]:
    """Return the zones of the formation's path."""
    return [entry.result for entry in entries if entry.kind == Entry.MOVE]


def question(moment: Moment) -> str:
    """Return the open decision in words, with the names of its people."""
    cursor = moment.mat["cursor"]
    return moment.crews.named(wording.decision_words(int(cursor["decision"]), int(cursor["subject"])))


def person_seated(moment: Moment) -> list[int] | None:
    """Return the standing of the person who was chosen for a seat; None for other decisions.

    Two people with the same standing are the same to the rules.
    """
    if moment.action is None or Decision[moment.decision] not in SEATING or moment.action not in dict(moment.legal):
        return None
    roster = "gunners" if verb_of(moment.action) == Act.GUNNER else "pilots"
    person = moment.mat[roster][to_index(CATALOGUE[moment.action].argument)]
    return [int(person[name]) for name in STANDING]


def preparation_without_crew(moment: Moment) -> str | None:
    """Return the answer about an aircraft before the take-off without its crew; None for another answer."""
    if moment.action is None or verb_of(moment.action) not in (Act.CARRY, Act.LUCKY_DOG):
        return None
    crew = moment.crews.named(crew_label(moment.mat, CATALOGUE[moment.action].argument))
    return dict(moment.legal).get(moment.action, "").removesuffix(f": {crew}") or None


def career_json(career: Career) -> dict[str, Any]:
    """Return a career for the page; missions as mission, aircraft and score of the attack."""
    return {
        "person": career.person,
        "name": career.name,
        "since": career.since,
        "level": career.level,
        "levels": level_words(career),
        "flown": [[flown.mission - 1, flown.aircraft, flown.score] for flown in career.flown],
        "counts": [career.kills, career.sunk, career.wounds, career.shot_down, career.evaded, career.most_stress],
        "average": career.average,
        "average_mission": career.average_mission,
        "fate": fate_words(career),
        "serving": career.until is None,
    }


class StaffelReader:
    """A reader of a war, moment by moment.

    Args:
        flight: the flight.
        first: index of its first mission.
    """

    def __init__(self, flight: Flight, first: int) -> None:
        begin = flight.moments[0]
        self._flight = flight
        self._moment = begin
        self._names: list[tuple[int, int, str]] = []
        self._crews: CrewNames | None = None
        self._careers = Careers(begin.crews, begin.mat, first + 1)
        self._journal: list[JournalEntry] = []  # since the beginning of the mission

    def add(self, moment: Moment) -> None:
        """Read the next moment."""
        self._moment = moment
        self._note_names(moment)
        self._careers.add(moment.journal, moment.lines)
        self._journal += moment.journal

    def _note_names(self, moment: Moment) -> None:
        """Record frame, person and name of all new people."""
        before, self._crews = self._crews, moment.crews
        if before == moment.crews:
            return
        for person in range(1, PEOPLE + 1):
            name = moment.crews.of(person)
            if before is None or before.of(person) != name:
                self._names.append((moment.number, person, name))

    def lines(self) -> list[dict[str, Any]]:
        """Return the missions that ended with this moment."""
        return [mission_line(mission, self._moment.mat) for mission in self._moment.lines]

    def ended(self) -> list[Debrief]:
        """Return the debriefs of missions and segments that ended with this moment."""
        moment = self._moment
        ended_missions = debriefs(
            moment.lines,
            moment.journal,
            self._journal,
            over=settled(moment.mat),
            scale=int(moment.mat["war"]["scale"]),
            kill_points=int(self._flight.charts.record["kill_points"]),
        )
        if ended_missions:
            self._journal = by_mission(self._journal)[-1]
        return ended_missions

    def extras(self, texts: Texts) -> dict[str, Any]:
        """Return attacks, path, the person seated and the short answer of this moment."""
        moment = self._moment
        brief = preparation_without_crew(moment)
        return {
            "attacks": attack_sectors(moment.journal),
            "path": path(moment.journal),
            "alike": person_seated(moment),
            "brief": None if brief is None else texts.number(brief),
        }

    def facts(self) -> dict[str, Any]:
        """Return names, careers and scales of the war."""
        charts, spec = self._flight.charts, self._flight.spec
        return {
            "cards": list(charts.card_names),
            "num_missions": num_missions(spec, self._flight.moments[0].mat),
            "scale": Scale(spec.scale).name.lower(),
            "levels": levels_json(charts),
            "names": self._names,
            "careers": [career_json(career) for career in self._careers.by_place()],
        }

    def debrief(self) -> list[Section]:
        """Return the debrief of the war."""
        return war_debrief(self._moment.mat, self._flight.charts)
