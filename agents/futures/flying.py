"""Futures of any game: a clone of a mat takes an action, and a script flies it on.

A clone is the mat that the player sees and nothing else. Its dice are keyed by the noise of the decision and the number
of the future, never by the real dice. Hidden blocks are drawn anew by the same key. Futures of a decision with the same
number have the same dice, addressed by place and occasion. So the difference of their scores is the effect of their
actions.

A future ends where a later line of the log sheet asks its first question, or with the war. In the first case a value
expects the points of the rest. It is the network of the game's account of luck, or a value of the game's own.

These functions are written once and compiled for each game. :func:`make_futures` gives a game copies of them. A
function that the game has itself stands there for that of the same name.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, dice_key, noise_of, read_only
from agents.luck import terms
from agents.luck.network import Network
from agents.luck.parts import LuckParts
from agents.luck.terms import points_of_rest
from stuka_env.compiling.compilation import READ_ONLY, compiled_copy
from stuka_env.declared.records import ROWS, Rows, make_tuple
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
from stuka_env.engine.kernels import WRITTEN_ONCE, for_each_game
from stuka_env.game import game_named
from stuka_env.policy import PolicyInput

NO_END = 1 << 30
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
Choose = Any
"""A scripted policy: the action for the open decision of one war."""


class OpenDecisions(NamedTuple):
    """The open decisions of N wars, or the N decisions of a war."""

    mats: Rows[Mat]
    charts: Rows[Charts]
    """One record, or one for each war."""
    masks: NDArray[np.int8]
    noise: NDArray[np.int64]


class Judge(NamedTuple):
    """The arrays with which the ends of futures are scored; a game can have its own."""

    output: OutputBuffers
    """The observation of the clone."""
    network: Network


class FutureWorkspace(NamedTuple):
    """The arrays with which one thread flies futures and scores them; all but weights are scratch space."""

    wars: Wars
    """The clone, as one war."""
    judge: Judge


# --- the functions that a game can have of its own ---


def earned(mat: Mat) -> float:
    """Return the points of the score that stand on a mat."""
    raise NotImplementedError


@for_each_game
def restart_dice(dice: Dice, mat: Mat) -> None:
    """Do nothing: new dice have no state beside their seed, unless a game says otherwise."""


@for_each_game
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the line that a future ends with: the current one, or NO_END."""
    return NO_END if to_the_end else lines_so_far(mat)


@for_each_game
def flies_on(mat: Mat, last: int) -> bool:
    """Whether a future that ends with the line ``last`` is not at its end."""
    return bool(mat.cursor.decision != OVER and lines_so_far(mat) <= last)


@for_each_game
def chances_so_far(mat: Mat) -> int:
    """Return the number of lines on which recurring choices have come."""
    return lines_so_far(mat)


@for_each_game
def line_of_next_chance(mat: Mat, clone: Mat, last: int) -> int:
    """Return the line that the clone must fly next because the choice on ``mat`` can come again; ``last`` if none.

    The clone has flown to the end of the line ``last``. A choice that cannot come again, or has come again, needs no
    further line.
    """
    if clone.cursor.decision == OVER or not RECURS[mat.cursor.decision]:
        return last
    return last if chances_so_far(clone) > chances_so_far(mat) else lines_so_far(clone)


@for_each_game
def value_of(wars: Wars, charts: Charts, judge: Judge) -> float:
    """Return the score of the clone's war, earned and expected."""
    rest = points_of_rest(wars, judge.output, judge.network)
    return earned(wars.mats[0]) + rest


@for_each_game
def watch_first_step(wars: Wars) -> None:
    """Do nothing: no luck of a step is known exactly, unless a game says otherwise."""


@for_each_game
def luck_of_first_step(wars: Wars, charts: Charts, judge: Judge) -> float:
    """Return the luck of the step that was watched, whose mean is 0, as far as it is known exactly."""
    return 0.0


# --- flying ---


@for_each_game
def pick(choose: Choose, mat: Mat, charts: Charts, mask: NDArray[np.int8], noise: int) -> int:
    """Return the script's action, or the first legal one if the mask does not have it."""
    action = choose(mat, charts, mask, noise)
    return action if mask[action] else int(np.argmax(mask))


@for_each_game
def begin_future(mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout) -> None:
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
    choose: Choose, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of the line ``last``, with the random numbers after ``turn``."""
    wars = workspace.wars
    clone, mask, table = wars.mats[0], wars.masks[0].legal[:], table_of(wars, 0)
    while flies_on(clone, last):
        turn += 1
        apply_action(clone, table, pick(choose, clone, charts, mask, noise_of(rollout, turn)))
        advance(clone, table, mask)


@for_each_game
def future_score(charts: Charts, workspace: FutureWorkspace) -> float:
    """Return the final score of the clone's war, earned and expected."""
    return value_of(workspace.wars, charts, workspace.judge)


@for_each_game
def fly_until(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score, earned and expected, of the war on ``mat`` after one future that ``choose`` flies."""
    begin_future(mat, charts, workspace, rollout)
    continue_future(choose, charts, workspace, rollout, last, 0)
    return future_score(charts, workspace)


@for_each_game
def fly_with_fresh_dice(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future to the end of the line ``last``, less the known luck of its first step.

    The mean of that luck is 0, so the mean score stays the same. The spread is smaller.
    """
    watch_first_step(workspace.wars)
    begin_future(mat, charts, workspace, rollout)
    luck = luck_of_first_step(workspace.wars, charts, workspace.judge)
    continue_future(choose, charts, workspace, rollout, last, 0)
    return future_score(charts, workspace) - luck


# --- the futures of a game ---


@dataclass(frozen=True, eq=False)
class Futures:
    """The futures of a game."""

    home: str
    """Name of the module that keys their compiled code."""
    game: str
    names: Mapping[str, Any]
    """The compiled functions and the named tuples by their names."""
    new_parts: Callable[..., tuple[Any, Any]]
    """Returns the arrays of a war to play with, and the judge of a workspace; with charts and a war, for these."""

    def open_decisions(self, inputs: PolicyInput) -> Any:
        """Return the open decisions in a policy's input, as the kernels take them; views."""
        views = read_only(inputs.snapshot), read_only(inputs.charts), inputs.masks, read_only(inputs.noise)
        return self.names["OpenDecisions"](*views)

    def lines_of(self, mats: Any) -> NDArray[np.int64]:
        """Return the number of the line of each decision, from 0, as the page of a review counts them, ``(D,)``."""
        line_of = game_named(self.game).replays.line_of
        return np.array([line_of(mat) for mat in mats], np.int64)

    def new_workspace(self, *given: Any) -> Any:
        """Return the workspace of a thread: for any war, or for the charts and the war that are ``given``."""
        return self.names["FutureWorkspace"](*self.new_parts(*given))


@functools.cache
def decisions_of(game: str) -> Any:
    """Return the named tuple of open decisions of a game.

    All futures of a game share it, because compiled code cannot tell two named tuples with equal contents apart.
    """
    engine = game_named(game).engine.kernels.copies(terms.__name__)
    fields = {
        "mats": Annotated[ROWS[engine["Mat"]], READ_ONLY],
        "charts": Annotated[ROWS[engine["Charts"]], READ_ONLY],
        "masks": Annotated[NDArray[np.int8], 2],
        "noise": Annotated[NDArray[np.int64], READ_ONLY],
    }
    return make_tuple(f"OpenDecisionsOf{game.title()}", __name__, fields)


def copies_for(home: str, module: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names of a module as a game sees them: its functions for each game are copies for this game.

    The copies count as code of the game's module, so the digest of the cache has its sources and those of ``module``.

    Args:
        home: the name of the game's module.
        module: the name of the module that has the functions.
        names: names of the game in place of those of the module; others are not used.
    """
    functions = WRITTEN_ONCE[module]
    own_names = dict(functions[0].__globals__)
    own_names |= {name: part for name, part in names.items() if name in own_names and not name.startswith("__")}
    for function in functions:
        if own_names[function.__name__] is function:
            own_names[function.__name__] = compiled_copy(function, own_names, home, function.__name__)
    return own_names


def make_futures(
    home: str,
    game: str,
    new_parts: Callable[..., tuple[Any, Any]],
    *,
    judge: Any,
    recurring: Iterable[int] = (),
    **own: Any,
) -> Futures:
    """Return the futures of a game, which are compiled when they are first called.

    Args:
        home: the name of the game's module that calls. It gets the named tuples.
        game: the name of the game.
        new_parts: the field of :class:`Futures`.
        judge: the named tuple of the judge.
        recurring: codes of decisions whose choices can come again on a later line.
        own: compiled functions of the game in place of those of this module.
    """
    record = game_named(game)
    arrays, engine = record.engine.arrays, record.engine.kernels.copies(terms.__name__)
    names = {name: engine[name] for name in ENGINE_NAMES} | {
        "NO_DICE": np.zeros(1, arrays.stored["dice"].dtype),
        "RECURS": np.isin(np.arange(len(arrays.kinds.decisions)), list(recurring)),
        "Choose": Callable[[engine["Mat"], engine["Charts"], NDArray[np.int8], int], int],
        "OpenDecisions": decisions_of(game),
        "FutureWorkspace": make_tuple("FutureWorkspace", home, {"wars": arrays.wars, "judge": judge}),
        "Judge": judge,
    }
    return Futures(home, game, copies_for(home, __name__, names | own), new_parts)


def account_futures(home: str, luck: LuckParts, **own: Any) -> Futures:
    """Return the futures of a game whose luck is measured from decision to decision: its network is their value.

    Args:
        home: the name of the game's module that calls.
        luck: the account of luck of the game.
        own: as in :func:`make_futures`.
    """

    def new_parts(charts: Any = None, spec: Any = None) -> tuple[Any, Any]:
        wars, output, network = luck.new_clone(luck.digest_war)
        return wars, judge(output, network)

    arrays = game_named(luck.game).engine.arrays
    judge = make_tuple("Judge", home, {"output": arrays.outputs, "network": Network})
    return make_futures(home, luck.game, new_parts, judge=judge, earned=luck.earned, **own)
