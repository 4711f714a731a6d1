"""Replays of episodes of the second game, played at random."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from stuka_env.replay import RecordReplay, Replay
from tests.support.fuzzing.spelling import toml
from tests.support.interceptor.charts import changed, contents_of, random_picks
from tests.support.interceptor.playing import SORTIE, bold
from tests.support.places import GOLDEN

KEPT_REPLAY = GOLDEN / "interceptor_replay.json"
"""A replay that ``python -m tools.net --write`` writes."""
TAPED: dict[str, Any] = {
    "setup": {"career": {"month": "1943-07", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-6"}},
    "dice": {"A1": [[3, 3]], "B9": [[2, 2]]},
    "strict_dice": False,
}
"""Options of a reset: a career that has begun, with a planned raid and weather."""


def played(
    env: gymnasium.Env[Any, Any],
    seed: int | None = 1,
    steps: int = 100_000,
    options: dict[str, Any] | None = None,
) -> float:
    """Play an episode with random legal actions, to its end or for a number of steps; return the sum of its rewards."""
    rng = np.random.default_rng(0)
    total, over = 0.0, False
    _, info = env.reset(seed=seed, options=options)
    while not over and steps:
        _, reward, terminated, truncated, info = env.step(int(bold(info["action_mask"], rng)))
        total, over, steps = total + float(reward), terminated or truncated, steps - 1
    return total


def recorded(
    env_id: str = SORTIE,
    seed: int = 1,
    steps: int = 100_000,
    options: dict[str, Any] | None = None,
    **arguments: Any,
) -> Replay:
    env = RecordReplay(gymnasium.make(env_id, **arguments), policy="chance")
    played(env, seed, steps, options)
    return env.replay()


def kept_replay() -> Replay:
    """Play :data:`KEPT_REPLAY` again and return it: a month with every optional rule, a set-up and planned dice."""
    options = {"fatigue": True, "enemy_quality": True, "advanced_maneuvers": True}
    return recorded("Interceptor/Month-v0", 4, month="1943-07", track="officer", options=TAPED, **options)


def write_charts(folder: Path, seed: int) -> Path:
    """Write our charts with other values in some cells, drawn at random, to a folder."""
    theirs, names = changed(random_picks(seed))
    folder.mkdir()
    for name, contents in contents_of(theirs).items():
        if name in names:
            (folder / f"{name}.toml").write_text(toml(contents), encoding="utf-8")
    return folder


def last_choice(env_id: str, seed: int, **arguments: Any) -> Replay:
    """An episode of the last legal action every time."""
    env = RecordReplay(gymnasium.make(env_id, **arguments), policy="other")
    over, info = False, env.reset(seed=seed)[1]
    while not over:
        *_, over, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
    return env.replay()
