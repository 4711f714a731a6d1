"""A policy of your own, compared with a script over the same wars and dice.

A policy sees many wars at once and writes an action for each. This one has a preference for each verb, and seats good
people without stress. ``stuka_env.fly`` flies it through wars that no training uses. It is compared with ``doctrine``,
a script of the laboratory (``make setup`` in a clone). There, ``python evaluate.py --policies doctrine
my_module:RestedCrews`` makes the same comparison with a report.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import stuka_env
from stuka_env.games.stuka.codes import ACTIONS, SEATS, SLOTS, Act
from stuka_env.policy import PolicyInput, UnknownPolicyError

WARS = 1_000
TASTE = {Act.LOAD_SC500_SC50: 2, Act.SC1000: 2, Act.GO_ON: 2, Act.PRESS_ON: 2, Act.DROP: 3, Act.STRAFE: 2}
"""Preferences that differ from 1."""


class RestedCrews:
    """A policy that flies every mission with a few good, rested crews, relieves them, and never gambles."""

    name = "rested_crews"

    def __init__(self) -> None:
        self.taste = np.ones(ACTIONS)
        for verb, liked in TASTE.items():
            self.taste[verb] = liked
        self.taste[[Act.NO_FLY, Act.ABORT, Act.GAMBLE]] = 0
        self.taste[Act.SEND_HOME : Act.SEND_HOME + SLOTS] = 0.1
        self.taste[Act.RELIEVE : Act.RELIEVE + SLOTS] = 4

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the legal action with the highest preference: of people the best and calmest, of equals the first."""
        liked = np.tile(self.taste, (len(actions), 1))
        mats: Any = inputs.mats  # records in the rulebook's words, a row a war
        for verb, people in ((Act.LEADER, "pilots"), (Act.PILOT, "pilots"), (Act.GUNNER, "gunners")):
            liked[:, verb : verb + SEATS] += 0.1 * mats[people]["level"] - 0.1 * mats[people]["stress"]
        actions[:] = np.where(inputs.masks, liked, -1).argmax(axis=1)


def error(values: NDArray[np.float64]) -> float:
    """Return the standard error of a mean."""
    return float(values.std() / len(values) ** 0.5)


def main() -> None:
    """Fly both in the same wars, and print the difference with its error."""
    try:
        other = stuka_env.fly("doctrine", "Stuka/Operation-v0", WARS).scores
    except UnknownPolicyError as missing:
        raise SystemExit(f"own_policy.py: {missing}") from None
    own = stuka_env.fly(RestedCrews(), "Stuka/Operation-v0", WARS).scores
    print(f"rested_crews {own.mean():.1f}, doctrine {other.mean():.1f}, over the same {WARS:,} wars")
    print(f"difference {(own - other).mean():+.2f} +- {error(own - other):.2f}, war by war")
    print(f"in other wars each it would be +- {(error(own) ** 2 + error(other) ** 2) ** 0.5:.2f}")


if __name__ == "__main__":
    main()
