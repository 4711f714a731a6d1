"""Dice: every roll is a pure function of seed, mission, chart, place and subject.

Two policies on one seed therefore meet the same flak, events and interceptors in a box. A tape of planned rolls comes
before the dice. No count of rolls is needed: play never rolls a chart twice at one place for one subject.
"""

import numpy as np

from stuka_env.engine.frame import RollAddress
from stuka_env.games.wing.codes import About, Chart, Leg
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import JournalLine, Table

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


def place_of(mat: Mat) -> int:
    """Return the place of a roll as a number: on a leg the box and its visit, else 0 (ruling X53)."""
    mission = mat.mission
    if mission.leg != Leg.OUT and mission.leg != Leg.HOME:
        return 0
    return int(mission.box) * BOXES_APART + int(mat.route.visits[mission.box])


def address_of(mat: Mat, table: Table, chart: int, subject: int) -> RollAddress:
    """Return the address of a roll."""
    part = int(mat.track.box) * PARTS_APART + int(PART[mat.mission.leg])
    return RollAddress(part, place_of(mat), subject)


def subject_of(mat: Mat, attempt: int) -> int:
    """Return the packed subject of the damage or of the random bomber that is settled: its cause, and a try."""
    work, enemy = mat.work, mat.enemy
    rounds = (int(work.cause) * SMALL + int(enemy.round_number)) * SMALL + int(enemy.wave)
    return ((rounds * SMALL + int(work.attacker)) * SLOTS_APART + int(work.part)) * TRIES + attempt


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


def put_subject(mat: Mat, table: Table, line: JournalLine, subject: int, modifier: int) -> None:
    """Write the subject of a roll."""
    line.second = shown_subject(mat, int(line.chart), subject)
