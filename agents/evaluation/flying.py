"""Flying a policy through many wars at once, on the engine that the environments stand on."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.policy import Policy, Sight, draw_noise
from stuka_env import batch
from stuka_env.charts import LoadedCharts
from stuka_env.engine import Engine, Scenario, View, new_view
from stuka_env.rules.mat import LOG_LENGTH, log_dtype

BATCH = 512
"""Wars flown side by side; a matter of speed only."""
LONGEST = 20_000
"""Turns after which a war counts as unfinished; the longest campaigns take a fifth of that."""

Progress = Callable[[int], Any]
"""Told how many wars have just ended."""


class Flown(NamedTuple):
    """What became of a policy's wars, in their order."""

    seeds: NDArray[np.uint64]
    """Base seed of each war."""
    results: NDArray[Any]
    """batch.result_dtype ``(N,)``; all 0 for a war that was not finished."""
    finished: NDArray[np.bool_]
    decisions: NDArray[np.int64]
    """Decisions taken in each war."""
    logs: NDArray[Any]
    """log_dtype ``(N, LOG_LENGTH)``: the log sheets; the first ``results["missions"]`` lines of each count."""
    seconds: float
    """What it took, wall clock."""


def look(engine: Engine, view: View) -> Sight:
    """What a policy may look at, without noise yet; views, so that they stay up to date."""
    mats, charts = engine.wars.mats.view(), engine.wars.charts.view()
    for array in (mats, charts):
        array.flags.writeable = False
    return Sight(view.observations, view.masks, mats, charts, np.zeros(engine.num_envs, np.int64))


def fly_together(
    policy: Policy, engine: Engine, seeds: NDArray[np.uint64], seed: int, progress: Progress
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Fly the wars of ``engine`` to their end: decisions taken in each, and whether it was finished."""
    view = new_view(engine.num_envs)
    engine.reset(view.faces, seeds.tolist())
    sight = look(engine, view)
    slips = engine.wars.slips
    war_seeds = slips["war_seed"].astype(np.uint64).view(np.int64)
    actions, decisions = np.zeros(engine.num_envs, np.int64), np.zeros(engine.num_envs, np.int64)
    running = engine.num_envs
    for turn in range(LONGEST):
        draw_noise(war_seeds, seed, turn, sight.noise)
        policy.act(sight, actions)
        decisions += slips["over"] == 0
        engine.step(actions, view.faces)
        left = int(engine.num_envs - slips["over"].sum())
        if left < running:
            progress(running - left)
            running = left
        if running == 0:
            break
    progress(running)
    return decisions, slips["terminated"] == 1


def warm_up(policy: Policy, scenario: Scenario, charts: LoadedCharts) -> None:
    """Let the policy choose once in a war that does not count: what it compiles first is not its speed."""
    engine = Engine(1, scenario, charts)
    view = new_view(1)
    engine.reset(view.faces, [0])
    policy.act(look(engine, view), np.zeros(1, np.int64))


def fly(
    policy: Policy,
    scenario: Scenario,
    charts: LoadedCharts,
    seeds: NDArray[np.uint64],
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
    side_by_side: int = BATCH,
) -> Flown:
    """Fly ``policy`` through the wars of ``seeds``.

    Args:
        policy: who plays.
        scenario: what a war is.
        charts: the charts in force.
        seeds: the wars.
        seed: the policy's own seed, for policies that use chance.
        num_threads: threads that share the wars; makes no difference to the result.
        progress: told how many wars have just ended.
        side_by_side: wars in the engine at a time; makes no difference to the result.
    """
    wars = len(seeds)
    flown = Flown(
        seeds,
        np.zeros(wars, batch.result_dtype),
        np.zeros(wars, np.bool_),
        np.zeros(wars, np.int64),
        np.zeros((wars, LOG_LENGTH), log_dtype),
        0.0,
    )
    start = time.perf_counter()
    for first in range(0, wars, side_by_side):
        part = slice(first, min(wars, first + side_by_side))
        engine = Engine(part.stop - first, scenario, charts, num_threads=num_threads)
        try:
            flown.decisions[part], flown.finished[part] = fly_together(policy, engine, seeds[part], seed, progress)
            flown.results[part] = engine.wars.slips["result"]
            flown.logs[part] = engine.wars.mats["log"]
        finally:
            engine.close()
    return flown._replace(seconds=time.perf_counter() - start)
