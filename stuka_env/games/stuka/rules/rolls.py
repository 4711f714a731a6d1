"""Rolling on a chart: one call adds the modifiers up, rolls, and writes the journal; what the chart says is noted last.

Where a chart is rolled and with which dice stands in :class:`stuka_env.games.stuka.codes.Chart`.
"""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.engine.playing import make_tape_functions
from stuka_env.games.stuka.charts.shape import A2_HIGH, A2_LOW, A6_HIGH, C3_HIGH, C4_HIGH, C5_HIGH
from stuka_env.games.stuka.codes import COUNTED, SEATS, SLOTS, ZONES, Chart, Entry, Fault, Leg, Place
from stuka_env.games.stuka.rules.mat import Mat, to_number
from stuka_env.games.stuka.rules.table import (
    MOST_CHANCES,
    PLACES,
    Chance,
    Dice,
    Occasion,
    Table,
    new_line,
    note_modifier,
    note_result,
)


@compiled
def words_of(dice: Dice, chart: int, place: int, count: int) -> tuple[int, int, int, int]:
    """The four random words of the roll number ``count`` of ``chart`` at ``place`` in this mission."""
    return philox(dice.mission, chart, place, count, dice.key_low, dice.key_high)


@compiled
def new_mission(dice: Dice, mission: int) -> None:
    """Start the streams of a mission: all counts at zero."""
    dice.mission = mission
    for chart in range(len(dice.counts)):
        for place in range(PLACES):
            dice.counts[chart][place] = 0


@compiled
def count_roll(dice: Dice, chart: int, place: int) -> int:
    """Count a roll of ``chart`` at ``place``; the number of those before it in this mission."""
    count = int(dice.counts[chart][place])
    dice.counts[chart][place] = (count + 1) & (COUNTED - 1)
    return count


find_fault, from_tape, die_from_tape, next_die_from_tape = make_tape_functions(__name__, Table, Fault)


@compiled
def throw(table: Table, chart: int, place: int, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Throw up to three dice together for ``chart`` at ``place``; 0 sides is no die, and its face 0."""
    dice = table.dice
    count = count_roll(dice, chart, place)
    planned = die_from_tape(table, chart, first)
    if planned:
        return planned, next_die_from_tape(table, chart, second), next_die_from_tape(table, chart, third)
    words = words_of(dice, chart, place, count)
    return face(words[0], first), face(words[1], second) if second else 0, face(words[2], third) if third else 0


@compiled
def copy_board(mat: Mat, chance: Chance) -> None:
    """Copy what a player sees of the mat, without the score tracks and the log sheet."""
    chance.war = mat.war
    chance.cursor = mat.cursor
    chance.mission = mat.mission
    chance.count = mat.count
    for slot in range(SLOTS):
        chance.aircraft[slot] = mat.aircraft[slot]
    for seat in range(SEATS):
        chance.pilots[seat] = mat.pilots[seat]
        chance.gunners[seat] = mat.gunners[seat]


@compiled
def lay_board(mat: Mat, chance: Chance) -> None:
    """Lay out the mat as it was before a chance event."""
    mat.war = chance.war
    mat.cursor = chance.cursor
    mat.mission = chance.mission
    mat.count = chance.count
    for slot in range(SLOTS):
        mat.aircraft[slot] = chance.aircraft[slot]
    for seat in range(SEATS):
        mat.pilots[seat] = chance.pilots[seat]
        mat.gunners[seat] = chance.gunners[seat]


@compiled
def keep_chance(mat: Mat, table: Table, roll: tuple[int, int, int, int], faces: tuple[int, int, int]) -> None:
    """Keep a roll or draw with the mat before it, if chance events are kept. A full store is a fault.

    Args:
        mat: the mat before anything follows from the faces.
        table: the rest of the table.
        roll: the chart, the slot and the person it is for (or NOBODY), and the sum of the modifiers.
        faces: the faces; of a draw the number drawn and, of the cup, how many were drawn before it.
    """
    chances = table.journal.chances
    if not chances.capacity:
        return
    place = int(chances.count)
    if place == MOST_CHANCES:
        table.dice.fault = Fault.JOURNAL_FULL
        return
    chances.count = place + 1
    chance = chances.events[place]
    chance.chart, chance.slot, chance.person, chance.drm = roll
    chance.faces[0] = faces[0]
    chance.faces[1] = faces[1]
    chance.faces[2] = faces[2]
    copy_board(mat, chance)


SIDES = np.array([[*chart.dice, 0, 0, 0][:3] for chart in Chart], np.int64)
"""Sides of the dice of each chart, 0 for none."""
PLACE = np.array([chart.place for chart in Chart], np.int64)
"""Where each chart is rolled."""
TOTALS = {
    Chart.A2: (A2_LOW, A2_HIGH),
    Chart.A6: (0, A6_HIGH),
    Chart.C1: (1, 6),
    Chart.C3: (0, C3_HIGH),
    Chart.C4: (0, C4_HIGH),
    Chart.C5: (0, C5_HIGH),
}
"""Ends of the charts that a modifier can push a total off (ruling Q43)."""
LOWEST, HIGHEST = np.array([TOTALS.get(chart, (0, max(chart.dice, default=0))) for chart in Chart], np.int64).T.copy()
"""Ends of every chart, by its code."""


@compiled
def clamp(value: int, low: int, high: int) -> int:
    """``value``, or the nearer end of the chart (ruling Q43)."""
    return max(low, min(high, value))


@compiled
def total_on(chart: int, die: int, drm: int) -> int:
    """What a die with its modifiers is looked up as on ``chart`` (ruling Q43)."""
    return clamp(die + drm, LOWEST[chart], HIGHEST[chart])


@compiled
def zone_place(mat: Mat) -> int:
    """Where the formation is, as a place for dice: 0 on the ground, 1 to 6 outbound, 7 to 12 homeward."""
    if mat.mission.leg == Leg.GROUND:
        return 0
    return (mat.mission.leg - 1) * ZONES + mat.mission.zone


@compiled
def place_of(mat: Mat, chart: int, slot: int, person: int) -> int:
    """The place at which a chart is rolled for this slot or person."""
    kind = PLACE[chart]
    if kind == Place.SLOT:
        return slot
    if kind == Place.SEAT:
        return person % SEATS
    return zone_place(mat) if kind == Place.ZONE else 0


@compiled
def roll_dice(mat: Mat, table: Table, chart: int, slot: int, person: int, drm: int) -> tuple[int, int, int]:
    """Roll the dice of ``chart`` for an aircraft or a person (or NOBODY); the faces, 0 where there is no die.

    ``drm`` is the sum of the modifiers on the last die. The journal has the roll, the total as it is looked up, and
    no result before :func:`stuka_env.games.stuka.rules.table.note_result`.
    """
    sides = SIDES[chart]
    faces = throw(table, chart, place_of(mat, chart, slot, person), sides[0], sides[1], sides[2])
    keep_chance(mat, table, (chart, slot, person, drm), faces)
    if table.journal.capacity:
        last = faces[2] if sides[2] else faces[1] if sides[1] else faces[0]
        entry = table.journal.entries[new_line(mat, table, Entry.ROLL, chart, slot)]
        entry.person = to_number(person)
        entry.dice[0] = faces[0]
        entry.dice[1] = faces[1]
        entry.dice[2] = faces[2]
        entry.drm = drm
        entry.total = total_on(chart, last, drm)
    return faces


@compiled
def roll(mat: Mat, table: Table, chart: int, slot: int, person: int, drm: int) -> int:
    """Roll the one die of ``chart`` for an aircraft or a person (or NOBODY): the modified total, on the chart."""
    die, _, _ = roll_dice(mat, table, chart, slot, person, drm)
    return total_on(chart, die, drm)


@compiled
def modifier(mat: Mat, table: Table, occasion: Occasion, source: int, drm: int) -> int:
    """One modifier of the roll that is about to be made, by where it comes from; itself, to be added up."""
    note_modifier(mat, table, occasion, source, drm)
    return drm


@compiled
def says(table: Table, result: int) -> int:
    """What the chart said to the last roll, for the journal; itself."""
    note_result(table, result)
    return result
