"""Shared code of the clients' scripts: fly the trained agent, fly the same missions at random, and compare.

A script passes to :func:`main` its name and the algorithms, each with a function from a number of decisions to an
agent. Its arguments are ``--decisions``, ``--missions`` and ``--output``. It exits with 1 if a trained agent does not
beat random play, or plays an illegal action although its client can mask.
"""

import argparse
import json
import math
import re
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from legal_actions import legal
from numpy.typing import NDArray

import stuka_env
from stuka_env.io.files import write_whole

Agent = Callable[[Any, NDArray[np.int8]], Any]
"""An agent: observations of N missions and masks, int8 ``(N, 135)``, to actions, ``(N,)``."""

ENVIRONMENT = "Stuka/Mission-v0"
DECISIONS, MISSIONS = 20_000, 500
FIRST_SEED = 1 << 63
"""The smallest seed of evaluation missions, which no training uses."""
RANDOM_SEED = 0
ERRORS = 2.0
"""Number of standard errors that a significant difference exceeds."""


class Flown(NamedTuple):
    """Results of some missions."""

    scores: NDArray[np.int64]
    """Official score of each mission; 0 if illegal actions ended it."""
    decisions: int
    illegal: int


class Trained(NamedTuple):
    """An algorithm that a script trains."""

    what: str
    """Description of the algorithm and its environment."""
    train: Callable[[int], Agent]
    """Function that trains an agent on so many decisions."""
    masks: bool = True
    """Whether the client can mask, so that an illegal action is an error."""
    observation: str = "flat"
    """The kind of observation."""


def fly(agent: Agent, missions: int = MISSIONS, observation: str = "flat", replaced: bool = False) -> Flown:
    """Fly each mission once, all side by side; illegal actions are counted, and replaced if ``replaced`` is set."""
    env: Any = gymnasium.make_vec(
        ENVIRONMENT, missions, vectorization_mode="vector_entry_point", observation=observation
    )
    seen, infos = env.reset(seed=[FIRST_SEED + mission for mission in range(missions)])
    scores, going, decisions, illegal = np.zeros(missions, np.int64), np.ones(missions, np.bool_), 0, 0
    while going.any():
        actions = np.asarray(agent(seen, infos["action_mask"]), np.int64).reshape(missions)
        masks = infos["action_mask"]
        decisions += int(going.sum())
        illegal += int((masks[np.arange(missions), actions] == 0)[going].sum())
        seen, _, terminated, truncated, infos = env.step(legal(actions, masks) if replaced else actions)
        ended = going & terminated
        scores[ended] = infos["result"]["score"][ended]
        going &= ~(terminated | truncated)
    env.close()
    return Flown(scores, decisions, illegal)


def random_agent() -> Agent:
    """Return an agent that draws each action among the legal ones."""
    rng = np.random.default_rng(RANDOM_SEED)
    return lambda seen, masks: (rng.random(masks.shape) * masks).argmax(axis=1)


def judged(trained: Trained, flown: Flown, by_chance: Flown, seconds: float) -> dict[str, Any]:
    """Return a line of the table: the agent, its score beside random play in the same missions, and the verdict."""
    difference = flown.scores - by_chance.scores
    mean, error = float(difference.mean()), float(difference.std(ddof=1) / math.sqrt(len(difference)))
    return {
        "what": trained.what,
        "masks": trained.masks,
        "seconds": round(seconds, 1),
        "missions": len(flown.scores),
        "score": round(float(flown.scores.mean()), 2),
        "random": round(float(by_chance.scores.mean()), 2),
        "difference": round(mean, 2),
        "error": round(error, 2),
        "flown": flown.decisions,
        "illegal": flown.illegal,
        "passed": mean > ERRORS * error and not (trained.masks and flown.illegal),
    }


def told(row: dict[str, Any]) -> str:
    """Return the verdict in a line."""
    return (
        f"{row['what']}: score {row['score']:.1f}, random {row['random']:.1f}, difference {row['difference']:+.1f} "
        f"+- {row['error']:.1f} in {row['missions']} missions; {row['illegal']:,} of {row['flown']:,} actions illegal; "
        f"trained in {row['seconds']:.0f} s: {'passed' if row['passed'] else 'FAILED'}"
    )


def pinned(client: str) -> dict[str, str]:
    """Return the installed versions of the libraries in the client's requirements."""
    text = (Path(__file__).parent / f"{client}.txt").read_text(encoding="utf-8")
    return {name: version(name) for name in re.findall(r"^([\w.-]+)", text, re.MULTILINE)}


def main(client: str, trainings: Sequence[Trained], words: Sequence[str] | None = None) -> int:
    """Train and evaluate each algorithm, and return the exit status."""
    options = argparse.ArgumentParser(description=f"Train with {client}, and compare with random.")
    options.add_argument("--decisions", type=int, default=DECISIONS, help=f"to learn from (default: {DECISIONS:,})")
    options.add_argument("--missions", type=int, default=MISSIONS, help=f"to fly afterwards (default: {MISSIONS})")
    options.add_argument("--output", type=Path, metavar="FILE", help="write what came of it, as JSON")
    given = options.parse_args(words)
    by_chance, rows = fly(random_agent(), given.missions), []
    for trained in trainings:
        begun = time.perf_counter()
        agent = trained.train(given.decisions)
        seconds = time.perf_counter() - begun
        rows.append(
            judged(trained, fly(agent, given.missions, trained.observation, not trained.masks), by_chance, seconds)
        )
        print(told(rows[-1]), flush=True)
    if given.output is not None:
        contents = {"client": client, "versions": pinned(client), "decisions": given.decisions, "rows": rows}
        write_whole(given.output, json.dumps(contents | {"stuka_env": stuka_env.__version__}, indent=1) + "\n")
    return 0 if all(row["passed"] for row in rows) else 1
