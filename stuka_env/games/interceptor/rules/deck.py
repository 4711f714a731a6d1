"""The deck of combat cards (3.5.1, 4.0): the next card is the undrawn one with the smallest hash.

Two policies that flip the same number of cards in a month therefore see the same cards.
"""

from stuka_env.compiling.philox import philox
from stuka_env.engine.frame import find_fault, from_tape, note, note_on
from stuka_env.games.interceptor.charts.shape import Card, Charts
from stuka_env.games.interceptor.codes import CARDS, Chart, Entry, Fault
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import SHUFFLE, Dice, Table

CARD_BITS = 6
CARD_MASK = (1 << CARD_BITS) - 1
"""A card in the last bits of its place in the order."""
BEHIND_ALL = 1 << 60
"""Place behind all cards."""
WORDS = 4
"""Words of a hash, one for each card."""
STAMPED = 1 << 20
"""Factor between month and shuffle in the stamp of an order."""
SEEDED = 0x9E3779B9
"""Factor of the seed in the stamp of an order."""


def stamp_of(dice: Dice, shuffles: int) -> int:
    """Return the stamp of the order of a shuffle: another seed, month or shuffle has another; never 0."""
    seed = (int(dice.key_low) * SEEDED ^ int(dice.key_high)) & 0xFFFFFFFF
    return seed * STAMPED + int(dice.month) * (MOST_COUNTED + 1) + shuffles + 1


def lay_deck(dice: Dice, shuffles: int) -> None:
    """Write the place of each card after a shuffle: the hash of seed, month, shuffle and card, then the card."""
    for block in range(CARDS // WORDS):
        words = philox(dice.month, Chart.CARD, shuffles, block, dice.key_low, dice.key_high)
        for part in range(WORDS):
            card = block * WORDS + part
            dice.deck[card] = (int(words[part]) << CARD_BITS) + card
    dice.deck_stamp = stamp_of(dice, shuffles)


def clear_hand(mat: Mat) -> None:
    """Discard the cards of the last round: a new round begins."""
    mat.deck.own = 0
    mat.deck.enemy = 0
    mat.deck.wing = 0
    mat.deck.gunner = 0
    mat.work.redrawn[0] = 0


def new_deck(mat: Mat) -> None:
    """Shuffle all sixty cards at the start of a month (3.5.1)."""
    clear_hand(mat)
    mat.deck.shuffles = 0
    for card in range(CARDS):
        mat.deck.drawn[card] = 0


def keep_out(mat: Mat, number: int) -> None:
    """Keep a card of the current round out of a shuffle."""
    if number:
        mat.deck.drawn[number - 1] = 1


def reshuffle(mat: Mat, table: Table) -> None:
    """Shuffle the discards, except the cards of the current round (3.5.1, ruling IQ015)."""
    for card in range(CARDS):
        mat.deck.drawn[card] = 0
    keep_out(mat, int(mat.deck.own))
    keep_out(mat, int(mat.deck.enemy))
    keep_out(mat, int(mat.deck.wing))
    keep_out(mat, int(mat.deck.gunner))
    keep_out(mat, int(mat.work.redrawn[0]))
    mat.deck.shuffles = raised(mat.deck.shuffles, 1, MOST_COUNTED)
    note(mat, table, Entry.SHUFFLED, 0, 0)


def next_card(mat: Mat, table: Table) -> int:
    """Return the number of the first card of the order that is still in the deck; 0 if none is."""
    dice = table.dice
    shuffles = int(mat.deck.shuffles)
    if dice.deck_stamp != stamp_of(dice, shuffles):
        lay_deck(dice, shuffles)
    first = BEHIND_ALL
    for card in range(CARDS):
        place = int(dice.deck[card])
        first = min(first, BEHIND_ALL if mat.deck.drawn[card] else place)
    return (first & CARD_MASK) + 1 if first != BEHIND_ALL else 0


def flip(mat: Mat, table: Table, shooter: int) -> int:
    """Flip the next card for somebody, and return its number (3.5.1, 4.0)."""
    number = next_card(mat, table)
    if number == 0:
        reshuffle(mat, table)
        number = next_card(mat, table)
    planned = from_tape(table, Chart.CARD)
    if planned == SHUFFLE:
        reshuffle(mat, table)
        number = next_card(mat, table)
        planned = from_tape(table, Chart.CARD)
    if planned:
        if planned > CARDS or mat.deck.drawn[planned - 1]:
            find_fault(table.dice, Fault.CARD_GONE, Chart.CARD)
        else:
            number = planned
    mat.deck.drawn[number - 1] = 1
    note_on(mat, table, Entry.CARD, Chart.CARD, number, shooter)
    return number


def card_of(table: Table, number: int) -> Card:
    """Return the text of a card."""
    return table.charts.cards[number - 1]


def positions_gained(card: Card, agile: int) -> int:
    """Return the positions that a defence text gains, for an aircraft that is agile or not.

    (7.2.2.6, 7.2.2.8)
    """
    return int(card.improve) + int(card.agile_bonus) * agile


def column_of(charts: Charts, firepower: int) -> int:
    """Return the highest firepower column not above ``firepower``, or the lowest one (7.1.6, IQ048)."""
    column = 0
    for place in range(len(charts.columns)):
        if charts.columns[place] <= firepower:
            column = place
    return column


def fire_of(table: Table, number: int, firepower: int) -> int:
    """Return the attack result of a card: hits, GROUP_DAMAGE or DESTROYED (7.1.6)."""
    if firepower <= 0:
        return 0
    return int(card_of(table, number).fire[column_of(table.charts, firepower)])
