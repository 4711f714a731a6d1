"""Wars that anyone can have written: what the rules rely on is checked before they play on."""

import re
from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import StateError
from tests.support.contract import changed_state, choose, make
from tests.support.face_down import battle

WRONG = {
    "no turn": ("ATTACK", "battle.turn", 0),
    "after the last turn of a dogfight": ("TARGET", "battle.turn", 7),
    "a loop behind its aircraft": ("ATTACK", "work.index", 11),
    "a loop before its aircraft": ("ENGAGE", "work.index", 0),
    "a loop over both sides behind its aircraft": ("TARGET", "work.index", 7),
    "an attack of the enemy": ("ATTACK", "work.side", 1),
    "a battery without cards": ("ATTACK", "battery.on", 1),
    "a red card too few": ("OBSERVE", "battery.red", 1),
    "no observation aircraft": ("OBSERVE", "battery.on", 0),
    "a battery that is closed": ("OBSERVE", "battery.reds", 2),
}
"""A decision, and a field with a value that does not fit it."""
REFUSED = {"a battery without cards": "battery.red: got 0"}
"""Refusals that name another field."""
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


@pytest.mark.parametrize("case", WRONG)
def test_a_war_that_misleads_the_rules_is_refused(case: str) -> None:
    decision, path, value = WRONG[case]
    env = war_at(decision)
    right = env.get_state()
    with pytest.raises(StateError, match=re.escape(REFUSED.get(case, f"{path}: got {value}"))):
        env.set_state(changed_state(env, f"mats.{path}", value))
    assert env.get_state() == right
