"""The deck of event cards and the cup of aircraft numbers (3.2, 3.7, 7.2): the next is the one with the smallest hash.

So two policies that come to the same zone in the same mission draw the same card, whatever they did before.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import HALF_WORD
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, NOBODY, SLOTS, Chart, Fault, Status
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.rolls import count_roll, find_fault, from_tape, keep_chance, words_of, zone_place
from stuka_env.games.stuka.rules.table import Table, note_drawn

UNSEEN = 1 << 40
"""Larger than any word: the hash of a number that is not in the cup."""
WORDS = 4
"""Words of a hash; a number from the cup takes one, a card half of one."""


@compiled
def in_deck(mat: Mat, charts: Charts, card: int, left_out: int) -> bool:
    """Whether a card can still be drawn; every copy of ``left_out`` is out of the deck (NOBODY: none is)."""
    if mat.mission.drawn[card]:
        return False
    return left_out < 0 or charts.event[card] != charts.event[left_out]


@compiled
def draw_card(mat: Mat, table: Table, left_out: int) -> int:
    """Draw the next event card (7.2)."""
    card = next_card(mat, table, left_out)
    keep_chance(mat, table, (Chart.EVENT.value, NOBODY, NOBODY, 0), (to_number(card), 0, 0))
    return card


@compiled
def next_card(mat: Mat, table: Table, left_out: int) -> int:
    """The card of those still in the deck with the smallest hash."""
    place = zone_place(mat)
    count_roll(table.dice, Chart.EVENT, place)
    planned = from_tape(table, Chart.EVENT)
    if planned:
        if not in_deck(mat, table.charts, to_index(planned), left_out):
            find_fault(table.dice, Fault.CARD_GONE, Chart.EVENT)
        return to_index(planned)
    best = UNSEEN
    card = 0
    for block in range(CARDS // (2 * WORDS)):
        words = words_of(table.dice, Chart.EVENT, place, block)
        for part in range(2 * WORDS):
            candidate = block * 2 * WORDS + part
            number = (words[part // 2] >> (16 * (part % 2))) & HALF_WORD
            if number < best and in_deck(mat, table.charts, candidate, left_out):
                best = number
                card = candidate
    return card


@compiled
def in_cup(mat: Mat, slot: int, drawn: int) -> bool:
    """Whether the number of ``slot`` is in the cup, with the first ``drawn`` targets taken out."""
    if slot < 0 or slot >= SLOTS or mat.aircraft[slot].status != Status.FLYING:
        return False
    for index in range(drawn):
        if mat.mission.targets[index] == to_number(slot):
            return False
    return True


@compiled
def next_slot(mat: Mat, table: Table, place: int, count: int, drawn: int) -> int:
    """One number out of the cup: the slot with the smallest hash still in it, or NOBODY if the cup is empty."""
    best = UNSEEN
    chosen = NOBODY
    for block in range((mat.mission.sent + WORDS - 1) // WORDS):
        words = words_of(table.dice, Chart.CUP, place, count * WORDS + block)
        for part in range(WORDS):
            slot = block * WORDS + part
            if words[part] < best and in_cup(mat, slot, drawn):
                best = words[part]
                chosen = slot
    if chosen == NOBODY:
        return NOBODY
    planned = from_tape(table, Chart.CUP)
    if planned == 0:
        return chosen
    if not in_cup(mat, to_index(planned), drawn):
        find_fault(table.dice, Fault.NOT_IN_CUP, Chart.CUP)
        return chosen
    return to_index(planned)


@compiled
def draw_slots(mat: Mat, table: Table, wanted: int, first: int) -> int:
    """Draw up to ``wanted`` different numbers from the cup into ``mission.targets``; how many were drawn.

    The cup holds the numbers of the aircraft in flight (3.2). ``first`` is a slot that is given, not drawn (7.3.1),
    or NOBODY. Everything one result asks for is drawn before anything is resolved.
    """
    mission = mat.mission
    place = zone_place(mat)
    count = count_roll(table.dice, Chart.CUP, place)
    drawn = 0
    for index in range(SLOTS):
        mission.targets[index] = 0
    if first >= 0 and wanted > 0:
        mission.targets[0] = to_number(first)
        drawn = 1
    while drawn < wanted:
        slot = next_slot(mat, table, place, count, drawn)
        if slot == NOBODY:
            break
        keep_chance(mat, table, (Chart.CUP.value, slot, NOBODY, 0), (to_number(slot), drawn, 0))
        mission.targets[drawn] = to_number(slot)
        drawn += 1
        note_drawn(mat, table, slot)
    return drawn
