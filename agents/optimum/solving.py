"""Solving a situation: the exact expected score of the best play, and of policies, from the last layer back.

``value`` of a position is the mission score expected from there. With the best play it is the largest worth of any
action, with a policy the worth of what it does; the worth of an action is the mean over all that can come of it.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.optimum.asking import Panel
from agents.optimum.enumeration.step import WAIT
from agents.optimum.mistakes import LEAST, Mistake, mistakes
from agents.optimum.situations import Situation
from agents.optimum.tree import Layer, layers
from agents.policy import Policy
from stuka_env.charts import LoadedCharts, load_charts
from stuka_env.codes import Act

Floats = NDArray[np.float64]


class Judged(NamedTuple):
    """What a policy makes of a situation."""

    value: float
    """Its exact expected score."""
    by_chance: bool
    """It answers differently with other noise: ``value`` is the mean over the noise it was asked with."""
    mistakes: list[Mistake]
    """Where its distance to the optimum comes from, the costliest first; their costs add up to the distance."""


class Solution(NamedTuple):
    """A situation, solved."""

    situation: Situation
    value: float
    """Expected mission score under the best play."""
    layers: list[Layer]
    best: list[NDArray[np.int16]]
    """Best action of every position, by layer; -1 where there is nothing to decide."""
    values: list[Floats]
    """``(N, 1 + policies)`` by layer: expected score of every position, under the best play and each policy."""
    policies: dict[str, Judged]
    positions: int
    steps: int
    """Steps of play that were played for it."""
    seconds: float


class Depth(NamedTuple):
    """What is known of one layer once everything after it is."""

    values: Floats
    """``(N, 1 + policies)``."""
    worth: Floats
    """``(pairs, 1 + policies)``: of each action, followed by the best play or by the policy."""
    best: NDArray[np.int64]
    """``(N,)``: pair of the best action, or of the dice; -1 where the mission is over."""
    chosen: NDArray[np.int32]
    """``(policies, times asked, N)``: pairs the policies choose."""


def pairs_of(layer: Layer, actions: NDArray[np.int16]) -> NDArray[np.int32]:
    """The pairs that ``actions`` (``(..., N)``) stand for; where the dice have the word, theirs."""
    width = WAIT + 1
    codes = layer.position * width + layer.action
    wanted = np.arange(len(layer.scores)) * width + np.where(actions < 0, WAIT, actions)
    found = np.searchsorted(codes, wanted)
    return np.where(layer.scores >= 0, -1, found).astype(np.int32)


def best_pairs(layer: Layer, worth: Floats) -> NDArray[np.int64]:
    """The pair of the largest worth in each position; -1 where the mission is over.

    Of several the last; the leader's relief only if there is no other, for one that changes nothing is no advice.
    """
    best = np.full(len(layer.scores), -1, np.int64)
    if len(layer.position) == 0:
        return best
    starts = np.flatnonzero(np.diff(layer.position, prepend=-1))
    top = np.maximum.reduceat(worth, starts)
    spread = np.repeat(top, np.diff(np.append(starts, len(worth))))
    pairs = np.flatnonzero(worth >= spread - LEAST)
    relief = (layer.action[pairs] >= Act.RELIEVE) & (layer.action[pairs] < Act.KEEP_RELIEF)
    for some in (pairs[relief], pairs[~relief]):
        best[layer.position[some]] = some
    return best


def look_back(layer: Layer, after: Floats, actions: NDArray[np.int16]) -> Depth:
    """Values of a layer from those ``after`` it, ``(next N, 1 + policies)``."""
    columns = 1 + len(actions)
    worth = np.zeros((len(layer.position), columns))
    if len(worth):
        starts = np.concatenate([[0], layer.ends[:-1]])
        for column in range(columns):
            worth[:, column] = np.add.reduceat(layer.weight * after[layer.target, column], starts)
    best, chosen = best_pairs(layer, worth[:, 0]), pairs_of(layer, actions)
    values = np.repeat(layer.scores.astype(np.float64)[:, None], columns, axis=1)
    going = layer.scores < 0
    values[going, 0] = worth[best[going], 0]
    for number in range(columns - 1):
        values[going, 1 + number] = worth[chosen[number][:, going], 1 + number].mean(axis=0)
    return Depth(values, worth, best, chosen)


def solve(
    situation: Situation,
    policies: Sequence[Policy] = (),
    charts: LoadedCharts | None = None,
    told: Callable[[int], Any] = lambda positions: None,
) -> Solution:
    """Solve a situation, and judge policies by it.

    Args:
        situation: where the question begins.
        policies: whose play is to be judged, on the same tree and without sampling.
        charts: the charts in force; None for ours.
        told: told how many positions a layer has, as soon as it is known.

    Raises:
        SituationError: it does not fit the rules, or is too large.
    """
    began = time.perf_counter()
    charts = charts or load_charts()
    panel = Panel(charts)
    tree: list[Layer] = []
    asked: list[NDArray[np.int16]] = []
    steps = 0
    for layer, played in layers(situation, charts):
        asked.append(panel.ask(list(policies), layer, len(tree)))
        tree.append(layer.lean())
        steps += played
        told(len(layer.rows))
    depths: list[Depth] = []
    after = np.zeros((0, 1 + len(policies)))
    for layer, actions in zip(reversed(tree), reversed(asked), strict=True):
        depths.insert(0, look_back(layer, after, actions))
        after = depths[0].values
    judged = {
        policy.name: Judged(
            float(after[0, 1 + number]),
            any(bool((actions[number] != actions[number, 0]).any()) for actions in asked),
            mistakes(tree, [(depth.worth[:, 0], depth.best, depth.chosen[number]) for depth in depths]),
        )
        for number, policy in enumerate(policies)
    }
    best = [best_actions(layer, depth) for layer, depth in zip(tree, depths, strict=True)]
    return Solution(
        situation,
        float(after[0, 0]),
        tree,
        best,
        [depth.values for depth in depths],
        judged,
        sum(len(layer.scores) for layer in tree),
        steps,
        time.perf_counter() - began,
    )


def best_actions(layer: Layer, depth: Depth) -> NDArray[np.int16]:
    """The best action of every position; -1 where there is nothing to decide."""
    actions = np.full(len(layer.scores), -1, np.int16)
    going = layer.scores < 0
    actions[going] = layer.action[depth.best[going]]
    return np.where(actions == WAIT, -1, actions)
