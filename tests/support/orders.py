"""Giving orders to a :class:`tests.support.position.Position`: missions and whole wars without a script of dice.

::

    game = Position(seed=4)
    game.advance()
    fly_mission(game, aircraft=4)
"""

from collections.abc import Callable

import numpy as np

from stuka_env.games.stuka.codes import ACTIONS, Act, Decision
from stuka_env.games.stuka.rules.sequence import apply_action
from tests.support.position import Position

Chooser = Callable[[Position, list[int]], int]
"""Chooses among the legal actions."""


def legal(game: Position) -> list[int]:
    """The legal actions of the open decision."""
    return [int(action) for action in np.flatnonzero(game.mask)]


def order(game: Position, action: int) -> None:
    """Take a legal action and play on to the next decision."""
    assert 0 <= action < ACTIONS and game.mask[action], f"{action} is not legal: {legal(game)}"
    apply_action(game.mat, game.table, action)
    game.advance()


def steadily(aircraft: int) -> Chooser:
    """Fly so many, or as many as can be, press on, drop, promote nobody; else the first thing that can be done."""

    def chooser(game: Position, actions: list[int]) -> int:
        if game.mat.cursor.decision == Decision.MUSTER:
            return max((action for action in actions if action <= Act.FLY + aircraft - 2), default=actions[0])
        for wanted in (Act.GO_ON, Act.PRESS_ON, Act.NO_PROMOTION):
            if wanted in actions:
                return wanted
        return actions[0]

    return chooser


def fly_mission(game: Position, aircraft: int = 4) -> None:
    """Fly the mission in hand to its end, and through whatever No-Flys and promotions follow, to the next muster."""
    flown, chooser = int(game.mat.track.logged), steadily(aircraft)
    assert game.mat.cursor.decision == Decision.MUSTER
    while not game.mat.track.over and (game.mat.track.logged == flown or game.mat.cursor.decision != Decision.MUSTER):
        order(game, chooser(game, legal(game)))


def play_out(game: Position, chooser: Chooser, look: Callable[[Position], None] | None = None) -> int:
    """Play to the end of the war, calling ``look`` at every decision; how many there were."""
    game.advance()
    decisions = 0
    while not game.mat.track.over:
        decisions += 1
        if look:
            look(game)
        order(game, chooser(game, legal(game)))
        game._journal[0]["cursor"] = 0
    return decisions
