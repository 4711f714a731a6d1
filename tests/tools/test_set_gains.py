"""The gains under evaluation sets: a study that continues, and its committed figures."""

import json
from pathlib import Path

import pytest

from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.reading import MIB, read_json
from tools import set_gains as tool

TRIAL_KIND = tool.GainKind("mission", Scale.MISSION, Operation.BARBAROSSA, 1.0, 3)
REAL_FOLDER = tool.GAINS_FOLDER


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a study of a few missions under two sets."""
    monkeypatch.setattr(tool, "GAIN_KINDS", (TRIAL_KIND,))
    monkeypatch.setattr(tool, "MEASURED_SETS", tool.MEASURED_SETS[:2])
    monkeypatch.setattr(tool, "GAINS_FOLDER", tmp_path)
    return tmp_path


def test_a_stopped_study_continues_and_gives_the_same_figures(
    trial: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["whole=kette", "--wars", "4"]
    assert tool.main(command) == 0
    whole = json.loads((trial / "whole.json").read_text())
    names = [f"mission, set {number}" for number in tool.MEASURED_SETS]
    assert list(whole["gains"]) == ["mission, our charts", *names]
    assert [whole["gains"][name]["wars"] for name in whole["gains"]] == [3, 4, 4]
    kept = {"settings": whole["settings"], "gains": {"mission, our charts": whole["gains"]["mission, our charts"]}}
    (trial / "part.json").write_text(json.dumps(kept))
    assert tool.main(["part=kette", "--wars", "4"]) == 0
    assert json.loads((trial / "part.json").read_text()) == whole


def test_a_policy_gains_nothing_over_itself(trial: Path) -> None:
    assert tool.main(["same=old_hand", "--wars", "4"]) == 0
    gains = json.loads((trial / "same.json").read_text())["gains"]
    nothing = {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert all(part["plain"] == part["adjusted"] == nothing for part in gains.values())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kette"], "got 'kette', expected LABEL=POLICY"),
        (["a=nobody"], "nobody"),
        (["a=kette", "--wars", "0"], "wars: got 0, allowed is 1 or more"),
    ],
)
def test_wrong_words_are_refused_in_a_line(
    trial: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line and not list(trial.iterdir())


def test_other_settings_are_refused(trial: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["a=kette", "--wars", "4"]) == 0
    before = (trial / "a.json").read_bytes()
    assert tool.main(["a=kette", "--wars", "5"]) == 2
    assert "wars 4 instead of 5" in capsys.readouterr().err and (trial / "a.json").read_bytes() == before


@pytest.mark.parametrize("path", sorted(REAL_FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_committed_figures_are_complete(path: Path) -> None:
    held = read_json(path, MIB)
    expected = {part.name: part.wars for part in tool.parts(held["settings"]["wars"])}
    assert {name: part["wars"] for name, part in held["gains"].items()} == expected
