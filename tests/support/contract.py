"""Environments of every id of every game, and random play of them: the tools of the contract suite."""

import copy
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from stuka_env.engine.state import StateError, with_checksum
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from tests.support import playing
from tests.support.samples import IDS, SHORTEST, samples_of
from tests.support.slow import slow

each_id = pytest.mark.parametrize("env_id", IDS)
"""Run a test for every registered id."""
each_game = pytest.mark.parametrize("env_id", SHORTEST)
"""Run a test for the id of each game whose episodes are shortest."""
each_id_slowly = pytest.mark.parametrize("env_id", [name if name in SHORTEST else slow(name) for name in IDS])
"""Run a long test for the same ids; ``make audit`` runs it for the others."""
SETTINGS = [(env_id, dict(setting)) for env_id in IDS for setting in samples_of(env_id).settings]
"""Every id with each of its game's own settings of the observation."""
NOT_THE_WAR = {"dice", "tapes", "reports"}
"""Arrays of a saved war that a player does not see as part of it."""


def make(env_id: str, **arguments: Any) -> StukaEnv:
    """Return an environment whose episodes are short."""
    return playing.make(env_id, **{**samples_of(env_id).quick[env_id], **arguments})


def make_vec(env_id: str, num_envs: int, **arguments: Any) -> StukaVectorEnv:
    """Return a vector environment whose episodes are short."""
    return playing.make_vec(env_id, num_envs, **{**samples_of(env_id).quick[env_id], **arguments})


def choose(env: Any, masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row of masks of an environment."""
    return samples_of(env.unwrapped.game.ids[0]).choose(masks, rng)


def walk(env: StukaEnv, steps: int, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Step with random legal actions, reset where an episode ends, and yield the result of each step."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        result = env.step(int(choose(env, env.action_masks(), rng)))
        yield result
        if result[2] or result[3]:
            env.reset()


def played(env: Any, seed: int | None = 1, chance: int = 0, steps: int = 100_000, **options: Any) -> list[Any]:
    """Play an episode at random to its end, or so many steps; return the results of its steps, after that of reset."""
    rng = np.random.default_rng(chance)
    results: list[Any] = [env.reset(seed=seed, options=options or None)]
    over = False
    while not over and len(results) <= steps:
        results.append(env.step(int(choose(env, results[-1][-1]["action_mask"], rng))))
        over = results[-1][2] or results[-1][3]
    return results


def war_bytes(env: StukaEnv | StukaVectorEnv) -> bytes:
    """Return the wars as a player sees them, as bytes: mat and mask."""
    arrays = env.engine.snapshot()._asdict()
    return b"".join(array.tobytes() for name, array in arrays.items() if name not in NOT_THE_WAR)


def changed_state(env: StukaEnv, path: str, value: Any) -> dict[str, Any]:
    """Return the state of a war with one value changed, and a checksum that fits if it can have one."""
    state: dict[str, Any] = copy.deepcopy(env.get_state())
    here = state["arrays"]
    *blocks, last = (int(word) if word.isdigit() else word for word in path.split("."))
    for block in blocks:
        here = here[block]
    here[last] = value
    try:
        return with_checksum(env.game, state)
    except StateError:
        return state


def war_seeds(env: StukaEnv | StukaVectorEnv) -> list[int]:
    """Return the seed of the dice of each war."""
    seeds: list[int] = env.engine.wars.reports["war_seed"].tolist()
    return seeds


def comparable(value: Any) -> Any:
    """Return observations, masks and infos in a form that ``==`` compares."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: comparable(item) for key, item in value.items()}
    return tuple(map(comparable, value)) if isinstance(value, list | tuple) else value


def steps_of(env: StukaEnv, count: int, seed: int = 0) -> list[Any]:
    """Return everything that random steps return, in a form that can be compared."""
    return [comparable((*step[:4], step[4]["war_seed"], step[4]["action_mask"])) for step in walk(env, count, seed)]


def fly(env: StukaVectorEnv, steps: int, seed: int = 3) -> list[Any]:
    """Return the outputs of a vector environment under random actions, and its wars, as digests."""
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    outputs: list[Any] = []
    for _ in range(steps):
        seen, rewards, terminated, truncated, infos = env.step(choose(env, infos["action_mask"], rng))
        arrays: list[Any] = [*(seen.values() if isinstance(seen, dict) else [seen]), rewards, terminated, truncated]
        digest = hashlib.sha256(infos[env.game.envs.names.lines].tobytes())
        for array in arrays:
            digest.update(array.tobytes())
        outputs.append(digest.digest())
    return [*outputs, war_bytes(env)]
