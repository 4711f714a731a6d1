"""Shares of the cards that can still come, for ``discards="counted"``: arithmetic on public things.

While the deck is not empty these are the undrawn cards. After the last one the discards are shuffled, but for the
cards that lie face up (ruling IQ015). Shares are in thousandths, means in hundredths.
"""

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Card
from stuka_env.games.interceptor.codes import ALL, CARDS, DESTROYED, GROUP_DAMAGE, Help
from stuka_env.games.interceptor.observation.derived import MOST_HITS, Derived, gains_of, result_of
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.records import Record, int16, record

WHOLE = 1000
"""A share of all cards."""
HUNDREDTHS = 100
"""A mean of one hit."""
MOST_MEAN = MOST_HITS * HUNDREDTHS
LARGE_GAIN = 2
"""Positions of a defence that counts as a large gain."""


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
def clear_shares(out: Shares) -> None:
    """Begin with no cards."""
    out.destroys = 0
    out.groups = 0
    out.hits = 0
    out.jams = 0
    out.enemy_destroys = 0
    out.enemy_groups = 0
    out.enemy_hits = 0
    out.defensive_fire = 0
    out.avoids_all = 0
    out.gains = 0
    out.ends = 0
    out.helps = 0


@compiled
def is_face_up(mat: Mat, number: int) -> bool:
    """Whether a card lies face up in the round in hand."""
    deck = mat.deck
    return number == deck.own or number == deck.enemy or number == deck.wing or number == deck.gunner


@compiled
def count_card(card: Card, derived: Derived, out: Shares) -> None:
    """Add one card."""
    fire = result_of(card, int(derived.column))
    out.destroys += int(fire == DESTROYED)
    out.groups += int(fire == GROUP_DAMAGE)
    out.hits += fire if fire < GROUP_DAMAGE else 0
    out.jams += card.jam
    fire = result_of(card, int(derived.enemy_column))
    out.enemy_destroys += int(fire == DESTROYED)
    out.enemy_groups += int(fire == GROUP_DAMAGE)
    out.enemy_hits += fire if fire < GROUP_DAMAGE else 0
    out.defensive_fire += card.defensive_fire
    out.avoids_all += int(card.avoid == ALL)
    out.gains += int(gains_of(card, int(derived.agile)) >= LARGE_GAIN)
    out.ends += card.ends
    out.helps += int(card.help == Help.ATTACK or card.help == Help.COVER or card.help == Help.DRIVES_OFF)


@compiled
def share(count: int, cards: int, whole: int) -> int:
    """Return ``count`` of ``cards`` as a part of ``whole``, rounded down."""
    return count * whole // cards


@compiled
def count_cards(mat: Mat, table: Table, derived: Derived, out: Shares) -> None:
    """Write the shares; ``derived`` has been worked out from the same mat."""
    clear_shares(out)
    cards = 0
    for place in range(CARDS):
        comes = mat.deck.drawn[place] == 0 if derived.cards_left else not is_face_up(mat, place + 1)
        if comes:
            cards += 1
            count_card(table.charts.cards[place], derived, out)
    if cards == 0:
        return
    out.destroys = share(int(out.destroys), cards, WHOLE)
    out.groups = share(int(out.groups), cards, WHOLE)
    out.hits = min(MOST_MEAN, share(int(out.hits), cards, HUNDREDTHS))
    out.jams = share(int(out.jams), cards, WHOLE)
    out.enemy_destroys = share(int(out.enemy_destroys), cards, WHOLE)
    out.enemy_groups = share(int(out.enemy_groups), cards, WHOLE)
    out.enemy_hits = min(MOST_MEAN, share(int(out.enemy_hits), cards, HUNDREDTHS))
    out.defensive_fire = min(MOST_MEAN, share(int(out.defensive_fire), cards, HUNDREDTHS))
    out.avoids_all = share(int(out.avoids_all), cards, WHOLE)
    out.gains = share(int(out.gains), cards, WHOLE)
    out.ends = share(int(out.ends), cards, WHOLE)
    out.helps = share(int(out.helps), cards, WHOLE)
