"""Gains: the worth of every choice against the script's own, or a policy's, measured with paired clones.

As in the planner, a clone takes one action and the script flies it on. Here every choice is flown, with the same dice,
a few times each and in very many positions. A network then learns from all positions what the rollouts of one position
cannot resolve.

A rollout ends where the next mission begins, after the promotions (8.9), and
:mod:`agents.games.stuka.planner.staffel_value` judges the Staffel there. A rollout that begins with a promotion ends
with the promotions. A caller may also have rollouts flown to the end of the war.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, noise_of, read_only
from agents.games.stuka.planner.rollout import (
    OpenDecisions,
    RolloutWorkspace,
    lay_dice,
    open_decisions,
    pick,
)
from agents.games.stuka.planner.staffel_value import JudgeWorkspace, value_beyond
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Numbers, Record, Rows, float32, int32, record, rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.engine import advance, apply_action
from stuka_env.games.stuka.rules.briefing import stand_in
from stuka_env.games.stuka.rules.ledger import mission_share, score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Choose, Mask, Table
from stuka_env.policy import PolicyInput

NOT_ASKED, NO_CHOICE = -1, -2
"""In place of the choice that others are compared with: the position was not requested; all of its actions come to the
same."""
SCRIPTS_OWN = -1
"""In place of a policy's own action: the script's."""
NO_END = 1 << 30
"""In place of the mission that a rollout ends with: it ends with the war."""


@record
class Gains(Record):
    """The worth of the choices in one position."""

    own: int = int32(meaning="the choice that others are compared with, or NOT_ASKED or NO_CHOICE if nothing was flown")
    worth: float = float32("mean official score of the war after it, flown by the script")
    gain: Numbers = float32("mission-score points by action, more than that choice; NaN if illegal", (ACTIONS,))


class GainRequest(NamedTuple):
    """The wars whose choices are to be flown, ``(N,)`` each."""

    is_asked: Annotated[NDArray[np.int8], READ_ONLY]
    """1 for the wars that are requested."""
    own: Annotated[NDArray[np.int64], READ_ONLY]
    """The action that the others are compared with, or SCRIPTS_OWN."""
    rollouts: int
    """Clones of each choice."""


class JudgedWorkspace(NamedTuple):
    """The arrays with which one thread flies rollouts and judges their ends."""

    flying: RolloutWorkspace
    judge: JudgeWorkspace


@compiled
def last_mission(mat: Mat, to_the_end: bool) -> int:
    """Return the mission that a rollout ends with: the current one, or NO_END.

    When crews are promoted, the next mission is counted already.
    """
    if to_the_end:
        return NO_END
    return int(mat.war.mission_of_war) - (1 if mat.cursor.decision == Decision.PROMOTE else 0)


@compiled
def flies_on(mat: Mat, last: int) -> bool:
    """Whether a rollout that ends with mission ``last`` of the war, and the promotions after it, is not at its end."""
    return bool(not mat.track.over and (mat.cursor.decision == Decision.PROMOTE or mat.war.mission_of_war <= last))


@compiled
def begin_rollout(mat: Mat, charts: Charts, workspace: JudgedWorkspace, rollout: Rollout) -> None:
    """Clone a mat, key the clone's dice, and take the first action of the rollout."""
    flying = workspace.flying
    flying.mats[0] = mat
    lay_dice(flying, rollout)
    table = Table(flying.dice[0], flying.tapes[0], charts, flying.journals[0])
    apply_action(flying.mats[0], table, rollout.action)
    advance(flying.mats[0], table, flying.masks[0].legal[:])


@compiled
def continue_rollout(
    choose: Choose, charts: Charts, workspace: JudgedWorkspace, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of mission ``last`` and the promotions after it; see NO_END.

    The random numbers of the script are those of the turns after ``turn``.
    """
    flying = workspace.flying
    clone, mask = flying.mats[0], flying.masks[0].legal[:]
    table = Table(flying.dice[0], flying.tapes[0], charts, flying.journals[0])
    while flies_on(clone, last):
        turn += 1
        apply_action(clone, table, pick(choose, clone, charts, mask, noise_of(rollout, turn)))
        advance(clone, table, mask)


@compiled
def clone_worth(charts: Charts, workspace: JudgedWorkspace) -> float:
    """Return the official score of the clone's war, earned or expected."""
    clone, judge = workspace.flying.mats[0], workspace.judge
    return score_due(clone, charts) + value_beyond(clone, charts, judge.staffel[0], judge.weights[0])


@compiled
def fly_until(
    choose: Choose, mat: Mat, charts: Charts, workspace: JudgedWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the official score, earned or expected, of the war on ``mat`` after one rollout, which ``choose`` flies.

    The rollout ends with mission ``last`` of the war and the promotions after it, or with the war; see NO_END.
    """
    begin_rollout(mat, charts, workspace, rollout)
    continue_rollout(choose, charts, workspace, rollout, last, 0)
    return clone_worth(charts, workspace)


@compiled
def open_gains(mat: Mat, mask: Mask, own: int, gains: Gains) -> None:
    """Clear the gains: 0 for legal actions; ``own`` is NO_CHOICE if all of them come to the same."""
    gains.own = NO_CHOICE
    gains.worth = 0.0
    for action in range(ACTIONS):
        gains.gain[action] = np.nan
        if mask[action]:
            gains.gain[action] = 0.0
            if stand_in(mat, mask, own, action) != own:
                gains.own = own


@compiled
def share_gains(mat: Mat, mask: Mask, gains: Gains) -> None:
    """Give every action the gain of the action that stands for it."""
    for action in range(ACTIONS):
        if mask[action]:
            gains.gain[action] = gains.gain[stand_in(mat, mask, int(gains.own), action)]


@compiled
def write_gains(
    choose: Choose,
    decisions: OpenDecisions,
    request: GainRequest,
    workspace: JudgedWorkspace,
    gains: Rows[Gains],
) -> None:
    """Fly the rollouts of every choice in the requested wars that are not over."""
    rollouts = request.rollouts
    for war in range(len(gains)):
        charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
        gains[war].own = NOT_ASKED
        mat, mask, noise, own = decisions.mats[war], decisions.masks[war], int(decisions.noise[war]), request.own[war]
        if not request.is_asked[war] or mat.track.over:
            continue
        choice = int(own) if own != SCRIPTS_OWN else pick(choose, mat, charts, mask, noise)
        result = gains[war]
        open_gains(mat, mask, choice, result)
        if result.own == NO_CHOICE:
            continue
        last = last_mission(mat, False)
        points = rollouts * mission_share(mat, charts, int(mat.war.segment))
        for number in range(rollouts):
            own_score = fly_until(choose, mat, charts, workspace, Rollout(choice, noise, number), last)
            result.worth += own_score / rollouts
            for action in range(ACTIONS):
                if mask[action] and action != choice and stand_in(mat, mask, choice, action) == action:
                    score = fly_until(choose, mat, charts, workspace, Rollout(action, noise, number), last)
                    result.gain[action] += (score - own_score) / points
        share_gains(mat, mask, result)


def fly_gains(
    choose: Choose,
    inputs: PolicyInput,
    workspace: JudgedWorkspace,
    *,
    is_asked: NDArray[np.int8],
    rollouts: int,
    own: NDArray[np.int64] | None = None,
) -> Any:
    """Fly clones of every choice in some of N wars, and return their worth: an array of N :class:`Gains`.

    Args:
        choose: the script that flies the clones.
        inputs: the decisions.
        workspace: what the clones are flown and judged with.
        is_asked: ``(N,)``: 1 for the wars that are requested.
        rollouts: clones of each choice.
        own: ``(N,)``: the actions that the others are compared with; the script's if not given.
    """
    gains: Any = rows(len(is_asked), Gains)
    own = np.full(len(is_asked), SCRIPTS_OWN) if own is None else own
    request = GainRequest(read_only(is_asked), read_only(own), rollouts)
    write_gains(choose, open_decisions(inputs), request, workspace, gains)
    return gains
