"""``evaluate.py --no-luck``: plain scores alone, without the work of measuring luck."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from agents.commands import evaluate as main
from agents.evaluation.evaluation_parts import EvaluationPart, part_file
from agents.games.stuka.evaluation import game as stuka_game
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from tests.support.each import each

MISSIONS = ("--env", "Stuka/Mission-v0", "--episodes", "40", "--policies", "old_hand", "kette")


def results_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return found


def measured(*arguments: object, **options: object) -> NoReturn:
    """Luck that is measured although nobody reads it."""
    raise AssertionError("luck was measured")


def test_the_scores_are_the_same_and_no_luck_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*MISSIONS, "--output", str(tmp_path / "with")]) == 0
    assert "luck-adjusted" in capsys.readouterr().out
    monkeypatch.setattr(stuka_game, "EVALUATED", replace(stuka_game.EVALUATED, fly=measured, luck_digest=measured))
    assert main([*MISSIONS, "--no-luck", "--output", str(tmp_path / "without")]) == 0
    assert "luck-adjusted" not in capsys.readouterr().out
    first, second = (results_of(tmp_path / name) for name in ("with", "without"))
    assert "luck_sha256" in first and "luck_sha256" not in second
    for own, plain in zip(first["policies"], second["policies"], strict=True):
        assert {*own} - {*plain} == {"adjusted", "adjusted_difference", "precision"}
        assert all(own[name] == plain[name] for name in plain if name != "decisions_per_second")
    with (tmp_path / "without" / "results.csv").open() as file:
        assert "luck" not in (csv.DictReader(file).fieldnames or ())
    page = (tmp_path / "without" / "report.html").read_text(encoding="utf-8")
    assert "Without the luck" not in page and "Where the score is won" in page


def test_a_game_without_rooms_is_as_before(tmp_path: Path) -> None:
    words = ["--env", "Dogfight/Fight-v0", "--episodes", "5", "--policies", "mirror", "random"]
    assert main([*words, "--output", str(tmp_path / "with")]) == 0
    assert main([*words, "--no-luck", "--output", str(tmp_path / "without")]) == 0
    first, second = ((tmp_path / name / "results.csv").read_text() for name in ("with", "without"))
    assert first == second


def test_a_part_without_luck_is_none_of_an_evaluation_with_it(tmp_path: Path) -> None:
    part = EvaluationPart("random", WarSpec(scale=Scale.MISSION), evaluation_seeds(1, 4), 0)
    assert part_file(part, "digest", tmp_path) != part_file(part._replace(no_luck=True), "digest", tmp_path)


@each(
    "words, named",
    [
        (["--track", "mission", "--no-luck"], "no_luck: not allowed with --track: an entry has the luck of every war"),
        (["--track", "mission", "--difference", "2"], "difference: not allowed with --track"),
        (["--check", "entry.json", "--no-luck"], "no_luck: not allowed with --check"),
        (["--sealed", "secret", "--difference", "2"], "difference: not allowed with --sealed"),
        (["--exercises", "--no-luck"], "no_luck: not allowed with --exercises"),
        (["--situations", "--difference", "2"], "difference: not allowed with --situations"),
    ],
)
def test_only_a_comparison_can_do_without_luck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], named: str
) -> None:
    assert main([*words, "--output", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert named.replace("no_luck", "no-luck") in error and error.count("\n") == 1
    assert not (tmp_path / "new").exists()
