"""Decisions of the player: functions that open one and allow its actions."""

import numpy as np

from stuka_env.compilation import compiled
from stuka_env.games.interceptor.codes import ACTIONS, Act
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

assert ACTIONS <= np.iinfo(np.uint8).max, "count_legal adds up in bytes"


@compiled
def ask(mat: Mat, decision: int) -> None:
    """Open a decision."""
    mat.cursor.decision = decision


@compiled
def go(mat: Mat, phase: int) -> None:
    """Set the next step of the sequence of play."""
    mat.cursor.phase = phase


@compiled
def forbid_all(mask: Mask) -> None:
    """Forbid all actions."""
    for action in range(ACTIONS):
        mask[action] = 0


@compiled
def allow_all(mask: Mask) -> None:
    """Allow all actions, where no decision is open."""
    for action in range(ACTIONS):
        mask[action] = 1


@compiled
def allow(mask: Mask, action: int, legal: bool) -> None:
    """Allow an action if it is legal."""
    if legal:
        mask[action] = 1


@compiled
def allow_pick(mask: Mask, place: int) -> None:
    """Allow the row ``place``, from 0, of the list on the table."""
    mask[Act.PICK_1 + place] = 1


@compiled
def count_legal(mask: Mask) -> int:
    """Return the number of legal actions; the sum in bytes takes 32 of them at once."""
    legal = np.uint8(0)
    for action in range(ACTIONS):
        legal = np.uint8(legal + np.uint8(mask[action]))
    return int(legal)


@compiled
def first_legal(mask: Mask) -> int:
    """Return the lowest legal action, or the last of all if none is."""
    action = 0
    while action < ACTIONS - 1 and not mask[action]:
        action += 1
    return action
