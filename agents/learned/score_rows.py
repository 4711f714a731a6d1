"""Rows for fitting a score head, from an agent's own wars: the head's inputs, and the points of the rest of the war."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learned.learned_policy import LearnedPolicy
from agents.learner_parts import LineStartDetector, are_over, score_parts
from agents.rows import join_rows, some_rows, some_wars
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec, game_named
from stuka_env.policy import PolicyInput

EVERY = 8
"""Default: one decision in so many is a row, beside the first of each mission."""
BATCH = 512
"""Number of wars flown side by side."""

RowFunction = Callable[[PolicyInput], NDArray[np.floating[Any]]]
"""A function of some wars that returns a row of numbers for each."""


class ScoreRows(NamedTuple):
    """Decisions of wars that came to their end, ``M`` of them."""

    seen: NDArray[np.floating[Any]]
    """``(M, I)``: the recorded numbers."""
    earned: NDArray[np.float64]
    """``(M,)``: points earned before the decision."""
    final: NDArray[np.float64]
    """``(M,)``: final score of the war."""
    war: NDArray[np.int64]
    """``(M,)``: index of the war in the list of seeds."""
    mission: NDArray[np.int64]
    """``(M,)``: number of missions of the war that had ended."""
    start: NDArray[np.bool_]
    """``(M,)``: whether the decision is the first of a mission."""


class RowRecorder:
    """A policy that acts as another one and records rows of its inputs.

    Args:
        policy: The policy that acts.
        seen: Function that returns the numbers to record.
        first_war: Index of the first war in the list of seeds.
        num_wars: Number of wars.
        every: Record one decision in so many, beside the first of each mission; 0 records only the first.
    """

    def __init__(self, policy: LearnedPolicy, seen: RowFunction, *, first_war: int, num_wars: int, every: int) -> None:
        self.name = policy.name
        self.parts: list[ScoreRows] = []
        self._policy, self._seen, self._every = policy, seen, every
        self._wars = first_war + np.arange(num_wars)
        self._starts = LineStartDetector(num_wars, policy.game)
        self._turn = 0

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the policy's actions into ``actions``."""
        self._policy.act(inputs, actions)
        mats = inputs.snapshot
        missions = score_parts(self._policy.game).line_of(mats)
        starts = self._starts.at(mats)
        is_recorded = starts.copy()
        if self._every:
            is_recorded |= ~are_over(mats, self._policy.game) & ((self._turn + self._wars) % self._every == 0)
        self._turn += 1
        rows = np.flatnonzero(is_recorded)
        if len(rows):
            self._record(some_wars(inputs, rows), rows, missions[rows], starts[rows])

    def _record(
        self, inputs: PolicyInput, rows: NDArray[np.int64], missions: NDArray[np.int64], starts: NDArray[np.bool_]
    ) -> None:
        earned = score_parts(self._policy.game).earned(inputs)
        unknown = np.full(len(rows), np.nan)
        self.parts.append(ScoreRows(self._seen(inputs), earned, unknown, self._wars[rows], missions, starts))


def fly_rows(
    policy: LearnedPolicy,
    seen: RowFunction,
    spec: AnyWarSpec,
    seeds: NDArray[np.uint64],
    *,
    every: int = EVERY,
    on_missions: Callable[[int], object] = lambda missions: None,
) -> ScoreRows:
    """Fly the wars of ``seeds`` and return rows of those that come to their end.

    Args:
        policy: The policy that flies.
        seen: Function that returns the numbers to keep of some wars, one row a war.
        spec: The kind of war.
        seeds: Base seeds of the wars.
        every: Keep one decision in so many, beside the first of each mission; 0 keeps only the first.
        on_missions: Called with the number of missions that have been flown since the last call.
    """
    parts = []
    missions = game_named(spec.game).flights.lines_of(spec)
    for first in range(0, len(seeds), BATCH):
        batch = seeds[first : first + BATCH]
        recorder = RowRecorder(policy, seen, first_war=first, num_wars=len(batch), every=every)
        flown = fly_wars(
            recorder,
            spec,
            batch,
            progress=lambda wars: on_missions(wars * missions),
        )
        rows = join_rows(recorder.parts)
        place = rows.war - first
        rows = rows._replace(final=flown.scores[place])
        parts.append(some_rows(rows, flown.finished[place]))
    return join_rows(parts)
