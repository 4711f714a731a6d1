"""The tape of planned rolls."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.faults import StateError, TapeError
from stuka_env.games.stuka.codes import Act
from tests.support.playing import make, make_vec, mat_bytes

TAPE = {"A1": [[2, 3, 4]]}


def test_a_planned_mission_is_rolled() -> None:
    for seed in range(5):
        env = make("Stuka/Segment-v0", segment="1941-06")
        env.reset(seed=seed, options={"dice": TAPE})
        assert (env.mat.mission.target, env.mat.mission.target_zone) == (1, 4)  # T1: Airfield, zone 4


def test_an_unplanned_roll_of_a_strict_tape_changes_nothing() -> None:
    env = make("Stuka/Segment-v0", segment="1941-06")
    env.reset(seed=1)
    before = mat_bytes(env)
    with pytest.raises(TapeError, match="strict_dice: A1 is rolled"):
        env.reset(seed=2, options={"strict_dice": True})
    assert mat_bytes(env) == before
    env.reset(seed=2, options={"dice": TAPE, "strict_dice": True})
    before, mask = mat_bytes(env), env.action_masks()
    for _ in range(2):
        with pytest.raises(TapeError, match="strict_dice: A1 is rolled"):
            env.step(Act.NO_FLY)  # the next mission is rolled
        assert mat_bytes(env) == before and (env.action_masks() == mask).all()


def test_the_mask_is_as_before_where_the_failed_step_had_come_to_another_decision() -> None:
    env = make("Stuka/Segment-v0", segment="1941-06")
    env.reset(seed=2, options={"dice": TAPE, "strict_dice": True})
    env.step(Act.FLY + 1)
    mask = env.action_masks()
    with pytest.raises(TapeError, match="is rolled"):
        while True:  # on the ground nothing is rolled, in zone 1 a card is drawn
            mask = env.action_masks()
            env.step(int(np.flatnonzero(mask)[0]))
    assert (env.action_masks() == mask).all()


def test_a_mission_of_no_flys_alone_is_refused() -> None:
    """A Mission rolls again for a No-Fly; after 256 rolls the dice would repeat themselves without end."""
    env = make("Stuka/Mission-v0", segment="1941-06")
    env.reset(seed=1)
    before = mat_bytes(env)
    with pytest.raises(StateError, match="charts: got a No-Fly from A1 256 times in a row"):
        env.reset(seed=2, options={"dice": {"A1": [[1, 1, 1]] * 256}})
    assert mat_bytes(env) == before
    env.reset(seed=2, options={"dice": {"A1": [[1, 1, 1]] * 255 + [[2, 3, 4]]}})
    assert env.mat.mission.target == 1


def test_a_roll_left_over_is_an_error_of_the_last_step() -> None:
    tape = {"A1": [[2, 3, 4]], "C1": [[3, 3], [4, 4]], "EVENT": ["waypoint_reached"]}
    env = make("Stuka/Mission-v0", segment="1941-06")
    env.reset(seed=1, options={"dice": tape, "strict_dice": True})
    before = mat_bytes(env)
    with pytest.raises(TapeError, match="2 of C1, 1 of EVENT"):
        env.step(Act.NO_FLY)
    assert mat_bytes(env) == before
    env.reset(seed=1, options={"dice": tape})
    assert env.step(Act.NO_FLY)[2]
    env.reset(seed=1, options={"dice": TAPE, "strict_dice": True})
    assert env.step(Act.NO_FLY)[2]


def test_the_next_episode_has_no_tape() -> None:
    env, plain = make("Stuka/Mission-v0"), make("Stuka/Mission-v0")
    env.reset(seed=1, options={"dice": TAPE, "strict_dice": True})
    plain.reset(seed=1)
    env.reset()
    plain.reset()
    assert mat_bytes(env) == mat_bytes(plain)


def test_a_clone_with_fresh_dice_has_no_tape() -> None:
    env = make("Stuka/Segment-v0", segment="1941-06")
    env.reset(seed=1, options={"dice": TAPE, "strict_dice": True})
    env.clone().step(Act.NO_FLY)
    with pytest.raises(TapeError):
        env.clone("same").step(Act.NO_FLY)


def test_each_war_of_a_vector_has_its_own_copy() -> None:
    env = make_vec("Stuka/Segment-v0", 3, segment="1941-06")
    env.reset(seed=1, options={"dice": {"A1": [[2, 3, 4], [2, 3, 5]]}, "strict_dice": True})
    mission = env.engine.wars.mats["mission"]
    assert mission["target_zone"].tolist() == [4, 4, 4]
    env.step(np.zeros(3, np.int64))
    assert mission["target_zone"].tolist() == [5, 5, 5]
    before = env.engine.wars.mats.tobytes()
    with pytest.raises(TapeError):
        env.step(np.zeros(3, np.int64))
    assert env.engine.wars.mats.tobytes() == before


@pytest.mark.parametrize(
    ("planned", "message"),
    [
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"SEGMENT": [1]}, "dice: got the chart 'SEGMENT'"),
        ({"A4": 4}, 'dice."A4".: got 4'),
        ({"A4": [7]}, 'dice."A4".: got 7, allowed is 1 to 6'),
        ({"A4": [True]}, 'dice."A4".: got True'),
        ({"B1": [11]}, "allowed is 1 to 10"),
        ({"C1": [[11, 6]]}, "allowed is 1 to 10, 1 to 6"),
        ({"C1": [3]}, "allowed is 1 to 10, 1 to 6"),
        ({"A1": [[1, 2]]}, "allowed is 1 to 6, 1 to 6, 1 to 6"),
        ({"CUP": [0]}, "allowed is 1 to 10"),
        ({"EVENT": ["tea_time"]}, "waypoint_reached"),
        ({"A4": [1] * 3000}, "more than 2048"),
    ],
)
def test_a_wrong_tape_is_one_clear_line(planned: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make().reset(options={"dice": planned})
    assert "\n" not in str(caught.value)
