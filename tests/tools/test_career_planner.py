"""The measure of the planner of careers: its file, and resuming."""

import json
from pathlib import Path
from typing import Any

import pytest

from stuka_env.io.command_line import REFUSED
from tools import career_planner


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.slow  # most of its time is the compilation of the planner, which no other fast test needs
def test_rows_are_kept_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(career_planner, "CAREERS_TOGETHER", 2)
    path = tmp_path / "gains.json"
    words = ["--budgets", "64", "--futures", "4", "--output", str(path)]
    assert career_planner.main([*words, "--careers", "2"]) == 0
    first = read(path)["rows"][0]
    assert career_planner.main([*words, "--careers", "4"]) == 0
    (row,) = read(path)["rows"]
    assert row["gain"][:2] == first["gain"] and len(row["gain"]) == len(row["departures"]) == 4
    kinds = row["by_decision"].values()
    assert sum(count for count, _, _ in kinds) == sum(row["departures"]) > 0
    assert sum(gain for _, gain, _ in kinds) == pytest.approx(sum(row["gain"]))


def test_rows_of_other_futures_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gains.json"
    path.write_text(json.dumps({"seed": career_planner.GAIN_SEED, "futures": 3, "rows": []}), encoding="utf-8")
    assert career_planner.main(["--futures", "4", "--output", str(path)]) == REFUSED
    assert "other seeds or futures" in capsys.readouterr().err
