"""Dice: every roll is a pure function of war seed, mission, chart, where it happens and how often there.

The generator is Philox-4x32-10 (Salmon et al., SC 2011), a counter-based function with published test vectors. Its
words are 32-bit numbers kept in 64-bit integers, so that compiled code (which wraps) and plain Python (which does
not) see the same bits. A tape of planned rolls comes before the dice; it is how the worked examples are replayed.
"""

from stuka_env.codes import Fault
from stuka_env.compilation import compiled
from stuka_env.rules.table import PLACES, Dice, Table

WORD = 0xFFFFFFFF
HALF_WORD = 0xFFFF
ROUNDS = 10
COUNTED = 256
"""Rolls of a chart in one place and mission that are told apart; after them the same faces come again."""


@compiled
def philox(first: int, second: int, third: int, fourth: int, key_low: int, key_high: int) -> tuple[int, int, int, int]:
    """Philox-4x32-10: four 32-bit words from a 128-bit counter and a 64-bit key."""
    first, second, third, fourth = int(first), int(second), int(third), int(fourth)
    key_low, key_high = int(key_low), int(key_high)
    for _ in range(ROUNDS):
        left = first * 0xD2511F53
        right = third * 0xCD9E8D57
        first = ((right >> 32) & WORD) ^ second ^ key_low
        second = right & WORD
        third = ((left >> 32) & WORD) ^ fourth ^ key_high
        fourth = left & WORD
        key_low = (key_low + 0x9E3779B9) & WORD
        key_high = (key_high + 0xBB67AE85) & WORD
    return first, second, third, fourth


@compiled
def face(word: int, sides: int) -> int:
    """The face 1 to ``sides`` that a 32-bit word stands for."""
    return 1 + ((word * sides) >> 32)


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
    """How often ``chart`` has been rolled at ``place`` in this mission, before this roll; counts it."""
    count = int(dice.counts[chart][place])
    dice.counts[chart][place] = (count + 1) & (COUNTED - 1)
    return count


@compiled
def find_fault(dice: Dice, fault: int, chart: int) -> None:
    """Note that the dice and the tape do not fit; the first fault is the one to report."""
    if dice.fault == Fault.NONE:
        dice.fault = fault
        dice.fault_chart = chart


@compiled
def from_tape(table: Table, chart: int) -> int:
    """The next planned number of ``chart``; 0 if there is none, with a fault if the tape is strict."""
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
def throw(table: Table, chart: int, place: int, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Throw up to three dice together for ``chart`` at ``place``; 0 sides is no die, and its face 0."""
    dice = table.dice
    count = count_roll(dice, chart, place)
    planned = from_tape(table, chart)
    if planned:
        return planned, from_tape(table, chart) if second else 0, from_tape(table, chart) if third else 0
    words = words_of(dice, chart, place, count)
    return face(words[0], first), face(words[1], second) if second else 0, face(words[2], third) if third else 0
