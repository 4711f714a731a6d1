"""Dice: every roll is a pure function of seed, month, line, chart, where it happens and how often it was rolled there.

Two policies on one seed therefore meet the same raids, weather and bombers of a box. A tape of planned rolls comes
before the dice.
"""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import Fault
from stuka_env.games.interceptor.rules.table import Dice, Table
from stuka_env.philox import face, philox

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


@compiled
def find_fault(dice: Dice, fault: int, chart: int) -> None:
    """Note that play cannot go on; only the first fault is kept."""
    if dice.fault == Fault.NONE:
        dice.fault = fault
        dice.fault_chart = chart


@compiled
def from_tape(table: Table, chart: int) -> int:
    """Return the next planned number of ``chart``; 0 if there is none, which is a fault if the tape is strict."""
    if not table.dice.taped:
        return 0
    following = int(table.tape.next[chart])
    if following < table.tape.stop[chart]:
        table.tape.next[chart] = following + 1
        return int(table.tape.values[following])
    if table.dice.strict:
        find_fault(table.dice, Fault.UNPLANNED_ROLL, chart)
    return 0


@compiled
def die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the next planned number of a die of ``chart``; 0 if there is none.

    A number that the die does not have is a fault, and then the die shows 1.
    """
    number = from_tape(table, chart)
    if number > sides:
        find_fault(table.dice, Fault.NOT_ON_DIE, chart)
        return 1
    return number


@compiled
def next_die_from_tape(table: Table, chart: int, sides: int) -> int:
    """Return the planned number of a second or third die of a roll; 1 if it is missing, 0 if there is no such die."""
    return max(1, die_from_tape(table, chart, sides)) if sides else 0


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
