"""One rollout: a clone of the mat takes a candidate action, and the script flies it to the end of the mission.

A clone is what the player sees and nothing else. Its dice are keyed by the policy's noise and the number of the
rollout, never by the real dice. Cards not yet drawn and numbers still in the cup need no shuffling: the dice draw them
when they are needed (:mod:`stuka_env.games.stuka.rules.rolls`).

Rollout k of every candidate has the same dice, addressed by place and occasion. Two candidates that do the same there
get the same result, so the difference of their scores is the effect of the candidates.

Later missions are not flown but estimated (:mod:`agents.games.stuka.planner.leaf_value`). They depend little on how
this one was flown, and flying them as well judges no better.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout, dice_key, noise_of, read_only
from agents.games.stuka.planner.leaf_value import leaf_value
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.engine import MaskRow, advance, apply_action
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.rolls import new_mission
from stuka_env.games.stuka.rules.table import Choose, Dice, Journal, Mask, Table, Tape
from stuka_env.policy import PolicyInput

first_legal = RULES.names["first_legal"]

PublicMats = Annotated[Rows[Mat], READ_ONLY]
PublicCharts = Annotated[Rows[Charts], READ_ONLY]
"""A mat for each war, and one record of charts or one for each war, as every policy sees them."""


class OpenDecisions(NamedTuple):
    """The open decisions of N wars, as the compiled functions take them from a policy's input."""

    mats: PublicMats
    charts: PublicCharts
    masks: Annotated[NDArray[np.int8], 2]
    noise: Annotated[NDArray[np.int64], READ_ONLY]


def open_decisions(inputs: PolicyInput) -> OpenDecisions:
    """Return the open decisions in a policy's input; views."""
    return OpenDecisions(read_only(inputs.mats), read_only(inputs.charts), inputs.masks, read_only(inputs.noise))


class RolloutWorkspace(NamedTuple):
    """The arrays with which one thread flies rollouts, of one record each; all are scratch space."""

    mats: Rows[Mat]
    """The clone."""
    dice: Rows[Dice]
    """Its dice."""
    tapes: Rows[Tape]
    """Empty: no rolls are planned."""
    journals: Rows[Journal]
    """Switched off."""
    masks: Rows[MaskRow]
    """The legal actions of the clone."""


def new_workspace() -> RolloutWorkspace:
    """Return an empty workspace."""
    return RolloutWorkspace(rows(1, Mat), rows(1, Dice), rows(1, Tape), rows(1, Journal), rows(1, MaskRow))


# --- the script ---


@compiled
def pick(choose: Choose, mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the script's action, or the first legal one if the mask does not have it."""
    action = choose(mat, charts, mask, noise)
    return action if mask[action] else first_legal(mask)


# --- flying ---


@compiled
def key_dice(dice: Dice, mat: Mat, noise: int, rollout: int) -> None:
    """Key the dice of a rollout."""
    low, high = dice_key(noise, rollout)
    dice.key_low = low
    dice.key_high = high
    new_mission(dice, int(mat.war.mission_of_war))


@compiled
def lay_dice(workspace: RolloutWorkspace, rollout: Rollout) -> None:
    """Key the dice of the clone."""
    key_dice(workspace.dice[0], workspace.mats[0], rollout.noise, rollout.number)


FlyClone = Callable[[Choose, Mat, Charts, RolloutWorkspace, Rollout], float]
"""The type of :func:`fly_clone`."""


@compiled
def fly_clone(choose: Choose, mat: Mat, charts: Charts, workspace: RolloutWorkspace, rollout: Rollout) -> float:
    """Return the expected official score of the war on ``mat`` after one rollout, which ``choose`` flies."""
    workspace.mats[0] = mat
    lay_dice(workspace, rollout)
    clone, mask = workspace.mats[0], workspace.masks[0].legal[:]
    table = Table(workspace.dice[0], workspace.tapes[0], charts, workspace.journals[0])
    mission = int(clone.war.mission_of_war)
    turn = 0
    apply_action(clone, table, rollout.action)
    advance(clone, table, mask)
    while not clone.track.over and clone.war.mission_of_war == mission:
        turn += 1
        apply_action(clone, table, pick(choose, clone, charts, mask, noise_of(rollout, turn)))
        advance(clone, table, mask)
    return score_due(clone, charts) + leaf_value(clone, charts)
