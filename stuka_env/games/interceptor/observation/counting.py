"""Shares of the cards that can still come, for ``discards="counted"``, computed from public values.

While the deck is not empty these are the undrawn cards. After the last one the discards are shuffled, but for the
cards that lie face up (ruling IQ015). Shares are in thousandths, means in hundredths.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Record, int16, record
from stuka_env.games.interceptor.codes import ALL, CARDS, DESTROYED, GROUP_DAMAGE, Help
from stuka_env.games.interceptor.observation.derived import MOST_HITS, Derived, result_of
from stuka_env.games.interceptor.rules.deck import positions_gained
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table

WHOLE = 1000
"""Unit of shares: the share of all cards."""
HUNDREDTHS = 100
"""Unit of means: a mean of one hit."""
MOST_MEAN = MOST_HITS * HUNDREDTHS
LARGE_GAIN = 2
"""Smallest number of positions that counts as a large gain of a defence."""


@record
class Shares(Record):
    """Shares of the cards that can still come, and means over them."""

    destroys: int = int16(0, WHOLE, "cards that destroy in the own column, in thousandths")
    groups: int = int16(0, WHOLE, "cards with group damage in the own column, in thousandths")
    hits: int = int16(0, MOST_MEAN, "mean hits in the own column; group damage and destroyed are none; in hundredths")
    jams: int = int16(0, WHOLE, "cards that jam a weapon, in thousandths")
    enemy_destroys: int = int16(0, WHOLE, "cards that destroy in the enemy's column, in thousandths")
    enemy_groups: int = int16(0, WHOLE, "cards with group damage in the enemy's column, in thousandths")
    enemy_hits: int = int16(0, MOST_MEAN, "mean hits in the enemy's column, likewise, in hundredths")
    defensive_fire: int = int16(0, MOST_MEAN, "mean defensive fire, in hundredths")
    avoids_all: int = int16(0, WHOLE, "defences that avoid all damage, in thousandths")
    gains: int = int16(0, WHOLE, "defences that gain two positions, in thousandths")
    ends: int = int16(0, WHOLE, "defences that end the encounter, in thousandths")
    helps: int = int16(0, WHOLE, "wingman texts that help, in thousandths")


@compiled
def can_come(mat: Mat, left: int, place: int) -> bool:
    """Whether a card can still come: it is undrawn, or no card is left and it does not lie face up."""
    deck, number = mat.deck, place + 1
    if left:
        return bool(deck.drawn[place] == 0)
    return not (number == deck.own or number == deck.enemy or number == deck.wing or number == deck.gunner)


@compiled
def count_fire(mat: Mat, table: Table, left: int, column: int) -> tuple[int, int, int]:
    """Return the cards that destroy in a column, those with group damage, and the sum of the hits of the others."""
    destroyed, groups, hits = 0, 0, 0
    for place in range(CARDS):
        if can_come(mat, left, place):
            fire = result_of(table.charts.cards[place], column)
            destroyed += int(fire == DESTROYED)
            groups += int(fire == GROUP_DAMAGE)
            hits += fire if fire < GROUP_DAMAGE else 0
    return destroyed, groups, hits


@compiled
def count_jams(mat: Mat, table: Table, left: int) -> tuple[int, int, int]:
    """Return the number of cards, those that jam a weapon, and the sum of the defensive fire."""
    cards, jams, defensive_fire = 0, 0, 0
    for place in range(CARDS):
        if can_come(mat, left, place):
            cards += 1
            jams += int(table.charts.cards[place].jam)
            defensive_fire += int(table.charts.cards[place].defensive_fire)
    return cards, jams, defensive_fire


@compiled
def count_texts(mat: Mat, table: Table, left: int, agile: int) -> tuple[int, int, int, int]:
    """Return the defences that avoid all damage, gain two positions or end the encounter, and the wingman's help."""
    avoids, gains, ends, helps = 0, 0, 0, 0
    for place in range(CARDS):
        if can_come(mat, left, place):
            card = table.charts.cards[place]
            avoids += int(card.avoid == ALL)
            gains += int(positions_gained(card, agile) >= LARGE_GAIN)
            ends += int(card.ends)
            helps += int(card.help == Help.ATTACK or card.help == Help.COVER or card.help == Help.DRIVES_OFF)
    return avoids, gains, ends, helps


@compiled
def count_cards(mat: Mat, table: Table, derived: Derived, out: Shares) -> None:
    """Write the shares; ``derived`` must have been written from the same mat."""
    left, column, enemy_column = int(derived.cards_left), int(derived.column), int(derived.enemy_column)
    cards, jams, defensive_fire = count_jams(mat, table, left)
    destroyed, groups, hits = count_fire(mat, table, left, column)
    enemy_destroyed, enemy_groups, enemy_hits = count_fire(mat, table, left, enemy_column)
    avoids, gains, ends, helps = count_texts(mat, table, left, int(derived.agile))
    cards = max(cards, 1)
    out.destroys = destroyed * WHOLE // cards
    out.groups = groups * WHOLE // cards
    out.hits = min(MOST_MEAN, hits * HUNDREDTHS // cards)
    out.jams = jams * WHOLE // cards
    out.enemy_destroys = enemy_destroyed * WHOLE // cards
    out.enemy_groups = enemy_groups * WHOLE // cards
    out.enemy_hits = min(MOST_MEAN, enemy_hits * HUNDREDTHS // cards)
    out.defensive_fire = min(MOST_MEAN, defensive_fire * HUNDREDTHS // cards)
    out.avoids_all = avoids * WHOLE // cards
    out.gains = gains * WHOLE // cards
    out.ends = ends * WHOLE // cards
    out.helps = helps * WHOLE // cards
