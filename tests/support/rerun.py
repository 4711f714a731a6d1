"""Replays of every id of every game, played at random."""

import functools
from typing import Any

import gymnasium

from stuka_env.replay import RecordReplay, Replay
from tests.support.contract import played
from tests.support.samples import samples_of


def recorder(env_id: str, *given: Any, **arguments: Any) -> Any:
    """Return a recorded environment whose episodes are short, with the arguments of an environment."""
    return RecordReplay(gymnasium.make(env_id, **{**samples_of(env_id).quick[env_id], **arguments}), *given)


def taken(env_id: str, *, seed: int | None = 1, steps: int = 100_000, options: Any = None, **arguments: Any) -> Replay:
    """Return the replay of an episode that was played at random, to its end or so many steps far."""
    env = RecordReplay(gymnasium.make(env_id, **arguments), policy="chance")
    played(env, seed, steps=steps, **(options or {}))
    return env.replay()


@functools.cache
def kept(env_id: str) -> Replay:
    """Return the replay of one short episode of an id, always the same."""
    return taken(env_id, seed=3, **samples_of(env_id).quick[env_id])
