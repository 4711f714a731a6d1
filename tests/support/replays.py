"""Replays of wars played at random."""

import hashlib
import json
import weakref
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import gymnasium
import numpy as np

from stuka_env.replay import RecordReplay, Replay
from tests.support.playing import choose

Made = TypeVar("Made")


def played(env: gymnasium.Env[Any, Any], seed: int | None = 1, steps: int = 100_000, chance: int = 0) -> None:
    """Play an episode with random legal actions, to its end or so many steps far."""
    rng = np.random.default_rng(chance)
    _, info = env.reset(seed=seed)
    over = False
    while not over and steps:
        *_, terminated, truncated, info = env.step(int(choose(info["action_mask"], rng)))
        over, steps = terminated or truncated, steps - 1


def checksummed(contents: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a replay file with the checksum that fits them: what somebody would forge."""
    rest = {key: value for key, value in contents.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"checksum": hashlib.sha256(text.encode()).hexdigest()}


def recorded(name: str = "Stuka/Mission-v0", steps: int = 100_000, **arguments: Any) -> Replay:
    env = RecordReplay(gymnasium.make(name, **arguments), policy="chance")
    played(env, steps=steps)
    return env.replay()


def flown(policy: str, chance: int, seed: int = 1, env: str = "Stuka/Mission-v0", steps: int = 100_000) -> Replay:
    """A war that is played at random under the name of a policy, to its end or so many steps far."""
    recorder = RecordReplay(gymnasium.make(env), policy=policy)
    played(recorder, seed=seed, steps=steps, chance=chance)
    return recorder.replay()


WARS_OF_SCENES: dict[str, Callable[[], Replay]] = {
    "stuka": lambda: flown("chance", 3, seed=4, env="Stuka/Operation-v0", steps=250),
    "interceptor": lambda: recorded("Interceptor/Career-v0", 250),
    "wing": lambda: recorded("Wing/Campaign-v0", 300),
    "support": lambda: recorded("Support/Battle-v0", 300),
}
"""Wars at random in which the scenes of a game occur, by its name."""


def once_for_each(replay: Replay, results: dict[int, Made], make: Callable[[], Made]) -> Made:
    """Return what ``make`` returned for this replay before, else call it. ``results`` has it as long as the replay."""
    if id(replay) not in results:
        results[id(replay)] = make()
        weakref.finalize(replay, results.pop, id(replay), None)
    return results[id(replay)]
