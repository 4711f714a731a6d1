"""``evaluate.py --difference D``: the wars that a difference needs, against what is known."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.evaluation.intervals import estimate_difference
from agents.evaluation.needed_wars import FEWEST_WARS, POWER, DifferenceNeed, need_of, needs_of_pairs
from agents.games.stuka.evaluation.game import EVALUATED
from stuka_env.flights.episodes import Flown, new_flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from tests.support.each import each

MISSIONS = ("--env", "Stuka/Mission-v0", "--policies", "old_hand", "kette", "random")


def test_the_number_by_hand() -> None:
    """A deviation of 5 and a difference of 1: ((1.96 + 0.8416) * 5) squared is 196.2."""
    gaps = np.array([-5.0, 5.0] * 5_000)
    assert need_of(gaps, 1.0).wars == 197 and need_of(gaps, 2.0).wars == 50
    assert need_of(gaps, 100.0).wars == FEWEST_WARS
    assert need_of(np.full(40, 3.0), 1.0) == DifferenceNeed(0.0, None)


def test_so_many_wars_show_the_difference_as_often_as_stated() -> None:
    rng = np.random.default_rng(3)
    wars = need_of(rng.normal(0, 6, 20_000), 1.5).wars
    assert wars is not None
    found = [estimate_difference(rng.normal(1.5, 6, (1, 1, wars))) for _ in range(2_000)]
    assert np.mean([one.low is not None and one.low > 0 for one in found]) == pytest.approx(POWER, abs=0.05)


def flown(scores: list[float], luck: list[float]) -> Flown:
    record = new_flown(evaluation_seeds(0, len(scores)), game_named("stuka"))
    record.scores[:], record.luck[:] = scores, luck
    return record


def options_of(*names: str, has_luck: bool = True) -> EvaluationOptions:
    game = EVALUATED if has_luck else EVALUATED.without_luck()
    groups = [PolicyGroup(name, (None,), (name,)) for name in names]
    found: Any = SimpleNamespace(game=game, groups=groups)
    return found


def test_pairs_are_in_the_same_wars_and_without_their_luck() -> None:
    """The luck explains the whole difference of the first pair, and nothing of the second."""
    first = flown([0, 0, 0, 0], [0, 0, 0, 0])
    second = flown([1, -1, 1, -1], [1, -1, 1, -1])
    third = flown([1, 0, 0, -1], [0, 0, 0, 0])
    flights = [[first], [second], [third]]
    one, two, _ = needs_of_pairs(options_of("a", "b", "c"), flights, 1.0)
    assert (one.policy, one.other, one.differing) == ("b", "a", 4)
    assert one.plain.deviation == pytest.approx(np.std([1, -1, 1, -1], ddof=1)) and one.adjusted == DifferenceNeed(
        0.0, None
    )
    assert two.differing == 2 and two.adjusted == two.plain
    plain, *_ = needs_of_pairs(options_of("a", "b", "c", has_luck=False), flights, 1.0)
    assert plain.adjusted is None and plain.plain == one.plain


def test_trainings_of_a_line_are_averaged() -> None:
    single, pair = [flown([0.0] * 3, [0.0] * 3)], [flown([2, 0, 0], [0] * 3), flown([0, 2, 0], [0] * 3)]
    (need,) = needs_of_pairs(options_of("one", "two"), [single, pair], 1.0)
    assert need.plain.deviation == pytest.approx(np.std([1, 1, 0], ddof=1))


def test_an_evaluation_states_the_wars_of_every_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MISSIONS, "--episodes", "60", "--difference", "2.5", "--output", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    needed = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["needed_wars"]
    assert (needed["difference"], needed["power"]) == (2.5, POWER)
    assert [(pair["policy"], pair["other"]) for pair in needed["pairs"]] == [
        ("kette", "old_hand"), ("random", "old_hand"), ("random", "kette"),
    ]  # fmt: skip
    for pair in needed["pairs"]:
        assert pair["adjusted"]["wars"] < pair["plain"]["wars"]
        assert f"{pair['policy']} - {pair['other']}" in printed and f"{pair['plain']['wars']:,}" in printed
    assert "a true difference of 2.5 points" in printed and "in 80% of such evaluations" in printed
    assert max(map(len, printed.splitlines()[:-4])) <= 120


@each(
    "words, said",
    [
        (["--difference", "0"], "difference: got '0', allowed is a number of points above 0"),
        (["--difference", "-1"], "difference: got '-1'"),
        (["--difference", "nan"], "difference: got 'nan'"),
        (["--difference", "inf"], "difference: got 'inf'"),
        (["--difference", "two"], "difference: got 'two'"),
        (["--difference", "2", "--episodes", "29"], "episodes: got 29, allowed is 30 or more with --difference"),
        (["--difference", "2", "--policies", "random"], "policies: got 'random', allowed is two or more policies"),
    ],
)
def test_bad_values_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main([*MISSIONS, *words, "--output", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and not (tmp_path / "new").exists()
