"""Measure the speed of the environments and print it beside the targets: ``python -m tools.benchmark [--quick]``.

``--compile`` measures the first compilation of every game instead, and ``--games`` the speed of every game.

The decisions are random and legal, in Regular Barbarossa operations, with observations and masks. A figure holds for
one run on one machine, so it is not a test.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import stuka_env
from stuka_env.compiling.code_cache import CACHE_VARIABLE
from stuka_env.compiling.compilation import compiled
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.game import games
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.games.stuka.observation import BYTES, LENGTH
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.io.cores import usable_cores
from tools import ROOT

ENV_ID = "Stuka/Operation-v0"
ACTIONS_A_BLOCK = 15
"""Actions of a block that :func:`choose` counts together. Nine blocks hold all actions."""
USUAL_IDS = tuple(game.usual for game in games())
"""The usual environment of each installed game; the first game comes first."""
COMPILATIONS = 3
WARM_UP = 0.3
"""Seconds of steps before a measurement."""
FIRST_COMPILATION, SPEED = "1.2 x", "0.5 x"
"""Bars of the other games, in terms of the first one."""


@compiled
def choose(masks: Annotated[NDArray[np.int8], 2], states: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
    """Write a uniformly random legal action for every row into ``actions`` (xorshift, one state a row)."""
    for row in range(len(masks)):
        state = states[row]
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        states[row] = state
        legal = np.int32(0)
        for action in range(ACTIONS):
            legal += np.int32(masks[row, action])
        number = np.int32((state >> np.uint64(33)) * np.uint64(legal) >> np.uint64(31))
        first = 0
        while True:  # skip whole blocks first
            block = np.int32(0)
            for action in range(first, first + ACTIONS_A_BLOCK):
                block += np.int32(masks[row, action])
            if block > number:
                break
            number -= block
            first += ACTIONS_A_BLOCK
        while number >= 0:
            number -= np.int32(masks[row, first])
            first += 1
        actions[row] = first - 1


@compiled
def choose_any(masks: Annotated[NDArray[np.int8], 2], states: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
    """Write a uniformly random legal action of any game for every row into ``actions``."""
    for row in range(len(masks)):
        state = states[row]
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        states[row] = state
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[row, action]
        number = np.int64(state % np.uint64(legal))
        action = 0
        while number or not masks[row, action]:
            number -= masks[row, action]
            action += 1
        actions[row] = action


def first_states(number: int) -> NDArray[np.uint64]:
    """Return the first states of the random numbers of wars."""
    return np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


class Timing(NamedTuple):
    """Wars that were stepped with random actions."""

    decisions: int
    stepping: float
    """Seconds of the steps alone."""
    total: float
    """Seconds of the steps and of the choice of the actions."""


def step_at_random(
    env: StukaVectorEnv,
    seconds: float,
    step: Callable[[NDArray[np.int64]], Any],
    chooser: Callable[..., None] = choose,
) -> Timing:
    """Step wars that have been reset with random actions for so many seconds."""
    states, actions = first_states(env.num_envs), np.zeros(env.num_envs, np.int64)
    stepping, steps, start = 0.0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        chooser(env.engine.masks, states, actions)
        before = time.perf_counter()
        step(actions)
        stepping += time.perf_counter() - before
        steps += 1
    return Timing(steps * env.num_envs, stepping, time.perf_counter() - start)


def begun_wars(env_id: str, num_envs: int, **arguments: Any) -> StukaVectorEnv:
    """Return wars that have been reset."""
    made = gymnasium.make_vec(
        env_id, num_envs=num_envs, vectorization_mode="vector_entry_point", copy=False, **arguments
    )
    env = made.unwrapped
    assert isinstance(env, StukaVectorEnv)
    env.reset(seed=1)
    return env


def decisions_per_second(num_envs: int, num_threads: int, seconds: float) -> tuple[float, float]:
    """Return decisions a second of the vector environment, with and without the time of the random policy."""
    env = begun_wars(ENV_ID, num_envs, num_threads=num_threads)
    step_at_random(env, WARM_UP, env.step)
    timing = step_at_random(env, seconds, env.step)
    env.close()
    return timing.decisions / timing.total, timing.decisions / timing.stepping


def bare_kernel(num_envs: int, seconds: float) -> float:
    """Return decisions a second of the compiled step alone, without the Python of the vector environment."""
    env = begun_wars(ENV_ID, num_envs)
    buffers = env.engine.new_view().buffers
    timing = step_at_random(env, seconds, lambda actions: env.engine.step(actions, buffers))
    return timing.decisions / timing.stepping


def single(seconds: float, **arguments: Any) -> float:
    """Return steps a second of the single environment, without the time that choosing actions takes."""
    env = gymnasium.make(ENV_ID, **arguments)
    _, info = env.reset(seed=1)
    states = np.array([88172645463325252], np.uint64)
    actions = np.zeros(1, np.int64)
    stepping, steps, start = 0.0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        choose(info["action_mask"][None], states, actions)
        action = int(actions[0])
        before = time.perf_counter()
        _, _, terminated, truncated, info = env.step(action)
        stepping += time.perf_counter() - before
        steps += 1
        if terminated or truncated:
            _, info = env.reset()
    return steps / stepping


def start_seconds(cache: str, env_id: str = ENV_ID) -> float:
    """Return the seconds from the start of Python to the first reset of ``env_id``, with compiled code in ``cache``."""
    environment = {**os.environ, CACHE_VARIABLE: cache}
    start = f"import gymnasium, stuka_env; gymnasium.make({env_id!r}).reset(seed=0)"
    before = time.perf_counter()
    subprocess.run([sys.executable, "-c", start], cwd=ROOT, env=environment, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - before


def first_compilations() -> dict[str, float]:
    """Return the median seconds of the first start of each game, from an empty cache; the games take turns."""
    seconds: dict[str, list[float]] = {env_id: [] for env_id in USUAL_IDS}
    for _ in range(COMPILATIONS):
        for env_id, times in seconds.items():
            with tempfile.TemporaryDirectory() as cache:
                times.append(start_seconds(cache, env_id))
    return {env_id: statistics.median(times) for env_id, times in seconds.items()}


def print_compilations() -> None:
    """Print the first compilation of every game, and its ratio to that of the first game."""
    seconds = first_compilations()
    for env_id, own in seconds.items():
        ratio = f"{own / seconds[ENV_ID]:.2f} x; {FIRST_COMPILATION}"
        line(f"first start of {env_id}, median of {COMPILATIONS}", f"{own:.1f} s", ratio)


def game_speed(env_id: str, seconds: float) -> float:
    """Return decisions a second of 1,024 wars of a game, without the time that choosing actions takes."""
    env = begun_wars(env_id, 1024, observation="compact")
    timing = step_at_random(env, seconds, env.step, choose_any)
    return timing.decisions / timing.stepping


def print_speeds() -> None:
    """Print the speed of every game, and its ratio to that of the first game."""
    speeds = {env_id: best(partial(game_speed, env_id, 2.0)) for env_id in USUAL_IDS}
    for env_id, own in speeds.items():
        line(f"{env_id}, 1,024 envs, compact", f"{own:,.0f}", f"{own / speeds[ENV_ID]:.2f} x; {SPEED}")


def best(measure: Callable[[], float], times: int = 3) -> float:
    """Return the highest of a few measurements, which other programs disturbed least."""
    return max(measure() for _ in range(times))


def line(what: str, value: str, target: str = "") -> None:
    """Print one line of the report."""
    print(f"{what:<58} {value:>16}   {target}", flush=True)


def main() -> None:
    """Measure the environments and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="leave out the cold compilation, measure briefly")
    parser.add_argument("--compile", action="store_true", help="measure the first compilation of every game only")
    parser.add_argument("--games", action="store_true", help="measure the speed of every game only")
    options = parser.parse_args()
    if options.compile or options.games:
        (print_compilations if options.compile else print_speeds)()
        return
    quick = options.quick
    seconds = 0.5 if quick else 2.0
    print(f"stuka_env {stuka_env.__version__}, {usable_cores()} cores, load {os.getloadavg()[0]:.2f}")
    line("mat", f"{Mat.dtype.itemsize} bytes", f"{BYTES} of them observed; at most 4,096")
    line("observation", f"{LENGTH} floats")
    one = best(lambda: decisions_per_second(1024, 1, seconds)[1])
    line("vector, 1,024 envs, 1 thread, decisions/s", f"{one:,.0f}", "2,000,000")
    with_policy = best(lambda: decisions_per_second(1024, 1, seconds)[0], 1)
    line("  the random policy's time included", f"{with_policy:,.0f}")
    line("  the compiled step alone", f"{best(lambda: bare_kernel(1024, seconds)):,.0f}")
    alone = best(lambda: decisions_per_second(4096, 1, seconds)[1])
    line("vector, 4,096 envs, 1 thread, decisions/s", f"{alone:,.0f}")
    both = best(lambda: decisions_per_second(4096, 2, seconds)[1])
    line("vector, 4,096 envs, 2 threads, decisions/s", f"{both:,.0f}", f"{both / alone:.2f} x; 1.7 x")
    line("single env.step, steps/s", f"{best(lambda: single(seconds)):,.0f}", "40,000")
    unchecked = best(lambda: single(seconds, disable_env_checker=True))
    line("  without Gymnasium's checker", f"{unchecked:,.0f}")
    with tempfile.TemporaryDirectory() as cache:
        if not quick:
            line("first start, empty cache", f"{start_seconds(cache):.1f} s", "60 s")
            warm = min(start_seconds(cache) for _ in range(3))
            line("later start, from Python to first reset", f"{warm:.2f} s", "2 s")


if __name__ == "__main__":
    main()
