"""The solution of a situation: the exact expected score of the best play, and of policies, from the last layer back.

The ``value`` of a position is the expected mission score from there. With the best play it is the largest worth of any
action; with a policy it is the worth of its action. The worth of an action is the mean over all its outcomes.

A policy's distance to the optimum is a sum over all positions. Each term is the probability that the policy comes to
the position, times the loss of its action against the best one, if the best play followed both. So every point of the
distance belongs to an action.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.optimum.enumeration.step import ROW, WAIT
from agents.games.stuka.optimum.situations import Situation
from agents.games.stuka.optimum.tree import Layer, layers
from stuka_env.engine.engine import Engine
from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import policy_input
from stuka_env.games.stuka.actions import CATALOGUE
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.codes import Act, Decision, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy

Floats = NDArray[np.float64]
LEAST = 1e-9
"""Points below which two actions are worth the same."""
Choices = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]
"""The worth of each pair of one layer under the best play, the best pair of each position, and the pairs chosen."""

# --- the actions of policies in every position of a layer ---

AT_ONCE = 2048
"""Positions that a policy sees at a time."""
FEW_POSITIONS = 16
"""Positions at a time in a layer of at most FEW_POSITIONS squared, where a policy that searches may be slow."""
OFTEN, SELDOM, ASKED = 64, 2, 1024
"""Times that a policy is asked in each position, each time with other noise. In a large layer it is asked less often:
about ``ASKED`` times in all, but at least ``SELDOM`` times in each position."""


class PolicyQueries:
    """Mats side by side, shown to policies."""

    def __init__(self, charts: LoadedCharts, size: int) -> None:
        """Lay out the mats."""
        self._size = size
        self._engine = Engine(size, WarSpec(scale=Scale.MISSION, segment=0, charts=charts))
        self._view = self._engine.new_view()
        self._inputs = policy_input(self._engine, self._view)
        self._actions = np.zeros(size, np.int64)

    def _show(self, layer: Layer, places: NDArray[np.int64]) -> None:
        """Show these positions of a layer; the first one again where there are too few."""
        wars = self._engine.wars
        padded = np.concatenate([places, np.full(self._size - len(places), places[0])])
        wars.octets["octets"][:, :ROW] = layer.rows[padded]
        wars.masks["legal"][...] = layer.masks[padded]
        self._engine.show(self._view.buffers)

    def ask(self, policies: list[Policy], layer: Layer, depth: int) -> NDArray[np.int16]:
        """Return the actions of each policy, ``(policies, times asked, N)``; -1 where there is nothing to decide."""
        open_ones = np.flatnonzero(layer.masks.any(axis=1))
        draws = max(SELDOM, min(OFTEN, ASKED // max(1, len(open_ones))))
        actions = np.full((len(policies), draws, len(layer.rows)), -1, np.int16)
        for first in range(0, len(open_ones), self._size):
            places = open_ones[first : first + self._size]
            self._show(layer, places)
            seeds = np.arange(first, first + self._size, dtype=np.int64)
            for draw in range(draws):
                draw_noise(seeds, draw, depth, self._inputs.noise)
                for number, policy in enumerate(policies):
                    actions[number, draw, places] = self._answer(policy)[: len(places)]
        return actions

    def _answer(self, policy: Policy) -> NDArray[Any]:
        policy.act(self._inputs, self._actions)
        taken = self._view.masks[np.arange(self._size), self._actions]
        if not taken.all():
            raise ValueError(f"policy {policy.name}: took an action that is not legal")
        return self._actions


def ask_in(queries: Sequence[PolicyQueries], policies: list[Policy], layer: Layer, depth: int) -> NDArray[np.int16]:
    """Return the actions of each policy in a layer, from small batches for a small layer, else from large ones."""
    few, many = queries
    is_small = np.count_nonzero(layer.masks.any(axis=1)) <= FEW_POSITIONS * FEW_POSITIONS
    return (few if is_small else many).ask(policies, layer, depth)


# --- where a policy loses points ---


class Mistake(NamedTuple):
    """A kind of mistake: an action taken where another was better."""

    decision: str
    done: str
    better: str
    cost: float
    """Points of expected mission score."""
    chance: float
    """Mean number of times in a mission."""


def mistakes(tree: list[Layer], choices: list[Choices]) -> list[Mistake]:
    """Return the mistakes of one policy, the costliest first."""
    costs: dict[tuple[str, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    reach = np.ones(1)
    for layer, (worth, best, chosen) in zip(tree, choices, strict=True):
        share = reach / len(chosen)
        flow = np.zeros(len(layer.position))
        going = layer.scores < 0
        for pairs in chosen:
            add_cost(costs, layer, worth=worth, best=best[going], pairs=pairs[going], share=share[going])
            flow += np.bincount(pairs[going], share[going], len(flow))
        counts = np.diff(layer.ends, prepend=0)
        passed = np.repeat(flow, counts) * layer.weight
        reach = np.bincount(layer.target, passed).astype(np.float64)
    kinds = [Mistake(*words, cost, chance) for words, (cost, chance) in costs.items()]
    return sorted(kinds, key=lambda mistake: -mistake.cost)


def action_name(action: int) -> str:
    """Return the verb of an action and, if it has one, its argument."""
    entry = CATALOGUE[action]
    return f"{entry.verb} {entry.argument}" if entry.argument else entry.verb


def add_cost(
    costs: dict[tuple[str, str, str], list[float]],
    layer: Layer,
    *,
    worth: NDArray[np.float64],
    best: NDArray[np.int64],
    pairs: NDArray[np.int64],
    share: NDArray[np.float64],
) -> None:
    """Add the costs of the choices in one layer, by decision, action and better action."""
    lost = worth[best] - worth[pairs]
    for place in np.flatnonzero((lost > LEAST) & (share > 0)):
        position = layer.position[pairs[place]]
        decision = Decision(int(layer.decisions[position])).name
        done, better = (action_name(int(layer.action[pair])) for pair in (pairs[place], best[place]))
        entry = costs[decision, done, better]
        entry[0] += float(share[place] * lost[place])
        entry[1] += float(share[place])


# --- solving ---


class PolicyEvaluation(NamedTuple):
    """The exact result of a policy in a situation."""

    value: float
    """Its exact expected score."""
    by_chance: bool
    """Whether its actions depend on the noise; ``value`` is then the mean over the noise that was used."""
    mistakes: list[Mistake]
    """Its mistakes, the costliest first; their costs add up to its distance to the optimum."""


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
    policies: dict[str, PolicyEvaluation]
    positions: int
    steps: int
    """Number of steps played."""
    seconds: float


class LayerValues(NamedTuple):
    """The values of one layer, computed from the layer after it."""

    values: Floats
    """``(N, 1 + policies)``."""
    worth: Floats
    """``(pairs, 1 + policies)``: of each action, followed by the best play or by the policy."""
    best: NDArray[np.int64]
    """``(N,)``: pair of the best action, or of the dice; -1 where the mission is over."""
    chosen: NDArray[np.int32]
    """``(policies, times asked, N)``: pairs the policies choose."""


def pairs_of(layer: Layer, actions: NDArray[np.int16]) -> NDArray[np.int32]:
    """Return the pairs of ``actions`` (``(..., N)``); where the dice decide, the pairs of the dice."""
    width = WAIT + 1
    codes = layer.position * width + layer.action
    chosen_codes = np.arange(len(layer.scores)) * width + np.where(actions < 0, WAIT, actions)
    places = np.searchsorted(codes, chosen_codes)
    return np.where(layer.scores >= 0, -1, places).astype(np.int32)


def best_pairs(layer: Layer, worth: Floats) -> NDArray[np.int64]:
    """Return the pair of the largest worth in each position; -1 where the mission is over.

    Of several it is the last. The leader's relief is chosen only if there is no other, because relief that changes
    nothing is no advice.
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


def look_back(layer: Layer, after: Floats, actions: NDArray[np.int16]) -> LayerValues:
    """Return the values of a layer from those of the layer ``after`` it, ``(next N, 1 + policies)``."""
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
    return LayerValues(values, worth, best, chosen)


def solve(
    situation: Situation,
    policies: Sequence[Policy] = (),
    charts: LoadedCharts | None = None,
    on_layer: Callable[[int], Any] = lambda positions: None,
) -> Solution:
    """Solve a situation, and evaluate policies on the same tree.

    Args:
        situation: the start.
        policies: the policies to be evaluated, without sampling.
        charts: the charts in force; None for ours.
        on_layer: called for each layer with its number of positions.

    Raises:
        SituationError: it does not fit the rules, or is too large.
    """
    began = time.perf_counter()
    charts = charts or load_charts()
    queries = [PolicyQueries(charts, FEW_POSITIONS), PolicyQueries(charts, AT_ONCE)]
    tree: list[Layer] = []
    asked: list[NDArray[np.int16]] = []
    steps = 0
    for layer, played in layers(situation, charts):
        asked.append(ask_in(queries, list(policies), layer, len(tree)))
        tree.append(layer.without_masks())
        steps += played
        on_layer(len(layer.rows))
    layer_values: list[LayerValues] = []
    after = np.zeros((0, 1 + len(policies)))
    for layer, actions in zip(reversed(tree), reversed(asked), strict=True):
        layer_values.insert(0, look_back(layer, after, actions))
        after = layer_values[0].values
    evaluations = {
        policy.name: PolicyEvaluation(
            float(after[0, 1 + number]),
            any(bool((actions[number] != actions[number, 0]).any()) for actions in asked),
            mistakes(tree, [(depth.worth[:, 0], depth.best, depth.chosen[number]) for depth in layer_values]),
        )
        for number, policy in enumerate(policies)
    }
    best = [best_actions(layer, depth) for layer, depth in zip(tree, layer_values, strict=True)]
    return Solution(
        situation,
        float(after[0, 0]),
        tree,
        best,
        [depth.values for depth in layer_values],
        evaluations,
        sum(len(layer.scores) for layer in tree),
        steps,
        time.perf_counter() - began,
    )


def best_actions(layer: Layer, depth: LayerValues) -> NDArray[np.int16]:
    """Return the best action of every position; -1 where there is nothing to decide."""
    actions = np.full(len(layer.scores), -1, np.int16)
    going = layer.scores < 0
    actions[going] = layer.action[depth.best[going]]
    return np.where(actions == WAIT, -1, actions)
