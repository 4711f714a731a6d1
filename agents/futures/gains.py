"""Gains: the worth of choices against one of them, measured with paired futures.

Every choice of a position is flown, with the same dice, a few times each and in very many positions. A network then
learns from all positions what the futures of one position cannot resolve. A future ends with its line.

The expert of a game measures the gains of an agent's probable actions for expert iteration
(:mod:`agents.training.expert_iteration`).
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, read_only
from agents.futures.flying import (
    Choose,
    Futures,
    FutureWorkspace,
    OpenDecisions,
    copies_for,
    fly_until,
    last_line,
    pick,
)
from agents.learned.learned_policy import LEAST_CHANCE, MOST_CANDIDATES, LearnedPolicy, propose
from agents.registry import players_of
from stuka_env.compiling.compilation import READ_ONLY
from stuka_env.engine.game_parts import OVER, Charts, Mat
from stuka_env.engine.kernels import for_each_game
from stuka_env.policy import PolicyInput, import_object, load_policy

NOT_ASKED, NO_CHOICE = -1, -2
"""In place of the choice that others are compared with: the position was not requested; all of its actions come to the
same."""
SCRIPTS_OWN = -1
"""In place of a policy's own action: the script's."""
LINE_SHARE = 1.0
"""The points of the score that a point of a line is; a game has its own."""
LEFT_TO_THE_SCRIPT = -3.0
"""Gain of every other choice than the script's in a decision that futures cannot measure, in points of a line."""


class Gains(NamedTuple):
    """The worth of the choices in N positions."""

    own: NDArray[np.int64]
    """``(N,)``: the choice that others are compared with, or NOT_ASKED or NO_CHOICE if nothing was flown."""
    gain: Annotated[NDArray[np.float32], 2]
    """``(N, ACTIONS)``: points of a line more than that choice; NaN if illegal or not flown."""
    error: Annotated[NDArray[np.float32], 2]
    """``(N, ACTIONS)``: standard error of the gain; NaN where it is unknown, and for that choice."""
    share: NDArray[np.float64]
    """``(N,)``: the points of the score that a point of a line is; NaN where nothing was flown."""


class GainRequest(NamedTuple):
    """The positions whose choices are to be flown, ``(N,)`` each."""

    is_asked: Annotated[NDArray[np.int8], READ_ONLY]
    """1 for the positions that are requested."""
    own: Annotated[NDArray[np.int64], READ_ONLY]
    """The action that the others are compared with, or SCRIPTS_OWN."""
    rollouts: int
    """Futures of each choice."""


# --- the functions that a game can have of its own ---


@for_each_game
def stand_in(mat: Mat, charts: Charts, mask: NDArray[np.int8], preferred: int, action: int) -> int:
    """Return the action that comes to the same as this one: ``preferred`` if that does, else the first legal one."""
    return action


@for_each_game
def share_of_line(mat: Mat, charts: Charts) -> float:
    """Return the amount that a point of the current line adds to the score of the war."""
    return LINE_SHARE


# --- the work ---


@for_each_game
def open_gains(mat: Mat, charts: Charts, mask: NDArray[np.int8], own: int, gain: NDArray[np.float32]) -> int:
    """Clear the gains: 0 for legal actions. Return ``own``, or NO_CHOICE if all of them come to the same."""
    choice = NO_CHOICE
    for action in range(len(mask)):
        gain[action] = np.nan
        if mask[action]:
            gain[action] = 0.0
            if stand_in(mat, charts, mask, own, action) != own:
                choice = own
    return choice


@for_each_game
def error_of_gain(gain: float, squares: float, rollouts: int) -> float:
    """Return the standard error of a gain, from the sum of the squares of what each future adds to it."""
    return np.sqrt(max(rollouts * squares - gain * gain, 0.0) / (rollouts - 1)) if rollouts > 1 else np.nan


@for_each_game
def write_gains(
    choose: Choose, decisions: OpenDecisions, request: GainRequest, workspace: FutureWorkspace, gains: Gains
) -> None:
    """Fly the futures of every choice in the requested positions of wars that are not over."""
    rollouts = request.rollouts
    for war in range(len(gains.own)):
        charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
        mat, mask, noise = decisions.mats[war], decisions.masks[war], int(decisions.noise[war])
        gain, error = gains.gain[war], gains.error[war]
        gains.own[war] = NOT_ASKED
        gain[:] = np.nan
        error[:] = np.nan
        if not request.is_asked[war] or mat.cursor.decision == OVER:
            continue
        own = int(request.own[war])
        if own == SCRIPTS_OWN:
            own = pick(choose, mat, charts, mask, noise)
        gains.own[war] = open_gains(mat, charts, mask, own, gain)
        if gains.own[war] == NO_CHOICE:
            continue
        error[:] = gain  # 0 for legal actions: the sum of the squares at first
        gains.share[war] = share_of_line(mat, charts)
        last, points = last_line(mat, False), rollouts * gains.share[war]
        for number in range(rollouts):
            own_score = fly_until(choose, mat, charts, workspace, Rollout(own, noise, number), last)
            for action in range(len(mask)):
                if mask[action] and action != own and stand_in(mat, charts, mask, own, action) == action:
                    score = fly_until(choose, mat, charts, workspace, Rollout(action, noise, number), last)
                    gain[action] += (score - own_score) / points
                    error[action] += ((score - own_score) / points) ** 2
        error[own] = np.nan
        for action in range(len(mask)):
            if mask[action]:
                same = stand_in(mat, charts, mask, own, action)
                if same == action and action != own:
                    error[action] = error_of_gain(gain[action], error[action], rollouts)
                gain[action], error[action] = gain[same], error[same]


@for_each_game
def mark_candidates(
    decisions: OpenDecisions,
    proposed: Annotated[NDArray[np.int64], 2],
    candidates: Annotated[NDArray[np.int8], 2],
) -> None:
    """Mark the ``proposed`` actions (-1 stands for none) and the legal actions that are equivalent to one of them."""
    for war in range(len(proposed)):
        charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
        mat, mask, own = decisions.mats[war], decisions.masks[war], int(proposed[war, 0])
        for place in range(proposed.shape[1]):
            candidate = int(proposed[war, place])
            if candidate >= 0:
                same = stand_in(mat, charts, mask, own, candidate)
                for action in range(len(mask)):
                    if mask[action] and stand_in(mat, charts, mask, own, action) == same:
                        candidates[war, action] = 1


# --- the gains of a game ---


class GainKernels(NamedTuple):
    """The kernels that Python calls, compiled for a game."""

    write_gains: Any
    mark_candidates: Any


def gain_kernels(home: str, futures: Futures, line_share: float = 1.0, **own: Callable[..., Any]) -> GainKernels:
    """Return the kernels of a game, which are compiled when they are first called.

    Args:
        home: the name of the game's module that calls.
        futures: the futures of the game.
        line_share: the points of the score that a point of a line is.
        own: compiled functions of the game in place of ``stand_in`` and ``share_of_line``.
    """
    names = copies_for(home, __name__, {**futures.names, "LINE_SHARE": line_share, **own})
    return GainKernels(names["write_gains"], names["mark_candidates"])


class Expert:
    """Measures the gains of an agent's probable actions with paired futures.

    Args:
        parts: the game.
        rollouts: number of futures of each candidate action.
    """

    least_chance = LEAST_CHANCE
    """Smallest probability of an action that is measured."""

    def __init__(self, parts: ExpertParts, rollouts: int) -> None:
        self._parts = parts
        self._rollouts = rollouts
        self._workspace = parts.futures.new_workspace()
        self._script = load_policy(parts.script, parts.futures.game)

    def gains(self, inputs: PolicyInput, agent: LearnedPolicy) -> NDArray[np.float32]:
        """Return the gains over the agent's own choice in points of a line of the log sheet, ``(N, ACTIONS)``.

        They are NaN for an action that no future has begun with, and everywhere in a war in which the agent is not in
        doubt. In a decision that futures cannot measure, the script's choice gains most, so that the agent keeps to it.
        Otherwise the agent would drift there with what it learns in wars where futures can measure such decisions.
        """
        parts = self._parts
        proposed = propose(agent.chances(agent.seen(inputs), inputs.masks))
        proposed = np.ascontiguousarray(proposed[:, : parts.most_proposed])
        candidates = np.zeros_like(inputs.masks)
        parts.kernels.mark_candidates(parts.futures.open_decisions(inputs), proposed, candidates)
        is_left = parts.is_left(inputs.snapshot)
        measured = parts.fly_gains(
            inputs._replace(masks=candidates),
            self._workspace,
            is_asked=~is_left,
            rollouts=self._rollouts,
            own=np.ascontiguousarray(proposed[:, 0]),
        )
        gains: NDArray[np.float32] = np.where((measured.own >= 0)[:, None], measured.gain, np.float32(np.nan))
        is_kept = is_left & (proposed[:, 1] >= 0)
        if is_kept.any():
            gains[is_kept[:, None] & (candidates != 0)] = LEFT_TO_THE_SCRIPT
            gains[is_kept[:, None] & (self._scripts_choices(inputs) != 0)] = 0.0
        return gains

    def _scripts_choices(self, inputs: PolicyInput) -> NDArray[np.int8]:
        """Return the marks of the script's choices and of those that come to the same, ``(N, ACTIONS)``."""
        choices, marks = np.zeros(len(inputs.masks), np.int64), np.zeros_like(inputs.masks)
        self._script.act(inputs, choices)
        self._parts.kernels.mark_candidates(self._parts.futures.open_decisions(inputs), choices[:, None], marks)
        return marks


@dataclass(frozen=True, kw_only=True, eq=False)
class ExpertParts:
    """The expert of a game, which is made with the number of futures of each candidate action."""

    futures: Futures
    kernels: GainKernels
    script: str
    """The script that flies the futures."""
    is_left: Callable[[Any], NDArray[np.bool_]] = lambda mats: np.zeros(len(mats), np.bool_)
    """Whether decisions are such that the end of a line does not show the effect of a choice, ``(N,)``; there the agent
    keeps to the script."""
    refusal: Callable[[Any], str] = lambda spec: ""
    """Return why the choices in a war cannot be measured, or ''."""
    most_proposed: int = MOST_CANDIDATES
    """Most actions of a decision that an agent proposes."""

    @functools.cached_property
    def choose(self) -> Any:
        """The compiled script."""
        return import_object(players_of(self.futures.game).scripts[self.script])

    def __call__(self, rollouts: int) -> Expert:
        """Return the expert with so many futures of each candidate action."""
        return Expert(self, rollouts)

    def fly_gains(
        self,
        inputs: PolicyInput,
        workspace: Any,
        *,
        is_asked: NDArray[np.bool_],
        rollouts: int,
        own: NDArray[np.int64] | None = None,
        choose: Any = None,
    ) -> Gains:
        """Fly futures of every choice in some of N positions, and return their worth.

        Args:
            inputs: the decisions.
            workspace: the arrays with which futures are flown and judged.
            is_asked: ``(N,)``: whether a position is requested.
            rollouts: futures of each choice.
            own: ``(N,)``: the actions that the others are compared with; the script's if not given.
            choose: another script that flies the futures.
        """
        empty = np.zeros(inputs.masks.shape, np.float32)
        gains = Gains(np.zeros(len(is_asked), np.int64), empty, empty.copy(), np.full(len(is_asked), np.nan))
        own = np.full(len(is_asked), SCRIPTS_OWN) if own is None else own
        request = GainRequest(read_only(is_asked.astype(np.int8)), read_only(own), rollouts)
        script = self.choose if choose is None else choose
        self.kernels.write_gains(script, self.futures.open_decisions(inputs), request, workspace, gains)
        return gains
