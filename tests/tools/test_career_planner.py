"""The measures of the planner of careers and of the deck: their files, resuming, and the tables made of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.command_line import REFUSED
from stuka_env.games.interceptor.codes import CARDS
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.records import rows
from tools import career_planner, deck_knowledge


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


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


def test_a_forgotten_deck_lacks_the_cards_of_the_round_alone() -> None:
    mats: Any = rows(2, Mat)
    mats["deck"]["drawn"][:, :20] = 1
    mats["deck"]["own"] = (7, 0)
    mats["deck"]["enemy"] = (41, 0)
    known = deck_knowledge.forgotten(mats)
    assert np.flatnonzero(known["deck"]["drawn"][0]).tolist() == [6, 40]
    assert not known["deck"]["drawn"][1].any() and mats["deck"]["drawn"].sum() == 40
    assert known["deck"]["drawn"].shape == (2, CARDS)


def test_knowing_the_deck_is_measured_by_career(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    words = ["--futures", "4", "--output", str(path)]
    assert deck_knowledge.main([*words, "--careers", "2"]) == 0
    first = read(path)
    assert deck_knowledge.main([*words, "--careers", "3"]) == 0
    results = read(path)
    assert results["gain"][:2] == first["gain"] and len(results["gain"]) == 3
    assert len(set(results["measured"])) > 1 and 0 < sum(results["differ"]) < sum(results["measured"])
