"""Chance events: every roll and draw with the mat before it, for those who ask how lucky a war was.

The journal tells a reader what happened. A chance event tells a program what could have happened: the faces that
fell, and everything on which their meaning depends.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.codes import SEATS, SLOTS, Fault
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import MOST_CHANCES, Chance, Table


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
