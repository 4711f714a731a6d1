"""Dice: every roll is a pure function of war seed, mission, chart, where it happens and how often there.

The generator is :func:`stuka_env.compiling.philox.philox`. A tape of planned rolls comes before the dice; it is how the
worked examples are replayed.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from stuka_env.engine.playing import make_tape_functions
from stuka_env.games.stuka.codes import COUNTED, Fault
from stuka_env.games.stuka.rules.table import PLACES, Dice, Table


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
