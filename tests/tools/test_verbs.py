"""The study of the worth of each verb."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.stuka.evaluation.studies import read_study, write_study
from stuka_env.policy import Policy
from tests.support.planning import MISSION
from tools import verbs as tool

SMALL = ("--rollouts", "2", "--script-wars", "6", "--threads", "1")


def test_the_study_resumes_and_adds_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flown: list[tuple[str, int]] = []
    fly_part = tool.fly_part

    def noted(policy: Policy, wars: Any, seeds: NDArray[np.uint64], bar: Any) -> None:
        if len(flown) == stop:
            raise KeyboardInterrupt
        flown.append((policy.name, len(seeds)))
        fly_part(policy, wars, seeds, bar)

    monkeypatch.setattr(tool, "fly_part", noted)
    monkeypatch.setattr(tool, "PART", 1)
    monkeypatch.setattr(tool, "REGULAR_BARBAROSSA", MISSION)
    here = ("--output", str(tmp_path), *SMALL)
    stop = 3
    assert tool.main([*here, "--wars", "2", "--arms", "gamble", "allowed"]) == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == ["verbs.allowed.part.json", "verbs.gamble.part.json"]
    stop = -1
    assert tool.main([*here, "--wars", "2", "--arms", "gamble", "allowed"]) == 0
    assert len(flown) == 4
    assert not (tmp_path / "verbs.json").exists()
    flown.clear()
    assert tool.main([*here, "--wars", "2"]) == 0
    seldom = len(tool.SELDOM_ARMS)
    assert [name for name, _ in flown].count("planner@2") == 2 * (5 - seldom) + seldom
    held = read_study(tmp_path / "verbs.json", tool.settings(2))
    assert [path.name for path in tmp_path.iterdir()] == ["verbs.json"]
    wars = {arm: len(figures["score"]) for arm, figures in held.items()}
    assert wars == {arm: 1 if arm in tool.SELDOM_ARMS else 2 for arm in tool.VERB_ARMS}
    flown.clear()
    assert tool.main([*here, "--wars", "3"]) == 0
    assert [name for name, _ in flown].count("planner@2") == len(tool.VERB_ARMS) - seldom
    more = read_study(tmp_path / "verbs.json", tool.settings(2))
    for arm, figures in held.items():
        assert all(more[arm][figure][:2] == numbers for figure, numbers in figures.items())


def test_its_figures() -> None:
    zeros = dict.fromkeys(tool.ARM_FIGURES, [0, 0, 0])
    flown: dict[str, Any] = {arm: zeros | {"score": [60, 60, 60]} for arm in tool.VERB_ARMS}
    flown["allowed"] = flown["allowed"] | {"used_gamble": [1, 2, 0]}
    flown["gamble"] = flown["gamble"] | {"score": [57, 58, 62], "kia": [1, 1, 4]}
    lines = tool.summary(flown)
    assert [line["forbidden"] for line in lines] == [None, *tool.STUDIED_VERBS]
    assert lines[-1]["worth"]["mean"] == pytest.approx(1.0)
    assert (lines[-1]["used"], lines[-1]["kia"], lines[1]["worth"]["mean"]) == (1.0, 2.0, 0.0)
    section = tool.section(512, lines, lines)
    assert section["rows"][0][:4] == ["nothing", "3", "60.0 [60.0, 60.0]", "-"]
    assert {len(row) for row in section["rows"]} == {len(section["columns"])}


def test_it_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--output", str(tmp_path), "--rollouts", "1"]) == 2
    assert "number of rollouts from 2" in capsys.readouterr().err.splitlines()[-1]
    write_study(tmp_path / "verbs.allowed.part.json", {"allowed": {"score": [60]}}, tool.settings(64))
    assert tool.main(["--output", str(tmp_path), *SMALL]) == 2
    assert "rollouts 64 instead of 2" in capsys.readouterr().err.splitlines()[-1]
    (tmp_path / "verbs.allowed.part.json").write_text("[]", encoding="utf-8")
    assert tool.main(["--output", str(tmp_path), *SMALL]) == 2
    assert "not written by this tool" in capsys.readouterr().err.splitlines()[-1]
