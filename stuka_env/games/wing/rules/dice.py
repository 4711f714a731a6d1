"""Dice: every roll is a pure function of seed, mission, chart, place and subject.

Two policies on one seed therefore meet the same flak, events and interceptors in a box. A tape of planned rolls comes
before the dice. No count of rolls is needed: play never rolls a chart twice at one place for one subject.
"""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.engine.playing import make_tape_functions
from stuka_env.games.wing.codes import About, Chart, Fault, Leg
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table, last_entry, note_roll

SIDES = np.array([[*chart.dice, 0, 0][:2] for chart in Chart], np.int64)
"""Sides of the dice of each chart; 0 for no die."""
ABOUT = np.array([chart.place for chart in Chart], np.int64)
"""The thing that a roll of each chart is for."""
PART = np.array([0, 1, 3, 2, 3], np.int64)
"""Part of a mission in an address, by its leg: before, out, home, and the bombing run with all that follows."""
HIGHEST_FACE = 6
"""Highest face of a single die."""
PARTS_APART, BOXES_APART = 4, 16
"""Distances between missions and between boxes in the words of an address."""
TRIES, SLOTS_APART, SMALL = 64, 32, 16
"""Places of a try, of a slot, and of the other parts of a packed subject (ruling X53)."""

find_fault, from_tape, die_from_tape, next_die_from_tape = make_tape_functions(__name__, Table, Fault)


@compiled
def place_of(mat: Mat) -> int:
    """Return the place of a roll as a number: on a leg the box and its visit, else 0 (ruling X53)."""
    mission = mat.mission
    if mission.leg != Leg.OUT and mission.leg != Leg.HOME:
        return 0
    return int(mission.box) * BOXES_APART + int(mat.route.visits[mission.box])


@compiled
def words_of(mat: Mat, table: Table, chart: int, subject: int) -> tuple[int, int, int, int]:
    """Return the four random words of a roll."""
    part = int(mat.track.box) * PARTS_APART + int(PART[mat.mission.leg])
    return philox(part, chart, place_of(mat), subject, table.dice.key_low, table.dice.key_high)


@compiled
def subject_of(mat: Mat, attempt: int) -> int:
    """Return the packed subject of the damage or of the random bomber that is settled: its cause, and a try."""
    work, enemy = mat.work, mat.enemy
    rounds = (int(work.cause) * SMALL + int(enemy.round_number)) * SMALL + int(enemy.wave)
    return ((rounds * SMALL + int(work.attacker)) * SLOTS_APART + int(work.part)) * TRIES + attempt


@compiled
def shown_subject(mat: Mat, chart: int, subject: int) -> int:
    """Return the subject of a roll as the journal has it: a slot, an element, a set of fighters; 0 for a box."""
    about = ABOUT[chart]
    if about == About.SEAT:
        return int(mat.seats[mat.work.seat].bomber)
    if about == About.ELEMENT:
        return int(mat.work.part)
    if about == About.FIGHTERS:
        return subject % SMALL
    return 0 if about == About.BOX else subject


@compiled
def throw(mat: Mat, table: Table, chart: int, subject: int) -> tuple[int, int]:
    """Throw the dice of ``chart`` for a subject and write them; the second face is 0 for one die."""
    first, second = die_from_tape(table, chart, SIDES[chart][0]), 0
    if first:
        second = next_die_from_tape(table, chart, SIDES[chart][1])
    else:
        words = words_of(mat, table, chart, subject)
        first = face(words[0], SIDES[chart][0])
        if SIDES[chart][1]:
            second = face(words[1], SIDES[chart][1])
    note_roll(mat, table, chart, (first, second), first + second)
    if table.journal.capacity:
        last_entry(table).second = shown_subject(mat, chart, subject)
    return first, second


@compiled
def roll(mat: Mat, table: Table, chart: int, subject: int, modifier: int) -> int:
    """Roll the dice of ``chart`` for a subject, and return their sum with a modifier."""
    first, second = throw(mat, table, chart, subject)
    total = first + second + modifier
    if table.journal.capacity:
        last_entry(table).total = total
    return total


@compiled
def draw(mat: Mat, table: Table, things: int) -> int:
    """Return the number of a thing that is drawn, from 1, and write nothing. Chart.CARD has the tape."""
    return face(words_of(mat, table, Chart.CARD, 0)[0], things)
