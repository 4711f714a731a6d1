"""The evaluation of a game without rooms in the laboratory: everything follows from its declarations."""

import csv
import json
from pathlib import Path

import pytest

from agents.commands import evaluate as main

FIGHT = "Dogfight/Fight-v0"


def evaluated(folder: Path, *words: str) -> int:
    return main(["--env", FIGHT, "--episodes", "40", *words, "--output", str(folder)])


def test_the_rival_and_random_play_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated(tmp_path) == 0
    screen = capsys.readouterr().out
    assert "means for one fight" in screen and "enemy planes shot down" in screen and "\n;" not in screen
    contents = json.loads((tmp_path / "results.json").read_text())
    mirror, random = contents["policies"]
    assert (contents["baseline"], random["policy"]) == ("mirror", "random")
    assert mirror["score"]["mean"] == pytest.approx(mirror["result"]["points"])
    with (tmp_path / "results.csv").open() as file:
        fights = [line for line in csv.DictReader(file) if line["policy"] == "random"]
    assert len(fights) == 40
    assert all(
        int(fight["points"]) == float(fight["score"]) == 2 * (int(fight["shot_down"]) - int(fight["lost"]))
        for fight in fights
    )
    assert ">own planes shot down<" in (tmp_path / "report.html").read_text()


def test_fights_are_kept_to_watch_and_to_go_on_with(tmp_path: Path) -> None:
    assert evaluated(tmp_path, "--policies", "mirror", "--save-replays", "1", "--resume") == 0
    assert len(list((tmp_path / "replays").glob("mirror-*.json"))) == 1
    first = (tmp_path / "results.csv").read_text()
    assert evaluated(tmp_path, "--policies", "mirror", "--resume") == 0
    assert (tmp_path / "results.csv").read_text() == first


def test_its_arguments_select_the_fights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated(tmp_path, "--own", "FB", "--policies", "mirror") == 0
    assert json.loads((tmp_path / "results.json").read_text())["own"] == "FB"
    assert evaluated(tmp_path, "--policies", "old_hand") == 2
    assert "allowed is" in capsys.readouterr().err
