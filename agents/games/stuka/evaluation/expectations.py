"""Calibration of score heads: the final score that a policy expects when each mission begins, and the final score.

Policies with a score head are asked at the first decision of each mission, during the evaluation's own flights.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.learner_parts import LineStartDetector, score_parts
from agents.rows import some_wars
from stuka_env.flights.episodes import BATCH, Flown, join
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import ExplainingPolicy, Policy, PolicyInput, ScriptedPolicy

FEWEST_WARS = 10
"""Smallest number of wars that a mean is computed for."""
THIRDS = ("first third", "second third", "last third")
"""Parts of a war's missions."""
MISSION_GROUPS = 5
"""Number of groups of equal size, by expected score."""


# --- flights ---


class ExpectingPolicy:
    """A policy that also records the final score that it expects when each mission begins.

    Args:
        policy: the policy that plays.
        wars: number of wars.
    """

    def __init__(self, policy: ExplainingPolicy, wars: int) -> None:
        self.name = policy.name
        self.expected = np.full((wars, LOG_LENGTH), np.nan, np.float32)
        self._policy = policy
        self._starts = LineStartDetector(wars, "stuka")

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the policy's actions into ``actions``."""
        self._policy.act(inputs, actions)
        rows = np.flatnonzero(self._starts.at(inputs.mats))
        if len(rows):
            begun = some_wars(inputs, rows)
            missions = begun.mats["war"]["mission_of_war"]
            self.expected[rows, missions] = score_parts("stuka").earned(begun) + self._policy.explain(begun).values


def fly_and_measure(
    fly: Callable[..., Flown], policy: Policy, spec: WarSpec, seeds: NDArray[np.uint64], **options: Any
) -> Flown:
    """Fly wars as a function does, which may measure luck, and record the policy's expected scores.

    Scripts have no score head, so their outcome has no expected scores.

    Raises:
        FlightError: the policy raised a ValueError.
    """
    if not isinstance(policy, ExplainingPolicy) or isinstance(policy, ScriptedPolicy):
        return fly(policy, spec, seeds, **options)
    parts = []
    for first in range(0, len(seeds), BATCH):
        batch = seeds[first : first + BATCH]
        expecting = ExpectingPolicy(policy, len(batch))
        flown = fly(expecting, spec, batch, **options)
        parts.append(flown._replace(expected=expecting.expected))
    return join(parts)


# --- figures ---


class MissionExpectations(NamedTuple):
    """Expected scores when one mission began, over the finished wars."""

    mission: int
    """Number of the mission in the war, counted from 1."""
    wars: int
    expected: float
    """Mean of the expected final scores."""
    achieved: float
    """Mean of the final scores."""
    error: float
    """Standard error of (expected - achieved)."""


class ExpectationGroup(NamedTuple):
    """One fifth of the mission beginnings in a part of the wars, by expected score."""

    part: int
    """Index of :data:`THIRDS`."""
    moments: int
    expected: float
    achieved: float


class Expectations(NamedTuple):
    """Expected and achieved scores of a policy."""

    missions: list[MissionExpectations]
    groups: list[ExpectationGroup]


def expectations(flown: Flown) -> Expectations | None:
    """Compare expected with achieved scores; return None for a policy without a score head, or with too few wars."""
    known = np.isfinite(flown.expected) & flown.finished[:, None]
    final = flown.results["score"].astype(np.float64)
    missions = [
        _of_mission(mission, flown.expected[wars, mission].astype(np.float64), final[wars])
        for mission, wars in enumerate(known.T)
        if wars.sum() >= FEWEST_WARS
    ]
    return Expectations(missions, list(_groups(flown.expected, known, final))) if missions else None


def _of_mission(mission: int, expected: NDArray[np.float64], final: NDArray[np.float64]) -> MissionExpectations:
    error = (expected - final).std(ddof=1) / np.sqrt(len(final))
    return MissionExpectations(mission + 1, len(final), float(expected.mean()), float(final.mean()), float(error))


def _groups(
    expected: NDArray[np.float32], known: NDArray[np.bool_], final: NDArray[np.float64]
) -> Iterator[ExpectationGroup]:
    missions = int(np.flatnonzero(known.any(axis=0)).max()) + 1
    for part in range(len(THIRDS)):
        first, stop = part * missions // len(THIRDS), (part + 1) * missions // len(THIRDS)
        wars, places = np.nonzero(known[:, first:stop])
        order = np.argsort(expected[wars, first + places], kind="stable")
        for rows in np.array_split(order, MISSION_GROUPS):
            if len(rows) >= FEWEST_WARS:
                forecast = expected[wars[rows], first + places[rows]].astype(np.float64)
                yield ExpectationGroup(part, len(rows), float(forecast.mean()), float(final[wars[rows]].mean()))
