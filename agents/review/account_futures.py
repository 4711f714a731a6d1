"""Futures of any game whose luck is measured from decision to decision: its account of luck has all that they need.

A clone is the mat and nothing else. Its dice are keyed by the noise of the decision and the number of the future. The
hidden part is drawn anew by the same key. A future ends where a later line of the log sheet asks its first question, or
with the war. In the first case the network of the account expects the points of the rest.

These functions are written once and compiled for each game, as those of :mod:`agents.review.kernels`. They have the
names of :mod:`agents.review.future_parts`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, dice_key, noise_of, read_only
from agents.luck import terms
from agents.luck.network import Network
from agents.luck.parts import LuckParts
from agents.luck.terms import points_of_rest
from agents.review.future_parts import Choose
from agents.review.kernels import ReviewKernels, copies_for, for_each_game, make_kernels
from stuka_env.compiling.compilation import READ_ONLY
from stuka_env.declared.records import ROWS, make_tuple
from stuka_env.engine.game_parts import (
    OVER,
    Charts,
    Dice,
    Mat,
    OutputBuffers,
    Wars,
    advance,
    apply_action,
    draw_hidden,
    lines_so_far,
    table_of,
)
from stuka_env.game import game_named
from stuka_env.policy import PolicyInput

END_OF_WAR = 1 << 30
"""In place of the line that a future ends with: it ends with the war."""
ENGINE_NAMES = (
    "OVER", "Charts", "Dice", "Mat", "OutputBuffers", "Wars", "advance", "apply_action", "draw_hidden",
    "lines_so_far", "points_of_rest", "table_of",
)  # fmt: skip
"""Names of the engine and of the account of luck, compiled for a game."""
RECURS = np.zeros(0, np.bool_)
"""Whether choices of each decision can come again on a later line, by its code; a game has its own."""

NO_DICE: Any = None
"""Dice that have not been rolled, ``(1,)``."""


def earned(mat: Mat) -> float:
    """Return the points of the score that stand on a mat."""
    raise NotImplementedError


class ClonedWar(NamedTuple):
    """The arrays with which one thread flies futures and scores them; all but the weights are scratch space."""

    wars: Wars
    """The clone, as one war."""
    output: OutputBuffers
    """Its observation."""
    network: Network


@for_each_game
def chances_so_far(mat: Mat) -> int:
    """Return the number of lines on which recurring choices have come."""
    return lines_so_far(mat)


@for_each_game
def restart_dice(dice: Dice, mat: Mat) -> None:
    """Do nothing: new dice have no state beside their seed, unless a game says otherwise."""


@for_each_game
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the line that a future ends with: the current one, or END_OF_WAR."""
    return END_OF_WAR if to_the_end else lines_so_far(mat)


@for_each_game
def pick(choose: Choose, mat: Mat, charts: Charts, mask: NDArray[np.int8], noise: int) -> int:
    """Return the script's action, or the first legal one if the mask does not have it."""
    action = choose(mat, charts, mask, noise)
    return action if mask[action] else int(np.argmax(mask))


@for_each_game
def begin_future(mat: Mat, charts: Charts, workspace: ClonedWar, rollout: Rollout) -> None:
    """Clone a mat, key the clone's dice, and take the first action of the future."""
    wars = workspace.wars
    wars.mats[0] = mat
    wars.charts[0] = charts
    wars.dice[0] = NO_DICE[0]
    clone, dice = wars.mats[0], wars.dice[0]
    low, high = dice_key(rollout.noise, rollout.number)
    dice.key_low = low
    dice.key_high = high
    restart_dice(dice, clone)
    draw_hidden(clone, charts, low, high)
    table = table_of(wars, 0)
    apply_action(clone, table, rollout.action)
    advance(clone, table, wars.masks[0].legal[:])


@for_each_game
def continue_future(
    choose: Choose, charts: Charts, workspace: ClonedWar, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of the line ``last``, with the random numbers after ``turn``."""
    wars = workspace.wars
    clone, mask, table = wars.mats[0], wars.masks[0].legal[:], table_of(wars, 0)
    while clone.cursor.decision != OVER and lines_so_far(clone) <= last:
        turn += 1
        apply_action(clone, table, pick(choose, clone, charts, mask, noise_of(rollout, turn)))
        advance(clone, table, mask)


@for_each_game
def line_of_next_chance(mat: Mat, workspace: ClonedWar, last: int) -> int:
    """Return the line that the clone begins, until a recurring choice has come again; else ``last``."""
    clone = workspace.wars.mats[0]
    if clone.cursor.decision == OVER or not RECURS[mat.cursor.decision]:
        return last
    return last if chances_so_far(clone) > chances_so_far(mat) else lines_so_far(clone)


@for_each_game
def future_score(charts: Charts, workspace: ClonedWar) -> float:
    """Return the final score of the clone's war, earned and expected."""
    rest = points_of_rest(workspace.wars, workspace.output, workspace.network)
    return earned(workspace.wars.mats[0]) + rest


@for_each_game
def fly_with_fresh_dice(
    choose: Choose, mat: Mat, charts: Charts, workspace: ClonedWar, rollout: Rollout, last: int
) -> float:
    """Return the score of a future to the end of the line ``last``; no luck is known exactly."""
    begin_future(mat, charts, workspace, rollout)
    continue_future(choose, charts, workspace, rollout, last, 0)
    return future_score(charts, workspace)


# --- the futures of a game ---


class AccountFutures(NamedTuple):
    """The futures of a game."""

    kernels: ReviewKernels
    names: Mapping[str, Any]
    """The compiled functions and the named tuples by their names."""
    luck: LuckParts

    def open_decisions(self, inputs: PolicyInput) -> Any:
        """Return the open decisions in a policy's input, as the kernels take them; views."""
        views = read_only(inputs.mats), read_only(inputs.charts), inputs.masks, read_only(inputs.noise)
        return self.names["OpenDecisions"](*views)

    def lines_of(self, mats: Any) -> NDArray[np.int64]:
        """Return the number of the line of each decision, from 0, as the page of a review counts them, ``(D,)``."""
        line_of = game_named(self.luck.game).replays.line_of
        return np.array([line_of(mat) for mat in mats], np.int64)

    def new_workspace(self) -> Any:
        """Return the workspace of a thread, for any war: a future brings its mat and its charts."""
        return self.names["ClonedWar"](*self.luck.new_clone(self.luck.digest_war))


def make_futures(
    home: str, luck: LuckParts, *, recurring: Iterable[int] = (), **own: Callable[..., Any]
) -> AccountFutures:
    """Return the futures of a game, which are compiled when they are first called.

    Args:
        home: the name of the game's module that calls. It gets the named tuples.
        luck: the account of luck of the game.
        recurring: codes of decisions whose choices can come again on a later line.
        own: compiled functions of the game in place of ``chances_so_far`` and ``restart_dice``.
    """
    game = game_named(luck.game)
    arrays, engine = game.engine.arrays, game.engine.kernels.copies(terms.__name__)
    decisions = {
        "mats": Annotated[ROWS[engine["Mat"]], READ_ONLY],
        "charts": Annotated[ROWS[engine["Charts"]], READ_ONLY],
        "masks": Annotated[NDArray[np.int8], 2],
        "noise": Annotated[NDArray[np.int64], READ_ONLY],
    }
    space = {"wars": arrays.wars, "output": arrays.outputs, "network": Network}
    names = {name: engine[name] for name in ENGINE_NAMES} | {
        "earned": luck.earned,
        "NO_DICE": np.zeros(1, arrays.stored["dice"].dtype),
        "RECURS": np.isin(np.arange(len(arrays.kinds.decisions)), list(recurring)),
        "Choose": Callable[[engine["Mat"], engine["Charts"], NDArray[np.int8], int], int],
        "OpenDecisions": make_tuple("OpenDecisions", home, decisions),
        "ClonedWar": make_tuple("ClonedWar", home, space),
    }
    futures = copies_for(home, __name__, names | own)
    futures |= {"NO_END": END_OF_WAR, "FutureWorkspace": futures["ClonedWar"]}
    return AccountFutures(make_kernels(home, futures), futures, luck)
