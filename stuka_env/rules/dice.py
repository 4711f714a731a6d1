"""Dice: every roll is a pure function of war seed, mission, chart, where it happens and how often there.

The generator is Philox-4x32-10 (Salmon et al., SC 2011), a counter-based function with published test vectors. Its
words are 32-bit numbers kept in 64-bit integers, so that compiled code (which wraps) and plain Python (which does
not) see the same bits. A tape of planned rolls comes before the dice; it is how the worked examples are replayed.
"""

from stuka_env.codes import CARDS, SLOTS, Chart, Fault, Leg, Status
from stuka_env.rules.dice_records import PLACES, Dice
from stuka_env.rules.journal import note_drawn
from stuka_env.rules.kernel import Table, rule
from stuka_env.rules.mat import Mat

WORD = 0xFFFFFFFF
HALF_WORD = 0xFFFF
"""A card's hash is half a word: 24 cards from three calls."""
ROUNDS = 10
UNSEEN = 1 << 40
"""Larger than any word: the hash of a number that is not in the cup."""


@rule
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


@rule
def face(word: int, sides: int) -> int:
    """The face 1 to ``sides`` that a 32-bit word stands for."""
    return 1 + ((word * sides) >> 32)


@rule
def new_mission(dice: Dice, mission: int) -> None:
    """Start the streams of a mission: all counts at zero."""
    dice.mission = mission
    for chart in range(len(dice.counts)):
        for place in range(PLACES):
            dice.counts[chart][place] = 0


@rule
def count_roll(dice: Dice, chart: int, place: int) -> int:
    """How often ``chart`` has been rolled at ``place`` in this mission, before this roll; counts it."""
    count = int(dice.counts[chart][place])
    dice.counts[chart][place] = (count + 1) & 0xFF
    return count


@rule
def find_fault(dice: Dice, fault: int, chart: int) -> None:
    """Note that the dice and the tape do not fit; the first fault is the one to report."""
    if dice.fault == Fault.NONE:
        dice.fault = fault
        dice.fault_chart = chart


@rule
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


@rule
def roll(table: Table, chart: int, place: int, sides: int) -> int:
    """Roll one die of ``sides`` for ``chart`` at ``place``: 1 to ``sides``."""
    dice = table.dice
    count = count_roll(dice, chart, place)
    planned = from_tape(table, chart)
    if planned:
        return planned
    return face(philox(dice.mission, chart, place, count, dice.key_low, dice.key_high)[0], sides)


@rule
def roll_pair(table: Table, chart: int, place: int, first: int, second: int) -> tuple[int, int]:
    """Roll two dice together (C1: D10 and D6; B3: white and colour)."""
    dice = table.dice
    count = count_roll(dice, chart, place)
    planned = from_tape(table, chart)
    if planned:
        return planned, from_tape(table, chart)
    words = philox(dice.mission, chart, place, count, dice.key_low, dice.key_high)
    return face(words[0], first), face(words[1], second)


@rule
def roll_mission_dice(table: Table) -> tuple[int, int, int]:
    """The two white D6 and the colour D6 of A1 (4.6)."""
    dice = table.dice
    count = count_roll(dice, Chart.A1, 0)
    planned = from_tape(table, Chart.A1)
    if planned:
        return planned, from_tape(table, Chart.A1), from_tape(table, Chart.A1)
    words = philox(dice.mission, Chart.A1, 0, count, dice.key_low, dice.key_high)
    return face(words[0], 6), face(words[1], 6), face(words[2], 6)


@rule
def zone_place(mat: Mat) -> int:
    """Where the formation is, as a place for dice: 0 on the ground, 1 to 6 outbound, 7 to 12 homeward."""
    if mat.mission.leg == Leg.GROUND:
        return 0
    return (mat.mission.leg - 1) * 6 + mat.mission.zone


@rule
def in_deck(mat: Mat, table: Table, card: int, left_out: int) -> bool:
    """Whether a card can still be drawn; every copy of ``left_out`` is out of the deck (-1 none)."""
    if mat.mission.drawn[card]:
        return False
    return left_out < 0 or table.charts.event[card] != table.charts.event[left_out]


@rule
def draw_card(mat: Mat, table: Table, left_out: int) -> int:
    """Draw the next event card (7.2): of those still in the deck the one with the smallest hash."""
    dice = table.dice
    place = zone_place(mat)
    count_roll(dice, Chart.EVENT, place)
    planned = from_tape(table, Chart.EVENT)
    if planned:
        if not in_deck(mat, table, planned - 1, left_out):
            find_fault(dice, Fault.CARD_GONE, Chart.EVENT)
        return planned - 1
    best = UNSEEN
    card = 0
    for block in range(CARDS // 8):
        words = philox(dice.mission, Chart.EVENT, place, block, dice.key_low, dice.key_high)
        for part in range(8):
            candidate = block * 8 + part
            number = (words[part // 2] >> (16 * (part % 2))) & HALF_WORD
            if number < best and in_deck(mat, table, candidate, left_out):
                best = number
                card = candidate
    return card


@rule
def in_cup(mat: Mat, slot: int, drawn: int) -> bool:
    """Whether the number of ``slot`` is in the cup, with the first ``drawn`` targets taken out."""
    if slot < 0 or slot >= SLOTS or mat.aircraft[slot].status != Status.FLYING:
        return False
    for index in range(drawn):
        if mat.mission.targets[index] == slot + 1:
            return False
    return True


@rule
def next_slot(mat: Mat, table: Table, place: int, count: int, drawn: int) -> int:
    """One number out of the cup: the slot with the smallest hash still in it, or -1 if the cup is empty."""
    dice = table.dice
    best = UNSEEN
    chosen = -1
    for block in range((mat.mission.sent + 3) // 4):
        words = philox(dice.mission, Chart.CUP, place, count * 4 + block, dice.key_low, dice.key_high)
        for part in range(4):
            slot = block * 4 + part
            if words[part] < best and in_cup(mat, slot, drawn):
                best = words[part]
                chosen = slot
    if chosen < 0:
        return -1
    planned = from_tape(table, Chart.CUP)
    if planned == 0:
        return chosen
    if not in_cup(mat, planned - 1, drawn):
        find_fault(dice, Fault.NOT_IN_CUP, Chart.CUP)
        return chosen
    return planned - 1


@rule
def draw_slots(mat: Mat, table: Table, wanted: int, first: int) -> int:
    """Draw up to ``wanted`` different numbers from the cup into ``mission.targets``; how many were drawn.

    The cup holds the numbers of the aircraft in flight (3.2). ``first`` is a slot that is given, not drawn (7.3.1),
    or -1. Everything one result asks for is drawn before anything is resolved.
    """
    mission = mat.mission
    place = zone_place(mat)
    count = count_roll(table.dice, Chart.CUP, place)
    drawn = 0
    for index in range(SLOTS):
        mission.targets[index] = 0
    if first >= 0 and wanted > 0:
        mission.targets[0] = first + 1
        drawn = 1
    while drawn < wanted:
        slot = next_slot(mat, table, place, count, drawn)
        if slot < 0:
            break
        mission.targets[drawn] = slot + 1
        drawn += 1
        note_drawn(mat, table, slot)
    return drawn
