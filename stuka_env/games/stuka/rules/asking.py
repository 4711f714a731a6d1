"""Asking the player: a decision is opened, its actions allowed, the player's answer taken apart."""

import numpy as np

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.playing import make_masks
from stuka_env.games.stuka.codes import ACTIONS, ACTS
from stuka_env.games.stuka.rules.mat import Mat

VERB = np.array(ACTS.verbs, np.int64)
"""The verb of each action."""


forbid_all, allow_all, count_legal, first_legal = make_masks(__name__, ACTIONS)


@compiled
def ask(mat: Mat, decision: int, subject: int) -> None:
    """Open a decision about ``subject`` (a slot or person counted from 1; 0 nobody)."""
    mat.cursor.decision = decision
    mat.cursor.subject = subject


@compiled
def verb_code(action: int) -> int:
    """The verb of an action."""
    return VERB[action]
