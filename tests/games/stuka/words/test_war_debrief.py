"""Debrief of a war: the parts of its score, its operations and segments, its losses."""

from typing import Any

import gymnasium
import pytest

import stuka_env  # noqa: F401
from stuka_env.declared.codes import plural
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Operation
from stuka_env.games.stuka.words.debrief import points_by_source, war_debrief
from tests.support.each import each

PARTS = {
    "Attacks": "attacks",
    "Fighters shot down": "kills",
    "Mission bonuses": "mission_bonus",
    "Operation bonus": "operation_bonus",
    "Operation bonuses": "operation_bonus",
    "Campaign bonus": "campaign_bonus",
    "Rounding": "rounding",
}
"""The part of the reward that is the same."""


def flown(name: str) -> tuple[Any, dict[str, Any], dict[str, float]]:
    """The mat after a short war of first actions that fly, its result, and the sums of the parts of its rewards."""
    env: Any = gymnasium.make(name, duration="short").unwrapped
    _, info = env.reset(seed=3)
    sums, over = dict.fromkeys(PARTS.values(), 0.0), False
    while not over:
        legal = info["action_mask"].nonzero()[0]
        *_, over, _, info = env.step(int(legal[min(1, len(legal) - 1)]))
        for part in sums:
            sums[part] += 100 * float(info["rewards"][part])
    return env.engine.wars.mats[0].copy(), info["result"], sums


@each("name", ["Mission", "Segment", "Operation", "Campaign"])
def test_the_parts_are_those_of_the_reward_and_add_up(name: str) -> None:
    mat, result, sums = flown(f"Stuka/{name}-v0")
    charts = load_charts()
    points = points_by_source(mat, charts)
    assert points == pytest.approx({name: sums[PARTS[name]] for name in points}, abs=1e-6)
    assert sum(points.values()) == pytest.approx(result["score"])
    sections = dict(war_debrief(mat, charts))
    told = [float(line.rstrip(".").rpartition(" ")[2]) for line in sections["The score"][:-1]]
    assert sum(told) == pytest.approx(result["score"])
    assert sections["The score"][-1] == f"Together {result['score']}: {result['level']}."
    not_flown = plural(result["no_fly"], "mission")
    assert sections["Losses"] == (
        f"{result['destroyed']} aircraft lost, {result['kia']} killed, {not_flown} not flown",
    )


def test_segments_and_operations_are_told_even_if_they_scored_nothing() -> None:
    env: Any = gymnasium.make("Stuka/Campaign-v0", duration="short").unwrapped
    _, info = env.reset(seed=1)
    over = False
    while not over:  # nobody flies
        *_, over, _, info = env.step(int(info["action_mask"].nonzero()[0][0]))
    sections = dict(war_debrief(env.engine.wars.mats[0], load_charts()))
    assert [line.partition(":")[0] for line in sections["Segments"]] == list(SEGMENT_TITLES)
    assert [line.partition(":")[0] for line in sections["Operations"]] == Operation.words()
