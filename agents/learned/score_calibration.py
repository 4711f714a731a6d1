"""How far the scores that an agent expects are from those it gets, at the first decision of each mission."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import Interval, interval
from agents.evaluation.outputs import aligned, bounds
from agents.learned.learned_policy import LearnedPolicy
from agents.learned.score_rows import ScoreRows, fly_rows
from stuka_env.envs.arguments import Arguments
from stuka_env.policy import PolicyInput

FEWEST_WARS = 2
"""An interval needs at least two wars."""
HEAD = ("mission", "wars", "expected", "achieved", "difference", "95 % interval")


class MissionCalibration(NamedTuple):
    """How far expectations were from what came, at the first decision of one mission."""

    mission: int
    """Which of the war, counted from 1."""
    wars: int
    """Wars in which something was to be decided in it."""
    expected: float
    """Mean of the final scores expected."""
    achieved: float
    """Mean of the final scores."""
    error: Interval
    """Of (expected - achieved)."""


def calibration_by_mission(rows: ScoreRows) -> list[MissionCalibration]:
    """The figures of every mission in which at least two wars had something to decide.

    Args:
        rows: first decisions of missions; ``seen`` holds the expected score.
    """
    found = []
    for mission in np.unique(rows.mission[rows.start]):
        now = rows.start & (rows.mission == mission)
        if now.sum() < FEWEST_WARS:
            continue
        expected, achieved = rows.seen[now, 0].astype(np.float64), rows.final[now]
        error = interval(expected - achieved)
        found.append(
            MissionCalibration(
                int(mission) + 1, int(now.sum()), float(expected.mean()), float(achieved.mean()), error
            )
        )  # fmt: skip
    return found


def calibrate(
    policy: LearnedPolicy,
    arguments: Arguments,
    seeds: NDArray[np.uint64],
    told: Callable[[int], object] = lambda missions: None,
) -> list[MissionCalibration]:
    """Fly the wars of ``seeds``, and hold what the policy expected against what it got.

    Raises:
        AgentError: it has no score head.
        FlightError: the wars have other charts than it was trained with.
    """

    def expected(inputs: PolicyInput) -> NDArray[np.float32]:
        return policy.expected_score(inputs).astype(np.float32)[:, None]

    return calibration_by_mission(fly_rows(policy, expected, arguments, seeds, every=0, told=told))


def worst(missions: Sequence[MissionCalibration]) -> MissionCalibration:
    """The mission whose mean error is the largest, up or down."""
    return max(missions, key=lambda each: abs(each.error.mean))


def calibration_table(missions: Sequence[MissionCalibration]) -> str:
    """A line a mission, and which is the worst."""
    if not missions:
        return f"No mission began in {FEWEST_WARS} wars or more: nothing can be said."
    rows = [
        (str(each.mission), str(each.wars), f"{each.expected:.1f}", f"{each.achieved:.1f}", *bounds(each.error, "+"))
        for each in missions
    ]
    last = worst(missions)
    lines = aligned([HEAD, *rows])
    return "\n".join([*lines, f"Largest mean difference: {last.error.mean:+.2f} points, at mission {last.mission}"])
