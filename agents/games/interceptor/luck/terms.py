"""The terms of luck: for each decision the value that followed it, less the mean value of what could have followed.

The value of a position is the bombers that are earned, which is exact, and those that a network expects. What could
have followed is sampled: clones of the position take the same action with other dice and another order of the deck. No
policy knows either, so a term has mean 0 whatever the policy, the network and the number of samples.

The dice of the samples come from those of the war and keep their addresses. Two policies that do the same in the same
war therefore have the same samples and the same luck.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.luck.network import DETAILS, CompactRow, Network, bombers_to_come
from stuka_env.compilation import compiled, inlined
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.engine.steps import MaskRow, begin_war
from stuka_env.games.interceptor.observation.writing import WRITER, Scales, Views, view_of, write_compact
from stuka_env.games.interceptor.rules.decisions import apply_action
from stuka_env.games.interceptor.rules.ledger import is_withheld
from stuka_env.games.interceptor.rules.mat import Log, Mat, Settings
from stuka_env.games.interceptor.rules.sequence import advance
from stuka_env.games.interceptor.rules.table import Dice, Journal, Table, Tape
from stuka_env.philox import philox
from stuka_env.records import Rows, rows

SAMPLES = 64
"""Clones of a position that take its action."""
SAMPLE_LOW, SAMPLE_HIGH = 0x4C75636B, 0x53616D70
"""Key of the hash for the dice of the clones."""


class LuckWorkspace(NamedTuple):
    """A clone with all that it is played with, of one record each, and the network."""

    views: Views
    """The mat of the clone."""
    dice: Rows[Dice]
    tapes: Rows[Tape]
    """Empty: no rolls are planned."""
    journals: Rows[Journal]
    """Switched off."""
    logs: Rows[Log]
    masks: Rows[MaskRow]
    compacts: Rows[CompactRow]
    scales: Rows[Scales]
    network: Network
    no_mats: Rows[Mat]
    """The mat before a war begins."""


def new_luck_workspace(network: Network) -> LuckWorkspace:
    """Return a workspace with a network."""
    return LuckWorkspace(
        WRITER.views_of(rows(1, Mat)), rows(1, Dice), rows(1, Tape), rows(1, Journal), rows(1, Log), rows(1, MaskRow),
        rows(1, CompactRow), WRITER.new_scales(DETAILS), network, rows(1, Mat),
    )  # fmt: skip


@inlined
def table_of_clone(space: LuckWorkspace, charts: Charts) -> Table:
    """Return the table of the clone."""
    return Table(space.dice[0], space.tapes[0], charts, space.journals[0], space.logs[0])


@compiled
def value_of_clone(space: LuckWorkspace, charts: Charts) -> float:
    """Return the value of the clone in bombers: those that it has earned, and those that are expected."""
    mat = space.views.mats[0]
    earned = 0.0 if is_withheld(mat) else float(mat.career.bombers)
    if mat.career.over:
        return earned
    write_compact(view_of(space.views, 0, 0), table_of_clone(space, charts), space.scales[0], space.compacts[0])
    return earned + bombers_to_come(space.network, space.compacts[0])


@compiled
def value_of_mat(space: LuckWorkspace, charts: Charts, mat: Mat) -> float:
    """Return the value of a mat in bombers."""
    space.views.mats[0] = mat
    return value_of_clone(space, charts)


@compiled
def key_sample(space: LuckWorkspace, dice: Dice, number: int) -> None:
    """Give the clone the dice of a sample: the war's dice with another key.

    The first sample reports a fault if anything is rolled or drawn.
    """
    low, high, _, _ = philox(number, 0, dice.key_low, dice.key_high, SAMPLE_LOW, SAMPLE_HIGH)
    space.dice[0] = dice
    own = space.dice[0]
    own.key_low = low
    own.key_high = high
    own.fault = 0
    own.taped = int(number == 0)
    own.strict = int(number == 0)


class Positions(NamedTuple):
    """Mats and dice of N wars before a step, ``(N,)`` each."""

    mats: Rows[Mat]
    dice: Rows[Dice]


class Step(NamedTuple):
    """A step of N wars, ``(N,)`` each."""

    actions: NDArray[np.int64]
    mats: Rows[Mat]
    """The mats after it."""
    illegal: NDArray[np.int64]
    """1 for an illegal action, which changes nothing."""


@compiled
def luck_of_beginning(space: LuckWorkspace, charts: Charts, plan: Settings, dice: Dice, first: Mat) -> float:
    """Return the luck of the way to the mat of the first decision: 0 if nothing was rolled."""
    total, table, mask = 0.0, table_of_clone(space, charts), space.masks[0].legal[:]
    for number in range(SAMPLES):
        space.views.mats[0] = space.no_mats[0]
        key_sample(space, dice, number)
        begin_war(space.views.mats[0], table, plan)
        advance(space.views.mats[0], table, mask)
        if number == 0 and space.dice[0].fault == 0:
            return 0.0
        total += value_of_clone(space, charts)
    return value_of_mat(space, charts, first) - total / SAMPLES


@compiled
def luck_of_step(space: LuckWorkspace, charts: Charts, before: Positions, step: Step, war: int) -> float:
    """Return the luck of what followed the action of a war: 0 if nothing was rolled or drawn."""
    total, table, mask = 0.0, table_of_clone(space, charts), space.masks[0].legal[:]
    for number in range(SAMPLES):
        space.views.mats[0] = before.mats[war]
        key_sample(space, before.dice[war], number)
        apply_action(space.views.mats[0], table, int(step.actions[war]))
        advance(space.views.mats[0], table, mask)
        if number == 0 and space.dice[0].fault == 0:
            return 0.0
        total += value_of_clone(space, charts)
    return value_of_mat(space, charts, step.mats[war]) - total / SAMPLES


@compiled
def add_luck_of_beginnings(
    space: LuckWorkspace, charts: Rows[Charts], plans: Rows[Settings], first: Positions, luck: NDArray[np.float64]
) -> None:
    """Add the luck of the beginnings of N wars.

    Args:
        space: scratch space.
        charts: ``(1,)``, or ``(N,)`` if each war has its own.
        plans: the war that is played, ``(1,)``.
        first: the wars at their first decision.
        luck: ``(N,)``.
    """
    for war in range(len(luck)):
        luck[war] += luck_of_beginning(space, charts[war % len(charts)], plans[0], first.dice[war], first.mats[war])


@compiled
def add_luck_of_steps(
    space: LuckWorkspace, charts: Rows[Charts], before: Positions, step: Step, luck: NDArray[np.float64]
) -> None:
    """Add the luck of a step of N wars; an illegal action has none, and a war that is over has no more.

    Args:
        space: scratch space.
        charts: ``(1,)``, or ``(N,)`` if each war has its own.
        before: the wars before the step.
        step: the step.
        luck: ``(N,)``.
    """
    for war in range(len(luck)):
        if not before.mats[war].career.over and not step.illegal[war]:
            luck[war] += luck_of_step(space, charts[war % len(charts)], before, step, war)
