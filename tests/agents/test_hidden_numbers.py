"""Scripts choose by what a player sees: pending work on the mat, which no observation has, changes nothing."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import brought_up_to_date, policy_input
from stuka_env.game import game_named
from stuka_env.policy import PolicyInput, load_policy

WARS, STEPS = 32, 500
SCRIPTS = {
    "Interceptor/Career-v0": ("champion", "veteran", "by_the_book", "careful", "rash", "random_flyer"),
    "Support/Battle-v0": ("best", "by_the_book"),
    "Wing/Campaign-v0": ("best", "by_the_book", "cautious", "all_wrong"),
}


class WithWork(PolicyInput):
    """Inputs whose mats have the pending work, as those of a script that flies a clone."""

    __slots__ = ()

    @property
    def mats(self) -> Any:
        """The snapshot."""
        return self.snapshot


@pytest.mark.parametrize("env", SCRIPTS)
def test_pending_work_changes_no_choice(env: str) -> None:
    game = game_named(env.split("/")[0].lower())
    spec, _ = game.envs.read_arguments(game.ids.index(env))
    engine = Engine(WARS, spec)
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    inputs, actions, pending = policy_input(engine, view), np.zeros((2, WARS), np.int64), 0
    policies = [load_policy(name, game.name) for name in SCRIPTS[env]]
    for step in range(STEPS):
        policy = policies[step % len(policies)]
        policy.act(inputs, actions[0])
        policy.act(WithWork(*inputs), actions[1])
        assert np.array_equal(*actions), policy.name
        pending += int((inputs.mats["work"] != inputs.snapshot["work"]).sum())
        engine.step(actions[0], view.buffers)
        inputs = brought_up_to_date(engine, inputs)
    engine.close()
    assert pending > STEPS, "there was something to read"
