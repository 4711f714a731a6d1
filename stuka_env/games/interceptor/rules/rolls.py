"""Rolls on a chart: the place of the roll, the dice, and a line in the journal.

The place and the dice of each chart are in :class:`stuka_env.games.interceptor.codes.Chart`.
"""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.engine.playing import make_tape_functions
from stuka_env.games.interceptor.codes import DIE, Chart, Fault, Place
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Dice, Table, note_result, note_roll

LINES_APART = 16
"""Distance between months in the first word of an address."""


@compiled
def words_of(dice: Dice, chart: int, place: int, count: int) -> tuple[int, int, int, int]:
    """Return the four random words of the roll number ``count`` of ``chart`` at ``place`` in this line."""
    return philox(dice.month * LINES_APART + dice.line, chart, place, count, dice.key_low, dice.key_high)


@compiled
def new_streams(dice: Dice, month: int, line: int) -> None:
    """Start the streams of a sortie line: all counts at zero."""
    dice.month = month
    dice.line = line
    for chart in range(len(dice.counts)):
        dice.places[chart] = 0
        dice.counts[chart] = 0


@compiled
def count_roll(dice: Dice, chart: int, place: int) -> int:
    """Count a roll of ``chart``, and return the number of earlier ones at ``place``.

    Play never returns to a place of a line, so one count for each chart is enough.
    """
    if dice.places[chart] != place:
        dice.places[chart] = place
        dice.counts[chart] = 0
    count = int(dice.counts[chart])
    dice.counts[chart] = count + 1
    return count


find_fault, from_tape, die_from_tape, next_die_from_tape = make_tape_functions(__name__, Table, Fault)


@compiled
def throw(table: Table, chart: int, place: int, first: int, second: int) -> tuple[int, int]:
    """Throw one die or two together for ``chart`` at ``place``; a die with 0 sides is not thrown, and its face is 0."""
    dice = table.dice
    count = count_roll(dice, chart, place)
    planned = die_from_tape(table, chart, first)
    if planned:
        return planned, next_die_from_tape(table, chart, second)
    words = words_of(dice, chart, place, count)
    return face(words[0], first), face(words[1], second) if second else 0


SIDES = np.array([[*chart.dice, 0, 0][:2] for chart in Chart], np.int64)
"""Sides of the dice of each chart; 0 for no die."""
PLACE = np.array([chart.place for chart in Chart], np.int64)
"""Place of the roll of each chart."""
WITH_BOMBER, WITH_FIGHTER = 1, 2
"""Kinds of contact in the number of a place; 0 is none."""
BOXES_APART, CONTACTS_APART, ROUNDS = 1 << 24, 1 << 22, 1 << 12
"""Distances between boxes, kinds of contact and aircraft met in the number of a place."""
RANGES_APART = 4
TENS = 10


@compiled
def clamp(value: int, low: int, high: int) -> int:
    """Return ``value`` clipped to a range (ruling IQ206)."""
    return max(low, min(high, value))


@compiled
def raised(value: int, amount: int, most: int) -> int:
    """Return the sum of ``value`` and ``amount``, clipped to 0 and ``most``."""
    return max(0, min(most, int(value) + int(amount)))


@compiled
def place_of(mat: Mat, chart: int) -> int:
    """Return the place of a chart's roll as a number: line, box, or box with the aircraft met and its round."""
    kind = PLACE[chart]
    if kind == Place.LINE:
        return 0
    place = int(mat.sortie.box) * BOXES_APART
    if kind == Place.BOX:
        return place
    if mat.bomber.present:
        rounds = int(mat.sortie.passes) * RANGES_APART + 2 - int(mat.bomber.range)
        return place + WITH_BOMBER * CONTACTS_APART + int(mat.sortie.bombers_met) * ROUNDS + rounds
    if mat.fighter.present:
        return place + WITH_FIGHTER * CONTACTS_APART + int(mat.sortie.enemies_met) * ROUNDS
    return place


@compiled
def says(table: Table, result: int) -> int:
    """Note the result of the last roll, and return it."""
    note_result(table, result)
    return result


@compiled
def succeeds(table: Table, success: bool) -> bool:
    """Note whether the last roll is a success, and return it."""
    note_result(table, int(success))
    return success


@compiled
def roll_tens(mat: Mat, table: Table, chart: int) -> int:
    """Roll the two dice of ``chart`` and return them read as tens and ones (3.6)."""
    faces = throw(table, chart, place_of(mat, chart), SIDES[chart][0], SIDES[chart][1])
    number = faces[0] * TENS + faces[1]
    note_roll(mat, table, chart, faces, number)
    return number


@compiled
def roll_against(mat: Mat, table: Table, chart: int, lead: int) -> int:
    """Roll a die of ``chart`` for each side, and return the player's lead with modifiers."""
    faces = throw(table, chart, place_of(mat, chart), SIDES[chart][0], SIDES[chart][1])
    lead += faces[0] - faces[1]
    note_roll(mat, table, chart, faces, lead)
    return lead


@compiled
def roll_sum(mat: Mat, table: Table, chart: int, modifier: int) -> int:
    """Roll the two dice of ``chart`` and return their sum with its modifier."""
    faces = throw(table, chart, place_of(mat, chart), SIDES[chart][0], SIDES[chart][1])
    total = faces[0] + faces[1] + modifier
    note_roll(mat, table, chart, faces, total)
    return total


@compiled
def roll_sides(mat: Mat, table: Table, chart: int, sides: int, modifier: int) -> int:
    """Roll one die with ``sides`` for ``chart`` and return the face with its modifier."""
    faces = throw(table, chart, place_of(mat, chart), sides, 0)
    note_roll(mat, table, chart, faces, faces[0] + modifier)
    return faces[0] + modifier


@compiled
def roll_die(mat: Mat, table: Table, chart: int, modifier: int) -> int:
    """Roll the one die of ``chart`` and return the face with its modifier."""
    return roll_sides(mat, table, chart, SIDES[chart][0], modifier)


@compiled
def roll_d6(mat: Mat, table: Table, chart: int) -> int:
    """Roll 1d6 in place of the dice of ``chart``."""
    return roll_sides(mat, table, chart, DIE, 0)
