"""Rollouts of the planner: the script flies a clone to the end of its mission.

Cards not yet drawn and numbers still in the cup need no shuffling: the dice draw them when they are needed
(:mod:`stuka_env.games.stuka.rules.rolls`).

Later missions are not flown but estimated (:mod:`agents.games.stuka.planner.leaf_value`). They depend little on how
this one was flown, and flying them as well judges no better.
"""

from typing import Annotated, Any

from agents.clones import dice_key
from agents.futures.flying import NO_END, make_futures
from agents.games.stuka.planner.leaf_value import leaf_value
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, JudgeWorkspace, load_weights, new_judge
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows
from stuka_env.engine.engine import Engine
from stuka_env.game import DEFAULT_GAME
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Decision, Scale
from stuka_env.games.stuka.engine import Wars
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.rolls import new_mission
from stuka_env.games.stuka.rules.table import Dice
from stuka_env.games.stuka.scenario.plan import WarSpec

PublicMats = Annotated[Rows[Mat], READ_ONLY]
PublicCharts = Annotated[Rows[Charts], READ_ONLY]
"""A mat for each war, and one record of charts or one for each war, as every policy sees them."""


@compiled
def restart_dice(dice: Dice, mat: Mat) -> None:
    """Begin the counts of the dice anew for the mission of a mat."""
    new_mission(dice, int(mat.war.mission_of_war))


@compiled
def key_dice(dice: Dice, mat: Mat, noise: int, rollout: int) -> None:
    """Key the dice of a rollout."""
    low, high = dice_key(noise, rollout)
    dice.key_low = low
    dice.key_high = high
    restart_dice(dice, mat)


# --- futures that end with the promotions after a mission, as reviews and gains have them ---


@compiled
def last_mission(mat: Mat, to_the_end: bool) -> int:
    """Return the mission that a future ends with: the current one, or NO_END.

    When crews are promoted, the next mission is counted already.
    """
    if to_the_end:
        return NO_END
    return int(mat.war.mission_of_war) - (1 if mat.cursor.decision == Decision.PROMOTE else 0)


@compiled
def flies_on(mat: Mat, last: int) -> bool:
    """Whether a future that ends with mission ``last`` of the war, and the promotions after it, is not at its end."""
    return bool(not mat.track.over and (mat.cursor.decision == Decision.PROMOTE or mat.war.mission_of_war <= last))


# --- rollouts that end with a mission ---


@compiled
def own_mission(mat: Mat, to_the_end: bool) -> int:
    """Return the mission that a rollout ends with: the one that is counted."""
    return int(mat.war.mission_of_war)


@compiled
def is_flown(mat: Mat, last: int) -> bool:
    """Whether a rollout that ends with mission ``last`` of the war is not at its end."""
    return bool(not mat.track.over and mat.war.mission_of_war <= last)


@compiled
def value_of(wars: Wars, charts: Charts, judge: JudgeWorkspace) -> float:
    """Return the expected official score of the clone's war."""
    clone = wars.mats[0]
    return score_due(clone, charts) + leaf_value(clone, charts)


def new_clone() -> Any:
    """Return the arrays of a war to play with."""
    return Engine(1, WarSpec(scale=Scale.MISSION, segment=0)).wars


def new_parts(charts: Any = None, spec: Any = None) -> tuple[Any, JudgeWorkspace]:
    """Return the arrays of a war to play with, and a judge that nothing asks."""
    return new_clone(), new_judge(load_weights(STAFFEL_VALUE))


ROLLOUTS = make_futures(
    __name__,
    DEFAULT_GAME,
    new_parts,
    judge=JudgeWorkspace,
    restart_dice=restart_dice,
    last_line=own_mission,
    flies_on=is_flown,
    value_of=value_of,
)
"""The futures of the planner."""
