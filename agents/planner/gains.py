"""What every choice is worth against the script's own, or a policy's, flown out with paired clones.

As in the planner, a clone takes one action and the script flies it on; here every choice is flown with the same dice,
few times each, in very many positions: what one position's rollouts cannot resolve, a network finds out from all of
them. A rollout ends where the next mission begins, promotions (8.9) included, and what is left behind is judged by
:mod:`agents.planner.staffel_value`; one that begins with a promotion ends with the promotions. Others who fly them
may have them flown to the end of the war.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from agents.planner.rollout import PublicCharts, PublicMats, RolloutWorkspace, lay_dice, noise_of, pick
from agents.planner.search import stand_in
from agents.planner.staffel_value import JudgeWorkspace, value_beyond
from stuka_env.codes import ACTIONS, Decision
from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.policy import Choose, PolicyInput
from stuka_env.records import Numbers, Record, Rows, float32, int32, record, rows
from stuka_env.rules.decisions import apply_action
from stuka_env.rules.ledger import mission_share, score_due
from stuka_env.rules.mat import Mat
from stuka_env.rules.sequence import advance
from stuka_env.rules.table import Mask, Table

NOT_ASKED, NO_CHOICE = -1, -2
"""In place of the choice that others are compared with: the position was not looked into; whatever is done there comes
to the same."""
SCRIPTS_OWN = -1
"""In place of a policy's own action: the script's."""
NO_END = 1 << 30
"""In place of the mission that a rollout ends with: it ends with the war."""


@record
class Gains(Record):
    """What the choices in one position are worth."""

    own: int = int32(meaning="the choice that others are compared with; NOT_ASKED or NO_CHOICE: nothing was flown")
    worth: float = float32("official score that a war comes to after it, the script flying on")
    gain: Numbers = float32("mission-score points by action, more than that choice; NaN if illegal", (ACTIONS,))


@compiled
def last_mission(mat: Mat, to_the_end: bool) -> int:
    """The mission that a rollout ends with: the one in hand; crews are promoted when the next is counted already."""
    if to_the_end:
        return NO_END
    return int(mat.war.mission_of_war) - (1 if mat.cursor.decision == Decision.PROMOTE else 0)


@compiled
def flies_on(mat: Mat, last: int) -> bool:
    """Whether a rollout that ends with mission ``last`` of the war, and the promotions after it, is not at its end."""
    return bool(not mat.track.over and (mat.cursor.decision == Decision.PROMOTE or mat.war.mission_of_war <= last))


@compiled
def fly_until(
    choose: Choose,
    mats: PublicMats,
    war: int,
    charts: PublicCharts,
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    action: int,
    noise: int,
    rollout: int,
    last: int,
) -> float:
    """The official score that a war comes to, or may be expected to, after one rollout that begins with ``action``.

    The rollout ends with mission ``last`` of the war and the promotions after it, or with the war; see NO_END.
    """
    workspace.mats[0] = mats[war]
    lay_dice(workspace, noise, rollout)
    mat, mask = workspace.mats[0], workspace.masks[0].legal[:]
    table = Table(workspace.dice[0], workspace.tapes[0], charts[0], workspace.journals[0])
    turn = 0
    apply_action(mat, table, action)
    advance(mat, table, mask)
    while flies_on(mat, last):
        turn += 1
        apply_action(mat, table, pick(choose, mat, charts[0], mask, noise_of(noise, rollout, turn)))
        advance(mat, table, mask)
    return score_due(mat, charts[0]) + value_beyond(mat, charts[0], judge.staffel[0], judge.weights[0])


@compiled
def open_gains(mat: Mat, mask: Mask, own: int, gains: Gains) -> None:
    """Nothing has been flown yet: 0 for what is legal; NO_CHOICE if all of that is the same."""
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
    """Give every action what was found for the one that stands for it."""
    for action in range(ACTIONS):
        if mask[action]:
            gains.gain[action] = gains.gain[stand_in(mat, mask, int(gains.own), action)]


@compiled
def gains_slice(
    choose: Choose,
    mats: PublicMats,
    charts: PublicCharts,
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    asked: Annotated[NDArray[np.int8], READ_ONLY],
    own: Annotated[NDArray[np.int64], READ_ONLY],
    rollouts: int,
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    gains: Rows[Gains],
    start: int,
    stop: int,
) -> None:
    """Fly ``rollouts`` clones of every choice in the ``asked`` (a flag each) of the wars in [start, stop).

    Choices are compared with a policy's ``own``, or with the script's where that is SCRIPTS_OWN.
    """
    for war in range(start, stop):
        gains[war].own = NOT_ASKED
        if not asked[war] or mats[war].track.over:
            continue
        mat, mask, found, key = mats[war], masks[war], gains[war], int(noise[war])
        choice = int(own[war]) if own[war] != SCRIPTS_OWN else pick(choose, mat, charts[0], mask, key)
        open_gains(mat, mask, choice, found)
        if found.own == NO_CHOICE:
            continue
        last = last_mission(mat, False)
        points = rollouts * mission_share(mat, charts[0], int(mat.war.segment))
        for rollout in range(rollouts):
            own_score = fly_until(choose, mats, war, charts, workspace, judge, choice, key, rollout, last)
            found.worth += own_score / rollouts
            for action in range(ACTIONS):
                if mask[action] and action != choice and stand_in(mat, mask, choice, action) == action:
                    score = fly_until(choose, mats, war, charts, workspace, judge, action, key, rollout, last)
                    found.gain[action] += (score - own_score) / points
        share_gains(mat, mask, found)


def fly_gains(
    choose: Choose,
    inputs: PolicyInput,
    asked: NDArray[np.int8],
    rollouts: int,
    workspace: RolloutWorkspace,
    judge: JudgeWorkspace,
    own: NDArray[np.int64] | None = None,
) -> Any:
    """What the choices in the ``asked`` (a flag each) of N wars are worth: an array of N :class:`Gains`.

    They are compared with what a policy would do, ``own``, if that is given, else with what the script would.
    """
    gains: Any = rows(len(asked), Gains)
    own = np.full(len(asked), SCRIPTS_OWN) if own is None else own
    gains_slice(
        choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, asked, own, rollouts, workspace, judge, gains,
        0, len(asked),
    )  # fmt: skip
    return gains
