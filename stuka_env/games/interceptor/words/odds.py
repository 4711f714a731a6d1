"""Chances and sums that labels give, from the mat and the charts in force.

Modifiers and firepower are those of the rules (:mod:`stuka_env.plain`), so that making a label compiles nothing.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, FATIGUE_TABLE, LOWEST_SUM
from stuka_env.games.interceptor.codes import (
    ALL,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    Award,
    Help,
    Person,
    WingmanFate,
    hits_words,
)
from stuka_env.games.interceptor.rules import aircraft, bursts, deck, fighters, landing, parachutes
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.plain import plain

NumpyRecord = Any
"""A record of ``Mat.dtype`` or of ``Charts.dtype``."""
PAIRS = DIE * DIE
"""Throws of two dice."""


class FireOdds(NamedTuple):
    """Results of all sixty cards in a column: mean hits, and cards with group damage and destroyed.

    ``hits`` is the mean over all cards; group damage and destroyed count as no hits.
    """

    hits: float
    groups: int
    destroyed: int


def sums() -> Iterator[int]:
    """Yield the sum of two dice for each of their throws."""
    for first in range(1, DIE + 1):
        for second in range(1, DIE + 1):
            yield first + second


def throws(table: Any, modifier: int, high: int, *results: int) -> int:
    """Count the throws of two dice that give one of these results, with the total clipped to the chart's ends."""
    return sum(int(table[max(LOWEST_SUM, min(high, total + modifier))]) in results for total in sums())


def table_of(charts: NumpyRecord) -> Table:
    """Return a table with these charts and without a journal, for rules that only compute."""
    nothing: Any = None
    off: Any = SimpleNamespace(capacity=0)
    return Table(nothing, nothing, charts, off, nothing)


def column_of(charts: NumpyRecord, firepower: int) -> int:
    """Return the firepower column that is read; -1 for no fire (7.1.6)."""
    return int(plain(deck.column_of)(charts, firepower)) if firepower > 0 else -1


def firing_firepower(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the firepower of the weapons that can fire (7.1.6)."""
    return plain(aircraft.firepower)(mat, charts)


def fire_of(charts: NumpyRecord, number: int, firepower: int) -> str:
    """Return the result of a card for a firepower: "3 hits", "group damage", "destroyed" (7.1.6)."""
    return hits_words(plain(deck.fire_of)(table_of(charts), number, firepower))


def help_firepower(charts: NumpyRecord, number: int) -> int:
    """Return the firepower of the wingman's attack that a card states; 0 for no card (7.2.3.2)."""
    return int(charts["cards"]["help_firepower"][number - 1]) if number else 0


def enemy_firepower(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the firepower of the enemy's weapons that are not out (7.3.1)."""
    return plain(fighters.enemy_firepower)(mat, table_of(charts))


def fire_odds(charts: NumpyRecord, firepower: int, added: int = 0) -> FireOdds:
    """Return the odds of all cards for a firepower, with ``added`` hits for the range (7.1.6, 7.1.7)."""
    column = column_of(charts, firepower)
    if column < 0:
        return FireOdds(0.0, 0, 0)
    cells = charts["cards"]["fire"][:, column].astype(int)
    hits = np.where(cells < GROUP_DAMAGE, np.maximum(cells + added, 0), 0)
    return FireOdds(float(hits.mean()), int((cells == GROUP_DAMAGE).sum()), int((cells == DESTROYED).sum()))


def defence_cards(charts: NumpyRecord) -> tuple[int, int]:
    """Return the cards whose defence text avoids all damage, and those that end the encounter (7.2.2.6)."""
    cards = charts["cards"]
    return int((cards["avoid"] == ALL).sum()), int((cards["ends"] > 0).sum())


def helping_cards(charts: NumpyRecord) -> int:
    """Return the cards whose wingman text helps (7.2.3.2)."""
    helps = (int(Help.ATTACK), int(Help.COVER), int(Help.DRIVES_OFF))
    return int(np.isin(charts["cards"]["help"], helps).sum())


def is_agile(mat: NumpyRecord, charts: NumpyRecord) -> bool:
    """Whether the own aircraft is agile now (7.2.2.8)."""
    return plain(aircraft.is_agile)(mat, charts)


def fatigue_of(mat: NumpyRecord) -> int:
    """Return the row of the fatigue tables (10.3)."""
    fatigue = mat["sortie"]["fatigue"] if mat["sortie"]["airborne"] else mat["pilot"]["fatigue"]
    return min(int(fatigue), FATIGUE_TABLE - 1) if mat["settings"]["fatigue"] else 0


def landing_modifier(mat: NumpyRecord, charts: NumpyRecord, is_forced: bool) -> int:
    """Return the modifiers of B7 (7.4.4); ``is_forced`` for a landing without engine."""
    return plain(landing.landing_modifier)(mat, charts, is_forced)


def jump_modifier(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the modifiers of the pilot's roll on B8 (7.6)."""
    return plain(parachutes.jump_modifier)(mat, charts, Person.PILOT)


def landing_throws(mat: NumpyRecord, charts: NumpyRecord, is_forced: bool, *results: int) -> int:
    """Count the throws of two dice that give one of these landings."""
    return throws(charts["b7"], landing_modifier(mat, charts, is_forced), B7_HIGH, *results)


def jump_throws(mat: NumpyRecord, charts: NumpyRecord, *results: int) -> int:
    """Count the throws of two dice that give one of these states of the pilot after a jump."""
    return throws(charts["b8"], jump_modifier(mat, charts), B8_HIGH, *results)


def wingman_throws(mat: NumpyRecord, charts: NumpyRecord) -> tuple[int, int]:
    """Count the throws of two dice with which the wingman hits a bomber, and those that harm him (7.2.3.1)."""
    modifier = plain(bursts.wingman_modifier)(mat, table_of(charts))
    high = len(charts["w1"]) - 1
    harm = throws(charts["w1_fate"], modifier, high, int(WingmanFate.DAMAGED), int(WingmanFate.LOST))
    return PAIRS - throws(charts["w1"], modifier, high, 0), harm


def held_awards(mat: NumpyRecord) -> list[tuple[Award, int]]:
    """Return the awards that the pilot holds, with the class of the Wound Badge."""
    return [(award, int(grade)) for award, grade in zip(Award, mat["pilot"]["awards"], strict=True) if grade]
