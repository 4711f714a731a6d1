"""Replays of an evaluation's first wars: flown once more, which comes to the same, and written down."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import fly
from agents.policy import Policy, Sight
from stuka_env.arguments import Arguments
from stuka_env.engine import Engine
from stuka_env.replay import save, take
from stuka_env.replay.file import Thoughts, file_stem


class Recording:
    """A policy, and everything it does."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.turns: list[NDArray[np.int64]] = []

    def act(self, sight: Sight, actions: NDArray[np.int64]) -> None:
        """Let the policy act; write it down."""
        self.policy.act(sight, actions)
        self.turns.append(actions.copy())


class Wars(NamedTuple):
    """Which wars: the arguments, their seeds, and the seed of the policies' own chance."""

    arguments: Arguments
    seeds: NDArray[np.uint64]
    seed: int


def save_replays(policy: Policy, wars: Wars, folder: Path) -> list[Path]:
    """Fly a policy through the wars and write a replay of each, ``NAME-0001.json`` and so on.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    recording = Recording(policy)
    arguments = wars.arguments
    flown = fly(recording, arguments.scenario, arguments.charts, wars.seeds, wars.seed, side_by_side=len(wars.seeds))
    done = np.array(recording.turns)
    engine = Engine(1, arguments.scenario, arguments.charts)
    paths = []
    for war, seed in enumerate(wars.seeds.tolist()):
        actions = done[: int(flown.decisions[war]), war].tolist()
        replay = take(engine, seed, actions, thoughts=Thoughts(policy.name))
        paths.append(save(replay, folder / f"{file_stem(policy.name)}-{war + 1:04}.json"))
    return paths
