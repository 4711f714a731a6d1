"""The tuner of the worths: rounds, their files, and the table of one."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra train of stuka-agents")

from agents.games.interceptor.improvement.line_value import load_line_value
from agents.games.interceptor.scripts.traits import POSITION_TRAITS
from agents.games.interceptor.scripts.worths import CHOICES
from stuka_env.io.command_line import REFUSED
from tools import tune_worths


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make rounds of a few careers."""
    for name, count in (
        ("VALUE_BATCHES", 2),
        ("VALUE_CAREERS", 250),
        ("CHOICE_BATCHES", 1),
        ("CHOICE_CAREERS", 4),
        ("COMPARED_CAREERS", 20),
        ("CHAMPION_BATCHES", 2),
    ):
        monkeypatch.setattr(tune_worths, name, count)


@pytest.mark.slow  # most of its time is the compilation of the improvement, which no other fast test needs
@pytest.mark.usefixtures("few")
def test_rounds_follow_each_other_and_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--folder", str(tmp_path)]
    assert tune_worths.main([*words, "--rounds", "1"]) == 0
    first = tune_worths.read_round(tmp_path, 1)
    assert "round 1:" in capsys.readouterr().out
    assert tune_worths.main([*words, "--rounds", "2"]) == 0
    out = capsys.readouterr().out
    assert "round 2:" in out and "round 1:" not in out
    second = tune_worths.read_round(tmp_path, 2)
    assert second["worths"].shape == (CHOICES, POSITION_TRAITS)
    assert (second["worths"] != first["worths"]).any()
    assert np.array_equal(tune_worths.read_round(tmp_path, 1)["worths"], first["worths"])
    assert tune_worths.main([*words, "--show", "2"]) == 0
    assert capsys.readouterr().out.count("Trait.") == POSITION_TRAITS


@pytest.mark.slow  # most of its time is the compilation of the improvement, which no other fast test needs
@pytest.mark.usefixtures("few")
def test_the_value_of_the_champion_is_written(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    assert tune_worths.main(["--value", str(path)]) == 0
    fitted, shipped = load_line_value(path), load_line_value()
    assert fitted.first.shape == shipped.first.shape and (fitted.first != shipped.first).any()


def test_a_broken_round_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tune_worths.round_file(tmp_path, 1).write_bytes(b"nothing")
    assert tune_worths.main(["--folder", str(tmp_path), "--rounds", "1"]) == REFUSED
    assert "cannot be used" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tune_worths.main(["--rounds", "0"])
    assert "allowed is a whole number, 1 or more" in capsys.readouterr().err
