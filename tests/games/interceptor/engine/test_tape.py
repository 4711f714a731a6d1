"""The tape of planned rolls of the second game."""

import numpy as np
import pytest

from stuka_env.declared.tape import leftover_message, make_tape
from stuka_env.engine.engine import StateError, TapeError
from stuka_env.game import game_named
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.codes import Act
from stuka_env.games.interceptor.rules.table import SHUFFLE
from tests.support.interceptor.playing import CAREER
from tests.support.playing import make

TAPE_FORM = game_named("interceptor").engine.tape

READY = {"career": {"month": "1943-07", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-6"}}
"""A career that has begun."""


def test_april_rolls_one_die_for_the_raid() -> None:
    env = make(CAREER, track="officer")
    april = {"career": {"month": "1943-04", "unit": "I/JG 27"}, "aircraft": {"model": "Bf109G-4"}}
    env.reset(seed=1, options={"setup": april, "dice": {"A1": [5, 4], "B9": [[1, 1]] * 2}})
    assert int(env.mat.sortie.raid) in (5, 4), "a raid out of range ends the line"


def test_a_forced_shuffle_stands_on_the_tape() -> None:
    tape = make_tape(TAPE_FORM, {"CARD": [1, "shuffle", 60]}, load_charts())[0]
    start, stop = int(tape.start[-1]), int(tape.stop[-1])
    assert tape["values"][start:stop].tolist() == [1, SHUFFLE, 60]
    assert leftover_message(TAPE_FORM, tape).endswith("3 of CARD")


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
