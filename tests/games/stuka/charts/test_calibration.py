"""The charts as shipped hold the calibration table, on fixed seeds."""

import pytest

from agents.games.stuka.evaluation.calibration import Calibration, calibrate
from stuka_env.games.stuka.charts import load_charts

ONE_AIRCRAFT_OR_NO_ATTACK = ("lone_wolf", "shirker", "milk_run", "straggler")
"""Scripts that look for a rule to bend; none may beat doctrine."""


def figures(policy: str, operations: int) -> Calibration:
    return calibrate(policy, operations, load_charts())


def holds_the_table(operations: int) -> Calibration:
    doctrine, flyer = figures("doctrine", operations), figures("random_flyer", operations)
    assert 50 <= doctrine.land_score <= 60
    assert 32 <= flyer.land_score <= 46
    assert 5.5 <= doctrine.destroyed <= 8
    assert flyer.destroyed > 1.5 * doctrine.destroyed
    assert 0.08 <= doctrine.best_bonus <= 0.35
    assert flyer.best_bonus < 0.05
    return doctrine


def test_the_table_in_brief() -> None:
    holds_the_table(1000)


@pytest.mark.slow
def test_the_table() -> None:
    doctrine = holds_the_table(2000)
    for policy in ONE_AIRCRAFT_OR_NO_ATTACK:
        assert figures(policy, 2000).score < doctrine.score, policy
