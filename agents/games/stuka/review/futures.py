"""Futures of the first game: rollouts of the planner, which end with a mission or with the war.

The Staffel value network (:mod:`agents.games.stuka.planner.staffel_value`) scores the Staffel at the end of a mission.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout
from agents.games.stuka.luck.terms import LuckMeter, luck_of_step, new_luck_meter
from agents.games.stuka.planner.gains import (
    NO_END,
    JudgedWorkspace,
    begin_rollout,
    clone_worth,
    continue_rollout,
    last_mission,
)
from agents.games.stuka.planner.rollout import OpenDecisions, new_workspace, pick
from agents.games.stuka.planner.staffel_value import ValueWeights, new_judge
from agents.review.kernels import make_kernels
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Rows
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Choose

__all__ = [
    "REVIEW_KERNELS", "NO_END", "Charts", "Choose", "FutureWorkspace", "Mat", "OpenDecisions", "begin_future",
    "continue_future", "fly_with_fresh_dice", "future_score", "last_line", "line_of_next_chance",
    "new_future_workspace", "pick",
]  # fmt: skip


class FutureWorkspace(NamedTuple):
    """The arrays with which one thread flies futures, judges their ends and measures the luck of a step."""

    judged: JudgedWorkspace
    meter: LuckMeter


def new_future_workspace(
    charts: Rows[Charts], weights: Rows[ValueWeights], luck_weights: NDArray[np.float64]
) -> FutureWorkspace:
    """Return an empty workspace.

    Args:
        charts: the charts in force, ``(1,)``.
        weights: the Staffel's value.
        luck_weights: the common value of chance events, ``(TERMS,)``.
    """
    return FutureWorkspace(
        JudgedWorkspace(new_workspace(), new_judge(weights)),
        new_luck_meter(charts, luck_weights),
    )


@compiled
def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the mission that a future ends with: the current one, or NO_END."""
    return last_mission(mat, to_the_end)


@compiled
def begin_future(mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout) -> None:
    """Clone a mat, key the clone's dice, and take the first action of the future."""
    begin_rollout(mat, charts, workspace.judged, rollout)


@compiled
def continue_future(
    choose: Choose, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of mission ``last`` and the promotions after it; see NO_END."""
    continue_rollout(choose, charts, workspace.judged, rollout, last, turn)


@compiled
def line_of_next_chance(mat: Mat, workspace: FutureWorkspace, last: int) -> int:
    """Return the last mission of the next segment for a promotion, because promotions come again after it (8.9).

    All other choices belong to one mission; for them it is ``last``.
    """
    clone = workspace.judged.flying.mats[0]
    if mat.cursor.decision != Decision.PROMOTE or clone.track.over:
        return last
    if clone.track.segments_done > mat.track.segments_done + 1:
        return last
    return int(clone.war.mission_of_war) + int(clone.war.missions) - int(clone.war.mission) - 1


@compiled
def future_score(charts: Charts, workspace: FutureWorkspace) -> float:
    """Return the official score of the clone's war, earned or expected."""
    return clone_worth(charts, workspace.judged)


@compiled
def fly_with_fresh_dice(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future less the luck of its first step by the common value.

    The mean of that luck is 0, so the mean score stays the same. The spread is smaller.
    """
    journal = workspace.judged.flying.journals[0]
    journal.chances.capacity = 1
    begin_future(mat, charts, workspace, rollout)
    journal.chances.capacity = 0
    luck = luck_of_step(journal, charts, workspace.meter)
    continue_future(choose, charts, workspace, rollout, last, 0)
    return future_score(charts, workspace) - luck


REVIEW_KERNELS = make_kernels(__name__, globals())
"""The kernels of a review of this game."""
