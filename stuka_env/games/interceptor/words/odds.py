"""Chances and sums that labels give, from the mat and the charts in force, in plain Python.

The rules have the same arithmetic in compiled form. Labels do not call it, so that making a label compiles nothing.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, FATIGUE_TABLE, LOWEST_SUM
from stuka_env.games.interceptor.codes import (
    ALL,
    CREW_SKILLS,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    WINGMAN_SKILLS,
    Award,
    Health,
    Help,
    Person,
    Skill,
    WingmanFate,
    hits_words,
)

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


def column_of(charts: NumpyRecord, firepower: int) -> int:
    """Return the firepower column that is read; -1 for no fire (7.1.6)."""
    if firepower <= 0:
        return -1
    return max(0, int((charts["columns"] <= firepower).sum()) - 1)


def firing_firepower(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the firepower of the weapons that can fire (7.1.6)."""
    guns, weapons = mat["aircraft"]["guns"], charts["models"][mat["aircraft"]["model"]]["weapons"]
    fires = (guns["ammunition"] != 0) & (guns["jammed"] == 0) & (guns["out"] == 0)
    return int(weapons["firepower"][fires].sum())


def fire_of(charts: NumpyRecord, number: int, firepower: int) -> str:
    """Return the result of a card for a firepower: "3 hits", "group damage", "destroyed" (7.1.6)."""
    column = column_of(charts, firepower)
    return hits_words(int(charts["cards"]["fire"][number - 1, column]) if column >= 0 else 0)


def help_firepower(charts: NumpyRecord, number: int) -> int:
    """Return the firepower of the wingman's attack that a card states; 0 for no card (7.2.3.2)."""
    return int(charts["cards"]["help_firepower"][number - 1]) if number else 0


def enemy_firepower(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the firepower of the enemy's weapons that are not out (7.3.1)."""
    fighter = mat["fighter"]
    return int(charts["enemies"][fighter["type"]]["firepower"][fighter["guns_out"] == 0].sum())


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
    aircraft = mat["aircraft"]
    series = charts["series"][charts["models"][aircraft["model"]]["series"]]
    return bool(series["agile"] and not aircraft["engines"].any() and not aircraft["controls"])


def fatigue_of(mat: NumpyRecord) -> int:
    """Return the row of the fatigue tables (10.3)."""
    fatigue = mat["sortie"]["fatigue"] if mat["sortie"]["airborne"] else mat["pilot"]["fatigue"]
    return min(int(fatigue), FATIGUE_TABLE - 1) if mat["settings"]["fatigue"] else 0


def landing_modifier(mat: NumpyRecord, charts: NumpyRecord, is_forced: bool) -> int:
    """Return the modifiers of B7 (7.4.4); ``is_forced`` for a landing without engine."""
    aircraft, pilot = mat["aircraft"], mat["pilot"]
    series = charts["series"][charts["models"][aircraft["model"]]["series"]]
    enough = charts["armoured_hits"] if series["armour"] else charts["engine_hits"]
    out = int((aircraft["engines"] >= enough).sum())
    total = int(charts["landing_engine"]) * (int((aircraft["engines"] > 0).sum()) - out)
    total += int(charts["landing_engine_out"]) * out
    total += int(charts["landing_controls"]) if aircraft["controls"] else 0
    total += int(charts["landing_gear"]) if aircraft["gear"] else 0
    total += int(charts["landing_wound"]) if pilot["health"] == Health.SERIOUS_WOUND else 0
    total += int(charts["landing_skill"]) if pilot["skills"][Skill.LANDING] else 0
    total += int(charts["landing_forced"]) if is_forced else 0
    return total + int(charts["landing_weather"][mat["sortie"]["weather"]] + charts["fatigue_landing"][fatigue_of(mat)])


def jump_modifier(mat: NumpyRecord, charts: NumpyRecord) -> int:
    """Return the modifiers of the pilot's roll on B8 (7.6)."""
    pilot = mat["pilot"]
    total = int(charts["jump_skill"]) if pilot["skills"][Skill.PARACHUTE] else 0
    total += int(charts["jump_wound"]) if pilot["health"] >= Health.SERIOUS_WOUND else 0
    return total + int(charts["fatigue_jump"][fatigue_of(mat)])


def landing_throws(mat: NumpyRecord, charts: NumpyRecord, is_forced: bool, *results: int) -> int:
    """Count the throws of two dice that give one of these landings."""
    return throws(charts["b7"], landing_modifier(mat, charts, is_forced), B7_HIGH, *results)


def jump_throws(mat: NumpyRecord, charts: NumpyRecord, *results: int) -> int:
    """Count the throws of two dice that give one of these states of the pilot after a jump."""
    return throws(charts["b8"], jump_modifier(mat, charts), B8_HIGH, *results)


def wingman_throws(mat: NumpyRecord, charts: NumpyRecord) -> tuple[int, int]:
    """Count the throws of two dice with which the wingman hits a bomber, and those that harm him (7.2.3.1)."""
    skills = mat["wingman"]["skills"]
    modifier = int(charts["w1_gunnery"]) if skills[WINGMAN_SKILLS.index(Skill.GUNNERY)] else 0
    modifier += int(charts["w1_aim"]) if skills[WINGMAN_SKILLS.index(Skill.AIM)] else 0
    high = len(charts["w1"]) - 1
    harm = throws(charts["w1_fate"], modifier, high, int(WingmanFate.DAMAGED), int(WingmanFate.LOST))
    return PAIRS - throws(charts["w1"], modifier, high, 0), harm


def owned_skills(mat: NumpyRecord, person: int) -> list[Skill]:
    """Return the skills that a person has learned (7.7)."""
    if person == Person.PILOT:
        return [skill for skill in Skill if skill != Skill.EXPERT and mat["pilot"]["skills"][skill]]
    name, order = ("wingman", WINGMAN_SKILLS) if person == Person.WINGMAN else ("gunner", CREW_SKILLS)
    skills = zip(order, mat[name]["skills"], strict=False)
    return [skill for skill, learned in skills if learned and skill != Skill.EXPERT]


def held_awards(mat: NumpyRecord) -> list[tuple[Award, int]]:
    """Return the awards that the pilot holds, with the class of the Wound Badge."""
    return [(award, int(grade)) for award, grade in zip(Award, mat["pilot"]["awards"], strict=True) if grade]
