"""Rolling on a chart: one call adds the modifiers up, rolls, and writes the journal; what the chart says is noted last.

Where a chart is rolled and with which dice stands in :class:`stuka_env.games.stuka.codes.Chart`.
"""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import A2_HIGH, A2_LOW, A6_HIGH, C3_HIGH, C4_HIGH, C5_HIGH
from stuka_env.games.stuka.codes import SEATS, ZONES, Chart, Entry, Leg, Place
from stuka_env.games.stuka.rules.chances import keep_chance
from stuka_env.games.stuka.rules.dice import throw
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.notes import Occasion, new_line, note_modifier, note_result
from stuka_env.games.stuka.rules.numbering import to_number
from stuka_env.games.stuka.rules.table import Table

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
    no result before :func:`stuka_env.games.stuka.rules.notes.note_result`.
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
