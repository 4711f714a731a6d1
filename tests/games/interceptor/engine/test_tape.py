"""The tape of planned rolls of the second game."""

from typing import Any

import numpy as np
import pytest

from stuka_env.engine.faults import StateError, TapeError
from stuka_env.games.interceptor.codes import Act
from stuka_env.games.interceptor.engine.tape import leftover_message, make_tape
from stuka_env.games.interceptor.rules.table import SHUFFLE
from tests.support.interceptor.playing import CAREER, SORTIE, make, make_vec, war_bytes

RAID = {"A1": [[3, 3]], "B9": [[2, 2]]}
"""The raid and the weather of the first line."""
READY = {"career": {"month": "1943-07", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-6"}}
"""A career that has begun."""


def options(**others: Any) -> dict[str, Any]:
    return {"setup": READY, **others}


def test_a_planned_raid_is_rolled() -> None:
    for seed in range(3):
        env = make(CAREER, track="officer")
        env.reset(seed=seed, options=options(dice=RAID, strict_dice=True))
        assert env.decision == "SCRAMBLE"
        assert (int(env.mat.sortie.raid), int(env.mat.sortie.weather)) == (6, 0)


def test_an_unplanned_roll_of_a_strict_tape_changes_nothing() -> None:
    env = make(CAREER, track="officer")
    env.reset(seed=1)
    before = war_bytes(env)
    with pytest.raises(TapeError, match="strict_dice: A1 is rolled"):
        env.reset(seed=2, options=options(strict_dice=True))
    assert war_bytes(env) == before
    env.reset(seed=2, options=options(dice=RAID, strict_dice=True))
    before, mask = war_bytes(env), env.action_masks()
    for _ in range(2):
        with pytest.raises(TapeError, match="strict_dice: A1 is rolled"):
            env.step(Act.STAY)  # the raid of the next line is rolled
        assert war_bytes(env) == before and (env.action_masks() == mask).all()


def test_a_roll_left_over_is_an_error_of_the_last_step() -> None:
    tape = RAID | {"C1": [[3, 3], [4, 4]], "CARD": [7]}
    env = make(SORTIE, track="officer", month="1943-07")
    env.reset(seed=1, options=options(dice=tape, strict_dice=True))
    before = war_bytes(env)
    with pytest.raises(TapeError, match="2 of C1, 1 of CARD"):
        env.step(Act.STAY)
    assert war_bytes(env) == before
    env.reset(seed=1, options=options(dice=tape))
    assert env.step(Act.STAY)[2]


def test_the_next_episode_and_a_fresh_clone_have_no_tape() -> None:
    env, plain = make(CAREER, track="officer"), make(CAREER, track="officer")
    env.reset(seed=1, options=options(dice=RAID, strict_dice=True))
    env.clone().step(Act.STAY)
    with pytest.raises(TapeError):
        env.clone("same").step(Act.STAY)
    plain.reset(seed=1)
    env.reset()
    plain.reset()
    assert war_bytes(env) == war_bytes(plain)


def test_each_war_of_a_vector_has_its_own_copy() -> None:
    env = make_vec(CAREER, 3, track="officer")
    dice = {"A1": [[3, 3], [3, 4]], "B9": [[2, 2], [2, 2]]}
    env.reset(seed=1, options=options(dice=dice, strict_dice=True))
    sorties = env.engine.wars.mats["sortie"]
    assert sorties["raid"].tolist() == [6, 6, 6]
    env.step(np.full(3, Act.STAY))
    assert sorties["raid"].tolist() == [7, 7, 7]
    before = war_bytes(env)
    with pytest.raises(TapeError):
        env.step(np.full(3, Act.STAY))
    assert war_bytes(env) == before


def test_april_rolls_one_die_for_the_raid() -> None:
    env = make(CAREER, track="officer")
    april = {"career": {"month": "1943-04", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-4"}}
    env.reset(seed=1, options={"setup": april, "dice": {"A1": [5, 4], "B9": [[1, 1]] * 2}})
    assert int(env.mat.sortie.raid) in (5, 4), "a raid out of range ends the line"


def test_a_forced_shuffle_stands_on_the_tape() -> None:
    tape = make_tape({"CARD": [1, "shuffle", 60]})[0]
    start, stop = int(tape.start[-1]), int(tape.stop[-1])
    assert tape["values"][start:stop].tolist() == [1, SHUFFLE, 60]
    assert leftover_message(tape).endswith("3 of CARD")


@pytest.mark.parametrize(
    ("planned", "message"),
    [
        ([1], "dice: got"),
        ({"Z9": [1]}, "dice: got the chart 'Z9'"),
        ({"FLAK": 4}, 'dice["FLAK"]: got 4'),
        ({"FLAK": [7]}, 'dice["FLAK"]: got 7, allowed is 1 to 6'),
        ({"FLAK": [True]}, 'dice["FLAK"]: got True'),
        ({"B1": [11]}, 'dice["B1"]: got 11, allowed is 1 to 6, 1 to 6'),
        ({"B6": [[7, 6]]}, "allowed is 1 to 6, 1 to 6"),
        ({"CRASH": [11]}, "allowed is 1 to 10"),
        ({"JAM": [7]}, "allowed is 1 to 6"),
        ({"CARD": [61]}, 'dice["CARD"]: got 61, allowed is 1 to 60 or "shuffle"'),
        ({"CARD": ["tea"]}, "dice[\"CARD\"]: got 'tea'"),
        ({"FLAK": [1] * 3000}, "more than 2048"),
    ],
)
def test_a_wrong_tape_is_one_clear_line(planned: Any, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make_tape(planned)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_a_card_that_is_out_is_refused() -> None:
    """The next step that flips a card meets it."""
    env = make(CAREER, track="officer")
    drawn = [1] * 59 + [0]
    env.reset(seed=1, options={"setup": READY | {"deck": {"drawn": drawn}}, "dice": {"CARD": [1] * 50}})
    rng = np.random.default_rng(0)
    with pytest.raises((TapeError, StateError), match="CARD"):
        for _ in range(300):
            legal = np.flatnonzero(env.action_masks())
            fly = [act for act in legal if act in (Act.FLY, Act.BOMBERS, Act.FIGHT, Act.AIM_AIRFRAME, Act.FIRE, Act.ON)]
            env.step(int(fly[0] if fly else rng.choice(legal)))
