"""The gains that clones measure for expert iteration in the second game."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.futures.gains import LEFT_TO_THE_SCRIPT
from agents.games.interceptor.improvement.clones import ON_THE_GROUND
from agents.games.interceptor.learning.gains import EXPERT
from agents.games.interceptor.learning.parts import A_GOOD_SORTIE
from agents.seeds import tuning_seeds
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import policy_input
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, load_policy

CAREERS, MANY, ROLLOUTS, TURNS = 16, 200, 4, 12
flies_clones = pytest.mark.slow  # most of the time is the compilation of code that nothing else needs


class Doubter:
    """An agent that finds every legal action as probable in even wars, and is sure of the first one in others."""

    def seen(self, inputs: PolicyInput) -> NDArray[np.float32]:
        return inputs.observations

    def chances(self, seen: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        chances = masks / masks.sum(axis=1, keepdims=True)
        for war in range(1, len(masks), 2):
            chances[war] = 0.0
            chances[war, masks[war].argmax()] = 1.0
        return chances


def begun(scale: Scale, wars: int) -> PolicyInput:
    """Return wars of a scale after some turns."""
    engine = Engine(wars, WarSpec(scale=scale))
    view = engine.new_view()
    engine.reset(view.buffers, tuning_seeds(2, 0, wars).tolist())
    for _ in range(TURNS):
        engine.step(view.masks.argmax(axis=1), view.buffers)
    return policy_input(engine, view)


def on_the_ground(inputs: PolicyInput) -> NDArray[np.bool_]:
    """Return whether choices are on the ground, ``(N,)``."""
    decided: NDArray[np.bool_] = np.isin(inputs.snapshot["cursor"]["decision"], ON_THE_GROUND)
    return decided


@pytest.fixture(scope="module")
def inputs() -> PolicyInput:
    return begun(Scale.CAREER, CAREERS)


@flies_clones
def test_gains_are_of_the_actions_in_doubt(inputs: PolicyInput) -> None:
    agent: Any = Doubter()
    gains = EXPERT(ROLLOUTS).gains(inputs, agent)
    assert np.isnan(gains[1::2]).all()
    several = inputs.masks[::2].sum(axis=1) > 1
    flown = ~np.isnan(gains[::2])
    assert several.any() and (flown.any(axis=1) == several).all()
    assert (inputs.masks[::2][flown] != 0).all()
    in_the_air = several & ~on_the_ground(inputs)[::2]
    own = agent.chances(inputs.observations, inputs.masks)[::2].argmax(axis=1)
    assert in_the_air.any() and (gains[::2][np.arange(len(own)), own][in_the_air] == 0).all()
    assert np.nanstd(gains[~on_the_ground(inputs)]) > 0


@flies_clones
def test_choices_on_the_ground_of_a_career_are_left_to_the_script() -> None:
    agent: Any = Doubter()
    inputs = begun(Scale.CAREER, MANY)
    gains = EXPERT(1).gains(inputs, agent)
    scripts_own = np.zeros(MANY, np.int64)
    load_policy("champion", "interceptor").act(inputs, scripts_own)
    rows = np.flatnonzero(on_the_ground(inputs) & ~np.isnan(gains).all(axis=1))
    assert (scripts_own[rows] != inputs.masks[rows].argmax(axis=1)).any(), "the script takes the first choice"
    for row in rows:
        others = np.flatnonzero(~np.isnan(gains[row]) & (np.arange(gains.shape[1]) != scripts_own[row]))
        assert gains[row, scripts_own[row]] == 0 and len(others) and (gains[row, others] == LEFT_TO_THE_SCRIPT).all()


@flies_clones
def test_the_same_positions_have_the_same_gains(inputs: PolicyInput) -> None:
    agent: Any = Doubter()
    first, again = (EXPERT(ROLLOUTS).gains(inputs, agent) for _ in range(2))
    assert np.array_equal(first, again, equal_nan=True)


def test_every_war_can_be_measured() -> None:
    assert {EXPERT.refusal(WarSpec(scale=scale)) for scale in Scale} == {""}


@flies_clones
@pytest.mark.parametrize("scale", [Scale.SORTIE, Scale.MONTH])
def test_the_clones_of_shorter_wars_fly_to_the_end(scale: Scale) -> None:
    agent: Any = Doubter()
    gains = EXPERT(ROLLOUTS).gains(begun(scale, MANY), agent) / A_GOOD_SORTIE
    measured = gains[~np.isnan(gains)]
    assert measured.any(), "no action gains anything"
    assert np.allclose(measured * ROLLOUTS, np.round(measured * ROLLOUTS), atol=1e-4), "bombers are whole numbers"
