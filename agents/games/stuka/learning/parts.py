"""The first game as learners see it."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.rollout import PublicMats
from agents.learner_parts import LearnerParts, Scalars, ScoreParts, SelectionFigure, number
from stuka_env.compiling.compilation import READ_ONLY, compiled
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, ACTS, Act, NoFly, Scale, Target
from stuka_env.games.stuka.observation import OBSERVATION
from stuka_env.games.stuka.odds.layout import WITH_ODDS
from stuka_env.games.stuka.odds.writing import with_odds
from stuka_env.games.stuka.rules.briefing import stand_in
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import LOG_LENGTH, Mat
from stuka_env.games.stuka.scenario.plan import WarSpec, missions_of
from stuka_env.policy import PolicyInput


@compiled
def _write_earned(
    mats: Annotated[Rows[Mat], READ_ONLY], charts: Annotated[Rows[Charts], READ_ONLY], earned: NDArray[np.float64]
) -> None:
    """Write each war's score so far, which at the end equals the final score."""
    for war in range(len(mats)):
        earned[war] = score_due(mats[war], charts[war if len(charts) > 1 else 0])


def earned_scores(inputs: PolicyInput) -> NDArray[np.float64]:
    """Return the points that each war has earned, ``(N,)``; at the end they equal the final score."""
    earned = np.zeros(len(inputs.mats))
    _write_earned(inputs.mats, inputs.charts, earned)
    return earned


WINGS = range(Act.FLY, Act.LEADER)
"""Actions that are counted one by one, because they differ in the number of aircraft."""


def choice_name(action: int) -> str:
    """Return the name under which the log counts an action."""
    verb = ACTS.verb_of(action).name.lower()
    return f"{verb}_{action - Act.FLY + 2}" if action in WINGS else verb


def losses(missions: NDArray[Any]) -> NDArray[np.float32]:
    """Return the aircraft and people lost in each mission."""
    lost: NDArray[np.float32] = (missions["lost"] + missions["kia"]).astype(np.float32)
    return lost


def war_figures(results: NDArray[Any]) -> Scalars:
    """Return means over wars that ended."""
    names = {"score": "score", "aircraft_lost": "destroyed", "killed": "kia", "no_flys": "no_fly"}
    return {"wars/ended": len(results)} | {
        f"wars/{label}": float(results[name].mean()) for label, name in names.items()
    }


def mission_figures(missions: NDArray[Any]) -> Scalars:
    """Return means over missions that ended; scores, also by kind of target, are means over the missions flown."""
    flown = missions[missions["no_fly"] == NoFly.FLOWN]
    figures = {"missions/ended": float(len(missions)), "missions/no_fly_share": 1.0 - len(flown) / len(missions)}
    if not len(flown):
        return figures
    for label, name in {"score": "score", "lost": "lost", "killed": "kia", "aborted": "aborted"}.items():
        figures[f"missions/{label}"] = float(flown[name].mean())
    for target in Target:
        scores = flown["score"][flown["target"] == target]
        if len(scores):
            figures[f"targets/{target.name.lower()}"] = float(scores.mean())
    return figures


def stress_figures(mats: Rows[Any]) -> Scalars:
    """Return the current mean stress of the people on the rosters."""
    return {f"stress/{role}": float(mats[role]["stress"].mean()) for role in ("pilots", "gunners")}


@compiled
def mark_equal(
    mats: PublicMats,
    masks: Annotated[NDArray[np.int8], 2],
    actions: Annotated[NDArray[np.int64], READ_ONLY],
    equal: Annotated[NDArray[np.bool_], 2],
) -> None:
    """Mark the action of each war and the legal actions that are equivalent to it."""
    for war in range(len(mats)):
        chosen = int(actions[war])
        for action in range(ACTIONS):
            equal[war, action] = masks[war, action] != 0 and (
                action == chosen or stand_in(mats[war], masks[war], chosen, action) == chosen
            )


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
    experts="agents.games.stuka.improvement.gains:EXPERT",
)
"""The game, as :func:`agents.learner_parts.learner_parts` finds it."""
