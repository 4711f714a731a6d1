"""One training with RLlib, from its first decision to its agent; ``checkpoint-*`` in its folder is gone on from."""

import json
import os
import shutil
import time
from pathlib import Path
from typing import Any, NamedTuple

from ray.rllib.algorithms.algorithm import Algorithm

from agents.rllib.settings import settings_of
from agents.training.config import Config
from agents.training.scale import scale_of

CHECKPOINT, PART = "checkpoint-", ".part"
LINES = "log.jsonl"
"""A line an update."""


class Update(NamedTuple):
    """What an update has to say."""

    steps: int
    """Decisions so far."""
    score: float | None
    """Mean official points of the wars that ended lately, illegal actions being impossible; None before one has."""
    wars: int
    """Wars that ended in this update."""
    entropy: float
    """Of the policy, over the legal actions."""
    seconds: float
    """What the update took."""


def checkpoints(folder: Path) -> list[Path]:
    """The whole checkpoints in a folder, the oldest first."""
    return sorted(path for path in folder.glob(f"{CHECKPOINT}*") if path.suffix != PART)


def steps_of(checkpoint: Path) -> int:
    """Decisions taken before a checkpoint."""
    return int(checkpoint.name.removeprefix(CHECKPOINT))


def save(algorithm: Algorithm, folder: Path, steps: int) -> Path:
    """Write a checkpoint; the one before it goes when this one is whole."""
    before = checkpoints(folder)
    path = folder / f"{CHECKPOINT}{steps:011}"
    part = path.with_name(path.name + PART)
    shutil.rmtree(part, ignore_errors=True)
    algorithm.save_to_path(str(part.resolve()))
    os.replace(part, path)
    for old in before:
        if old != path:
            shutil.rmtree(old)
    return path


def update_of(result: dict[str, Any], points: float, seconds: float) -> Update:
    """What RLlib says of an update."""
    flown = result["env_runners"]
    mean = flown.get("episode_return_mean")
    return Update(
        steps=int(result["num_env_steps_sampled_lifetime"]),
        score=None if mean is None or mean != mean else float(mean) * points,
        wars=int(flown.get("num_episodes", 0)),
        entropy=float(result["learners"]["default_policy"]["entropy"]),
        seconds=seconds,
    )


def train(config: Config, seed: int, runners: int, folder: Path) -> Path:
    """Train to the end, or go on to it; the last checkpoint.

    Args:
        config: what to do; see :func:`agents.rllib.settings.check_config`.
        seed: the training seed.
        runners: processes that fly; 0 to fly in this one.
        folder: where checkpoints and the log go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    last = next(reversed(checkpoints(folder)), None)
    steps = 0 if last is None else steps_of(last)
    if last is not None and steps >= config.steps:
        return last
    algorithm = settings_of(config, seed, runners, steps).build_algo()
    try:
        if last is not None:
            algorithm.restore_from_path(str(last.resolve()))
        return go_on(algorithm, config, folder, steps)
    finally:
        algorithm.stop()


def go_on(algorithm: Algorithm, config: Config, folder: Path, steps: int) -> Path:
    """Update until all decisions have been taken."""
    points, saved = scale_of(config.env, config.reward_scale).points, steps
    with (folder / LINES).open("a", encoding="utf-8") as log:
        while True:
            began = time.perf_counter()
            update = update_of(algorithm.train(), points, time.perf_counter() - began)
            log.write(json.dumps(update._asdict()) + "\n")
            log.flush()
            score = "   -  " if update.score is None else f"{update.score:6.1f}"
            print(f"{update.steps:>11,} decisions: {score} points, {update.seconds:.1f} s", flush=True)
            done = update.steps >= config.steps
            if done or update.steps - saved >= config.checkpoint_every:
                path = save(algorithm, folder, update.steps)
                saved = update.steps
            if done:
                return path
