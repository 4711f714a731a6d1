"""Departures of the planner from `champion`, measured again with fresh futures to the end of the career.

The planner chose a departure because its own rollouts were good, so they are no measure of it. The futures here have
other dice, and no value scores them: `champion` flies them to the end. The gain of a policy over `champion` is the mean
sum of the gains of its departures along its own careers.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.review.futures import FUTURES, OpenDecisions
from agents.games.interceptor.scripts import champion
from agents.planner.planner import Planner
from agents.review.futures import FuturePlan, new_comparisons
from agents.rows import join_rows
from stuka_env.declared.records import Rows
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.policy import PolicyInput


class Departures(NamedTuple):
    """Decisions in which the planner departed from `champion`, M of them."""

    career: NDArray[np.int64]
    """``(M,)``: index of the career."""
    mats: Rows[Mat]
    own: NDArray[np.int64]
    """``(M,)``: the action of `champion`."""
    taken: NDArray[np.int64]
    """``(M,)``: the action of the planner."""


class DepartingPlanner:
    """A planner that keeps its departures.

    Args:
        planner: the planner. Its careers must be flown side by side and all at once.
    """

    def __init__(self, planner: Planner) -> None:
        self.name = planner.name
        self._planner = planner
        self._parts: list[Departures] = []

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the planner's actions into ``actions``."""
        searches = self._planner.search(inputs)
        actions[:] = searches["best"]
        own = searches["action"][:, 0]
        careers = np.flatnonzero(own != actions)  # in a career that is over both are 0
        self._parts.append(Departures(careers, inputs.mats[careers].copy(), own[careers], actions[careers].copy()))

    def departures(self) -> Departures:
        """Return the departures so far."""
        return join_rows(self._parts)


class Measured(NamedTuple):
    """The gain of a departure."""

    gain: float
    """Mean gain over the action of `champion` in bombers."""
    variance: float
    """Square of its standard error."""


def measure_departures(
    departures: Departures, charts: Rows[Charts], futures: int, rng: np.random.Generator
) -> Iterator[Measured]:
    """Measure the gain of each departure by paired futures to the end of the career."""
    count = len(departures.own)
    noise = rng.integers(0, 1 << 62, count)
    masks = np.zeros((0, 0), np.int8)
    decisions = OpenDecisions(read_only(departures.mats), read_only(charts), masks, read_only(noise))
    sums = new_comparisons(departures.own, departures.taken[:, None].copy())
    workspace, plan = FUTURES.new_workspace(), FuturePlan(0, futures, True, False)
    for place in range(count):
        FUTURES.kernels.compare_futures(champion.choose, decisions, sums, workspace, plan, place)
        gain = float(sums.gain[place, 0]) / futures
        variance = (float(sums.square[place, 0]) / futures - gain * gain) / (futures - 1)
        yield Measured(gain, variance)
