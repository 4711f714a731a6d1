"""The deck of event cards and the cup of aircraft numbers (3.2, 3.7, 7.2): the next is the one with the smallest hash.

So two policies that come to the same zone in the same mission draw the same card, whatever they did before.
"""

from stuka_env.compiling.philox import HALF_WORD
from stuka_env.engine.frame import (
    RollAddress,
    Thrown,
    find_fault,
    from_tape,
    note_on,
    says_total,
    words_at,
    write_roll,
)
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, NOBODY, SLOTS, Chart, Entry, Fault, Status
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.rolls import address_of, keep_chance
from stuka_env.games.stuka.rules.table import Table

UNSEEN = 1 << 40
"""Larger than any word: the hash of a number that is not in the cup."""
WORDS = 4
"""Words of a hash; a number from the cup takes one, a card half of one."""


def in_deck(mat: Mat, charts: Charts, card: int, left_out: int) -> bool:
    """Whether a card can still be drawn; every copy of ``left_out`` is out of the deck (NOBODY: none is)."""
    if mat.mission.drawn[card]:
        return False
    return left_out < 0 or charts.event[card] != charts.event[left_out]


def draw_card(mat: Mat, table: Table, left_out: int) -> int:
    """Draw the next event card (7.2)."""
    card = next_card(mat, table, left_out)
    write_roll(mat, table, Chart.EVENT, 0, 0, (to_number(card), 0, 0))
    says_total(table, card)
    return card


def next_card(mat: Mat, table: Table, left_out: int) -> int:
    """The card of those still in the deck with the smallest hash."""
    address = address_of(mat, table, Chart.EVENT, 0)
    planned = from_tape(table, Chart.EVENT)
    if planned:
        if not in_deck(mat, table.charts, to_index(planned), left_out):
            find_fault(table.dice, Fault.CARD_GONE, Chart.EVENT)
        return to_index(planned)
    best = UNSEEN
    card = 0
    for block in range(CARDS // (2 * WORDS)):
        words = words_at(table.dice, Chart.EVENT, RollAddress(address.part, address.place, block))
        for part in range(2 * WORDS):
            candidate = block * 2 * WORDS + part
            number = (words[part // 2] >> (16 * (part % 2))) & HALF_WORD
            if number < best and in_deck(mat, table.charts, candidate, left_out):
                best = number
                card = candidate
    return card


def in_cup(mat: Mat, slot: int, drawn: int) -> bool:
    """Whether the number of ``slot`` is in the cup, with the first ``drawn`` targets taken out."""
    if slot < 0 or slot >= SLOTS or mat.aircraft[slot].status != Status.FLYING:
        return False
    for index in range(drawn):
        if mat.mission.targets[index] == to_number(slot):
            return False
    return True


def next_slot(mat: Mat, table: Table, address: RollAddress, drawn: int) -> int:
    """One number out of the cup: the slot with the smallest hash still in it, or NOBODY if the cup is empty."""
    best = UNSEEN
    chosen = NOBODY
    for block in range((mat.mission.sent + WORDS - 1) // WORDS):
        own = RollAddress(address.part, address.place, address.number * WORDS + block)
        words = words_at(table.dice, Chart.CUP, own)
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


def draw_slots(mat: Mat, table: Table, wanted: int, first: int) -> int:
    """Draw up to ``wanted`` different numbers from the cup into ``mission.targets``; how many were drawn.

    The cup holds the numbers of the aircraft in flight (3.2). ``first`` is a slot that is given, not drawn (7.3.1),
    or NOBODY. Everything one result asks for is drawn before anything is resolved.
    """
    mission = mat.mission
    address = address_of(mat, table, Chart.CUP, 0)
    drawn = 0
    for index in range(SLOTS):
        mission.targets[index] = 0
    if first >= 0 and wanted > 0:
        mission.targets[0] = to_number(first)
        drawn = 1
    while drawn < wanted:
        slot = next_slot(mat, table, address, drawn)
        if slot == NOBODY:
            break
        keep_chance(mat, table, Chart.CUP, to_number(slot), 0, Thrown(to_number(slot), drawn, 0, 0))
        mission.targets[drawn] = to_number(slot)
        drawn += 1
        note_on(mat, table, Entry.DRAWN, Chart.CUP, to_number(slot), to_number(slot))
    return drawn
