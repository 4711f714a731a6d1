"""Fly policies in Numba's simulator of a GPU and on the CPU, and compare every result.

::

    python -m tests.gpu.flights ID:POLICY ID:POLICY ...

``NUMBA_ENABLE_CUDASIM=1`` must be set.
"""

import sys

import numpy as np
import torch

import stuka_env
from stuka_env.flights.episodes import ARRAYS, Flown, fly_wars
from stuka_env.flights.on_device import fly_on_device
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_of
from stuka_env.policy import as_policy

WARS, SEED = 7, 3


def compare(one: Flown, other: Flown) -> None:
    """Fail if two flights have other results."""
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def rehearse(env_id: str, name: str) -> Flown:
    """Fly a policy on both, also with fewer places on the device than wars, and return its wars."""
    told: list[int] = []
    flown = stuka_env.fly(name, env_id, WARS, SEED)
    compare(flown, stuka_env.fly(name, env_id, WARS, SEED, device="cuda", progress=told.append))
    assert sum(told) == WARS
    game = game_of(env_id)
    assert game is not None
    scale, seeds = game.ids.index(env_id), evaluation_seeds(SEED, WARS)
    spec, _ = game.envs.read_arguments(scale)
    policy = as_policy(name, game.name)
    parted = fly_on_device(
        policy, game, scale, {}, seeds, seed=SEED, num_threads=1, progress=lambda ended: None, side_by_side=3
    )
    compare(parted, fly_wars(policy, spec, seeds, seed=SEED, side_by_side=3))
    return flown


def main() -> int:
    """Rehearse policies, and print their results."""
    torch.set_num_threads(1)
    for word in sys.argv[1:]:
        env_id, _, name = word.partition(":")
        print(word, rehearse(env_id, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
