"""Dice: every roll is a pure function of seed, month, line, chart, where it happens and how often it was rolled there.

Two policies on one seed therefore meet the same raids, weather and bombers of a box. A tape of planned rolls comes
before the dice.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.engine.playing import make_tape_functions
from stuka_env.games.interceptor.codes import Fault
from stuka_env.games.interceptor.rules.table import Dice, Table

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
