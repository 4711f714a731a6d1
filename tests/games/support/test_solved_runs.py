"""Single runs, solved exactly: the value is the mean over clones that play the optimum to the end of the run."""

from typing import Any

import numpy as np
import pytest

from agents.solver import SolvedPlay, solve
from stuka_env.engine.outcomes import OutcomesError
from stuka_env.games.support.codes import NOBODY
from tests.support.face_down import battle
from tests.support.playing import choose

CLONES = 600
MOST_PLAYED = 1_000_000
SEED = 0
STANDARD_ERRORS = 4


def is_over(mats: Any) -> Any:
    """Whether no run is flown."""
    return mats["run"]["target"] == NOBODY


def at_an_approach(seed: int) -> Any:
    """Return a battle at the first choice of a direction."""
    env, rng = battle(scenario="village"), np.random.default_rng(0)
    _, info = env.reset(seed=seed)
    while env.decision != "APPROACH":
        *_, info = env.step(int(choose(info["action_mask"], rng)))
    return env


def end_of_run(env: Any, play: SolvedPlay) -> float:
    """Return the points at the end of the run, if each choice is the best."""
    while not is_over(env.mat):
        env.step(max((action for action, _ in env.legal_actions()), key=lambda action: play.worth_of(env.mat, action)))
    return float(env.mat.battle.points)


def test_the_value_of_a_run_is_that_of_clones() -> None:
    env = at_an_approach(SEED)
    solution = solve(env.engine, MOST_PLAYED, is_over)
    assert set(solution.actions) == {action for action, _ in env.legal_actions()}
    assert len(solution.best) < len(solution.actions), "the direction matters"
    points = [end_of_run(env.clone(seed), solution.play) for seed in range(CLONES)]
    assert abs(np.mean(points) - solution.value) < STANDARD_ERRORS * np.std(points) / np.sqrt(CLONES)


def test_a_run_under_too_many_guns_is_refused_in_one_line() -> None:
    with pytest.raises(
        OutcomesError, match="^outcomes: more than 100 ways of play, with [0-9]+ mats so far in this step$"
    ):
        solve(at_an_approach(SEED).engine, 100, is_over)
