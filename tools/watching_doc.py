"""Fill the generated part of docs/watching.md: the mat as text. ``--check`` exits with 1 if it is stale."""

import sys

import gymnasium
import numpy as np

import stuka_env  # noqa: F401  registers the ids
from stuka_env.codes import Act
from tools import ROOT
from tools.generated import write_part

PAGE = ROOT / "docs" / "watching.md"
SEED = 21
"""A mission with something to see."""
SHY = (Act.NO_FLY, Act.ABORT)


def mat_text() -> str:
    """The mat at the first attack of a mission flown by chance, from a fixed seed."""
    env = gymnasium.make("Stuka/Mission-v0", segment="1941-11", render_mode="ansi", journal=True)
    _, info = env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    over = False
    while not over and info["decision_name"] != "ATTACK":
        brave = [int(a) for a in np.flatnonzero(info["action_mask"]) if a not in SHY and not sends_home(int(a))]
        _, _, over, _, info = env.step(rng.choice(brave))
    return "\n".join(line.rstrip() for line in str(env.render()).splitlines())


def sends_home(action: int) -> bool:
    """Whether the action orders one aircraft home."""
    return Act.SEND_HOME <= action < Act.RELIEVE


if __name__ == "__main__":
    sys.exit(write_part("watching_doc", PAGE, "mat", lambda: f"```text\n{mat_text()}\n```"))
