"""Rollouts that a learned agent flies: clones of many wars side by side, one forward pass a decision for all of them.

As in :mod:`agents.planner.rollout` a clone is what the player sees, with dice of its own that are the same for every
candidate, so that the luck of the first dice, and of all others that fall alike, is taken out of the comparison. Here
a rollout ends with the mission and the promotions after it (8.9), or after :data:`HORIZON` decisions. What they leave
behind is worth says the Staffel's value (:mod:`agents.planner.staffel_value`), with which the agent was taught; where
the mission is not over, or the Staffel's value knows nothing of such wars, the agent's score head. It was fitted under
the charts that ship and judges under others too: bonuses, the larger part, are read from the charts in force.

The score head alone cannot judge: in 2,810 decisions where a trained agent was in doubt it tells two candidates apart
with an error of 0.19 points of an operation, however many rollouts there are, and whoever follows it loses half a point
a war; with the Staffel's value the error is 0.06 after 128 rollouts of each, which is chance alone, and 0.2 are gained.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learned.learned_policy import LearnedPolicy
from agents.planner.gains import flies_on, last_mission
from agents.planner.rollout import PublicCharts, PublicMats, key_dice
from agents.planner.staffel_value import JUDGED, JudgeWorkspace, value_beyond
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.engine.arrays import MaskRow
from stuka_env.observation.writing import (
    SCALES,
    MatBytes,
    MatWords,
    ObservationRow,
    Scales,
    rows_as,
    write_observation,
)
from stuka_env.policy import PolicyInput
from stuka_env.records import Rows, rows
from stuka_env.rules.decisions import apply_action
from stuka_env.rules.ledger import score_due
from stuka_env.rules.mat import Mat
from stuka_env.rules.sequence import advance
from stuka_env.rules.table import Dice, Journal, Table, Tape

HORIZON = 40
"""Decisions of a rollout after the candidate, at most; a mission has about 18, hardly ever more than these."""
CAPACITY = 4096
"""Clones flown side by side."""
FNV_BASIS, FNV_PRIME = -0x340D631B7BDDDCDB, 0x100000001B3
"""Of 64 bits, the first as a signed number."""

Numbers64 = Annotated[NDArray[np.int64], READ_ONLY]


class CloneArrays(NamedTuple):
    """The clones, a row each; one tape, which is empty, and one journal, which is off."""

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    words: Rows[MatWords]
    dice: Rows[Dice]
    masks: Rows[MaskRow]
    observations: Rows[ObservationRow]
    tapes: Rows[Tape]
    journals: Rows[Journal]
    scales: Rows[Scales]


class Rollouts(NamedTuple):
    """Rollouts to be flown, ``(M,)`` each."""

    wars: NDArray[np.int64]
    """Whose mat is cloned."""
    actions: NDArray[np.int64]
    """The candidate."""
    numbers: NDArray[np.int64]
    """Rollouts of a war with the same number have the same dice."""


def new_clones() -> CloneArrays:
    """Room for :data:`CAPACITY` clones."""
    mats = rows(CAPACITY, Mat)
    return CloneArrays(
        mats,
        rows_as(mats, MatBytes),
        rows_as(mats, MatWords),
        rows(CAPACITY, Dice),
        rows(CAPACITY, MaskRow),
        rows(CAPACITY, ObservationRow),
        rows(1, Tape),
        rows(1, Journal),
        SCALES,
    )


@compiled
def begin_clones(clones: CloneArrays, mats: PublicMats, wars: Numbers64, numbers: Numbers64, noise: Numbers64) -> None:
    """Clone the wars, and put the dice of the rollouts beside the clones."""
    for clone in range(len(wars)):
        clones.mats[clone] = mats[wars[clone]]
        key_dice(clones.dice[clone], clones.mats[clone], int(noise[wars[clone]]), int(numbers[clone]))


@compiled
def step_clones(
    clones: CloneArrays, mats: PublicMats, charts: PublicCharts, wars: Numbers64, actions: Numbers64,
    flying: NDArray[np.int8],
) -> None:  # fmt: skip
    """One action of every clone that is ``flying``, until its mission and the promotions after it are over."""
    for clone in range(len(wars)):
        if flying[clone]:
            mat, mask = clones.mats[clone], clones.masks[clone]
            table = Table(clones.dice[clone], clones.tapes[0], charts[0], clones.journals[0])
            apply_action(mat, table, int(actions[clone]))
            advance(mat, table, mask.legal[:])
            octets, words = clones.octets[clone], clones.words[clone]
            write_observation(mat, octets, words, clones.scales[0], clones.observations[clone])
            flying[clone] = 1 if flies_on(mat, last_mission(mats[wars[clone]], False)) else 0


@compiled
def judge_clones(
    clones: CloneArrays,
    judge: JudgeWorkspace,
    charts: PublicCharts,
    flying: Annotated[NDArray[np.int8], READ_ONLY],
    scores: NDArray[np.float64],
    open_ends: NDArray[np.int8],
) -> None:
    """The final scores that the clones come to, as far as it does not take the agent to say; 1 in ``open_ends`` if so.

    A clone that is ``flying`` is in the middle of a mission.
    """
    for clone in range(len(scores)):
        mat = clones.mats[clone]
        scores[clone] = score_due(mat, charts[0])
        open_ends[clone] = 0 if mat.track.over else 1
        if not flying[clone] and mat.war.scale in JUDGED:
            scores[clone] += value_beyond(mat, charts[0], judge.staffel[0], judge.weights[0])
            open_ends[clone] = 0


@compiled
def key_rows(
    observations: Annotated[NDArray[np.int32], 2, READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2, READ_ONLY],
    keys: NDArray[np.int64],
) -> None:
    """A number of 64 bits for each row, by FNV-1a with a shift; different rows hardly ever have the same.

    ``observations`` are given as the integers that their bits are.
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
    """The first rows of those that are the same, ``(K,)``, and for each row which of these it is, ``(M,)``.

    Until dice fall differently clones see the same: half of all rows need no forward pass of their own.
    """
    keys = np.zeros(len(observations), np.int64)
    key_rows(observations.view(np.int32), masks, keys)
    _, first, same_as = np.unique(keys, return_index=True, return_inverse=True)
    return first, same_as


def fly_some(
    clones: CloneArrays, judge: JudgeWorkspace, agent: LearnedPolicy, inputs: PolicyInput, rollouts: Rollouts
) -> NDArray[np.float64]:
    """The final scores that at most :data:`CAPACITY` rollouts come to, ``(M,)``."""
    count = len(rollouts.wars)
    flying, actions = np.ones(count, np.int8), rollouts.actions.copy()
    observations, masks = clones.observations["floats"][:count], clones.masks["legal"][:count]
    begin_clones(clones, inputs.mats, rollouts.wars, rollouts.numbers, inputs.noise)
    step_clones(clones, inputs.mats, inputs.charts, rollouts.wars, actions, flying)
    for _ in range(HORIZON):
        still = np.flatnonzero(flying)
        if not len(still):
            break
        seen, legal = observations[still], masks[still]
        first, same_as = distinct_rows(seen, legal)
        actions[still] = agent.likeliest(seen[first], legal[first])[same_as]
        step_clones(clones, inputs.mats, inputs.charts, rollouts.wars, actions, flying)
    scores, open_ends = np.zeros(count), np.zeros(count, np.int8)
    judge_clones(clones, judge, inputs.charts, flying, scores, open_ends)
    left = np.flatnonzero(open_ends)
    if len(left):
        scores[left] += agent.remaining_score(observations[left])
    return scores


def fly_rollouts(
    clones: CloneArrays, judge: JudgeWorkspace, agent: LearnedPolicy, inputs: PolicyInput, rollouts: Rollouts
) -> NDArray[np.float64]:
    """The final scores that all rollouts come to, ``(M,)``."""
    scores = np.zeros(len(rollouts.wars))
    for first in range(0, len(scores), CAPACITY):
        some = slice(first, first + CAPACITY)
        part = Rollouts(rollouts.wars[some], rollouts.actions[some], rollouts.numbers[some])
        scores[some] = fly_some(clones, judge, agent, inputs, part)
    return scores
