"""Bonuses earned (8.5): how often, and what they bring."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.breakdown import Sheets
from agents.evaluation.flying import Flown
from agents.evaluation.shares import operation_segments, operation_share
from stuka_env.charts import LoadedCharts
from stuka_env.charts.shape import OPERATIONS
from stuka_env.codes import Scale
from stuka_env.engine import Scenario


class Bonus(NamedTuple):
    """One kind of bonus; means for one war."""

    name: str
    chances: float
    """How often there was one to earn: missions, operations, campaigns; those of unfinished wars do not count."""
    earned: float
    """How often it was."""
    points: float
    """Points of the war's official score."""


def mission_bonuses(flown: Flown, sheets: Sheets) -> Bonus:
    """For few casualties, little damage and little stress (8.5.1)."""
    wars = len(flown.seeds)
    points = sheets.weight * flown.logs["bonus"]
    return Bonus("mission", sheets.written.sum() / wars, (points > 0).sum() / wars, float(points.sum()) / wars)


def war_bonuses(
    name: str,
    won: NDArray[np.int64],
    few_no_flys: NDArray[np.bool_],
    rules: tuple[NDArray[np.int8], NDArray[np.int8]],
    share: float,
    wars: int,
) -> list[Bonus]:
    """The bonuses of operations, or of campaigns.

    Args:
        name: which it is.
        won: points, one number for each operation that was finished.
        few_no_flys: whether it had few No-Flys.
        rules: the charts' bonuses for few losses, and for few No-Flys; the points come first.
        share: what one point is worth in the war's score.
        wars: how many wars they belong to.
    """
    calm = int(rules[1][0])
    losses, chances = won - few_no_flys * calm, len(won) / wars
    kinds = [(f"{name}, few losses: {points}", points, losses == points) for points in loss_points(rules[0])]
    kinds.append((f"{name}, few No-Flys: {calm}", calm, few_no_flys))
    rates = [(label, points, float(earned.sum()) / wars) for label, points, earned in kinds]
    return [Bonus(label, chances, rate, rate * points * share) for label, points, rate in rates]


def loss_points(rule: NDArray[np.int8]) -> list[int]:
    """The points that few losses can bring, each once."""
    return list(dict.fromkeys(int(points) for points, *_ in rule if points))


def operation_bonuses(flown: Flown, sheets: Sheets, scenario: Scenario, charts: LoadedCharts) -> list[Bonus]:
    """For few losses and few No-Flys in an operation (8.5.2)."""
    record, done = charts.record, flown.finished
    operations = range(OPERATIONS) if scenario.scale == Scale.CAMPAIGN else (scenario.operation,)
    rules = record["operation_bonus"], record["operation_no_fly_bonus"]
    won, few = [], []
    for operation in operations:
        span = operation_segments(operation, charts)
        here = (flown.logs["segment"] >= span.start) & (flown.logs["segment"] < span.stop)
        unflown = (sheets.written & ~sheets.flown & here).sum(axis=1)
        few.append((unflown < rules[1][1])[done])
        won.append(flown.tracks["operation_bonus"][done, operation].astype(np.int64))
    both = np.concatenate(won), np.concatenate(few)
    return war_bonuses("operation", *both, rules, operation_share(scenario), len(done))


def campaign_bonuses(flown: Flown, charts: LoadedCharts) -> list[Bonus]:
    """The same over the whole war (8.5.3)."""
    done = flown.finished
    rules = charts.record["campaign_bonus"], charts.record["campaign_no_fly_bonus"]
    won = flown.tracks["campaign_bonus"][done].astype(np.int64)
    return war_bonuses("campaign", won, flown.results["no_fly"][done] < rules[1][1], rules, 1.0, len(done))


def bonuses(flown: Flown, sheets: Sheets, scenario: Scenario, charts: LoadedCharts) -> list[Bonus]:
    """All that such a war can earn."""
    earned = [mission_bonuses(flown, sheets)]
    if scenario.scale >= Scale.OPERATION:
        earned += operation_bonuses(flown, sheets, scenario, charts)
    if scenario.scale == Scale.CAMPAIGN:
        earned += campaign_bonuses(flown, charts)
    return [Bonus(bonus.name, *map(float, bonus[1:])) for bonus in earned]
