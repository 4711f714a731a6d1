"""Situations with a known optimum: the solver finds it, policies play them, and nobody beats it."""

import json
from pathlib import Path

import numpy as np
import pytest

from agents.evaluation.situations import Situation, engine_at, games_with_situations, load_situations, play
from agents.solver import solve
from stuka_env.cli import main
from stuka_env.engine.engine import Engine
from stuka_env.engine.outcomes import OutcomesError
from stuka_env.policy import load_policy
from stuka_env.position.text import laid_out
from tests.support.each import each

SITUATIONS = [(game, one) for game in games_with_situations() for one in load_situations(game)]
PLAYERS = {
    "stuka": ("old_hand", "bold", "random_flyer"),
    "interceptor": ("veteran", "rash", "random_flyer"),
    "wing": ("best", "by_the_book", "random"),
}
"""Policies that play the situations of a game."""
SOLVED_AT_ONCE = 30_000
"""Ways of play that a test may follow."""
MEDIUM = {-3: 100, -2: 100, -1: 100, 0: 90, 1: 85, 2: 75, 3: 60, 4: 55, 5: 40, 6: 30, 7: 20, 8: 15}
"""A2 for a railway."""


def begun(situation: Situation) -> Engine:
    """Return an engine of one war at a situation."""
    engine = engine_at(situation, np.zeros(1, np.uint64))
    view = engine.new_view()
    engine.reset(view.buffers, [1], position=laid_out(situation.position, engine.spec))
    return engine


def by_hand(gamble: bool) -> float:
    """Return the value of the last bomb, computed by hand.

    The first aircraft has 40. The second has an SC1000 (-2) and a rested Veteran, in good visibility. A Veteran (-1) is
    forced down by a 10; one in ten of those is destroyed. With both home the bonus is 4 for at most one damaged
    aircraft, else 3, and 2 for little stress. With an aircraft destroyed there is none.
    """
    attacks = [(40 + MEDIUM[die - 2 - 2 * gamble] + 1) // 2 for die in range(1, 11)]
    bonus = 6 * 0.99**2 - 1 * 0.09**2
    return sum(attacks) / 10 + bonus * (4 / 6 if gamble else 1)


def test_the_last_bomb_by_hand() -> None:
    (situation,) = [one for one in load_situations("stuka") if one.name == "last bomb"]
    engine = begun(situation)
    solution, action_name = solve(engine), engine.game.replays.action_name
    assert solution.value == pytest.approx(max(by_hand(gamble=False), by_hand(gamble=True)), abs=1e-9)
    worth = {action_name(action): value for action, value in solution.actions.items()}
    assert worth["DROP"] == pytest.approx(by_hand(gamble=False), abs=1e-9)
    assert [action_name(action) for action in solution.best] == ["GAMBLE"]


@each("game, situation", SITUATIONS)
def test_the_solver_finds_the_optimum_or_says_in_one_line_that_it_is_too_large(game: str, situation: Situation) -> None:
    try:
        value = solve(begun(situation), SOLVED_AT_ONCE, **situation.end).value
    except OutcomesError as error:
        assert situation.worths or game == "stuka" and situation.name != "last bomb", "a study or a slow test has it"
        assert f"more than {SOLVED_AT_ONCE:,} ways of play" in str(error) and "\n" not in str(error)
    else:
        assert value == pytest.approx(situation.optimum, abs=1e-5)


@pytest.mark.slow
@each("game, situation", [(game, one) for game, one in SITUATIONS if one.worths])
def test_the_worths_of_all_actions_are_exact(game: str, situation: Situation) -> None:
    engine = begun(situation)
    solution, action_name = solve(engine, **situation.end), engine.game.replays.action_name
    worths = {action_name(action): value for action, value in solution.actions.items()}
    assert worths == pytest.approx(situation.worths, abs=1e-6)
    assert max(worths.values()) == pytest.approx(situation.optimum, abs=1e-6)


@pytest.mark.parametrize(("game", "situation"), SITUATIONS, ids=lambda part: getattr(part, "name", part))
def test_nobody_is_better_than_the_optimum(game: str, situation: Situation) -> None:
    for name in PLAYERS[game]:
        scores = play(situation, load_policy(name, game), 2_000, 3)
        assert scores.mean() <= situation.optimum + 4 * scores.std() / len(scores) ** 0.5 + 1e-6


def test_the_command_prints_scores_and_gaps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "--situations", "--policies", "doctrine", "old_hand", "--episodes", "100"]
    assert main([*words, "--output", str(tmp_path)]) == 0
    contents = json.loads((tmp_path / "results.json").read_text())
    first = contents["policies"][0]["situations"][0]
    assert first["situation"] == "last bomb"
    assert first["gap"] == pytest.approx(first["optimum"] - first["score"]["mean"])
    assert "last bomb" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--situations", "chess"], "situations: got 'chess'"),
        (["--situations", "interceptor"], "doctrine"),
        (["--situations", "--episodes", "0"], "episodes: got '0'"),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *words, "--policies", "doctrine"]) == 2
    said = capsys.readouterr().err
    assert line in said and said.count("\n") == 1
