"""Futures of the first game, for reviews, exercises and gains: they end with the promotions after a mission (8.9).

The Staffel value network (:mod:`agents.games.stuka.planner.staffel_value`) scores the Staffel there. A future that
begins with a promotion ends with the promotions. A future may also fly to the end of the war.
"""

from typing import Any, NamedTuple

from agents.futures.flying import make_futures
from agents.games.stuka.luck.recorder import load_luck_weights, weights_for
from agents.games.stuka.luck.terms import LuckMeter, luck_of_step, new_luck_meter, no_luck_meter
from agents.games.stuka.planner.rollout import flies_on, last_mission, new_clone, restart_dice
from agents.games.stuka.planner.staffel_value import (
    STAFFEL_VALUE,
    JudgeWorkspace,
    load_weights,
    new_judge,
    value_beyond,
)
from stuka_env.compiling.compilation import compiled
from stuka_env.game import DEFAULT_GAME
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Decision
from stuka_env.games.stuka.engine import Wars
from stuka_env.games.stuka.rules.ledger import score_due
from stuka_env.games.stuka.rules.mat import Mat


class MeteredJudge(NamedTuple):
    """The arrays with which the end of a future is judged, and the luck of its first step measured."""

    ends: JudgeWorkspace
    meter: LuckMeter


def new_parts(charts: Any = None, spec: Any = None, weights: Any = None) -> tuple[Any, MeteredJudge]:
    """Return the arrays of a war to play with, and the judge.

    Args:
        charts: the charts in force, ``(1,)``; None if no luck is measured.
        spec: the war, whose kind has the common value of chance events.
        weights: the Staffel's value; None for the one that ships.
    """
    meter = no_luck_meter() if spec is None else new_luck_meter(charts, weights_for(load_luck_weights(), spec))
    weights = load_weights(STAFFEL_VALUE) if weights is None else weights
    return new_clone(), MeteredJudge(new_judge(weights), meter)


@compiled
def line_of_next_chance(mat: Mat, clone: Mat, last: int) -> int:
    """Return the last mission of the next segment for a promotion, because promotions come again after it (8.9).

    All other choices belong to one mission; for them it is ``last``.
    """
    if mat.cursor.decision != Decision.PROMOTE or clone.track.over:
        return last
    if clone.track.segments_done > mat.track.segments_done + 1:
        return last
    return int(clone.war.mission_of_war) + int(clone.war.missions) - int(clone.war.mission) - 1


@compiled
def value_of(wars: Wars, charts: Charts, judge: MeteredJudge) -> float:
    """Return the official score of the clone's war, earned or expected."""
    clone, ends = wars.mats[0], judge.ends
    return score_due(clone, charts) + value_beyond(clone, charts, ends.staffel[0], ends.weights[0])


@compiled
def watch_first_step(wars: Wars) -> None:
    """Keep the chance events of the next step."""
    wars.journals[0].chances.capacity = 1


@compiled
def luck_of_first_step(wars: Wars, charts: Charts, judge: MeteredJudge) -> float:
    """Return the luck of the step by the common value, and keep no more chance events."""
    journal = wars.journals[0]
    journal.chances.capacity = 0
    return luck_of_step(journal, charts, judge.meter)


FUTURES = make_futures(
    __name__,
    DEFAULT_GAME,
    new_parts,
    judge=MeteredJudge,
    restart_dice=restart_dice,
    last_line=last_mission,
    flies_on=flies_on,
    line_of_next_chance=line_of_next_chance,
    value_of=value_of,
    watch_first_step=watch_first_step,
    luck_of_first_step=luck_of_first_step,
)
"""The futures of this game."""
