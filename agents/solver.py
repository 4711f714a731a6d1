"""The exact optimum of a war that is nearly over, in any game: every roll is enumerated, nothing is sampled.

:func:`solve` follows every legal action and all its outcomes (:mod:`stuka_env.engine.outcomes`), each mat once. It
stops at the end of the line of the log sheet, or at an end that the caller names, such as that of an attack. Then it
goes back. The value of a mat is the largest value of its actions. The value of an action is the mean over its outcomes.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine
from stuka_env.engine.enumeration import PLAY_ON
from stuka_env.engine.outcomes import Enumeration, OutcomesError
from stuka_env.policy import PolicyInput

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
MOST_PLAYED = 50_000_000
"""Ways of play that :func:`solve` follows at most."""
MOST_LAYERS = 1000
"""Steps of play between a situation and its end; games that can go on for ever have more."""
Until = Callable[[Any], NDArray[np.bool_]]
"""A function that returns the mats, of ``(N,)``, that are the end which is asked for."""
Points = Callable[[Any], Floats]
"""A function that returns the points of mats at the end, ``(N,)``."""
SETTLED = 1e-12
"""Change of a value that ends the sweeps."""
TIE = 1e-9
"""Difference below which two actions are worth the same."""


class PlayGraph(NamedTuple):
    """All mats that can follow from a situation, and everything that can be done in them. The situation is mat 0."""

    keys: dict[bytes, int]
    """The number of each mat, by :func:`key_of`."""
    scores: Floats
    """``(N,)``: the points of the final score that were earned where play ends, else NaN."""
    mat: Indices
    """``(S,)``: the mat of each step, ascending."""
    action: Indices
    """``(S,)``: its action, or PLAY_ON."""
    source: Indices
    """``(E,)``: the step that an edge comes from, ascending."""
    target: Indices
    """``(E,)``: the mat that it leads to."""
    weight: Floats
    """``(E,)``: its probability; those of a step add up to 1."""


class SolvedPlay:
    """The best play after a situation as a policy, and the value of all that can follow from it.

    Args:
        graph: the mats that follow.
        values: the value of each, ``(N,)``.
        worth: the value of each step, ``(S,)``.
    """

    name = "optimum"

    def __init__(self, graph: PlayGraph, values: Floats, worth: Floats) -> None:
        self._graph, self._values, self._worth = graph, values, worth
        best = np.flatnonzero(worth >= values[graph.mat] - TIE)[::-1]
        self._best = np.full(len(values), PLAY_ON)
        self._best[graph.mat[best]] = graph.action[best]  # of equals the first

    def act(self, inputs: PolicyInput, actions: Indices) -> None:
        """Write the best action of every war that is not over."""
        for war, mat in enumerate(inputs.snapshot):
            number = self._graph.keys.get(key_of(mat.tobytes(), True))
            actions[war] = 0 if number is None else max(0, self._best[number])

    def value_of(self, mat: Any) -> float:
        """Return the expected score of the best play from a mat at a decision."""
        return float(self._values[self._graph.keys[key_of(mat.tobytes(), True)]])

    def worth_of(self, mat: Any, action: int) -> float:
        """Return the expected score of an action, if the best play follows."""
        number = self._graph.keys[key_of(mat.tobytes(), True)]
        first, last = np.searchsorted(self._graph.mat, (number, number + 1))
        place = first + int(np.flatnonzero(self._graph.action[first:last] == action)[0])
        return float(self._worth[place])

    def luck_of(self, mats: Sequence[Any], actions: Sequence[int], score: float) -> float:
        """Return the luck of a war: at each decision the value that came, less its mean over all that could come.

        The score less the luck is the value of the situation less what the choices lost. The only chance left in it is
        that of the situations in which the choices were made.

        Args:
            mats: the mat at each decision, in order.
            actions: the actions.
            score: the final score.
        """
        came = [*(self.value_of(mat) for mat in mats[1:]), score]
        return sum(value - self.worth_of(mat, action) for mat, action, value in zip(mats, actions, came, strict=True))


class Solution(NamedTuple):
    """The optimum of a situation."""

    value: float
    """Expected score of the best play."""
    actions: dict[int, float]
    """Expected score of each legal action, if the best play follows."""
    mats: int
    """Number of different mats on the way."""
    play: SolvedPlay
    """The best play, and the value of every mat on the way."""

    @property
    def best(self) -> list[int]:
        """The best actions."""
        return [action for action, value in self.actions.items() if value >= self.value - TIE]


def key_of(octets: bytes, settled: bool) -> bytes:
    """Return the key of a mat, and of whether a decision with a choice is open or the war is over."""
    return (b"\1" if settled else b"\0") + octets.rstrip(b"\0")


def explore(engine: Engine, most_played: int, until: Until | None = None, points: Points | None = None) -> PlayGraph:
    """Return the graph of the war of an engine of one war, to the end that is asked for.

    Raises:
        OutcomesError: there are too many possibilities, or something is hidden.
    """
    enumeration = Enumeration(engine)
    rows, settled = enumeration.possible(1), np.ones(1, np.bool_)
    first_line = int(enumeration.judge(rows, settled).lines[0])
    keys = {key_of(rows.tobytes(), True): 0}
    found: dict[str, list[NDArray[Any]]] = {name: [] for name in PlayGraph._fields[1:]}
    num_mats = num_steps = 0
    for _ in range(MOST_LAYERS):
        judged = enumeration.judge(rows, settled)
        ended = (judged.lines > first_line) | (settled & ~judged.masks.any(axis=1))
        if until is not None:
            ended |= until(enumeration.mats(rows))
        scores = np.full(len(rows), np.nan)
        own_points = enumeration.earned if points is None else lambda end: points(enumeration.mats(end))
        scores[ended] = own_points(rows[ended])
        judged.masks[ended] = 0
        place, action = np.nonzero(judged.masks)
        moving = np.flatnonzero(~settled & ~ended)
        mats = np.concatenate([place, moving])
        actions = np.concatenate([action, np.full(len(moving), PLAY_ON)])
        order = np.argsort(mats, kind="stable")
        spread = enumeration.expand(rows[mats[order]], actions[order], most_played)
        own = [
            key_of(row.tobytes(), bool(is_settled)) for row, is_settled in zip(spread.rows, spread.settled, strict=True)
        ]
        known = len(keys)
        numbers = np.array([keys.setdefault(key, len(keys)) for key in own], np.int64)
        layer = (scores, num_mats + mats[order], actions[order], num_steps + spread.source, numbers[spread.target])
        parts: tuple[NDArray[Any], ...] = (*layer, spread.weight)
        for name, part in zip(found, parts, strict=True):
            found[name].append(part)
        num_mats, num_steps = num_mats + len(rows), num_steps + len(mats)
        is_new = numbers >= known
        rows, settled = spread.rows[is_new], spread.settled[is_new]
        if not len(rows):
            return PlayGraph(keys, *[np.concatenate(every) for every in found.values()])
    raise OutcomesError(f"outcomes: the episode has not ended after {MOST_LAYERS} steps of play")


def values_in(graph: PlayGraph) -> tuple[Floats, Floats]:
    """Return the value of each mat, ``(N,)``, and of each step, ``(S,)``.

    Each sweep reaches one step farther back from the end. A roll can lead back to the mat before it, so that sweeps go
    on until they change nothing.

    Raises:
        OutcomesError: play can go on for ever.
    """
    values, firsts = np.nan_to_num(graph.scores), np.flatnonzero(np.diff(graph.mat, prepend=-1))
    for _ in range(MOST_LAYERS):
        worth: Floats = np.bincount(graph.source, graph.weight * values[graph.target], len(graph.mat)).astype(float)
        best = np.maximum.reduceat(worth, firsts)
        change = np.abs(best - values[graph.mat[firsts]]).max()
        values[graph.mat[firsts]] = best
        if change < SETTLED:
            return values, worth
    raise OutcomesError("outcomes: play can go on for ever, so that it has no value")


def solve(
    engine: Engine, most_played: int = MOST_PLAYED, until: Until | None = None, points: Points | None = None
) -> Solution:
    """Return the exact optimum of the war of an engine of one war, at a decision.

    Args:
        engine: the engine.
        most_played: ways of play that are followed at most.
        until: an end before that of the line of the log sheet. The value is then of the points earned until there.
        points: the points at the end, if they are not those that the score has earned by then.

    Raises:
        OutcomesError: there are too many possibilities, or something is hidden.
    """
    graph = explore(engine, most_played, until, points)
    values, worth = values_in(graph)
    own = graph.mat == 0
    return Solution(
        float(values[0]),
        dict(zip(graph.action[own].tolist(), worth[own].tolist(), strict=True)),
        len(values),
        SolvedPlay(graph, values, worth),
    )
