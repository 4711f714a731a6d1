"""Flights of a policy through many careers at once, on the engine of the environments."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine, View
from stuka_env.games.interceptor.policy import Policy, PolicyInput, draw_noise
from stuka_env.games.interceptor.rules.ledger import Result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, LogLine
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.user_code import UserCodeError, user_code_error

BATCH = 512
"""Number of careers that are flown side by side, which affects the speed only."""
MOST_TURNS = 20_000
"""Number of turns after which an episode counts as unfinished. The longest careers need a tenth of it."""


Progress = Callable[[int], Any]
"""A callback with the number of episodes flown since the last call."""


class FlightError(UserCodeError):
    """A policy refused to continue, or its code failed; the first line names the policy and the reason."""


class Flown(NamedTuple):
    """Results of a policy's episodes: a row for each, in the order of their seeds."""

    seeds: NDArray[np.uint64]
    """``(N,)``: base seed of each episode; ``env.reset(seed=...)`` begins the same one."""
    results: NDArray[Any]
    """``(N,)``: records of :class:`stuka_env.games.interceptor.rules.ledger.Result`; all 0 for an episode that was not
    finished."""
    logs: NDArray[Any]
    """``(N, 92)``: records of :class:`stuka_env.games.interceptor.rules.mat.LogLine`; the first
    ``results["lines"]`` of each row are in use."""
    finished: NDArray[np.bool_]
    """``(N,)``: whether the episode ended; a hundred illegal actions in a row leave it unfinished."""
    decisions: NDArray[np.int64]
    """``(N,)``: decisions taken."""
    illegal: NDArray[np.int64]
    """``(N,)``: number of illegal actions among the decisions."""
    seconds: float
    """Wall-clock time of the flights."""


def new_flown(seeds: NDArray[np.uint64]) -> Flown:
    """Return an empty record for the episodes of ``seeds``."""
    count = len(seeds)
    return Flown(
        seeds,
        np.zeros(count, Result.dtype),
        np.zeros((count, MOST_LOGGED), LogLine.dtype),
        np.zeros(count, np.bool_),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        0.0,
    )


ARRAYS = tuple(name for name in Flown._fields if name != "seconds")
"""The fields of :class:`Flown` with a row for each episode."""


def flown_slice(flown: Flown, rows: slice) -> Flown:
    """Return views of some of the episodes, which a flight fills in."""
    arrays: dict[str, Any] = {name: getattr(flown, name)[rows] for name in ARRAYS}
    return flown._replace(**arrays)


def join(flights: Sequence[Flown]) -> Flown:
    """Join the episodes of all ``flights`` in their order, and add up their times."""
    arrays: dict[str, Any] = {name: np.concatenate([getattr(flown, name) for flown in flights]) for name in ARRAYS}
    return Flown(**arrays, seconds=sum(flown.seconds for flown in flights))


def war_seeds(engine: Engine) -> NDArray[np.int64]:
    """Return the current war seeds as signed 64-bit integers, the type that kernels expect."""
    seeds: NDArray[np.int64] = engine.wars.reports["war_seed"].astype(np.uint64).view(np.int64)
    return seeds


def policy_input(engine: Engine, view: View) -> PolicyInput:
    """Return the inputs of a policy as views, with noise 0."""
    mats, charts = engine.wars.mats.view(), engine.wars.charts.view()
    mats.flags.writeable = False
    charts.flags.writeable = False
    return PolicyInput(view.observations, view.masks, mats, charts, np.zeros(engine.num_envs, np.int64))


def call_policy(policy: Policy, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
    """Let the policy act.

    Raises:
        FlightError: the user's own code failed, and the message names file and line; or a policy of this project raised
            a ValueError.
    """
    try:
        policy.act(inputs, actions)
    except Exception as error:
        trouble = user_code_error(error, policy.name)
        if trouble is not None:
            raise FlightError(str(trouble)) from error
        if not isinstance(error, ValueError):
            raise
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise FlightError(f"policy {policy.name!r}: {reason}") from error


def warm_up(policy: Policy, spec: WarSpec) -> None:
    """Let the policy choose once in an episode that is not counted, so that compilation does not count as flying time.

    Raises:
        FlightError: the policy refuses or fails.
    """
    engine = Engine(1, spec)
    view = engine.new_view()
    engine.reset(view.buffers, [0])
    call_policy(policy, policy_input(engine, view), np.zeros(1, np.int64))


def fly_batch(policy: Policy, engine: Engine, flown: Flown, seed: int, progress: Progress) -> None:
    """Fly the episodes of ``engine`` to their end, and write their results to the rows of ``flown``."""
    view = engine.new_view()
    engine.reset(view.buffers, flown.seeds.tolist())
    inputs = policy_input(engine, view)
    reports, seeds = engine.wars.reports, war_seeds(engine)
    actions = np.zeros(engine.num_envs, np.int64)
    reported = 0
    for turn in range(MOST_TURNS):
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        flown.decisions[:] += reports["over"] == 0
        engine.step(actions, view.buffers)
        flown.illegal[:] += reports["illegal"]
        over = int(reports["over"].sum())
        if over > reported:
            progress(over - reported)
            reported = over
        if over == engine.num_envs:
            break
    progress(engine.num_envs - reported)
    flown.finished[:] = reports["terminated"] == 1
    flown.results[:] = reports["result"]
    flown.logs[:] = engine.wars.logs["lines"]


def fly_episodes(
    policy: Policy,
    spec: WarSpec,
    seeds: NDArray[np.uint64],
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
) -> Flown:
    """Fly ``policy`` through the episodes of ``seeds``.

    Args:
        policy: the policy that plays.
        spec: the kind of episode.
        seeds: base seeds of the episodes.
        seed: seed of the policy's random numbers.
        num_threads: threads that share the episodes, without effect on the results.
        progress: callback with the number of episodes flown since its last call.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy any error.
    """
    flown = new_flown(seeds)
    start = time.perf_counter()
    for first in range(0, len(seeds), BATCH):
        part = flown_slice(flown, slice(first, first + BATCH))
        engine = Engine(len(part.seeds), spec, num_threads=num_threads)
        try:
            fly_batch(policy, engine, part, seed, progress)
        finally:
            engine.close()
    return flown._replace(seconds=time.perf_counter() - start)
