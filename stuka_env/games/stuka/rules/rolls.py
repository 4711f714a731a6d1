"""Addresses of rolls, by the place that :class:`stuka_env.games.stuka.codes.Chart` declares; kept chance events."""

import numpy as np

from stuka_env.engine.frame import RollAddress, Thrown
from stuka_env.games.stuka.codes import COUNTED, SEATS, SLOTS, ZONES, Chart, Fault, Leg, Place
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import MOST_CHANCES, PLACES, Chance, Dice, Table, aircraft_of, person_of


def new_mission(dice: Dice, mission: int) -> None:
    """Start the streams of a mission: all counts at zero."""
    dice.mission = mission
    for chart in range(len(dice.counts)):
        for place in range(PLACES):
            dice.counts[chart][place] = 0


def count_at(dice: Dice, chart: int, place: int) -> int:
    """Count a roll of ``chart`` at ``place``; the number of those before it in this mission."""
    count = int(dice.counts[chart][place])
    dice.counts[chart][place] = (count + 1) & (COUNTED - 1)
    return count


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


def keep_chance(mat: Mat, table: Table, chart: int, subject: int, modifier: int, thrown: Thrown) -> None:
    """Keep a roll or draw with the mat before it, if chance events are kept. A full store is a fault.

    Of a draw, the first face is the number drawn; from the cup, the second one is how many were drawn before it.
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
    chance.chart = chart
    chance.slot = aircraft_of(subject)
    chance.person = person_of(subject)
    chance.drm = modifier
    chance.faces[0] = thrown.first
    chance.faces[1] = thrown.second
    chance.faces[2] = thrown.third
    copy_board(mat, chance)


PLACE = np.array([chart.place for chart in Chart], np.int64)
"""Place of the roll of each chart."""


def clamp(value: int, low: int, high: int) -> int:
    """``value``, or the nearer end of the chart (ruling Q43)."""
    return max(low, min(high, value))


def zone_place(mat: Mat) -> int:
    """Return the place of the formation for dice: 0 on the ground, 1 to 6 outbound, 7 to 12 homeward."""
    if mat.mission.leg == Leg.GROUND:
        return 0
    return (mat.mission.leg - 1) * ZONES + mat.mission.zone


def place_of(mat: Mat, chart: int, subject: int) -> int:
    """Return the place at which a chart is rolled for a subject."""
    kind = PLACE[chart]
    if kind == Place.SLOT:
        return aircraft_of(subject)
    if kind == Place.SEAT:
        return person_of(subject) % SEATS
    return zone_place(mat) if kind == Place.ZONE else 0


def address_of(mat: Mat, table: Table, chart: int, subject: int) -> RollAddress:
    """Return the address of a roll: the mission, the place, and the rolls before it there in this mission."""
    place = place_of(mat, chart, subject)
    return RollAddress(int(table.dice.mission), place, count_at(table.dice, chart, place))
