"""Replays of an evaluation's first wars: flown once more, which comes to the same, and written down."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import fly
from agents.policy import Policy, Sight, Thinking, Thought
from stuka_env.arguments import Arguments
from stuka_env.engine import Engine
from stuka_env.replay import save, take
from stuka_env.replay.file import Thoughts, file_stem

FAINTEST = 5e-5
"""Probabilities below this are not written: a replay has four places."""


class Recording:
    """A policy, everything it does, and what it thinks if it says so."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = policy.name
        self.turns: list[NDArray[np.int64]] = []
        self.thoughts: list[Thought] = []

    def act(self, sight: Sight, actions: NDArray[np.int64]) -> None:
        """Let the policy act; write it down."""
        if isinstance(self.policy, Thinking):
            self.thoughts.append(self.policy.think(sight))
        self.policy.act(sight, actions)
        self.turns.append(actions.copy())

    def actions_of(self, war: int, decisions: int) -> list[int]:
        """What was done in one war."""
        return [int(turn[war]) for turn in self.turns[:decisions]]

    def thoughts_of(self, war: int, decisions: int) -> Thoughts:
        """What was thought in one war."""
        thoughts = self.thoughts[:decisions]
        return Thoughts(
            self.name,
            tuple(shares(thought.probabilities[war]) for thought in thoughts),
            tuple(finite(thought.values[war]) for thought in thoughts),
        )


def shares(probabilities: NDArray[np.float32]) -> Mapping[int, float]:
    """The probabilities worth writing down, by action."""
    likely = np.flatnonzero(probabilities >= FAINTEST).tolist()
    return {action: min(1.0, float(probabilities[action])) for action in likely}


def finite(value: np.float32) -> float | None:
    """A value for the file, in points of the official score; None for no opinion."""
    return round(float(value), 3) if math.isfinite(value) else None


class Wars(NamedTuple):
    """Which wars: the arguments, their seeds, and the seed of the policies' own chance."""

    arguments: Arguments
    seeds: NDArray[np.uint64]
    seed: int


def save_replays(policy: Policy, wars: Wars, folder: Path, stem: str) -> list[Path]:
    """Fly a policy through the wars and write a replay of each, ``STEM-0001.json`` and so on.

    Raises:
        OSError: the folder cannot be written.
        FlightError: the policy raised a ValueError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    recording = Recording(policy)
    arguments = wars.arguments
    flown = fly(recording, arguments.scenario, arguments.charts, wars.seeds, wars.seed, side_by_side=len(wars.seeds))
    engine = Engine(1, arguments.scenario, arguments.charts)
    paths = []
    for war, (seed, decisions) in enumerate(zip(wars.seeds.tolist(), flown.decisions.tolist(), strict=True)):
        thoughts = recording.thoughts_of(war, decisions)
        replay = take(engine, seed, recording.actions_of(war, decisions), thoughts=thoughts)
        paths.append(save(replay, folder / f"{stem}-{war + 1:04}.json"))
    return paths


def file_stems(names: list[str]) -> list[str]:
    """A beginning of a file name for each policy, no hyphen first; names that come to the same are numbered."""
    stems = [file_stem(name).lstrip("-") or "policy" for name in names]
    return [
        stem if stems.count(stem) == 1 else f"{stem}-{stems[:place].count(stem) + 1}"
        for place, stem in enumerate(stems)
    ]
