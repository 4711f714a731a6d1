"""Wars as JSON: what comes back, and what is refused."""

import json
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.engine.engine import StateError
from tests.support.contract import changed_state, choose, comparable, each_id, make, make_vec, steps_of, walk, war_bytes
from tests.support.each import each
from tests.support.samples import IDS, samples_of


def journey(env: Any) -> Any:
    """Return the state of a war after a journey as JSON."""
    return json.loads(json.dumps(env.get_state()))


@each_id
def test_states_of_every_decision_come_back(env_id: str) -> None:
    env, other = make(env_id), make(env_id)
    _, info = env.reset(seed=3)
    rng, over, decisions, number = np.random.default_rng(0), False, set[str](), 0
    while not over:
        number += 1
        if env.decision not in decisions or number % 10 == 0:
            decisions.add(env.decision)
            saved = journey(env)
            seen, told = other.set_state(saved)
            assert other.get_state() == saved and war_bytes(other) == war_bytes(env)
            assert comparable(told) == comparable(info) and other.observation_space.contains(seen)
        *_, over, _, info = env.step(int(choose(env, info["action_mask"], rng)))
    assert other.set_state(journey(env))[1]["result"] == info["result"]


@each_id
@each("steps", [1, 25])
def test_a_restored_war_continues_identically(env_id: str, steps: int) -> None:
    env, other = make(env_id), make(env_id)
    env.reset(seed=3)
    list(walk(env, steps))
    other.set_state(journey(env))
    assert steps_of(other, 150) == steps_of(env, 150) and war_bytes(other) == war_bytes(env)


@each_id
def test_a_war_that_follows_another_in_the_same_step_has_a_state(env_id: str) -> None:
    wars = make_vec(env_id, 1, autoreset_mode="same_step")
    wars.reset(seed=3)
    rng, over = np.random.default_rng(0), False
    while not over:
        over = bool(wars.step(choose(wars, wars.action_masks(), rng))[2][0])
    other = make(env_id)
    other.set_state(wars.get_state(0))
    assert other.get_state() == wars.get_state(0)


@each_id
def test_a_state_does_not_depend_on_observation_journal_and_penalty(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=3)
    other = make(env_id, observation="compact", journal=True, info="mask", illegal_action_penalty=1.0)
    other.set_state(journey(env))
    assert other.get_state() == env.get_state() and list(other.journal) == []


@each_id
def test_the_streak_and_the_tape_are_part_of_it(env_id: str) -> None:
    dice = samples_of(env_id).dice
    env, other = (make(env_id, **dice.arguments) for _ in range(2))
    env.reset(seed=3, options={**dice.options, "dice": dice.another})
    for _ in range(99):
        env.step(-1)
    other.set_state(journey(env))
    assert other.clone("same").step(-1)[3]
    mats = other.engine.wars.mats
    assert dice.values(mats) == [dice.first]
    *_, terminated, _, _ = other.step(dice.ending)
    assert terminated or dice.values(mats) == [dice.second]


@each_id
def test_there_must_be_an_episode(env_id: str) -> None:
    with pytest.raises(ResetNeeded):
        make(env_id).get_state()


# --- refused ---


def check_refusals(env: Any, cases: list[tuple[Any, str]]) -> None:
    """Check that each state is refused in one line with its message, and changes nothing."""
    before, mask = war_bytes(env), env.action_masks()
    for state, message in cases:
        with pytest.raises(StateError) as caught:
            env.set_state(state)
        assert message in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 300
        assert war_bytes(env) == before and (env.action_masks() == mask).all()


@each_id
def test_broken_and_foreign_states_are_refused_and_change_nothing(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=3)
    good = env.get_state()
    arrays, names = good["arrays"], ", ".join(env.game.engine.arrays.stored)
    foreign = [each.engine.spec.codes() for each in map(make, IDS) if each.engine.spec.codes() != good["scenario"]]
    cases: list[tuple[Any, str]] = [
        (None, "got NoneType"),
        ({}, "format is None"),
        (good | {"format": 99}, "format is 99"),
        (good | {"rules": 99}, "rules is 99"),
        (good | {"charts": "x"}, "charts is 'x'"),
        *[(good | {"scenario": codes}, "scenario is") for codes in foreign],
        (good | {"arrays": None}, f"arrays must be {names}"),
        (good | {"arrays": {name: arrays[name] for name in list(arrays)[1:]}}, f"arrays must be {names}"),
        (good | {"checksum": "x"}, "checksum"),
        (good | {"arrays": arrays | {"reports": arrays["reports"] | {"streak": 1}}}, "checksum"),
        *[(good | {"arrays": arrays | {name: "???"}}, f"{name}: got str") for name in arrays],
        *[(good | {"arrays": arrays | {name: arrays["masks"]}}, f"{name}: ") for name in arrays if name != "masks"],
        *[(good | {"arrays": arrays | {name: without_field(arrays[name])}}, f"{name}: the field") for name in arrays],
    ]
    assert len(foreign) == len(IDS) - 1
    check_refusals(env, cases)
    env.set_state(good)
    assert env.get_state() == good


def without_field(values: Any) -> Any:
    """Return the values of an array without the last field."""
    return {name: values[name] for name in list(values)[:-1]}


@each_id
def test_a_value_that_does_not_fit_is_named(env_id: str) -> None:
    env = make(env_id)
    env.reset(seed=3)
    cases = [(changed_state(env, path, value), message) for path, value, message in samples_of(env_id).wrong_values]
    check_refusals(env, cases)


@each_id
def test_relations_between_the_arrays_are_checked(env_id: str) -> None:
    """The checksum fits, and every value is in its range."""
    env = make(env_id)
    env.reset(seed=3)
    seed = env.get_state()["arrays"]["reports"]["war_seed"]
    open_decision = int(env.mat.cursor.decision)
    first_legal = int(env.action_masks().argmax())
    cases: list[tuple[Any, str]] = [
        (changed_state(env, "reports.war_seed", seed ^ 1), "reports.war_seed: got"),
        (
            changed_state(env, "reports.decision", open_decision + 1),
            f"reports.decision: got {open_decision + 1}, allowed is",
        ),
        (changed_state(env, "dice.strict", 1), "dice.strict: got 1, allowed is 0 without a tape"),
        (changed_state(env, f"masks.legal.{first_legal}", 0), f"masks.legal[{first_legal}]: got 0, allowed is 1"),
    ]
    check_refusals(env, cases)
