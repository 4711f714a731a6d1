"""Rollouts that a learned agent flies: clones of many wars side by side, with one forward pass a decision for all.

As in :mod:`agents.games.stuka.planner.rollout`, a clone is what the player sees, and every candidate has the same dice.
The luck that they have in common drops out of the comparison.

A rollout ends with the mission and the promotions after it (8.9), or after :data:`HORIZON` decisions. The Staffel value
network (:mod:`agents.games.stuka.planner.staffel_value`) scores its end; the agent's training used the same scores. The
agent's score head is used if the mission is not over, or if the network was not fitted to such wars. The score head
alone is too coarse to tell two candidates apart.

The Staffel's value was fitted under the charts that ship and is used under others too. The bonuses, its larger part,
are read from the charts in force.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.rollout import PublicCharts, PublicMats, flies_on, key_dice, last_mission
from agents.games.stuka.planner.staffel_value import JUDGED, JudgeWorkspace, value_beyond
from agents.learned.learned_policy import LearnedPolicy
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.engine import (
    WRITER,
    MaskRow,
    ObservationRow,
    Scales,
    Views,
    advance,
    apply_action,
    view_of,
    write_observation,
)
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Dice, Journal, Table, Tape
from stuka_env.policy import PolicyInput

HORIZON = 40
"""Largest number of decisions after the candidate; a mission has about 18."""
CAPACITY = 4096
"""Clones flown side by side."""
FNV_BASIS, FNV_PRIME = -0x340D631B7BDDDCDB, 0x100000001B3
"""Constants of the 64-bit hash FNV-1a; the first as a signed number."""

Numbers64 = Annotated[NDArray[np.int64], READ_ONLY]


class CloneArrays(NamedTuple):
    """The clones, a row each, with one empty tape and one journal that is switched off."""

    views: Views
    dice: Rows[Dice]
    masks: Rows[MaskRow]
    observations: Rows[ObservationRow]
    tapes: Rows[Tape]
    journals: Rows[Journal]
    scales: Rows[Scales]


class Rollouts(NamedTuple):
    """Rollouts to be flown, ``(M,)`` each."""

    wars: NDArray[np.int64]
    """The war that is cloned."""
    actions: NDArray[np.int64]
    """The action that the rollout begins with."""
    numbers: NDArray[np.int64]
    """Rollouts of a war with the same number have the same dice."""


def new_clones() -> CloneArrays:
    """Return arrays for :data:`CAPACITY` clones."""
    return CloneArrays(
        WRITER.views_of(rows(CAPACITY, Mat)),
        rows(CAPACITY, Dice),
        rows(CAPACITY, MaskRow),
        rows(CAPACITY, ObservationRow),
        rows(1, Tape),
        rows(1, Journal),
        WRITER.new_scales(),
    )


@compiled
def begin_clones(clones: CloneArrays, mats: PublicMats, wars: Numbers64, numbers: Numbers64, noise: Numbers64) -> None:
    """Clone the wars, and key the dice of the clones."""
    for clone in range(len(wars)):
        clones.views.mats[clone] = mats[wars[clone]]
        key_dice(clones.dice[clone], clones.views.mats[clone], int(noise[wars[clone]]), int(numbers[clone]))


@compiled
def step_clones(
    clones: CloneArrays, mats: PublicMats, charts: PublicCharts, wars: Numbers64, actions: Numbers64,
    flying: NDArray[np.int8],
) -> None:  # fmt: skip
    """Play one action of every clone that is ``flying``, and clear the flag of those whose rollout has ended."""
    for clone in range(len(wars)):
        if flying[clone]:
            mat, mask = clones.views.mats[clone], clones.masks[clone]
            own = charts[wars[clone] if len(charts) > 1 else 0]
            table = Table(clones.dice[clone], clones.tapes[0], own, clones.journals[0])
            apply_action(mat, table, int(actions[clone]))
            advance(mat, table, mask.legal[:])
            view = view_of(clones.views, clone, clone)
            write_observation(view, table, clones.scales[0], clones.observations[clone])
            flying[clone] = 1 if flies_on(mat, last_mission(mats[wars[clone]], False)) else 0


@compiled
def judge_clones(
    clones: CloneArrays,
    judge: JudgeWorkspace,
    charts: PublicCharts,
    wars: Numbers64,
    flying: Annotated[NDArray[np.int8], READ_ONLY],
    scores: NDArray[np.float64],
    open_ends: NDArray[np.int8],
) -> None:
    """Write the final scores of the clones, and 1 in ``open_ends`` where the agent must add the rest.

    A clone that is ``flying`` is in the middle of a mission.
    """
    for clone in range(len(scores)):
        mat, own = clones.views.mats[clone], charts[wars[clone] if len(charts) > 1 else 0]
        scores[clone] = score_due(mat, own)
        open_ends[clone] = 0 if mat.track.over else 1
        if not flying[clone] and mat.war.scale in JUDGED:
            scores[clone] += value_beyond(mat, own, judge.staffel[0], judge.weights[0])
            open_ends[clone] = 0


@compiled
def key_rows(
    observations: Annotated[NDArray[np.int32], 2, READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2, READ_ONLY],
    keys: NDArray[np.int64],
) -> None:
    """Write a 64-bit hash of each row, by FNV-1a with a shift.

    ``observations`` are passed as the integers of their bits.
    """
    for row in range(len(keys)):
        key = FNV_BASIS
        for index in range(observations.shape[1]):
            key = (key ^ observations[row, index]) * FNV_PRIME
            key ^= key >> 32
        for action in range(masks.shape[1]):
            key = (key ^ masks[row, action]) * FNV_PRIME
        keys[row] = key


def distinct_rows(
    observations: NDArray[np.float32], masks: NDArray[np.int8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first of each group of equal rows, ``(K,)``, and for each row its group, ``(M,)``.

    Clones see the same until their dice differ: half of all rows need no forward pass of their own.
    """
    keys = np.zeros(len(observations), np.int64)
    key_rows(observations.view(np.int32), masks, keys)
    _, first, same_as = np.unique(keys, return_index=True, return_inverse=True)
    return first, same_as


def fly_some(
    clones: CloneArrays, judge: JudgeWorkspace, agent: LearnedPolicy, *, inputs: PolicyInput, rollouts: Rollouts
) -> NDArray[np.float64]:
    """Return the final scores of at most :data:`CAPACITY` rollouts, ``(M,)``."""
    count = len(rollouts.wars)
    flying, actions = np.ones(count, np.int8), rollouts.actions.copy()
    observations, masks = clones.observations["floats"][:count], clones.masks["legal"][:count]
    charts = inputs.charts[rollouts.wars] if len(inputs.charts) > 1 else inputs.charts
    seen = PolicyInput(observations, masks, clones.views.mats[:count], charts, inputs.noise[rollouts.wars])
    begin_clones(clones, inputs.mats, rollouts.wars, rollouts.numbers, inputs.noise)
    step_clones(clones, inputs.mats, inputs.charts, rollouts.wars, actions, flying)
    for _ in range(HORIZON):
        still = np.flatnonzero(flying)
        if not len(still):
            break
        first, same_as = distinct_rows(observations[still], masks[still])
        chosen = still[first]
        actions[still] = agent.likeliest(agent.seen(seen, chosen), masks[chosen])[same_as]
        step_clones(clones, inputs.mats, inputs.charts, rollouts.wars, actions, flying)
    scores, open_ends = np.zeros(count), np.zeros(count, np.int8)
    judge_clones(clones, judge, inputs.charts, rollouts.wars, flying, scores, open_ends)
    left = np.flatnonzero(open_ends)
    if len(left):
        scores[left] += agent.remaining_score(agent.seen(seen, left))
    return scores


def fly_rollouts(
    clones: CloneArrays, judge: JudgeWorkspace, agent: LearnedPolicy, *, inputs: PolicyInput, rollouts: Rollouts
) -> NDArray[np.float64]:
    """Return the final scores of all rollouts, ``(M,)``."""
    scores = np.zeros(len(rollouts.wars))
    for first in range(0, len(scores), CAPACITY):
        some = slice(first, first + CAPACITY)
        part = Rollouts(rollouts.wars[some], rollouts.actions[some], rollouts.numbers[some])
        scores[some] = fly_some(clones, judge, agent, inputs=inputs, rollouts=part)
    return scores
