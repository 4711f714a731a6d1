"""Rules that never come to their end: rolls without end are a fault, and Ctrl-C stops plain Python."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.compiling.code_cache import CACHE_VARIABLE
from stuka_env.compiling.compilation import compiled
from stuka_env.engine.engine import StateError
from stuka_env.engine.frame import MOST_ROLLS, RollsWithoutEnd
from stuka_env.envs.vector import make_wars
from stuka_env.games.stuka.codes import Chart, Fault
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Dice, Journal, Table, Tape
from tests.support.places import ROOT
from tests.support.slow import slow

roll = RULES.names["roll"]

GAME = """
import json, signal, sys, threading, time
import dogfight.rules as rules
from dogfight.codes import Chart
from dogfight.mat import Mat
from stuka_env.building.table import MadeTable
from stuka_env.engine.frame import roll

def decide(mat: Mat, table: MadeTable, decision: int, action: int) -> None:
    mat.fight.points = 9
    while True:
        {loop}

decide.__module__, rules.decide = rules.__name__, decide
import gymnasium
import stuka_env

env = gymnasium.make("Dogfight/Fight-v0", disable_env_checker=True).unwrapped
env.reset(seed=1)
before = env.get_state()
action = env.legal_actions()[0][0]
"""
ROLL = "roll(mat, table, Chart.FIRE, 1, 0)"
FAULT = """
from stuka_env.engine.outcomes import OutcomesError
try:
    env.outcomes(action)
except OutcomesError as error:
    print(error)
env.set_state(before)
for _ in range(2):
    try:
        env.step(action)
    except ValueError as error:
        print(error)
print(env.get_state() == before)
"""
PRESS = """
threading.Thread(target=lambda: (time.sleep(0.5), signal.raise_signal(signal.SIGINT)), daemon=True).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""


def run(code: str, folder: Path, plain: bool) -> list[str]:
    """Return the lines that a program prints, with the cache of compiled code in a folder of its own."""
    environment = os.environ | {CACHE_VARIABLE: str(folder), "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    environment["PYTHONPATH"] = os.pathsep.join((str(ROOT), str(ROOT / "examples" / "dogfight")))
    program = folder / "program.py"
    program.write_text(code)
    done = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("plain", [True, slow(False)])
def test_rolls_without_end_are_a_fault_and_the_step_is_undone(plain: bool, tmp_path: Path) -> None:
    fault = "state: play rolls FIRE without end from here"
    lines = run(GAME.format(loop=ROLL) + FAULT, tmp_path, plain)
    assert lines[0].startswith("outcomes: too many rolls in one step") and lines[1:] == [fault, fault, "True"]


@pytest.mark.parametrize("call", ["env.step(action)", "wars.step(np.full(3, action))"])
def test_ctrl_c_stops_any_loop_of_plain_python(call: str, tmp_path: Path) -> None:
    wars = """
import numpy as np
from stuka_env.envs.vector import make_wars
wars = make_wars("Dogfight/Fight-v0", 3, num_threads=2)
wars.reset(seed=1)
of_war = wars.get_state(2)
"""
    check = "print(env.get_state() == before, wars.get_state(2) == of_war)"
    code = GAME.format(loop="time.sleep(0)") + wars + PRESS.format(call=call) + check
    assert run(code, tmp_path, plain=True) == ["interrupted", "True True"]


def test_ctrl_c_stops_the_way_to_a_first_decision(tmp_path: Path) -> None:
    head, _, _ = GAME.format(loop="time.sleep(0)").replace(", decision: int, action: int", "").partition("env.reset")
    code = head.replace("decide", "next_step") + PRESS.format(call="env.reset(seed=1)")
    assert run(code, tmp_path, plain=True) == ["interrupted"]


@compiled
def roll_without_end(mat: Mat, table: Table) -> None:
    """Roll for ever."""
    while True:
        roll(mat, table, Chart.A4, 0, 0)


def test_compiled_rules_are_left_after_so_many_rolls() -> None:
    dice: Any = np.zeros(1, Dice.dtype)
    spec: Any = gymnasium.make("Stuka/Mission-v0").unwrapped
    table = Table(dice[0], np.zeros(1, Tape.dtype)[0], spec.engine.wars.charts[0], np.zeros(1, Journal.dtype)[0])
    with pytest.raises(RollsWithoutEnd):
        roll_without_end(np.zeros(1, Mat.dtype)[0], table)
    assert dice["rolls"][0] == MOST_ROLLS + 1
    assert (dice["fault"][0], dice["fault_chart"][0]) == (Fault.ROLLS_WITHOUT_END, Chart.A4)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_vector_waits_for_all_its_threads_and_must_be_reset(threads: int) -> None:
    wars = make_wars("Stuka/Mission-v0", 6, num_threads=threads)
    wars.reset(seed=1)
    actions, own = wars.action_masks().argmax(axis=1), wars.engine._step_slice

    def step(arrays: Any, *others: Any) -> Any:
        totals = own(arrays, *others)
        if others[-2] == 0:
            arrays.dice["fault"][0], arrays.dice["fault_chart"][0] = Fault.ROLLS_WITHOUT_END, Chart.A4
            raise RollsWithoutEnd
        return totals

    wars.engine._step_slice = step
    with pytest.raises(StateError, match="play rolls A4 without end"):
        wars.step(actions)
    with pytest.raises(gymnasium.error.ResetNeeded):
        wars.step(actions)
    wars.engine._step_slice = own
    wars.reset(seed=1)
    wars.step(actions)
    wars.close()
