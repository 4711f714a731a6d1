"""Chances and sums that labels give, from the mat and the charts in force.

Modifiers and firepower are those of the rules (:mod:`stuka_env.compiling.plain`), so that making a label compiles
nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

from stuka_env.compiling.plain import plain
from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, LOWEST_SUM
from stuka_env.games.interceptor.codes import (
    ALL,
    CARDS,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    NO_SHOT,
    Award,
    Help,
    Person,
    WingmanFate,
    hits_words,
)
from stuka_env.games.interceptor.rules import aircraft, bursts, deck, fighters, landing, options, parachutes
from stuka_env.games.interceptor.rules.table import Table

PlainRecord = Any
"""A record of ``Mat.dtype`` or of ``Charts.dtype`` in plain Python."""
PAIRS = DIE * DIE
"""Throws of two dice."""


class FireOdds(NamedTuple):
    """Results of a shot over its cases, of the same chance: the cards, for an extended burst with each throw of C3.

    ``hits`` is the mean over all cases. The hits of group damage itself and of destroyed are not counted in it.
    """

    firepower: int
    cases: int
    hits: float
    groups: int
    destroyed: int
    silent: int = 0  # no shot, as all weapons jam


def sums() -> Iterator[int]:
    """Yield the sum of two dice for each of their throws."""
    for first in range(1, DIE + 1):
        for second in range(1, DIE + 1):
            yield first + second


def throws(table: Any, modifier: int, high: int, *results: int) -> int:
    """Count the throws of two dice that give one of these results, with the total clipped to the chart's ends."""
    return sum(int(table[max(LOWEST_SUM, min(high, total + modifier))]) in results for total in sums())


def table_of(charts: PlainRecord) -> Table:
    """Return a table with these charts and without a journal, for rules that only compute."""
    nothing: Any = None
    off: Any = SimpleNamespace(capacity=0)
    return Table(nothing, nothing, charts, off, nothing)


def column_of(charts: PlainRecord, firepower: int) -> int:
    """Return the firepower column that is read; -1 for no fire (7.1.6)."""
    return int(plain(deck.column_of)(charts, firepower)) if firepower > 0 else -1


def firing_firepower(mat: PlainRecord, charts: PlainRecord) -> int:
    """Return the firepower of the weapons that can fire (7.1.6)."""
    return plain(aircraft.firepower)(mat, charts)


def fire_of(charts: PlainRecord, number: int, firepower: int) -> str:
    """Return the result of a card for a firepower: "3 hits", "group damage", "destroyed" (7.1.6)."""
    return hits_words(plain(deck.fire_of)(table_of(charts), number, firepower))


def help_firepower(charts: PlainRecord, number: int) -> int:
    """Return the firepower of the wingman's attack that a card states; 0 for no card (7.2.3.2)."""
    return charts.cards[number - 1].help_firepower if number else 0


def enemy_firepower(mat: PlainRecord, charts: PlainRecord) -> int:
    """Return the firepower of the enemy's weapons that are not out (7.3.1)."""
    return plain(fighters.enemy_firepower)(mat, table_of(charts))


def _results(charts: PlainRecord, firepower: int) -> Counter[int]:
    """Return the results of the cards for a firepower, with their numbers; none without fire (7.1.6)."""
    column = column_of(charts, firepower)
    return Counter() if column < 0 else Counter(card.fire[column] for card in charts.cards)


def _mean_hits(results: Counter[int], hits_of: Callable[[int], int]) -> float:
    """Return the mean over all cards of the hits of those that do not destroy."""
    return sum(count * hits_of(result) for result, count in results.items() if result != DESTROYED) / CARDS


def fire_at_fighter(mat: PlainRecord, charts: PlainRecord) -> FireOdds:
    """Return the odds of a shot at a fighter, before his defence (7.2.2.1)."""
    firepower, bonus = firing_firepower(mat, charts), plain(bursts.bonus_hits)(mat, table_of(charts))
    results = _results(charts, firepower)
    hits = _mean_hits(results, lambda result: bonus if result == GROUP_DAMAGE else result + bonus * (result > 0))
    return FireOdds(firepower, CARDS, hits, results[GROUP_DAMAGE], results[DESTROYED])


def _hits_on_bomber(mat: PlainRecord, charts: PlainRecord, results: Counter[int], extra: int) -> float:
    hits_of, table = plain(bursts.hits_on_bomber), table_of(charts)
    return _mean_hits(results, lambda result: sum(hits_of(mat, table, result, extra)))


def fire_at_bomber(mat: PlainRecord, charts: PlainRecord) -> FireOdds:
    """Return the odds of a shot at the bomber at its range (7.1.6, 7.1.7)."""
    firepower = firing_firepower(mat, charts)
    results = _results(charts, firepower)
    hits = _hits_on_bomber(mat, charts, results, 0)
    return FireOdds(firepower, CARDS, hits, results[GROUP_DAMAGE], results[DESTROYED])


def burst_at_bomber(mat: PlainRecord, charts: PlainRecord) -> FireOdds:
    """Return the odds of an extended burst at the bomber, over the throws of C3 and the cards (7.1.13)."""
    firepower, saved = firing_firepower(mat, charts), plain(bursts.can_maintain)(mat, table_of(charts))
    results, extras = _results(charts, firepower), Counter(int(charts["c3"][total]) for total in sums())
    destroyed, silent = extras.pop(DESTROYED, 0), 0 if saved else extras.pop(NO_SHOT, 0)
    fired = PAIRS - destroyed - silent
    hits = sum(count * _hits_on_bomber(mat, charts, results, extra) for extra, count in extras.items())
    return FireOdds(
        firepower,
        PAIRS * CARDS,
        hits / PAIRS,
        fired * results[GROUP_DAMAGE],
        fired * results[DESTROYED] + destroyed * CARDS,
        silent * CARDS,
    )


def defence_cards(charts: PlainRecord) -> tuple[int, int]:
    """Return the cards whose defence text avoids all damage, and those that end the encounter (7.2.2.6)."""
    avoiding, ending = (card.avoid == ALL for card in charts.cards), (card.ends > 0 for card in charts.cards)
    return sum(avoiding), sum(ending)


def helping_cards(charts: PlainRecord) -> int:
    """Return the cards whose wingman text helps (7.2.3.2)."""
    return sum(card.help in (Help.ATTACK, Help.COVER, Help.DRIVES_OFF) for card in charts.cards)


def is_agile(mat: PlainRecord, charts: PlainRecord) -> bool:
    """Whether the own aircraft is agile now (7.2.2.8)."""
    return plain(aircraft.is_agile)(mat, charts)


def fatigue_of(mat: PlainRecord, charts: PlainRecord) -> int:
    """Return the row of the fatigue tables (10.3)."""
    return plain(options.fatigue_row)(mat, charts) if mat["settings"]["fatigue"] else 0


def landing_modifier(mat: PlainRecord, charts: PlainRecord, is_forced: bool) -> int:
    """Return the modifiers of B7 (7.4.4); ``is_forced`` for a landing without engine."""
    return plain(landing.landing_modifier)(mat, charts, is_forced)


def jump_modifier(mat: PlainRecord, charts: PlainRecord) -> int:
    """Return the modifiers of the pilot's roll on B8 (7.6)."""
    return plain(parachutes.jump_modifier)(mat, charts, Person.PILOT)


def landing_throws(mat: PlainRecord, charts: PlainRecord, is_forced: bool, *results: int) -> int:
    """Count the throws of two dice that give one of these landings."""
    return throws(charts["b7"], landing_modifier(mat, charts, is_forced), B7_HIGH, *results)


def jump_throws(mat: PlainRecord, charts: PlainRecord, *results: int) -> int:
    """Count the throws of two dice that give one of these states of the pilot after a jump."""
    return throws(charts["b8"], jump_modifier(mat, charts), B8_HIGH, *results)


def wingman_throws(mat: PlainRecord, charts: PlainRecord) -> tuple[int, int]:
    """Count the throws of two dice with which the wingman hits a bomber, and those that harm him (7.2.3.1)."""
    modifier = plain(bursts.wingman_modifier)(mat, table_of(charts))
    high = len(charts["w1"]) - 1
    harm = throws(charts["w1_fate"], modifier, high, int(WingmanFate.DAMAGED), int(WingmanFate.LOST))
    return PAIRS - throws(charts["w1"], modifier, high, 0), harm


def held_awards(mat: PlainRecord) -> list[tuple[Award, int]]:
    """Return the awards that the pilot holds, with the class of the Wound Badge."""
    return [(award, int(grade)) for award, grade in zip(Award, mat["pilot"]["awards"], strict=True) if grade]
