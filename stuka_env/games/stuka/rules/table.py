"""The objects on the table beside the mat: the dice, the tape of planned rolls, the charts and the journal.

Players do not see the first two.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import WORD
from stuka_env.declared.records import Numbers, Record, Rows, int8, int16, int64, nested, record, uint8
from stuka_env.engine.frame import ask
from stuka_env.engine.table import AnyJournal, AnyTape, journal_record, tape_record
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, CHARTS, NOBODY, SEATS, SLOTS, Decision, Entry, Fault
from stuka_env.games.stuka.rules.mat import Aircraft, Count, Crew, Cursor, Mat, Mission, WarFrame, to_index, to_number

PLACES = 14
"""Places where a chart can be rolled: 0 the mission, slots and seats from 0, zones 1 to 6 out and 7 to 12 home."""
MOST_CHANCES = 256
"""Chance events that can be kept between two looks at them."""

Mask = NDArray[np.int8]
"""One row of the action mask: 1 for legal."""


@record
class Dice(Record):
    """The dice of one war: its seed, and how often each chart has been rolled."""

    key_low: int = int64(0, WORD, "low 32 bits of the war seed")
    key_high: int = int64(0, WORD, "high 32 bits of the war seed")
    mission: int = int64(0, 120, "mission of the war, part of every roll's address")
    fault: int = int64(0, max(Fault), "codes.Fault")
    fault_chart: int = int64(0, CHARTS - 1, "the chart of that fault")
    taped: int = int64(0, 1, "look at the tape before rolling")
    strict: int = int64(0, 1, "a roll that is not on the tape is a fault")
    rolls: int = int64(0, None, "dice and draws so far in the present step of the rules; no state has it")
    counts: Numbers = uint8(shape=(CHARTS, PLACES))  # rolls made, by chart and place, in this mission


@tape_record(CHARTS, CARDS)
class Tape(AnyTape):
    """The planned rolls and cards."""


@record
class JournalLine(Record):
    """One entry of the journal, as codes."""

    kind: int = int8(meaning="kind of entry")
    chart: int = int8(meaning="the chart that was rolled or modified; -1 none")
    aircraft: int = int8(meaning="slot, 1 to 10; 0 none")
    zone: int = int8(meaning="zone of the formation; 0 the airfield")
    leg: int = int8(meaning="0 on the ground, 1 outbound, 2 homeward")
    person: int = int8(meaning="pilot 1 to 11, gunner 12 to 22; 0 nobody")
    system: int = int8(meaning="the damaged system; -1 for other kinds")
    detail: int = int8(meaning="a second number of a change or of a roll")
    dice: Numbers = int8(meaning="the faces of the dice; 0 where there is none", shape=(3,))
    drm: int = int8(meaning="sum of the modifiers on the roll")
    total: int = int16(meaning="the total that was looked up on the chart")
    result: int = int16(meaning="result of the chart, or the number that describes the change")


@record
class Chance(Record):
    """One roll or draw, and the part of the mat that players see, as it was before."""

    chart: int = int8()  # codes.Chart
    slot: int = int8()  # from 0, or NOBODY
    person: int = int8()  # from 0, or NOBODY
    drm: int = int8()
    faces: Numbers = int8(shape=(3,))  # 0 where there is no die
    war: WarFrame = nested(WarFrame)
    cursor: Cursor = nested(Cursor)
    mission: Mission = nested(Mission)
    count: Count = nested(Count)
    aircraft: Rows[Aircraft] = nested(Aircraft, (SLOTS,))
    pilots: Rows[Crew] = nested(Crew, (SEATS,))
    gunners: Rows[Crew] = nested(Crew, (SEATS,))


@record
class Chances(Record):
    """The chance events of a step: none are kept if the capacity is 0."""

    capacity: int = int64()  # 0: off
    count: int = int64()
    events: Rows[Chance] = nested(Chance, (MOST_CHANCES,))


@journal_record(JournalLine)
class Journal(AnyJournal):
    """The journal: lines for a reader if the capacity is not 0, and chance events for a program."""

    chances: Chances = nested(Chances)


class Table(NamedTuple):
    """Everything the rules need beside the mat."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal


Choose = Callable[[Mat, Charts, Mask, int], int]
"""A script: the action for the open decision of one war. The last argument is a random number below 2**62."""


# --- subjects: an aircraft and a person, each may be missing ---

PEOPLE_APART = 16
"""Distance between people in the number of a subject; it counts the aircraft and the people from 1."""
HAS_SUBJECT = np.array(
    [len(kind.declared.numbers) < 2 or any("{aircraft}" in text for text in kind.declared.texts) for kind in Entry]
)
"""Whether the first number of an entry is a subject, by its kind."""


def about(slot: int, person: int) -> int:
    """Return the number of a subject: an aircraft and a person, or NOBODY."""
    return to_number(int(slot)) + PEOPLE_APART * to_number(int(person))


def aircraft_of(subject: int) -> int:
    """Return the slot of a subject, or NOBODY."""
    return to_index(subject % PEOPLE_APART)


def person_of(subject: int) -> int:
    """Return the person of a subject, or NOBODY."""
    return to_index(subject // PEOPLE_APART)


# --- the journal ---


def put_place(mat: Mat, line: JournalLine) -> None:
    """Write where and when an entry happens."""
    line.zone = mat.mission.zone
    line.leg = mat.mission.leg
    line.system = NOBODY


def name_subject(line: JournalLine, subject: int) -> None:
    """Write the subject of an entry."""
    line.aircraft = to_number(aircraft_of(subject))
    line.person = to_number(person_of(subject))


def put_numbers(mat: Mat, line: JournalLine, first: int, second: int) -> None:
    """Write the numbers of a change of state; the first one is a subject if the sentence names one."""
    if HAS_SUBJECT[line.kind]:
        name_subject(line, first)
    else:
        line.detail = first
    line.result = second


def put_modifier(line: JournalLine, source: int, value: int) -> None:
    """Write the source of a modifier and its value."""
    line.result = source
    line.drm = value


def put_subject(mat: Mat, table: Table, line: JournalLine, subject: int, modifier: int) -> None:
    """Write the subject of a roll, and of the modifiers that went into it."""
    name_subject(line, subject)
    line.drm = modifier
    place = int(table.journal.cursor) - 2
    while place >= 0 and table.journal.entries[place].kind == Entry.MODIFIER:
        name_subject(table.journal.entries[place], subject)
        place -= 1


# --- decisions ---


def ask_about(mat: Mat, decision: int, subject: int) -> None:
    """Open a decision about a slot or a person, counted from 1."""
    ask(mat, decision)
    mat.cursor.subject = subject


def subject_asked(mat: Mat) -> int:
    """Return the slot or the person that the open decision is about, or NOBODY."""
    return to_index(mat.cursor.subject)


def close_decision(mat: Mat) -> None:
    """Close the open decision."""
    mat.cursor.decision = Decision.NONE
    mat.cursor.subject = 0
