"""Programs of docs/agents.md run as printed, also without the laboratory."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from agents.commands import evaluate
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
ALONE = """
import runpy, sys
sys.modules["agents"] = None  # importing it, or anything in it, is now an ImportError
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def shown(*words: str) -> str:
    """The one program of the page that has all the words."""
    (code,) = [code for code in PYTHON if all(word in code for word in words)]
    return code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the policies of the page under the names that it gives them."""
    for name, words in (("flyer.py", ("class Flyer", "stuka_env.fly(")), ("drop.py", ("@compiled", "stuka_env.fly("))):
        assert f"aved\nas `{name}`" in PAGE or f"saved as `{name}`" in PAGE
        (tmp_path / name).write_text(shown(*words), encoding="utf-8")
    return tmp_path


def printed(file: str, folder: Path) -> str:
    """Return the output of a program that cannot import the laboratory; a warning is an error."""
    command = [sys.executable, "-W", "error", "-c", ALONE, file]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("file", ["flyer.py", "drop.py"])
def test_the_policies_of_the_page_fly_and_score(file: str, folder: Path) -> None:
    text = printed(file, folder)
    found = re.fullmatch(r"200 wars: mean score (\d+\.\d+) \+- (\d+\.\d+) \(standard error\)\n", text)
    assert found and float(found[1]) > 40 + 3 * float(found[2])
    if file == "flyer.py":
        assert f"`{text.strip()}`" in PAGE


def test_they_are_compared_war_by_war_as_the_page_shows(folder: Path) -> None:
    (folder / "compare.py").write_text(shown("from drop import choose"), encoding="utf-8")
    assert re.fullmatch(r"[+-]\d+\.\d\d \+- 0\.\d\d points\n", printed("compare.py", folder))


def test_the_batched_clones_of_the_page_come_home(folder: Path) -> None:
    (folder / "clones.py").write_text(shown("from_war"), encoding="utf-8")
    assert 5 < float(printed("clones.py", folder)) < 100, "they fly the mission"


def test_the_command_of_the_page_takes_their_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = re.findall(r"^\.venv/bin/python evaluate\.py (.* flyer:Flyer drop:choose) --episodes", PAGE, re.MULTILINE)
    monkeypatch.chdir(folder)
    assert evaluate([*line.split(), "--episodes", "2", "--output", "results"]) == 0


def test_a_script_of_the_laboratory_can_be_begun_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "every_duel.py").write_text(shown("from agents.games.stuka.scripts import doctrine"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert evaluate(["--policies", "doctrine", "every_duel:choose", "--episodes", "2", "--output", "results"]) == 0
