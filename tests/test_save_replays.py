"""``evaluate.py --save-replays N``: the wars of the comparison, as replays that lead to its scores."""

import csv
from pathlib import Path

import pytest

from agents.evaluation.command import main
from stuka_env.replay import load, verify

FEW = ["--env", "Stuka/Segment-v0", "--duration", "short", "--episodes", "3"]


def test_the_replays_end_in_the_scores_of_the_comparison(tmp_path: Path) -> None:
    words = ["--policies", "doctrine", "random", "--save-replays", "2", "--output", str(tmp_path), "--seed", "5"]
    assert main([*FEW, *words]) == 0
    rows = {
        (row["policy"], int(row["war"])): row
        for row in csv.DictReader((tmp_path / "results.csv").read_text().splitlines())
    }
    names = sorted(path.name for path in (tmp_path / "replays").iterdir())
    assert names == ["doctrine-0001.json", "doctrine-0002.json", "random-0001.json", "random-0002.json"]
    for policy in ("doctrine", "random"):
        for war in range(2):
            replay = load(tmp_path / "replays" / f"{policy}-{war + 1:04}.json")
            row = rows[policy, war]
            assert (replay.thoughts.name, str(replay.seed)) == (policy, row["seed"])
            assert (str(verify(replay).score), str(len(replay.actions))) == (row["score"], row["decisions"])


@pytest.mark.parametrize("number", ["-1", "4", "x"])
def test_a_wrong_number_is_refused(number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, f"--save-replays={number}", "--output", str(tmp_path / "out")]) == 2
    assert "save-replays: got" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_it_there_are_none(tmp_path: Path) -> None:
    assert main([*FEW, "--policies", "random", "--output", str(tmp_path)]) == 0
    assert not (tmp_path / "replays").exists()
