"""Declarations for the page of replays: routine, missions, graphs and careers."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.log_sheet import Debrief, Section
from stuka_env.declared.sentences import declaration_of
from stuka_env.declared.sheet import Sheet
from stuka_env.games.stuka.codes import (
    ACTS,
    SEATING,
    SEATS,
    SEGMENT_TITLES,
    Act,
    Decision,
    Leg,
    Quality,
    Role,
    Scale,
    Status,
    to_index,
    to_number,
)
from stuka_env.games.stuka.scenario.plan import WarSpec, operation_of, segments_of
from stuka_env.games.stuka.sheet import sheet
from stuka_env.games.stuka.words import labels, log_sheet
from stuka_env.games.stuka.words.careers import Career, Careers, fate_words, level_words
from stuka_env.games.stuka.words.debrief import MissionStarts, by_mission, debriefs, war_debrief
from stuka_env.games.stuka.words.glossary import EXPLAINED
from stuka_env.games.stuka.words.journal import JournalEntry
from stuka_env.games.stuka.words.labels import crew_label
from stuka_env.replay import Moment
from stuka_env.replay.run import Ending
from stuka_env.watch.parts import (
    FEAT,
    LOSS,
    Graph,
    Nouns,
    RecordRow,
    RecordTable,
    Routine,
    Standing,
    StripLine,
    WarReader,
    WatchParts,
)

NOUNS = Nouns(title="Stuka", mission="mission", war="war", unit="points", final="points of the final score", decimals=1)
# --- routine ---

ROUTINES = {
    "preparation": Routine("Decided: crews and loads", "cards"),
    "flight": Routine(),
    "promotions": Routine("Decided: promotions"),
}
"""Routine decisions, which a viewer may skip.

They prepare a mission, continue the flight, or promote. Their answers were the usual ones, and nothing had happened
since the previous decision: no shot, hit, stress, loss or score, and no mission had ended. An attack, a duel, a relief,
an aircraft sent home and an aborted mission are never routine.
"""
PREPARATION, FLIGHT, PROMOTIONS = ROUTINES
BEFORE_TAKE_OFF = (*SEATING, Decision.PAYLOAD, Decision.SPECIAL, Decision.CARRIER, Decision.LUCKY_DOG)
"""Decisions between the muster and the take-off."""


def routine_of(moment: Moment) -> str | None:
    """Return the routine of a decision or a passage, or None."""
    is_eventful = bool(moment.lines) or any(declaration_of(entry).happens for entry in moment.journal)
    if not is_eventful and moment.title == log_sheet.THE_FLIGHT:
        return FLIGHT
    if is_eventful or moment.action not in dict(moment.legal):
        return None
    decision = Decision[moment.decision]
    if decision in BEFORE_TAKE_OFF:
        return PREPARATION
    if decision == Decision.PROMOTE:
        return PROMOTIONS
    return FLIGHT if moment.action == Act.GO_ON else None


def stage_of(mat: Any) -> int:
    """Return how far a mission has come: the seat that is filled, the bombs, the zones flown, the attacks."""
    decision, slot, mission = int(mat["cursor"]["decision"]), int(mat["cursor"]["subject"]), mat["mission"]
    if mat["track"]["over"]:
        return 1000
    if decision == Decision.PROMOTE:
        return 900
    if mission["leg"] != Leg.GROUND:
        return 100 + 16 * int(mission["moves"]) + (slot if decision == Decision.ATTACK else 0)
    if decision in SEATING:
        return 2 * slot + (decision == Decision.GUNNER)
    return 0 if decision == Decision.MUSTER else 30 + decision


# --- answers ---

STANDING = ("level", "stress", "wounds", "missions")
"""Fields of a person that the rules know: :func:`stuka_env.games.stuka.rules.crew.interchangeable`."""


def person_seated(moment: Moment) -> list[int] | None:
    """Return the standing of the person who was chosen for a seat; None for other decisions.

    Two people with the same standing are the same to the rules.
    """
    if moment.action is None or Decision[moment.decision] not in SEATING or moment.action not in dict(moment.legal):
        return None
    roster = "gunners" if ACTS.verb_of(moment.action) == Act.GUNNER else "pilots"
    person = moment.mat[roster][to_index(ACTS.actions[moment.action].argument)]
    return [int(person[name]) for name in STANDING]


def preparation_without_crew(moment: Moment) -> str | None:
    """Return the answer about an aircraft before the take-off without its crew; None for another answer."""
    if moment.action is None or ACTS.verb_of(moment.action) not in (Act.CARRY, Act.LUCKY_DOG):
        return None
    crew = moment.crews.named(crew_label(moment.mat, ACTS.actions[moment.action].argument))
    return dict(moment.legal).get(moment.action, "").removesuffix(f": {crew}") or None


# --- missions ---

ON_STRENGTH = (Status.READY, Status.FLYING, Status.HOME)
GRAPHS = (
    Graph("Score by mission", has_bars=True),
    Graph("Stress of all crews", "after each mission"),
    Graph("Aircraft ready", "after each mission"),
    Graph("Aircraft lost", "after each mission; dashed: people killed"),
)
LARGEST_MEAN = 100
ABOVE_NOTE = (
    f"above {LARGEST_MEAN}: fighters shot down and bonuses come on top of the attacks, whose mean is at most "
    f"{LARGEST_MEAN}"
)


def settled(mat: Any) -> int:
    """Return the number of missions that are over."""
    return int(mat["war"]["mission_of_war"])


def mission_line(mission: Mapping[str, Any], mat: Any) -> StripLine:
    """Return a completed mission, with the state of the Staffel after it."""
    people, count, score = [mat["pilots"], mat["gunners"]], mat["count"], mission["score"]
    is_flown, lost, gamble = not mission["no_fly"], mission["lost"], mission["gamble"]
    events = [(LOSS, f"{lost} aircraft lost")] if lost else []
    events += [(FEAT, f"Rudel Gamble {gamble}")] if gamble else []
    stress = sum(int(roster["stress"].sum()) for roster in people)
    ready = sum(int(card["status"]) in ON_STRENGTH for card in mat["aircraft"])
    return StripLine(
        name="",
        group=labels.segment_words(mission["segment"]),
        score=str(score) if is_flown else "\u2013",
        words=f"score {score}" if is_flown else "not flown",
        is_flown=is_flown,
        events=tuple(events),
        values=((score,), (stress,), (ready,), (int(count["war_destroyed"]), int(count["war_kia"]))),
        note=ABOVE_NOTE if score > LARGEST_MEAN else "",
    )


def num_missions(spec: WarSpec, mat: Any) -> int:
    """Return the number of missions of a war that is played to its end, counted as the mat counts them."""
    segment, earlier = int(mat["war"]["segment"]), settled(mat) - int(mat["war"]["mission"])
    if spec.scale in (Scale.MISSION, Scale.SEGMENT):
        return earlier + int(mat["war"]["missions"])
    missions = spec.charts.record["missions"][:, spec.regular]
    segments = segments_of(operation_of(segment, spec.charts), spec.charts)
    last = len(missions) if spec.scale == Scale.CAMPAIGN else segments.stop
    return earlier + int(missions[segment:last].sum())


# --- careers ---

CAREERS = RecordTable(
    title="Careers",
    key="c",
    meaning="careers of all people",
    note=(
        "\u00d8 is an average score: of the attacks of his aircraft, then of the missions that he flew. Levels, the "
        f"lowest first: {', '.join(Quality.words()[1:])}. Shot down: aircraft lost with him aboard. Came back: by "
        "parachute and on foot. The names are invented."
    ),
    empty="Nobody has served.",
    columns=(
        *((name, True) for name in ("no.", "name", "level", "fate")),
        *((name, False) for name in ("missions", "attacks \u00d8", "missions \u00d8", "kills", "ships sunk", "wounds")),
        *((name, False) for name in ("shot down", "came back", "most stress")),
    ),
    name=1,
)


def mark_of(person: int) -> str:
    """Return a person by role and number: "P3"."""
    role, place = divmod(to_index(person), SEATS)
    return f"{Role(role).word[0].upper()}{to_number(place)}"


def career_row(career: Career) -> RecordRow:
    """Return a career as a row of the table."""
    counts = (career.kills, career.sunk, career.wounds, career.shot_down, career.evaded, career.most_stress)
    averages = (career.average, career.average_mission)
    came = f"Sent for after mission {career.since}. " if career.since else ""
    return RecordRow(
        cells=(
            *(mark_of(career.person), career.name, Quality(career.level).word, fate_words(career)),
            str(len(career.flown)),
            *("\u2013" if value is None else f"{value:.1f}" for value in averages),
            *(str(count) if count else "\u2013" for count in counts),
        ),
        story=f"{came}{level_words(career)}.{'' if career.flown else ' He has not flown.'}",
        missions=tuple(
            (
                to_index(flown.mission),
                str(flown.mission),
                f"aircraft {flown.aircraft}, {'no attack' if flown.score is None else flown.score}",
            )
            for flown in career.flown
        ),
        is_pale=career.until is not None,
    )


class StaffelReader(WarReader):
    """A reader of a war, moment by moment. The journal is that since the beginning of the mission."""

    def __init__(self, spec: WarSpec, begin: Moment, first: int) -> None:
        super().__init__(spec, begin, first)
        self._total = num_missions(spec, begin.mat)
        self._careers = Careers(begin.crews, begin.mat, to_number(first))

    def add(self, moment: Moment) -> None:
        """Read the next moment."""
        super().add(moment)
        self._careers.add(moment.journal, moment.lines)

    def lines(self) -> list[StripLine]:
        """Return the missions that ended with this moment."""
        return [mission_line(mission, self._moment.mat) for mission in self._moment.lines]

    def open_line(self) -> StripLine:
        """Return number and segment of the mission of this moment."""
        return StripLine(str(to_number(self._moment.line)), SEGMENT_TITLES[int(self._moment.mat["war"]["segment"])])

    def ended(self) -> list[Debrief]:
        """Return the debriefs of missions and segments that ended with this moment."""
        moment = self._moment
        ended_missions = debriefs(
            moment.lines,
            moment.journal,
            self._journal,
            over=settled(moment.mat),
            scale=int(moment.mat["war"]["scale"]),
            kill_points=int(self._spec.charts.record["kill_points"]),
        )
        if ended_missions:
            self._journal = by_mission(self._journal)[-1]
        return ended_missions

    def sheet(self, fresh: Sequence[JournalEntry], mat: Any = None) -> Sheet:
        """Return the sheet of this moment, or of a mat soon after it."""
        shown = self._moment.mat if mat is None else mat
        return sheet(shown, self._spec.charts, self._moment.crews, fresh, self._total)

    def standing(self) -> Standing:
        """Return the scale of the war, with the lowest score of its highest level of victory."""
        charts = self._spec.charts
        *_, (level, lowest) = zip(charts.names.victory_levels, charts.record["a5"].tolist(), strict=False)
        words = f"{Scale(self._spec.scale).name.lower()} score, {level} from {lowest}"
        return Standing(words, "Missions that are over count by their share of the final score.")

    def alike(self) -> list[int] | None:
        """Return the standing of a person who was chosen for a seat."""
        return person_seated(self._moment)

    def brief(self) -> str | None:
        """Return an answer before the take-off without its crew."""
        return preparation_without_crew(self._moment)

    def record(self) -> list[RecordRow]:
        """Return all careers."""
        return [career_row(career) for career in self._careers.by_place()]

    def result(self, env: str, ending: Ending) -> tuple[str, str]:
        """Return the level of the final score, and the result in one line."""
        assert ending.result is not None and ending.score is not None
        return ending.result["level"], log_sheet.ending_words(env, ending.result, ending.score)

    def debrief(self) -> list[Section]:
        """Return the debrief of the war."""
        return war_debrief(self._moment.mat, self._spec.charts)


def setting(arguments: Mapping[str, Any]) -> str:
    """Return operation, segment and duration of the arguments."""
    return ", ".join(log_sheet.title_words(arguments)).replace("_", " ")


WATCH_PARTS = WatchParts(
    nouns=lambda spec: NOUNS,
    glossary=EXPLAINED,
    starts=MissionStarts,
    routines=ROUTINES,
    routine_of=routine_of,
    routine_answers="routine seats",
    stage_of=stage_of,
    settled=settled,
    setting=setting,
    strip="number of the mission, then its score",
    events="\u00d7 aircraft lost, \u25c6 gamble",
    graphs=GRAPHS,
    skips_idle=False,
    record=CAREERS,
    reader=StaffelReader,
    minor=frozenset(decision.name for decision in SEATING),
)
"""The first game on the page of its replays."""
