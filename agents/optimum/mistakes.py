"""Where a policy's distance to the optimum comes from.

The distance is the sum, over all positions, of the chance that the policy comes there times what its action is worth
less than the best one, if the best play followed both. So every point of it has an action to answer for it.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.optimum.tree import Layer
from stuka_env.actions import CATALOGUE
from stuka_env.codes import Decision

LEAST = 1e-9
"""Points below which two actions are worth the same."""

Choices = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]
"""Of one layer: the worth of each pair under the best play, the best pair of each position, the pairs chosen."""


class Mistake(NamedTuple):
    """A kind of mistake: what was done where something else was better."""

    decision: str
    done: str
    better: str
    cost: float
    """Points of expected mission score."""
    chance: float
    """How often it happens in a mission, on average."""


def mistakes(tree: list[Layer], choices: list[Choices]) -> list[Mistake]:
    """The mistakes of one policy, the costliest first."""
    costs: dict[tuple[str, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    reach = np.ones(1)
    for layer, (worth, best, chosen) in zip(tree, choices, strict=True):
        share = reach / len(chosen)
        flow = np.zeros(len(layer.position))
        going = layer.scores < 0
        for pairs in chosen:
            note(costs, layer, worth, best[going], pairs[going], share[going])
            flow += np.bincount(pairs[going], share[going], len(flow))
        counts = np.diff(layer.ends, prepend=0)
        passed = np.repeat(flow, counts) * layer.weight
        reach = np.bincount(layer.target, passed).astype(np.float64)
    found = [Mistake(*words, cost, chance) for words, (cost, chance) in costs.items()]
    return sorted(found, key=lambda mistake: -mistake.cost)


def named(action: int) -> str:
    """An action by its verb and, if it has one, its argument."""
    entry = CATALOGUE[action]
    return f"{entry.verb} {entry.argument}" if entry.argument else entry.verb


def note(
    costs: dict[tuple[str, str, str], list[float]],
    layer: Layer,
    worth: NDArray[np.float64],
    best: NDArray[np.int64],
    pairs: NDArray[np.int64],
    share: NDArray[np.float64],
) -> None:
    """Add up what the choices of one layer cost, by decision, action and better action."""
    lost = worth[best] - worth[pairs]
    for place in np.flatnonzero((lost > LEAST) & (share > 0)):
        position = layer.position[pairs[place]]
        decision = Decision(int(layer.decisions[position])).name
        done, better = (named(int(layer.action[pair])) for pair in (pairs[place], best[place]))
        entry = costs[decision, done, better]
        entry[0] += float(share[place] * lost[place])
        entry[1] += float(share[place])
