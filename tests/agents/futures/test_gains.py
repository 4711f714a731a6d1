"""The expert of every game: the gains of an agent's probable actions, measured with paired futures."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.game_rooms import has_room
from agents.learner_parts import experts_of
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.game import game_named, game_names
from stuka_env.policy import PolicyInput

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

WARS, ROLLOUTS, TURNS = 16, 3, 16


class Doubter:
    """An agent that finds every legal action as probable in even wars, and is sure of the first one in others."""

    def seen(self, inputs: PolicyInput) -> NDArray[np.float32]:
        return inputs.observations

    def chances(self, seen: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        chances = masks / masks.sum(axis=1, keepdims=True)
        chances[1::2] = 0.0
        chances[np.arange(1, len(masks), 2), masks[1::2].argmax(axis=1)] = 1.0
        return chances


@pytest.mark.parametrize("game", [game for game in game_names() if has_room(game, "planner.parts")])
def test_gains_are_of_the_actions_in_doubt_and_know_nothing_of_the_real_dice(game: str) -> None:
    record, agent = game_named(game), Doubter()
    engine = Engine(WARS, record.envs.read_arguments(len(record.ids) - 1)[0])
    view = engine.new_view()
    engine.reset(view.buffers, list(range(WARS)))
    for _ in range(TURNS):
        engine.step(view.masks.argmax(axis=1), view.buffers)
    expert_parts = experts_of(game)
    inputs, expert = policy_input(engine, view), expert_parts(ROLLOUTS)
    asked: Any = agent
    gains = expert.gains(inputs, asked)
    flown = ~np.isnan(gains)
    assert not flown[1::2].any() and flown[::2].any() and (inputs.masks[flown] != 0).all()
    own = agent.chances(inputs.observations, inputs.masks).argmax(axis=1)
    measured = flown.any(axis=1) & ~expert_parts.is_left(inputs.snapshot)
    some = np.flatnonzero(measured)
    assert len(some) and (gains[some, own[some]] == 0).all() and np.nanstd(gains[some]) > 0
    engine.wars.dice["key_low"] = engine.wars.dice["key_low"] + 1
    assert np.array_equal(expert.gains(inputs, asked), gains, equal_nan=True)
