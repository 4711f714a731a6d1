"""The terms of luck: for each decision the value that followed it, less the mean value of what could have followed.

The value of a position is the points that are earned, which is exact, and those that a network expects. The
alternatives are sampled: clones of the position take the same action with other dice, another order of the cards and
something else hidden. No policy knows any of that, so a term has mean 0 whatever the policy, the network and the number
of samples.

The dice of the samples come from those of the war and keep their addresses. Two policies that do the same in the same
war therefore have the same samples and the same luck.

These functions are written once and compiled for each game, as those of :mod:`stuka_env.engine.kernels`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.luck.network import Network, points_to_come
from stuka_env.compiling.philox import philox
from stuka_env.declared.records import Rows
from stuka_env.engine.game_parts import (
    OVER,
    Dice,
    Mat,
    OutputBuffers,
    Wars,
    advance,
    apply_action,
    begin_war,
    count_arrangements,
    draw_hidden,
    write_compact,
)
from stuka_env.engine.kernels import for_each_game, war_row
from stuka_env.game import game_named

SAMPLES = 64
"""Clones of a position that take its action."""
SAMPLE_LOW, SAMPLE_HIGH = 0x4C75636B, 0x53616D70
"""Key of the hash for the dice of the clones."""


@for_each_game
def points_of_rest(clone: Wars, output: OutputBuffers, network: Network) -> float:
    """Return the points that are expected from the open decision of the clone on; 0 if its war is over."""
    war = war_row(clone, 0, 0)
    if war.mat.cursor.decision == OVER:
        return 0.0
    row = output.compacts[0]
    write_compact(war.seen, war.table, clone.common[0].scales, row)
    return points_to_come(network, row.codes[:])


@for_each_game
def value_of_clone(earned: Callable[[Mat], float], clone: Wars, output: OutputBuffers, network: Network) -> float:
    """Return the value of the clone in points: those that it has earned, and those that are expected."""
    return earned(clone.mats[0]) + points_of_rest(clone, output, network)


@for_each_game
def key_sample(own: Dice, dice: Dice, number: int) -> None:
    """Give the clone the dice of a sample: the war's dice with another key.

    The first sample reports a fault if anything is rolled or drawn.
    """
    low, high, _, _ = philox(number, 0, dice.key_low, dice.key_high, SAMPLE_LOW, SAMPLE_HIGH)
    own.key_low = low
    own.key_high = high
    own.fault = 0
    own.taped = int(number == 0)
    own.strict = int(number == 0)


@for_each_game
def luck_of_beginning(
    earned: Callable[[Mat], float], clone: Wars, output: OutputBuffers, network: Network, wars: Wars, war: int
) -> float:
    """Return the luck of the way to the first decision of a war: 0 if nothing was rolled."""
    total, own = 0.0, war_row(clone, 0, 0)
    octets = own.seen.octets.octets
    for number in range(SAMPLES):
        for place in range(len(octets)):
            octets[place] = 0
        clone.dice[0] = wars.dice[war]
        key_sample(own.table.dice, wars.dice[war], number)
        begin_war(own.mat, own.table, clone.common[0].plan)
        advance(own.mat, own.table, own.mask.legal[:])
        if number == 0 and own.table.dice.fault == 0:
            return 0.0
        total += value_of_clone(earned, clone, output, network)
    clone.mats[0] = wars.mats[war]
    return value_of_clone(earned, clone, output, network) - total / SAMPLES


@for_each_game
def luck_of_step(
    earned: Callable[[Mat], float],
    clone: Wars,
    output: OutputBuffers,
    network: Network,
    before: Wars,
    after: Rows[Mat],
    action: int,
    war: int,
) -> float:
    """Return the luck of what followed the action of a war: 0 if nothing was rolled or drawn, and nothing hidden."""
    total, own = 0.0, war_row(clone, 0, 0)
    for number in range(SAMPLES):
        clone.mats[0] = before.mats[war]
        clone.dice[0] = before.dice[war]
        key_sample(own.table.dice, before.dice[war], number)
        is_known = count_arrangements(own.mat, own.table.charts) == 1
        draw_hidden(own.mat, own.table.charts, own.table.dice.key_low, own.table.dice.key_high)
        apply_action(own.mat, own.table, action)
        advance(own.mat, own.table, own.mask.legal[:])
        if number == 0 and is_known and own.table.dice.fault == 0:
            return 0.0
        total += value_of_clone(earned, clone, output, network)
    clone.mats[0] = after[war]
    return value_of_clone(earned, clone, output, network) - total / SAMPLES


@for_each_game
def add_luck_of_beginnings(
    earned: Callable[[Mat], float],
    clone: Wars,
    output: OutputBuffers,
    network: Network,
    wars: Wars,
    luck: NDArray[np.float64],
) -> None:
    """Add the luck of the beginnings of N wars.

    Args:
        earned: the points that stand on a mat.
        clone: one war to play with, whose plan is that of the others.
        output: arrays for its observation.
        network: the network.
        wars: the wars at their first decision; the charts are one row, or one for each war.
        luck: ``(N,)``.
    """
    for war in range(len(luck)):
        if len(wars.charts) > 1 or war == 0:
            clone.charts[0] = wars.charts[war]
        luck[war] += luck_of_beginning(earned, clone, output, network, wars, war)


@for_each_game
def add_luck_of_steps(
    earned: Callable[[Mat], float],
    clone: Wars,
    output: OutputBuffers,
    network: Network,
    before: Wars,
    after: Wars,
    actions: NDArray[np.int64],
    luck: NDArray[np.float64],
) -> None:
    """Add the luck of a step of N wars; an illegal action has none, and a war that is over has no more.

    Args:
        earned: the points that stand on a mat.
        clone: one war to play with.
        output: arrays for its observation.
        network: the network.
        before: the wars before the step; the charts are one row, or one for each war.
        after: the wars after the step.
        actions: the actions, ``(N,)``.
        luck: ``(N,)``.
    """
    for war in range(len(luck)):
        if before.mats[war].cursor.decision == OVER or after.reports[war].illegal:
            continue
        if len(before.charts) > 1 or war == 0:
            clone.charts[0] = before.charts[war]
        luck[war] += luck_of_step(earned, clone, output, network, before, after.mats, actions[war], war)


@for_each_game
def write_earned(earned: Callable[[Mat], float], mats: Rows[Mat], points: NDArray[np.float32]) -> None:
    """Write the points that stand on N mats."""
    for place in range(len(mats)):
        points[place] = earned(mats[place])


class LuckKernels(NamedTuple):
    """The kernels that Python calls, compiled for a game."""

    add_luck_of_beginnings: Any
    add_luck_of_steps: Any
    write_earned: Any


def luck_kernels(game: str) -> LuckKernels:
    """Return the kernels of a game by its name, which are compiled when they are first called."""
    names = game_named(game).engine.kernels.copies(__name__)
    return LuckKernels(*[names[name] for name in LuckKernels._fields])
