"""Wars as JSON."""

import copy
import json
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.engine.state import StateError, _checksum
from tests.support.places import GOLDEN
from tests.support.playing import IDS, make, mat_bytes, walk


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


def test_a_state_of_the_format_before_is_read() -> None:
    """Kept from the last commit that wrote format 2 (0e65335), with what came of it there."""
    env = make("Stuka/Mission-v0", segment="1941-11")
    state = json.loads((GOLDEN / "state_format_2.json").read_text(encoding="utf-8"))
    _, info = env.set_state(state)
    assert "slips" in state["arrays"] and env.get_state()["format"] == 3
    reward = 0.0
    while info.get("result") is None:
        _, paid, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        reward += paid
    assert (round(reward, 6), info["result"]["score"]) == (0.49, 49)


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


def broken(state: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    """A state with one value changed and a checksum that fits."""
    state = copy.deepcopy(state)
    here = state["arrays"]
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    state["checksum"] = _checksum(state["scenario"], state["arrays"])
    return state


def without(state: dict[str, Any], *path: str) -> dict[str, Any]:
    """A state without one field."""
    state = copy.deepcopy(state)
    here = state["arrays"]
    for key in path[:-1]:
        here = here[key]
    del here[path[-1]]
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
        (changed(charts="x"), "charts is 'x'"),
        (make("Stuka/Segment-v0").unwrapped and changed(scenario={"scale": 1}), "scenario is"),
        (changed(arrays=None), "arrays must be"),
        (changed(arrays=arrays | {"mats": "???"}), "mats: got str"),
        (changed(arrays=arrays | {"dice": arrays["mats"]}), "dice: got a field 'aircraft.attacked'"),
        (changed(checksum="x"), "checksum"),
        (changed(arrays=broken(good, "mats", "mission", "zone", value=1)["arrays"]), "checksum"),
        (broken(good, "mats", "mission", "zone", value=99), "mission.zone of the mat is outside its range"),
        (broken(good, "mats", "mission", "zone", value=999), "mats.mission.zone: got 999"),
        (broken(good, "mats", "mission", "zone", value=1.5), "mats.mission.zone: got 1.5"),
        (broken(good, "mats", "aircraft", "status", value=[1]), "mats.aircraft.status: expected numbers of shape"),
        (broken(good, "mats", "log", "score", value="x"), "mats.log.score: expected numbers of shape"),
        (broken(good, "masks", "legal", 0, value=7), "mask has values"),
        (broken(good, "tapes", "start", 3, value=9), "tape is broken"),
        (without(good, "mats", "mission", "zone"), "mats: the field 'mission.zone' is missing"),
    ]
    for state, message in cases:
        with pytest.raises(StateError, match=message) as caught:
            env.set_state(state)
        assert "\n" not in str(caught.value)
        assert mat_bytes(env) == before
    env.set_state(good)
    assert np.array_equal(mat_bytes(env), before)
