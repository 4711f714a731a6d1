"""The exact optimum of a war that is nearly over, in any game: every roll is enumerated, nothing is sampled.

:func:`solve` follows every legal action and all its outcomes (:mod:`stuka_env.engine.outcomes`) to the end of the
episode, layer by layer. Then it goes back. The value of a mat is the largest value of its actions, and the value of an
action is the mean over its outcomes.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine
from stuka_env.engine.enumeration import PLAY_ON
from stuka_env.engine.outcomes import Enumeration, OutcomesError, Spread

Floats = NDArray[np.float64]
MOST_PLAYED = 50_000_000
"""Ways of play that :func:`solve` follows at most."""
MOST_LAYERS = 1000
"""Steps of play between a situation and its end; games that can go on for ever have more."""
TIE = 1e-9
"""Difference below which two actions are worth the same."""


class Layer(NamedTuple):
    """Mats equally many steps from the start, and everything that can be done in them."""

    scores: Floats
    """``(N,)``: the official score where the episode is over, else NaN."""
    mat: NDArray[np.int64]
    """``(S,)``: the mat of each step, ascending."""
    action: NDArray[np.int64]
    """``(S,)``: its action, or PLAY_ON."""
    spread: Spread
    """The outcomes of the steps; their mats are those of the next layer."""


class Solution(NamedTuple):
    """The optimum of a situation."""

    value: float
    """Expected score of the best play."""
    actions: dict[int, float]
    """Expected score of each legal action, if the best play follows."""
    mats: int
    """Number of different mats on the way."""

    @property
    def best(self) -> list[int]:
        """The best actions."""
        return [action for action, value in self.actions.items() if value >= self.value - TIE]


def layers(engine: Engine, most_played: int) -> Iterator[Layer]:
    """Yield the layers of the war of an engine of one war, to the end of the episode.

    Raises:
        OutcomesError: there are too many possibilities.
    """
    enumeration = Enumeration(engine)
    rows, settled = enumeration.first, np.ones(1, np.bool_)
    first_line = int(enumeration.judge(rows, settled).lines[0])
    for _ in range(MOST_LAYERS):
        judged = enumeration.judge(rows, settled)
        ended = (judged.lines > first_line) | (settled & ~judged.masks.any(axis=1))
        scores = np.full(len(rows), np.nan)
        scores[ended] = enumeration.earned(rows[ended])
        judged.masks[ended] = 0
        place, action = np.nonzero(judged.masks)
        moving = np.flatnonzero(~settled & ~ended)
        mats = np.concatenate([place, moving])
        actions = np.concatenate([action, np.full(len(moving), PLAY_ON)])
        order = np.argsort(mats, kind="stable")
        spread = enumeration.expand(rows[mats[order]], actions[order], most_played)
        yield Layer(scores, mats[order], actions[order], spread)
        rows, settled = spread.rows, spread.settled
        if not len(rows):
            return
    raise OutcomesError(f"outcomes: the episode has not ended after {MOST_LAYERS} steps of play")


def worth_of_steps(layer: Layer, after: Floats) -> Floats:
    """Return the value of each step of a layer, from the values ``after`` of the mats of the next layer."""
    spread = layer.spread
    worth = np.zeros(len(layer.mat))
    np.add.at(worth, spread.source, spread.weight * after[spread.target])
    return worth


def values_of(layer: Layer, worth: Floats) -> Floats:
    """Return the value of each mat of a layer: its score, or that of its best step."""
    best = np.full(len(layer.scores), -np.inf)
    np.maximum.at(best, layer.mat, worth)
    return np.where(np.isnan(layer.scores), best, layer.scores)


def solve(engine: Engine, most_played: int = MOST_PLAYED) -> Solution:
    """Return the exact optimum of the war of an engine of one war, at a decision.

    Raises:
        OutcomesError: there are too many possibilities.
    """
    every = list(layers(engine, most_played))
    after = np.zeros(0)
    for layer in reversed(every):
        worth = worth_of_steps(layer, after)
        after = values_of(layer, worth)
    return Solution(
        float(after[0]),
        dict(zip(every[0].action.tolist(), worth.tolist(), strict=True)),
        sum(len(layer.scores) for layer in every),
    )
