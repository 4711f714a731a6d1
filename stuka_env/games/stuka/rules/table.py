"""What lies on the table beside the mat: the dice, the tape of planned rolls, the charts and the journal.

Players do not see the first two.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD
from stuka_env.declared.records import Numbers, Record, Rows, int8, int16, int64, nested, record, uint8
from stuka_env.engine.playing import make_masks
from stuka_env.engine.table import JOURNAL_LENGTH, AnyTape, tape_record
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, ACTS, CARDS, CHARTS, NOBODY, SEATS, SLOTS, Chart, Entry, Fault
from stuka_env.games.stuka.rules.mat import Aircraft, Count, Crew, Cursor, Mat, Mission, WarFrame, to_number

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

    kind: int = int8()  # codes.Entry
    chart: int = int8()  # codes.Chart of a roll, else -1
    aircraft: int = int8()  # 1 to 10, or 0
    zone: int = int8()
    leg: int = int8()
    person: int = int8()  # pilot 1 to 11, gunner 12 to 22, or 0
    system: int = int8()  # codes.System of damage, or -1
    detail: int = int8()  # second number of a change or of a roll
    dice: Numbers = int8(shape=(3,))  # faces as rolled, 0 where there is no die
    drm: int = int8()
    total: int = int16()
    result: int = int16()


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


@record
class Journal(Record):
    """What is written down: lines for a reader if the capacity is not 0, and chance events for a program."""

    capacity: int = int64()  # 0: off
    cursor: int = int64()
    entries: Rows[JournalLine] = nested(JournalLine, (JOURNAL_LENGTH,))
    chances: Chances = nested(Chances)


class Table(NamedTuple):
    """Everything the rules need beside the mat."""

    dice: Dice
    tape: Tape
    charts: Charts
    journal: Journal


Choose = Callable[[Mat, Charts, Mask, int], int]
"""A script: the action for the open decision of one war. The last argument is a random number below 2**62."""


@compiled
def new_line(mat: Mat, table: Table, kind: int, chart: int, slot: int) -> int:
    """Begin the next entry, where and when the formation is, and return its place; what follows the slot is 0.

    A full journal is a fault, and the last entry is begun again.
    """
    journal = table.journal
    place = int(journal.cursor)
    if place < JOURNAL_LENGTH:
        journal.cursor = place + 1
    else:
        table.dice.fault = Fault.JOURNAL_FULL
        place = JOURNAL_LENGTH - 1
    entry = journal.entries[place]
    entry.kind = kind
    entry.chart = chart
    entry.aircraft = to_number(slot)
    entry.zone = mat.mission.zone
    entry.leg = mat.mission.leg
    entry.person = 0
    entry.system = NOBODY
    entry.detail = 0
    for die in range(len(entry.dice)):
        entry.dice[die] = 0
    entry.drm = 0
    entry.total = 0
    entry.result = 0
    return place


@compiled
def note(mat: Mat, table: Table, kind: int, slot: int, person: int, value: int) -> None:
    """A change of state: to an aircraft, to a person (or NOBODY), with a number that says how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, slot)]
        entry.person = to_number(person)
        entry.result = value


@compiled
def note_detail(mat: Mat, table: Table, kind: int, detail: int, value: int) -> None:
    """A change of state that does not belong to a person or an aircraft, with two numbers that say how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, NOBODY)]
        entry.detail = detail
        entry.result = value


@compiled
def note_system(mat: Mat, table: Table, kind: int, slot: int, system: int, value: int) -> None:
    """A change to one system of an aircraft, with a number that says how."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, kind, NOBODY, slot)]
        entry.system = system
        entry.result = value


class Occasion(NamedTuple):
    """A roll that is about to be made: on a chart, for an aircraft and a person (or NOBODY)."""

    chart: int
    slot: int
    person: int


@compiled
def note_modifier(mat: Mat, table: Table, occasion: Occasion, source: int, drm: int) -> None:
    """A modifier of the roll that is about to be made; nothing is written for 0."""
    if table.journal.capacity and drm != 0:
        entry = table.journal.entries[new_line(mat, table, Entry.MODIFIER, occasion.chart, occasion.slot)]
        entry.person = to_number(occasion.person)
        entry.drm = drm
        entry.result = source


@compiled
def note_result(table: Table, result: int) -> None:
    """What the chart said to the roll that was noted last."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].result = result


@compiled
def note_reading(table: Table, total: int, result: int) -> None:
    """The same, where the total that counts is not the sum on the last die."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].total = total
        note_result(table, result)


@compiled
def note_further(table: Table, number: int) -> None:
    """A second number of what was noted last."""
    if table.journal.capacity and table.journal.cursor > 0:
        table.journal.entries[table.journal.cursor - 1].detail = number


@compiled
def note_drawn(mat: Mat, table: Table, slot: int) -> None:
    """A number drawn from the cup."""
    if table.journal.capacity:
        table.journal.entries[new_line(mat, table, Entry.DRAWN, Chart.CUP, slot)].result = to_number(slot)


@compiled
def note_card(mat: Mat, table: Table, card: int, effect: int) -> None:
    """A card drawn from the deck."""
    if table.journal.capacity:
        entry = table.journal.entries[new_line(mat, table, Entry.ROLL, Chart.EVENT, NOBODY)]
        entry.dice[0] = to_number(card)
        entry.total = card
        entry.result = effect


VERB = np.array(ACTS.verbs, np.int64)
"""The verb of each action."""


forbid_all, allow_all, count_legal, first_legal = make_masks(__name__, ACTIONS)


@compiled
def ask(mat: Mat, decision: int, subject: int) -> None:
    """Open a decision about ``subject`` (a slot or person counted from 1; 0 nobody)."""
    mat.cursor.decision = decision
    mat.cursor.subject = subject


@compiled
def verb_code(action: int) -> int:
    """The verb of an action."""
    return VERB[action]
