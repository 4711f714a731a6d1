"""The curve of the planner: what was flown is not flown again, and what does not fit is refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.evaluation.studies import ArmFigures, read_study, write_study
from agents.planner.planner import SCRIPT
from stuka_env.policy import Policy
from tests.support.planning import MISSION
from tools import planner_curve as tool


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Single missions, one at a time, and no pictures; how many wars each part that is flown has."""
    parts: list[int] = []
    fly_part = tool.fly_part

    def noted(policy: Policy, wars: ArmFigures, part: NDArray[np.uint64]) -> None:
        parts.append(len(part))
        fly_part(policy, wars, part)

    monkeypatch.setattr(tool, "fly_part", noted)
    monkeypatch.setattr(tool, "REGULAR_BARBAROSSA", MISSION)
    monkeypatch.setattr(tool, "draw", lambda *_: None)
    monkeypatch.setattr(tool, "SCRIPTS", ("random",))
    return parts


def test_it_adds_only_what_is_missing(small: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("--output", str(tmp_path), "--budgets", "2", "--wars")
    monkeypatch.setattr(tool, "PART", 1)
    assert tool.main([*here, "2"]) == 0
    assert small == [1] * 4 and [path.name for path in tmp_path.iterdir()] == ["planner.json"]
    before = json.loads((tmp_path / "planner.json").read_text(encoding="utf-8"))["flown"]
    small.clear()
    assert tool.main([*here, "3"]) == 0
    assert small == [1] * 2
    after = json.loads((tmp_path / "planner.json").read_text(encoding="utf-8"))["flown"]
    assert {budget: wars["score"][:2] for budget, wars in after.items()} == {
        budget: wars["score"] for budget, wars in before.items()
    }


def test_stopped_it_goes_on_where_it_was(small: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("--output", str(tmp_path), "--budgets", "2", "--wars", "2")
    monkeypatch.setattr(tool, "PART", 1)
    fly_part = tool.fly_part

    def stopped(*given: Any) -> None:
        if len(small) == 1:
            raise KeyboardInterrupt
        fly_part(*given)

    monkeypatch.setattr(tool, "fly_part", stopped)
    assert tool.main(here) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["planner.part.json"]
    monkeypatch.setattr(tool, "fly_part", fly_part)
    assert tool.main(here) == 0
    assert small == [1] * 4


@pytest.mark.parametrize("text", ["[]", "{", '{"settings": {}}', '{"settings": {"script": "bold"}, "flown": {}}'])
def test_files_of_others_are_not_used(
    text: str, small: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "planner.json").write_text(text, encoding="utf-8")
    assert tool.main(["--output", str(tmp_path), "--budgets", "2", "--wars", "1"]) == 0
    assert small == [1, 1]
    assert "not used" in capsys.readouterr().err


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    flown = {"0": {"score": [60, 55], "kia": [1, 0]}, "32": {"score": [61]}}
    write_study(tmp_path / "a.json", flown, tool.settings(SCRIPT), more=[1, 2])
    assert read_study(tmp_path / "a.json", tool.settings(SCRIPT)) == flown
    assert read_study(tmp_path / "none.json", tool.settings(SCRIPT)) == {}
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["more"] == [1, 2]


def test_an_agent_in_place_of_the_script_has_files_of_its_own(small: list[int], tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    here = ("--output", str(tmp_path), "--agent", "ppo-mission", "--budgets", "4", "--wars")
    assert tool.main([*here, "1"]) == 0
    assert tool.main([*here, "2"]) == 0
    kept = json.loads((tmp_path / "agent_planner.json").read_text(encoding="utf-8"))
    assert kept["settings"]["script"] == "ppo-mission" and len(kept["flown"]["4"]["score"]) == 2
    assert kept["section"]["command"] == "python -m tools.planner_curve --agent ppo-mission --budgets 0 4 --wars 2"
    assert tool.player(4, "ppo-mission").name == "planner@4:ppo-mission"
    assert tool.fewest([{"wars": 9, "rollouts": 0}, {"wars": 3, "rollouts": 64}]) == " (the first 3 with 64)"
