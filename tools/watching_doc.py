"""The generated part of docs/watching.md: the mat as text."""

import gymnasium
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.games.stuka.codes import Act
from tools import DOCS
from tools.generated import pages_with

SEED = 21
"""Seed of a mission in which much happens."""
DECLINING = (Act.NO_FLY, Act.ABORT)
"""Actions that end the mission, which the random player avoids."""


def mat_text() -> str:
    """Return the mat as text at the first attack of a mission that a random player flies from a fixed seed."""
    env = gymnasium.make("Stuka/Mission-v0", segment="1941-11", render_mode="ansi", journal=True)
    _, info = env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    over = False
    while not over and info["decision_name"] != "ATTACK":
        legal = map(int, np.flatnonzero(info["action_mask"]))
        _, _, over, _, info = env.step(
            rng.choice([act for act in legal if act not in DECLINING and not sends_home(act)])
        )
    return "\n".join(line.rstrip() for line in str(env.render()).splitlines())


def sends_home(action: int) -> bool:
    """Whether the action orders one aircraft home."""
    return Act.SEND_HOME <= action < Act.RELIEVE


WATCHING_PAGE = DOCS / "watching.md"
PAGES = pages_with({WATCHING_PAGE: {"mat": lambda: f"```text\n{mat_text()}\n```"}})
