"""Asking the player: a decision is opened, its actions allowed, the player's answer taken apart."""

import numpy as np

from stuka_env.compilation import compiled
from stuka_env.games.stuka.codes import ACTIONS, Act
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

VERB = np.array([act for act in Act for _ in range(act.argument.size)], np.int64)
"""The verb of each action."""
assert ACTIONS <= np.iinfo(np.uint8).max, "count_legal adds up in bytes"


@compiled
def ask(mat: Mat, decision: int, subject: int) -> None:
    """Open a decision about ``subject`` (a slot or person counted from 1; 0 nobody)."""
    mat.cursor.decision = decision
    mat.cursor.subject = subject


@compiled
def verb_code(action: int) -> int:
    """The verb of an action."""
    return VERB[action]


@compiled
def forbid_all(mask: Mask) -> None:
    """Nothing is legal yet."""
    for action in range(ACTIONS):
        mask[action] = 0


@compiled
def allow_all(mask: Mask) -> None:
    """Everything is legal: there is nothing to decide."""
    for action in range(ACTIONS):
        mask[action] = 1


@compiled
def count_legal(mask: Mask) -> int:
    """How many actions are legal; added up in bytes, 32 at once."""
    legal = np.uint8(0)
    for action in range(ACTIONS):
        legal = np.uint8(legal + np.uint8(mask[action]))
    return int(legal)


@compiled
def first_legal(mask: Mask) -> int:
    """The lowest legal action, or the last of all if none is."""
    action = 0
    while action < ACTIONS - 1 and not mask[action]:
        action += 1
    return action
