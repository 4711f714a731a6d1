"""Choices of the driver: random in several ways, or those of a policy of the repository."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import layout
from .plan import RANDOM_CHOICES

VERBS = (
    ("NO_FLY", 1), ("FLY", 9), ("LEADER", 11), ("PILOT", 11), ("GUNNER", 11), ("LOAD_SC500_SC50", 1),
    ("LOAD_CLUSTER", 1), ("NO_SPECIAL", 1), ("SC1000", 1), ("SC1800", 1), ("CARRY", 10), ("NO_MORE_CARRIERS", 1),
    ("LUCKY_DOG", 3), ("NO_LUCKY_DOG", 1), ("GO_ON", 1), ("ABORT", 1), ("SEND_HOME", 10), ("RELIEVE", 10),
    ("KEEP_RELIEF", 1), ("TURN_BACK", 1), ("PRESS_ON", 1), ("NO_DUEL", 1), ("DUEL", 10), ("DROP", 1), ("GAMBLE", 1),
    ("STRAFE", 1), ("HOLD", 1), ("NEW_LEADER", 10), ("CHEER_PILOT", 10), ("CHEER_GUNNER", 10), ("PROMOTE", 1),
    ("NO_PROMOTION", 1),
)  # fmt: skip
"""Every verb with how many actions it has, in the order of the action space, which is public and does not change."""
NAMES = tuple(name for name, _ in VERBS)
COUNTS = np.array([count for _, count in VERBS])
VERB_OF = np.repeat(np.arange(len(VERBS)), COUNTS)
ACTIONS = len(VERB_OF)
HOMEWARD = ("NO_FLY", "ABORT", "SEND_HOME", "TURN_BACK", "HOLD")
"""Acts that a flyer takes only if nothing else is legal."""
UNWILLING = 1e-6
DEVIATION = 0.1
"""Share of a policy's choices that are replaced by random ones, so that it meets other wars."""
ILLEGAL = 0.004
"""Share of decisions with an illegal action."""
OUTSIDE = (-1, -7, ACTIONS, ACTIONS + 1000, 1 << 40)
NOISE_LIMIT = 1 << 62


class Chooser:
    """Chooses for the wars of one chunk and counts the verbs.

    Args:
        script: a policy of the repository, or one of the driver's own ways.
        rng: the chunk's random numbers.
    """

    def __init__(self, script: str, rng: np.random.Generator) -> None:
        self._script, self._rng = script, rng
        self._pick = None if script in RANDOM_CHOICES else layout.load_policy(script)
        self.counts = np.zeros(len(VERBS), np.int64)

    def _weights(self) -> NDArray[np.float64]:
        """Return the weight of each action."""
        weights = np.ones(len(VERBS))
        if self._script == "rare":
            weights = 1.0 / (1.0 + self.counts) ** 2 / COUNTS
        elif self._script == "flyer":
            weights[[NAMES.index(name) for name in HOMEWARD]] = UNWILLING
        elif self._script == "quitter":
            weights[NAMES.index("NO_FLY")] = 1 / UNWILLING
        return weights[VERB_OF]

    def choose(self, env: Any, masks: NDArray[np.int8], mats: NDArray[Any]) -> NDArray[np.int64]:
        """Return an action for each war; ``masks`` ``(N, n)``, ``mats`` ``(N,)``."""
        dice = np.log(1.0 - self._rng.random(masks.shape)) / self._weights()
        actions = np.where(masks != 0, dice, -np.inf).argmax(axis=1).astype(np.int64)
        if self._pick is not None:
            noise = self._rng.integers(0, NOISE_LIMIT, len(masks))
            chosen = actions.copy()
            self._pick(env, mats, np.ascontiguousarray(masks), noise, chosen)
            actions = np.where(self._rng.random(len(masks)) < DEVIATION, actions, chosen)
        return self._disturb(actions, masks)

    def _disturb(self, actions: NDArray[np.int64], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Replace some actions by illegal ones; all of them if the driver is stubborn."""
        tried = self._rng.random(len(actions)) < (0.98 if self._script == "stubborn" else ILLEGAL)
        for war in np.flatnonzero(tried):
            forbidden = [*np.flatnonzero(masks[war] == 0).tolist(), *OUTSIDE]
            actions[war] = forbidden[int(self._rng.integers(len(forbidden)))]
        return actions

    def count(self, actions: NDArray[np.int64], masks: NDArray[np.int8], open_wars: NDArray[np.bool_]) -> None:
        """Count the verbs of the legal actions taken in wars that were going on."""
        known = open_wars & (actions >= 0) & (actions < ACTIONS)
        rows = np.flatnonzero(known)
        legal = rows[masks[rows, actions[rows]] != 0]
        self.counts += np.bincount(VERB_OF[actions[legal]], minlength=len(VERBS))

    def named_counts(self) -> list[tuple[str, int]]:
        """Return the number of times that each verb was taken."""
        return [(name, int(count)) for name, count in zip(NAMES, self.counts, strict=True)]
