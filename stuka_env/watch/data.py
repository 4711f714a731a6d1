"""The data of the page as JSON values, made from replays."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any

from stuka_env.games.stuka.actions import CATALOGUE, verb_of
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    SEATING,
    SEATS,
    SEGMENT_TITLES,
    SLOTS,
    ZONES,
    Act,
    Chart,
    Decision,
    Duty,
    Entry,
    Scale,
    Status,
    to_index,
)
from stuka_env.games.stuka.scenario.missions import operation_of, segments_of
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.games.stuka.words import wording
from stuka_env.games.stuka.words.careers import Career, Careers, fate_words, level_words
from stuka_env.games.stuka.words.crew_names import PEOPLE, CrewNames
from stuka_env.games.stuka.words.debrief import MissionStarts, Section, by_mission, debriefs
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.games.stuka.words.glossary import GLOSSARY, forms_of
from stuka_env.games.stuka.words.labels import crew_label
from stuka_env.games.stuka.words.translation import worth_reading
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.replay import Flight, Moment
from stuka_env.watch.pack import Texts, changes, flat, layout
from stuka_env.watch.review import WarReview, review_json
from stuka_env.watch.routine import ROUTINE_TITLES, routine_of


class Look(IntEnum):
    """Style of a journal entry on the page; the style sheet has its colours."""

    PLAIN = 0
    ROLL = 1
    DETAIL = 2
    LOSS = 3
    GAIN = 4
    CHOICE = 5
    MILESTONE = 6


QUIET = 16
"""Style of an entry that only repeats its neighbour."""
LOOKS = {
    Entry.ROLL: Look.ROLL,
    Entry.MODIFIER: Look.DETAIL,
    Entry.CHOICE: Look.CHOICE,
    **dict.fromkeys((Entry.DAMAGE, Entry.WOUND, Entry.KIA, Entry.POW, Entry.LOST, Entry.CRASHED), Look.LOSS),
    **dict.fromkeys((Entry.SCORE, Entry.KILL, Entry.SUNK, Entry.PROMOTION, Entry.ESCORTED), Look.GAIN),
    **dict.fromkeys((Entry.MISSION, Entry.NO_FLY, Entry.MISSION_SCORE, Entry.SEGMENT_SCORE), Look.MILESTONE),
    **dict.fromkeys((Entry.OPERATION_SCORE, Entry.CAMPAIGN_SCORE), Look.MILESTONE),
}
ON_STRENGTH = (Status.READY, Status.FLYING, Status.HOME)
FIT = (Duty.READY, Duty.FLYING, Duty.BACK)
STANDING = ("level", "stress", "wounds", "missions")
"""Fields of a person that the rules know: :func:`stuka_env.games.stuka.rules.crew.interchangeable`."""


def words() -> dict[str, Sequence[str]]:
    """Return the names of codes."""
    return {
        "operations": wording.OPERATION_WORDS,
        "segments": SEGMENT_TITLES,
        "durations": wording.DURATION_WORDS,
        "targets": wording.TARGET_WORDS,
        "sizes": wording.SIZE_WORDS,
        "formations": wording.FORMATION_WORDS,
        "legs": wording.LEG_WORDS,
        "visibilities": wording.VISIBILITY_WORDS,
        "anti_aircraft": wording.ANTI_AIRCRAFT_WORDS,
        "fighters": wording.FIGHTER_WORDS,
        "payloads": wording.PAYLOAD_WORDS,
        "qualities": wording.QUALITY_WORDS,
        "systems": wording.SYSTEM_WORDS[:7],
        "sectors": wording.SECTOR_WORDS,
        "statuses": wording.STATUS_WORDS,
    }


# --- the journal ---


class JournalPager:
    """A reader of the journal that knows the mission of each entry."""

    def __init__(self, mission: int, texts: Texts) -> None:
        self.mission = mission
        self._texts = texts
        self._starts = MissionStarts()

    def page(self, entries: list[JournalEntry], mission: int) -> list[int]:
        """Return text, style and mission of every entry, one after the other; ``mission`` is then the current one."""
        worth = {id(entry) for entry in worth_reading(entries)}
        numbers = []
        for entry in entries:
            if self._starts.begins(entry):
                self.mission = min(self.mission + 1, mission)
            look = LOOKS.get(entry.kind, Look.PLAIN) + (0 if id(entry) in worth else QUIET)
            numbers += [self._texts.number(entry.text), look, self.mission]
        self.mission = mission
        return numbers


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


# --- the war ---


def standing(mat: Any) -> dict[str, int]:
    """Return the state of the Staffel: total stress, aircraft and crews fit to fly, losses so far."""
    people = [mat["pilots"], mat["gunners"]]
    fit = [sum(int(who["duty"]) in FIT for who in roster) for roster in people]
    return {
        "stress": sum(int(roster["stress"].sum()) for roster in people),
        "aircraft": sum(int(card["status"]) in ON_STRENGTH for card in mat["aircraft"]),
        "crews": min(fit),
        "destroyed": int(mat["count"]["war_destroyed"]),
        "kia": int(mat["count"]["war_kia"]),
    }


def mission_line(mission: dict[str, Any], number: int, frame: int, mat: Any) -> dict[str, Any]:
    """Return a completed mission, with the state of the Staffel after it."""
    keys = (
        "mission",
        "target",
        "size",
        "zone",
        "sent",
        "present",
        "lost",
        "score",
        "level",
        "bonus",
        "no_fly",
        "gamble",
    )
    line = {key: mission[key] for key in (*keys, "aborted")}
    segment = wording.segment_words(mission["segment"])
    return line | {"segment": segment, "number": number, "frame": frame, "standing": standing(mat)}


def career_json(career: Career) -> dict[str, Any]:
    """Return a career for the page."""
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


def sections_json(sections: Iterable[Section], texts: Texts) -> list[list[Any]]:
    """Return title and texts of each section of a debrief."""
    return [[title, [texts.number(line) for line in lines]] for title, lines in sections]


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


class WarFrames:
    """The frames of one war: one for each decision, and one for the end."""

    def __init__(self, texts: Texts, charts: LoadedCharts) -> None:
        self.texts = texts
        self.frames: list[dict[str, Any]] = []
        self.mat: Any = None
        self._kill_points = int(charts.record["kill_points"])
        self._journal: list[JournalEntry] = []  # since the beginning of the mission
        self.missions: list[dict[str, Any]] = []
        self._before: Any = None
        self._pager: JournalPager | None = None
        self._mission = 0
        self.names: list[tuple[int, int, str]] = []
        self._crews: CrewNames | None = None

    def add(self, moment: Moment) -> None:
        """Add a frame."""
        mat = self.mat = moment.mat
        if self._pager is None:
            self._mission = int(mat["war"]["mission_of_war"]) - len(moment.lines)
            self._pager = JournalPager(self._mission, self.texts)
            self.first = self._mission
            self._careers = Careers(moment.crews, mat, self.first + 1)
        self._note_names(moment)
        self._careers.add(moment.journal, moment.lines)
        self._journal += moment.journal
        self.missions += [
            mission_line(mission, self.first + len(self.missions) + place, moment.number, mat)
            for place, mission in enumerate(moment.lines)
        ]
        self._mission = moment.line
        self.frames.append(self._frame(moment, self._pager))

    def _note_names(self, moment: Moment) -> None:
        """Record frame, person and name of all new people."""
        before, self._crews = self._crews, moment.crews
        if before == moment.crews:
            return
        for person in range(1, PEOPLE + 1):
            name = moment.crews.of(person)
            if before is None or before.of(person) != name:
                self.names.append((moment.number, person, name))

    def careers(self) -> list[dict[str, Any]]:
        """Return all careers; missions as mission, aircraft and score of the attack."""
        return [career_json(career) for career in self._careers.by_place()]

    def _ended(self, moment: Moment) -> list[dict[str, Any]]:
        """Return the missions that ended with the previous decision, with their debriefs."""
        ended_missions = debriefs(
            moment.lines,
            moment.journal,
            self._journal,
            scale=int(moment.mat["war"]["scale"]),
            kill_points=self._kill_points,
        )
        if ended_missions:
            self._journal = by_mission(self._journal)[-1]
        return [{"title": one.title, "debrief": sections_json(one.sections, self.texts)} for one in ended_missions]

    def _frame(self, moment: Moment, pager: JournalPager) -> dict[str, Any]:
        cursor = moment.mat["cursor"]
        numbers = flat(moment.mat)
        place = moment.crews.named(wording.decision_words(int(cursor["decision"]), int(cursor["subject"])))
        frame: dict[str, Any] = {
            "mission": self._mission,
            "mat": numbers.tolist() if self._before is None else changes(self._before, numbers),
            "question": self.texts.number(place),
            "legal": [number for index, text in moment.legal for number in (index, self.texts.number(text))],
            "journal": pager.page(moment.journal, self._mission),
            "earned": round(moment.earned, 2),
        }
        self._before = numbers
        brief = preparation_without_crew(moment)
        extras = {
            "action": moment.action,
            "attacks": attack_sectors(moment.journal),
            "path": path(moment.journal),
            "expects": moment.expected_score,
            "why": None if moment.reason is None else self.texts.number(moment.reason),
            "routine": routine_of(moment),
            "person": person_seated(moment),
            "brief": None if brief is None else self.texts.number(brief),
            "ended": self._ended(moment),
        }
        frame |= {key: value for key, value in extras.items() if value not in (None, [])}
        if moment.probabilities is not None:
            frame["chances"] = [[index, share] for index, share in sorted(moment.probabilities.items())]
        if moment.action_scores is not None:
            frame["scores"] = [[index, round(points, 2)] for index, points in sorted(moment.action_scores.items())]
        if moment.action_errors is not None:
            frame["errors"] = [[index, round(error, 2)] for index, error in sorted(moment.action_errors.items())]
        return frame


def num_missions(spec: WarSpec, mat: Any) -> int:
    """Return the number of missions of a war that is played to its end, counted as the mat counts them."""
    segment, earlier = int(mat["war"]["segment"]), int(mat["war"]["mission_of_war"]) - int(mat["war"]["mission"])
    if spec.scale in (Scale.MISSION, Scale.SEGMENT):
        return earlier + int(mat["war"]["missions"])
    missions = spec.charts.record["missions"][:, spec.duration]
    segments = segments_of(operation_of(segment, spec.charts), spec.charts)
    last = len(missions) if spec.scale == Scale.CAMPAIGN else segments.stop
    return earlier + int(missions[segment:last].sum())


def levels_json(charts: LoadedCharts) -> list[list[Any]]:
    """Return name and lowest score of each level of victory, ascending."""
    return [list(level) for level in zip(charts.victory_levels, charts.record["a5"].tolist(), strict=False)]


def war(name: str, flight: Flight, texts: Texts, review: WarReview | None = None) -> dict[str, Any]:
    """Return one war for the page, under a name, with its review."""
    replay, ending, charts = flight.replay, flight.ending, flight.charts
    war_frames = WarFrames(texts, charts)
    for moment in flight.moments:
        war_frames.add(moment)
    ended = [] if ending.result is None else war_debrief(war_frames.mat, charts)
    return {
        "name": name,
        "policy": replay.policy_record.name,
        "limits": replay.policy_record.limits,
        "env": replay.env,
        "arguments": {key: value for key, value in replay.arguments.items() if key != "charts"},
        "seed": str(replay.seed),
        "episode": str(replay.episode),
        "charts": replay.charts_sha256,
        "cards": list(charts.card_names),
        "result": ending.result,
        "debrief": sections_json(ended, texts),
        "first": war_frames.first,
        "num_missions": num_missions(flight.spec, flight.moments[0].mat),
        "scale": Scale(flight.spec.scale).name.lower(),
        "levels": levels_json(charts),
        "frames": war_frames.frames,
        "missions": war_frames.missions,
        "names": war_frames.names,
        "careers": war_frames.careers(),
        "review": None if review is None else review_json(review),
    }


def codes() -> dict[str, Any]:
    """Return what a page must know to draw a mat: the layout of its numbers, codes and their names."""
    return {
        "layout": layout(),
        "words": words(),
        "sizes": {"ZONES": ZONES, "SLOTS": SLOTS, "SEATS": SEATS},
        "decisions": {one.name: int(one) for one in Decision},
        "statuses": {one.name: int(one) for one in Status},
        "duties": {one.name: int(one) for one in Duty},
    }


def page_data(wars: list[dict[str, Any]], texts: Texts) -> dict[str, Any]:
    """Return all data of the page."""
    return {
        **codes(),
        "routines": ROUTINE_TITLES,
        "texts": texts.all(),
        "glossary": [[term, meaning, forms_of(term)] for term, meaning in GLOSSARY.items()],
        "wars": wars,
    }
