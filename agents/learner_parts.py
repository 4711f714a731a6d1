"""The parts of a game for learners and saved agents: a record that each game has, found by its name."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.game_rooms import has_room, laboratory_of
from stuka_env.declared.layouts import Layout
from stuka_env.declared.records import Rows
from stuka_env.game import game_named
from stuka_env.policy import PolicyInput, import_object

Scalars = dict[str, float]
"""Figures of a log by name."""


class SelectionFigure(NamedTuple):
    """A figure of an evaluation on selection wars besides the score."""

    head: str
    """Head of its column."""
    field: str
    """The field of a result whose mean it is."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreParts:
    """The points of a game that a score head expects."""

    earned: Callable[[PolicyInput], NDArray[np.float64]]
    """Return the points of the official score that each war has earned, ``(N,)``; at the end the final score."""
    line_of: Callable[[Rows[Any]], NDArray[np.int64]]
    """Return the index of the line of the log sheet that each mat is at, ``(N,)``."""
    after_line: tuple[str, ...] = ()
    """Names of decisions that can follow the last line and belong to it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class LearnerParts:
    """The parts of a game that learners are made of; a game needs none of them."""

    war_codes: Callable[[Any], tuple[int, ...]] = lambda spec: (spec.scale,)
    """Return the kind of a specification of wars as codes."""
    limits: Callable[[frozenset[tuple[int, ...]], Any], str] | None = None
    """Return a warning for wars of a specification, for an agent that was trained for wars with these codes, or ''.
    None warns of codes that it does not know."""
    arguments: Mapping[str, str | None] = field(default_factory=dict)
    """Arguments of an environment that configurations and cards always hold, with their defaults; others are held if
    they are given."""
    spreading_script: str | None = None
    """Name of the script that spreads wars over their length; None for random actions."""
    yardsticks: tuple[str, ...] = ()
    """Names of the scripts that a new agent is compared with, the best one first."""
    line_decisions: int = 50
    """Typical number of decisions of a line of the log sheet."""
    reward_factor: Callable[[Any], float] = lambda spec: 1.0
    """Return the factor of rewards in wars of a specification under which a very good line of the log sheet pays 1."""
    selection: Mapping[str, SelectionFigure] = field(default_factory=dict)
    """Figures of an evaluation on selection wars, by name."""
    choice_name: Callable[[int], str] | None = None
    """Return the name under which the log counts an action; None for the action's own name."""
    war_figures: Callable[[NDArray[Any]], Scalars] = lambda results: {"wars/ended": float(len(results))}
    """Return figures of results of wars that ended."""
    line_figures: Callable[[NDArray[Any]], Scalars] = lambda lines: {"lines/ended": float(len(lines))}
    """Return figures of lines of the log sheet that ended."""
    mat_figures: Callable[[Rows[Any]], Scalars] = lambda mats: {}
    """Return figures of mats as they are now."""
    pictured: str | None = None
    """Name of the decision of which the log has a picture; None for no picture."""
    progress: Callable[[NDArray[np.float32], NDArray[np.float32]], NDArray[np.int64]] | None = None
    """Return the progress of each war, ``(T, N)``, of flat observations ``(T, N, L)`` and starts ``(T, N)``: a number
    that never decreases (:mod:`agents.training.peer_baseline`). None in a game without duplicate tables."""
    score: ScoreParts | None = None
    """The points that a score head expects; None in a game without one."""
    losses: Callable[[NDArray[Any]], NDArray[np.float32]] | None = None
    """Return the losses of lines of the log sheet, for a price; None in a game without one."""
    mark_equal: Callable[[Rows[Any], NDArray[np.int8], NDArray[np.int64], NDArray[np.bool_]], None] | None = None
    """Mark the actions of wars and the legal ones that are equivalent: mats, masks, actions, and ``(N, ACTIONS)`` to be
    written. None if no other action is equivalent."""
    odds: tuple[int, Callable[..., NDArray[np.float32]]] | None = None
    """Length of an observation with the odds behind it, and the function that writes them: observations, mats, charts,
    indices of the wars or None. None in a game without such networks."""
    experts: str | None = None
    """Place of the expert that measures gains for expert iteration, an :class:`agents.futures.gains.ExpertParts`; None
    in a game without one."""


class ScoreHeadError(ValueError):
    """A score head is asked for in a game whose agents have none."""


@functools.cache
def learner_parts(game: str) -> LearnerParts:
    """Return the parts of a game by its name."""
    if not has_room(game, "learning.parts"):
        return LearnerParts()
    parts: LearnerParts = laboratory_of(game, "learning.parts").LEARNERS
    return parts


def score_parts(game: str) -> ScoreParts:
    """Return the points that a score head of a game expects.

    Raises:
        ScoreHeadError: its agents have no score head.
    """
    parts = learner_parts(game).score
    if parts is None:
        raise ScoreHeadError(f"agents of the game {game} have no score head")
    return parts


def are_over(mats: Rows[Any], game: str) -> NDArray[np.bool_]:
    """Return which wars are over, ``(N,)``."""
    over: NDArray[np.bool_] = mats[game_named(game).standing_block]["over"] != 0
    return over


def number(layout: Layout, name: str, observations: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return a whole number of flat observations ``(..., L)`` by the name of its part, ``(...)``."""
    part = layout.parts[name]
    return np.rint(observations[..., part.indices.item()] / part.scale).astype(np.int64)


class LineStartDetector:
    """Detector of the first decisions of lines of the log sheet, such as missions.

    Args:
        num_wars: Number of wars, N.
        game: Name of the game.
    """

    def __init__(self, num_wars: int, game: str) -> None:
        self._lines = np.full(num_wars, -1)
        self._game, self._parts = game, score_parts(game)
        decisions = game_named(game).envs.decisions
        self._after = [decisions.index(name) for name in self._parts.after_line]

    def at(self, mats: Rows[Any]) -> NDArray[np.bool_]:
        """Return whether each war is at the first decision of a line, ``(N,)``; must be called once a turn."""
        lines = self._parts.line_of(mats)
        starts: NDArray[np.bool_] = ~are_over(mats, self._game) & (lines != self._lines)
        starts &= ~np.isin(mats["cursor"]["decision"], self._after)
        self._lines[starts] = lines[starts]
        return starts


def experts_of(game: str) -> Any:
    """Return the expert of a game, an :class:`agents.futures.gains.ExpertParts`; None in a game without one."""
    place = learner_parts(game).experts
    return None if place is None else import_object(place)
