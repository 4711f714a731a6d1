"""The terms of luck: for each chance event its stakes, less their mean over everything that could have been rolled.

A term depends on the mat before the event, the charts and the faces, and its mean over all faces is 0. So the terms of
a war have mean 0 whatever the policy, the weights and the quality of the stakes: a policy cannot know the faces.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.harm import fill_mean_harm
from agents.games.stuka.luck.results import (
    Reckoning,
    fill_typical_attacks,
    found_by_roll,
    prepare,
    stakes_of_card,
    stakes_of_number,
    stakes_of_roll,
)
from agents.games.stuka.luck.stakes import STAKES, add, clear
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, CHARTS, SLOTS, Chart
from stuka_env.games.stuka.engine import StepReport
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.cups import in_cup, in_deck
from stuka_env.games.stuka.rules.events import removed_card
from stuka_env.games.stuka.rules.mat import Mat, to_index
from stuka_env.games.stuka.rules.rolls import lay_board
from stuka_env.games.stuka.rules.table import Chance, Journal

SIDES_OF = RULES.names["SIDES"]

TERMS = CHARTS * STAKES
"""Terms of a war: for each chart and stake the sum over the chance events."""


class LuckWorkspace(NamedTuple):
    """Arrays of one record each, for :func:`add_terms`."""

    mats: Rows[Mat]
    """Scratch space."""
    reckonings: Rows[Reckoning]


class LuckMeter(NamedTuple):
    """The arrays with which one thread measures the luck of single steps in points."""

    workspace: LuckWorkspace
    weights: NDArray[np.float64]
    """``(TERMS,)``."""
    terms: NDArray[np.float64]
    """``(STAKES,)``; scratch space."""


def new_luck_meter(charts: Rows[Charts], weights: NDArray[np.float64]) -> LuckMeter:
    """Return a meter for wars with these charts, ``(1,)``, and the weights of their kind, ``(TERMS,)``."""
    return LuckMeter(new_luck_workspace(charts), np.array(weights, np.float64), np.zeros(STAKES))


def no_luck_meter() -> LuckMeter:
    """Return a meter in place of one, where no luck is measured."""
    return LuckMeter(LuckWorkspace(rows(1, Mat), rows(1, Reckoning)), np.zeros(TERMS), np.zeros(STAKES))


def new_luck_workspace(charts: Rows[Charts]) -> LuckWorkspace:
    """Return a workspace. Typical harm and attacks are those of these charts, ``(1,)``, whatever charts a war has."""
    workspace = LuckWorkspace(rows(1, Mat), rows(1, Reckoning))
    reckoning = workspace.reckonings[0]
    workspace.reckonings["weights"] = load_weights(STAFFEL_VALUE)
    fill_typical_attacks(charts[0], reckoning.typical)
    fill_mean_harm(workspace.mats[0], charts[0], reckoning.harm, reckoning.mean_harm)
    return workspace


@compiled
def add_term(reckoning: Reckoning, faces: int, terms: NDArray[np.float64]) -> None:
    """Add the stakes in ``reckoning.face``, less the mean over so many faces."""
    add(terms, reckoning.face[:], 1.0)
    add(terms, reckoning.total[:], -1.0 / faces)


@compiled
def roll_term(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning, terms: NDArray[np.float64]) -> None:
    """Add the term of a roll: all faces of its dice are equally likely."""
    sides, sides_of_first, count = SIDES_OF[chance.chart], int(SIDES_OF[chance.chart][0]), 0
    if chance.chart == Chart.SEGMENT:
        sides_of_first = int(charts.segments[mat.war.operation])
    clear(reckoning.total[:])
    for first in range(1, sides_of_first + 1):
        for second in range(1 if sides[1] else 0, sides[1] + 1):
            for third in range(1 if sides[2] else 0, sides[2] + 1):
                stakes_of_roll(mat, charts, chance, reckoning, (first, second, third))
                add(reckoning.total[:], reckoning.face[:], 1.0)
                count += 1
    faces = (int(chance.faces[0]), int(chance.faces[1]), int(chance.faces[2]))
    stakes_of_roll(mat, charts, chance, reckoning, faces)
    add_term(reckoning, count, terms)


@compiled
def card_term(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning, terms: NDArray[np.float64]) -> None:
    """Add the term of an event card: all cards in the deck are equally likely."""
    left_out, count = removed_card(mat, charts), 0
    clear(reckoning.total[:])
    for card in range(CARDS):
        if in_deck(mat, charts, card, left_out):
            stakes_of_card(mat, charts, reckoning, card)
            add(reckoning.total[:], reckoning.face[:], 1.0)
            count += 1
    stakes_of_card(mat, charts, reckoning, to_index(int(chance.faces[0])))
    add_term(reckoning, count, terms)


@compiled
def number_term(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning, terms: NDArray[np.float64]) -> None:
    """Add the term of a number from the cup: all numbers in it are equally likely."""
    count = 0
    clear(reckoning.total[:])
    for slot in range(SLOTS):
        if in_cup(mat, slot, int(chance.faces[1])):
            stakes_of_number(mat, charts, reckoning, slot)
            add(reckoning.total[:], reckoning.face[:], 1.0)
            count += 1
    stakes_of_number(mat, charts, reckoning, int(chance.slot))
    add_term(reckoning, count, terms)


@compiled
def add_event_terms(mat: Mat, charts: Charts, chance: Chance, reckoning: Reckoning, terms: NDArray[np.float64]) -> None:
    """Add the terms of one chance event to those of its chart, ``(STAKES,)``."""
    lay_board(mat, chance)
    prepare(mat, charts, chance, reckoning)
    if chance.chart == Chart.EVENT:
        card_term(mat, charts, chance, reckoning, terms)
    elif chance.chart == Chart.CUP:
        number_term(mat, charts, chance, reckoning, terms)
    else:
        roll_term(mat, charts, chance, reckoning, terms)
    if chance.chart == Chart.B1:
        reckoning.found = found_by_roll(mat, charts, int(chance.faces[0]))


@compiled
def add_terms(
    journals: Rows[Journal],
    reports: Rows[StepReport],
    charts: Rows[Charts],
    workspace: LuckWorkspace,
    terms: Annotated[NDArray[np.float64], 2],
) -> None:
    """Add the terms of the chance events that N wars have kept, and empty their stores.

    Args:
        journals: ``(N,)``.
        reports: ``(N,)``; they say which charts each war has.
        charts: ``(C,)``.
        workspace: scratch space.
        terms: ``(N, TERMS)``.
    """
    for war in range(len(journals)):
        chances = journals[war].chances
        workspace.reckonings[0].outlook.priced[0] = -1.0  # the losses of another war
        for place in range(chances.count):
            chance = chances.events[place]
            first = int(chance.chart) * STAKES
            own = terms[war, first : first + STAKES]
            add_event_terms(workspace.mats[0], charts[reports[war].charts], chance, workspace.reckonings[0], own)
        chances.count = 0


@compiled
def luck_of_step(journal: Journal, charts: Charts, meter: LuckMeter) -> float:
    """Return the luck, in points of the final score, of the chance events that one war has kept. Empty their store."""
    luck, chances, reckoning = 0.0, journal.chances, meter.workspace.reckonings[0]
    reckoning.outlook.priced[0] = -1.0  # the losses of another war
    for place in range(chances.count):
        chance = chances.events[place]
        clear(meter.terms)
        add_event_terms(meter.workspace.mats[0], charts, chance, reckoning, meter.terms)
        for stake in range(STAKES):
            luck += meter.terms[stake] * meter.weights[int(chance.chart) * STAKES + stake]
    chances.count = 0
    return luck
