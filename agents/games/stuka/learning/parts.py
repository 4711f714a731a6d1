"""The first game as learners see it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.learning.earned_score import earned_scores
from agents.games.stuka.learning.equal_actions import mark_equal
from agents.games.stuka.learning.log_figures import choice_name, losses, mission_figures, stress_figures, war_figures
from agents.learner_parts import LearnerParts, ScoreParts, SelectionFigure, number
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.observation.layout import OBSERVATION
from stuka_env.games.stuka.odds.layout import WITH_ODDS
from stuka_env.games.stuka.odds.writing import with_odds
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.missions import missions_of
from stuka_env.games.stuka.scenario.plan import WarSpec

MOVES = 32
"""More than twice the zones that a formation enters in a mission (12): they are counted on the way out and home."""


def war_progress(observations: NDArray[np.float32], starts: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the progress of each war, ``(T, N)``: a number, of war, mission and zones flown, that never decreases.

    Args:
        observations: ``(T, N, LENGTH)``, in the order of the decisions.
        starts: ``(T, N)``: 1 where a new war begins.
    """
    mission, moves, leg = (
        number(OBSERVATION, name, observations) for name in ("war_mission_of_war", "mission_moves", "mission_leg")
    )
    mission += np.cumsum(starts, axis=0).astype(np.int64) * 2 * LOG_LENGTH
    return mission * MOVES + 2 * moves + (leg == 2)


def _mission_of(mats: Rows[Any]) -> NDArray[np.int64]:
    missions: NDArray[np.int64] = mats["war"]["mission_of_war"].astype(np.int64)
    return missions


def _war_codes(spec: WarSpec) -> tuple[int, ...]:
    """Return the scale of wars and their operation, -1 for a campaign."""
    return (spec.scale, -1 if spec.scale == Scale.CAMPAIGN else spec.operation)


def _limits(known: frozenset[tuple[int, ...]], spec: WarSpec) -> str:
    """Return a warning unless an agent knows the scale and the operation.

    It may know the two from different wars: missions of one operation, and another operation as a whole.
    """
    knows_scale = any(scale == spec.scale for scale, _ in known)
    knows_operation = any(operation == spec.operation for _, operation in known)
    is_known = knows_scale and (knows_operation or spec.scale == Scale.CAMPAIGN)
    return "" if is_known else "not trained for such wars"


LEARNERS = LearnerParts(
    arguments={"operation": None, "segment": None, "duration": "regular", "charts": None},
    spreading_script="random_flyer",
    yardsticks=("old_hand", "doctrine"),
    reward_factor=missions_of,
    selection={
        "destroyed": SelectionFigure("lost", "destroyed"),
        "killed": SelectionFigure("KIA", "kia"),
        "no_fly": SelectionFigure("No-Fly", "no_fly"),
    },
    choice_name=choice_name,
    war_figures=war_figures,
    line_figures=mission_figures,
    mat_figures=stress_figures,
    pictured="ATTACK",
    progress=war_progress,
    score=ScoreParts(earned=earned_scores, line_of=_mission_of, after_line=("PROMOTE",)),
    war_codes=_war_codes,
    limits=_limits,
    losses=losses,
    mark_equal=mark_equal,
    odds=(WITH_ODDS, with_odds),
    experts="agents.games.stuka.learning.gains:ClonedMissions",
)
"""The game, as :func:`agents.learner_parts.learner_parts` finds it."""
