"""How much of a choice is luck: figures of positions whose gains and luck are known."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from agents.improvement.luck import LuckFigures, luck_of
from agents.improvement.positions import Positions
from stuka_env.codes import ACTIONS, Decision
from stuka_env.observation import LENGTH
from tools.luck import main, section

ROLLOUTS = 4


def known_positions(count: int, gain: float, luck: float) -> tuple[Positions, np.ndarray]:
    """Two choices each: the script's, and one that gains so much, told by clones with so much luck."""
    rng = np.random.default_rng(0)
    gains = np.full((count, ACTIONS), np.nan, np.float16)
    gains[:, 3] = 0.0
    gains[:, 5] = gain + rng.normal(0, luck / ROLLOUTS**0.5, count)
    predicted = np.zeros((count, ACTIONS), np.float32)
    predicted[:, 5] = gain
    script, decision = np.full(count, 3, np.int16), np.full(count, Decision.ATTACK, np.int8)
    return Positions(np.zeros((count, LENGTH), np.float16), gains, script, decision), predicted


def test_gain_and_luck_are_found() -> None:
    positions, predicted = known_positions(4000, 2.0, 12.0)
    figures = luck_of(Decision.ATTACK, positions, predicted, ROLLOUTS)
    assert figures is not None and (figures.share, figures.choices, figures.equal) == (1.0, 1.0, 0.0)
    assert figures.gain == pytest.approx(2.0) and figures.luck == pytest.approx(12.0, rel=0.05)
    assert figures.clones == pytest.approx(36.0, rel=0.1)


def test_what_is_far_off_or_rare_does_not_count() -> None:
    positions, predicted = known_positions(4000, 20.0, 12.0)
    assert luck_of(Decision.ATTACK, positions, predicted, ROLLOUTS) is None
    assert luck_of(Decision.EVENT, positions, predicted, ROLLOUTS) is None


def test_the_section_has_a_row_for_each_kind() -> None:
    made = section([LuckFigures(Decision.ATTACK, 0.25, 1.5, 0.3, 2.0, 12.0)], 1000, ROLLOUTS, "a command")
    assert made["rows"] == [["ATTACK", "25.0%", "1.5", "30%", "2.0", "12.0", "36"]]
    assert "1,000 positions" in str(made["text"]) and len(json.dumps(made)) > 100


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("luck.py: ") and not (tmp_path / "luck.json").exists()
