"""Every example runs as its own program without a warning, and what it prints is what it promises."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

EXAMPLES = ROOT / "examples"


def printed(name: str, *arguments: str, folder: Path) -> str:
    """What an example prints, run from another folder on one core; any warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


def numbers(pattern: str, text: str) -> list[float]:
    """What the groups of a pattern hold where it is first found."""
    found = re.search(pattern, text)
    assert found, f"{pattern!r} is not in {text!r}"
    return [float(number.replace(",", "")) for number in found.groups()]


def test_ppo_learns_and_is_judged(tmp_path: Path) -> None:
    text = printed("ppo.py", "--decisions", "8192", folder=tmp_path)
    (decisions,) = numbers(r"^ *([\d,]+) decisions, +[\d.]+ s: ", text)
    own, script = numbers(r"agent +([\d.]+) \+- .*2,000 frozen missions\ndoctrine +([\d.]+) \+- ", text)
    (gain,) = numbers(r"agent less doctrine ([+-][\d.]+) \+- ", text)
    assert decisions == 8192
    assert 40 < script < 60
    assert gain == pytest.approx(own - script, abs=0.11)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_ppo_beats_doctrine_after_the_decisions_that_it_takes_by_default(seed: str, tmp_path: Path) -> None:
    text = printed("ppo.py", "--seed", seed, folder=tmp_path)
    gain, error = numbers(r"agent less doctrine ([+-][\d.]+) \+- ([\d.]+)", text)
    assert gain > 4 * error
