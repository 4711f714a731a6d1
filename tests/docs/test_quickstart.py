"""The quickstart's Python runs and prints what the page says, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SHOWN = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def printed(code: str, folder: Path) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_ten_lines_are_the_readmes() -> None:
    assert len(PYTHON) == 3 and len(SHOWN) == 2
    assert f"```python\n{PYTHON[0]}```" in README


def test_the_ten_lines_print_such_a_line(tmp_path: Path) -> None:
    numbers = re.compile(r"-?\d+|'[A-Z][A-Za-z ]*'")
    assert numbers.sub("_", printed(PYTHON[0], tmp_path)) == numbers.sub("_", SHOWN[0])


def test_what_may_be_answered_is_what_the_page_says(tmp_path: Path) -> None:
    assert printed(PYTHON[1], tmp_path) == SHOWN[1]


def test_many_wars_fly(tmp_path: Path) -> None:
    shapes = "\nprint(masks.shape, actions.shape, observations.shape)"
    assert printed(PYTHON[2] + shapes, tmp_path) == "(16, 135) (16,) (16, 626)\n"


def test_wheel_and_targets_exist() -> None:
    from stuka_env import __version__

    assert f"dist/stuka_env-{__version__}-py3-none-any.whl" in PAGE
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {name for names in re.findall(r"^([a-z -]+):", makefile, re.MULTILINE) for name in names.split()}
    for page in (PAGE, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        named = set(re.findall(r"(?:^|`)(?:\w+=\w+ )?make ([a-z-]+)", page, re.MULTILINE))
        assert named and named <= targets


def test_the_demo_keeps_the_wars_that_the_primer_says_can_be_watched() -> None:
    """ "make demo, then .venv/bin/stuka watch with a file of results/replays"."""
    told = " ".join((ROOT / "docs" / "primer.md").read_text(encoding="utf-8").split())
    assert "`make demo`, then `.venv/bin/stuka watch` with a file of `results/replays`" in told
    (given,) = re.findall(r"^DEMO_ARGS \?= (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert "--save-replays 1" in given and "--output" not in given
