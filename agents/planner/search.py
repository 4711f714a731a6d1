"""The search of a decision in any game: a script flies clones of the candidates, and the best candidate is chosen.

The script's own choice comes first. The other candidates are the other legal actions, but of actions that come to the
same only one. A rollout is a future of the game (:mod:`agents.futures.flying`). A game leaves decisions to the script
whose effect its futures do not show.

These functions are written once and compiled for each game. The module ``planner/parts.py`` of a game's laboratory
makes its :class:`PlannerParts`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.clones import Rollout
from agents.futures.flying import (
    Choose,
    Futures,
    FutureWorkspace,
    OpenDecisions,
    copies_for,
    earned,
    fly_until,
    last_line,
    pick,
)
from agents.game_rooms import laboratory_of
from agents.planner.halving import (
    BlockPart,
    BlockScores,
    Caution,
    Search,
    begin_race,
    choose_with,
    next_block,
    plan_rounds,
    record_block,
    shuffle,
)
from agents.registry import players_of
from stuka_env.declared.records import ROWS, Rows, make_tuple
from stuka_env.engine.game_parts import OVER, Charts, Mat
from stuka_env.engine.kernels import for_each_game
from stuka_env.policy import import_object

IS_LEFT = np.zeros(0, np.bool_)
"""Whether each decision is left to the script, by its code."""
CAUTION: Any = None
"""The allowance for chance, a :class:`agents.planner.halving.Caution`."""
HAS_TEST = 0
"""1 if the last round tests the best candidate with fresh dice."""


class SearchSpace(NamedTuple):
    """The arrays that searches are flown with."""

    workspace: FutureWorkspace
    searches: Rows[Search]
    """``(N,)``: one for each war."""
    scores: Rows[BlockScores]
    """``(1,)``: the scores of the current block."""


# --- the functions that a game can have of its own ---


@for_each_game
def alike(mat: Mat, charts: Charts, action: int, other: int) -> bool:
    """Whether two legal actions come to the same."""
    return action == other


@for_each_game
def points_due(mat: Mat, charts: Charts) -> float:
    """Return the points of the official score that have been earned."""
    return earned(mat)


@for_each_game
def unit_of(mat: Mat, charts: Charts) -> float:
    """Return the points of the official score in which merits are counted."""
    return 1.0


# --- a search ---


@for_each_game
def begin_search(mat: Mat, charts: Charts, search: Search, own: int, noise: int) -> None:
    """Begin a search with one candidate: the ``own`` choice that the others are compared with."""
    begin_race(search, own, noise)
    search.due = points_due(mat, charts)
    search.unit = unit_of(mat, charts)
    search.tests = HAS_TEST


@for_each_game
def add_candidate(mat: Mat, charts: Charts, search: Search, action: int) -> None:
    """Add a candidate, unless it comes to the same as another one."""
    for candidate in range(int(search.candidates)):
        if alike(mat, charts, int(search.action[candidate]), action):
            return
    search.action[search.candidates] = action
    search.candidates += 1


@for_each_game
def open_search(choose: Choose, decisions: OpenDecisions, searches: Rows[Search], war: int) -> None:
    """Begin the search of a war's decision in its record, which holds the budget and nothing else."""
    charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
    mat, mask, search, noise = decisions.mats[war], decisions.masks[war], searches[war], int(decisions.noise[war])
    begin_search(mat, charts, search, pick(choose, mat, charts, mask, noise), noise)
    if not IS_LEFT[mat.cursor.decision]:
        for action in range(len(mask)):
            if mask[action]:
                add_candidate(mat, charts, search, action)
    shuffle(search)
    plan_rounds(search)


@for_each_game
def fly_block(choose: Choose, decisions: OpenDecisions, space: SearchSpace, part: BlockPart) -> None:
    """Fly a part of the current block with the arrays of a thread."""
    search, mat = space.searches[part.war], decisions.mats[part.war]
    charts = decisions.charts[part.war if len(decisions.charts) > 1 else 0]
    left, last = int(search.left), last_line(mat, False)
    for index in range(part.start, part.stop):
        action, number = int(search.action[index % left]), int(search.flown) + index // left
        rollout = Rollout(action, int(search.noise), number)
        space.scores[0].worth[index] = fly_until(choose, mat, charts, space.workspace, rollout, last)


@for_each_game
def choose_best(searches: Rows[Search], war: int) -> None:
    """Compute the merit of every candidate, and choose."""
    choose_with(searches[war], CAUTION)


@for_each_game
def search_slice(choose: Choose, decisions: OpenDecisions, space: SearchSpace, start: int, stop: int) -> None:
    """Search the decisions of the wars in [start, stop) that are not over."""
    searches = space.searches
    for war in range(start, stop):
        if decisions.mats[war].cursor.decision != OVER:
            open_search(choose, decisions, searches, war)
            rollouts = next_block(searches, war)
            while rollouts:
                fly_block(choose, decisions, space, BlockPart(war, 0, rollouts))
                record_block(searches, war, space.scores)
                rollouts = next_block(searches, war)
            choose_best(searches, war)


# --- the searches of a game ---


@dataclass(frozen=True, kw_only=True, eq=False)
class PlannerParts:
    """The compiled work of a game's searches."""

    choose: Any
    """The compiled script that flies the clones, and that the planner follows where it finds nothing better."""
    futures: Futures
    begin_search: Callable[..., None]
    add_candidate: Callable[..., None]
    open_search: Callable[..., None]
    fly_block: Callable[..., None]
    choose_best: Callable[..., None]
    search_slice: Callable[..., None]
    new_space: Callable[[Any, Rows[Search], Rows[BlockScores]], Any]
    """Returns the arrays of a thread: a workspace of futures, searches, and the scores of the current block."""


KERNEL_NAMES = ("begin_search", "add_candidate", "open_search", "fly_block", "choose_best", "search_slice")
"""Names of the compiled functions of :class:`PlannerParts`."""


def make_planner_parts(
    home: str,
    futures: Futures,
    *,
    script: str,
    caution: Caution,
    is_tested: bool = True,
    left: Iterable[int] = (),
    **own: Callable[..., Any],
) -> PlannerParts:
    """Return the searches of a game, which are compiled when they are first called.

    Args:
        home: the name of the game's module that calls.
        futures: the futures of the game.
        script: name of the script that flies the clones.
        caution: the allowance for chance.
        is_tested: whether half of the budget tests the best candidate with fresh dice.
        left: codes of decisions that are left to the script.
        own: compiled functions of the game in place of ``alike``, ``points_due`` and ``unit_of``.
    """
    space = {"workspace": futures.names["FutureWorkspace"], "searches": ROWS[Search], "scores": ROWS[BlockScores]}
    constants = {
        "CAUTION": caution,
        "HAS_TEST": int(is_tested),
        "IS_LEFT": np.isin(np.arange(len(futures.names["RECURS"])), list(left)),
        "SearchSpace": make_tuple("SearchSpace", home, space),
    }
    names = copies_for(home, __name__, {**futures.names, **constants, **own})
    return PlannerParts(
        choose=import_object(players_of(futures.game).scripts[script]),
        futures=futures,
        new_space=names["SearchSpace"],
        **{name: names[name] for name in KERNEL_NAMES},
    )


def planner_parts(game: str) -> PlannerParts:
    """Return the parts of a game by its name."""
    parts: PlannerParts = laboratory_of(game, "planner.parts").PLANNER_PARTS
    return parts
