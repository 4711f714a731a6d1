"""The record of a game for the planner, which the module ``planner/parts.py`` of its laboratory fills."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agents.game_rooms import laboratory_of
from agents.planner.halving import BlockPart, BlockScores, Search
from stuka_env.declared.records import Rows
from stuka_env.policy import PolicyInput


@dataclass(frozen=True, kw_only=True, eq=False)
class PlannerParts:
    """The compiled work of a game's searches, and the arrays that it needs."""

    open_decisions: Callable[[PolicyInput], Any]
    """The open decisions in a policy's input, as the functions below take them."""
    new_buffers: Callable[[Rows[Search], Rows[BlockScores]], Any]
    """The arrays of one thread: scratch space of its own, searches, and the scores of the current block."""
    open_search: Callable[[Any, Rows[Search], int], None]
    """Begins the search of a war's decision in its record, which holds the budget and nothing else."""
    fly_block: Callable[[Any, Any, BlockPart], None]
    """Flies a part of the current block with the buffers of a thread."""
    choose_best: Callable[[Rows[Search], int], None]
    """Ends the search of a war: it computes the merits of the candidates, and chooses."""
    search_slice: Callable[[Any, Any, int, int], None]
    """Searches the decisions of the wars in [start, stop) with the buffers of a thread."""


def planner_parts(game: str) -> PlannerParts:
    """Return the parts of a game by its name."""
    parts: PlannerParts = laboratory_of(game, "planner.parts").PLANNER_PARTS
    return parts
