"""Wars that anyone can have written: what the rules rely on is checked before they play on."""

import copy
import re
from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import StateError
from stuka_env.engine.state import with_checksum
from tests.support.contract import choose, make
from tests.support.face_down import battle

WRONG = {
    "no turn": ("ATTACK", {"battle": {"turn": 0}}, "battle.turn: got 0"),
    "after the last turn of a dogfight": ("TARGET", {"battle": {"turn": 7}}, "battle.turn: got 7"),
    "a loop behind its aircraft": ("ATTACK", {"work": {"index": 11}}, "work.index: got 11"),
    "a loop before its aircraft": ("ENGAGE", {"work": {"index": 0}}, "work.index: got 0"),
    "a loop over both sides behind its aircraft": ("TARGET", {"work": {"index": 7}}, "work.index: got 7"),
    "an attack of the enemy": ("ATTACK", {"work": {"side": 1}}, "work.side: got 1"),
    "a battery without cards": ("ATTACK", {"battery": {"on": 1}}, "battery.red: got 0"),
    "a red card too few": ("OBSERVE", {"battery": {"red": 1}}, "battery.red: got 1"),
    "no observation aircraft": ("OBSERVE", {"battery": {"on": 0}}, "battery.on: got 0"),
    "a battery that is closed": ("OBSERVE", {"battery": {"red": 0, "reds": 2}}, "battery.reds: got 2"),
}
"""A decision, values that do not fit it, and the beginning of the refusal."""
SCENARIOS = {"OBSERVE": "strongpoint"}
"""Scenarios of decisions that others lack."""


def war_at(decision: str) -> Any:
    """Return a war at its first decision of a kind; a dogfight where targets are named."""
    env = make("Support/Dogfight-v0") if decision == "TARGET" else battle(scenario=SCENARIOS.get(decision, "village"))
    rng = np.random.default_rng(0)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        while info["result"] is None:
            if env.decision == decision:
                return env
            *_, info = env.step(int(choose(env, info["action_mask"], rng)))
    raise AssertionError(f"no {decision} in twenty battles")


@pytest.mark.parametrize(("decision", "values", "refusal"), WRONG.values(), ids=WRONG)
def test_a_war_that_misleads_the_rules_is_refused(
    decision: str, values: dict[str, dict[str, int]], refusal: str
) -> None:
    env = war_at(decision)
    right = env.get_state()
    wrong = copy.deepcopy(right)
    for block, changes in values.items():
        wrong["arrays"]["mats"][block] |= changes
    with pytest.raises(StateError, match=re.escape(refusal)):
        env.set_state(with_checksum(env.game, wrong))
    assert env.get_state() == right
