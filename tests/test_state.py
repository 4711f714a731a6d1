"""Wars as JSON."""

import base64
import copy
import json
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from playing import IDS, make, mat_bytes, walk

from stuka_env.state import StateError, _checksum


@pytest.mark.parametrize("env_id", IDS)
def test_a_restored_war_continues_identically(env_id: str) -> None:
    env, other = make(env_id), make(env_id)
    env.reset(seed=3)
    list(walk(env, 20))
    saved = json.loads(json.dumps(env.get_state()))
    seen, info = other.set_state(saved)
    assert (info["action_mask"] == env.action_masks()).all()
    assert other.observation_space.contains(seen)
    expected = [(step[0].tobytes(), *step[1:4]) for step in walk(env, 300)]
    assert [(step[0].tobytes(), *step[1:4]) for step in walk(other, 300)] == expected
    assert mat_bytes(other) == mat_bytes(env)


def test_the_streak_and_the_tape_are_part_of_it() -> None:
    env, other = make("Stuka/Segment-v0"), make("Stuka/Segment-v0")
    env.reset(seed=3, options={"dice": {"A1": [[2, 3, 4], [2, 3, 5]]}})
    for _ in range(99):
        env.step(-1)
    other.set_state(env.get_state())
    assert other.clone("same").step(-1)[3]
    other.step(0)
    assert other.mat.mission.target_zone == 5


def test_there_must_be_an_episode() -> None:
    with pytest.raises(ResetNeeded):
        make().get_state()


def broken(state: dict[str, Any], name: str, at: int, value: int) -> dict[str, Any]:
    """A state with one byte changed and a checksum that fits."""
    state = copy.deepcopy(state)
    raw = bytearray(base64.b64decode(state["arrays"][name]))
    raw[at] = value
    state["arrays"][name] = base64.b64encode(bytes(raw)).decode()
    state["checksum"] = _checksum(state["scenario"], state["arrays"])
    return state


def test_broken_and_foreign_states_are_refused_and_change_nothing() -> None:
    env = make()
    env.reset(seed=3)
    list(walk(env, 30))
    good = env.get_state()
    before = mat_bytes(env)

    def changed(**changes: Any) -> dict[str, Any]:
        return good | changes

    arrays = good["arrays"]
    cases: list[tuple[Any, str]] = [
        (None, "got NoneType"),
        ({}, "format is None"),
        (changed(format=99), "format is 99"),
        (changed(layout="x"), "layout is 'x'"),
        (changed(charts="x"), "charts is 'x'"),
        (make("Stuka/Segment-v0").unwrapped and changed(scenario={"scale": 1}), "scenario is"),
        (changed(arrays=None), "arrays must be"),
        (changed(arrays=arrays | {"mats": "???"}), "mats is not base64"),
        (changed(arrays=arrays | {"mats": 3}), "mats is not base64"),
        (changed(arrays=arrays | {"dice": arrays["mats"]}), "dice has"),
        (changed(arrays=arrays | {"mats": base64.b64encode(bytes(len(before))).decode()}), "checksum"),
        (changed(checksum="x"), "checksum"),
        (broken(good, "mats", 5, 99), "of the mat is outside its range"),
        (broken(good, "masks", 0, 7), "mask has values"),
        (broken(good, "tapes", 0, 9), "tape is broken"),
    ]
    for state, message in cases:
        with pytest.raises(StateError, match=message) as caught:
            env.set_state(state)
        assert "\n" not in str(caught.value)
        assert mat_bytes(env) == before
    env.set_state(good)
    assert np.array_equal(mat_bytes(env), before)
