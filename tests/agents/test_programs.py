"""train.py and evaluate.py, started by a Python that has nothing installed, say in one line what to do."""

import importlib
import subprocess
import sys

import pytest

from agents import commands
from agents.programs import REFUSED, run_program
from tests.support.places import ROOT


@pytest.mark.parametrize("name", ["train", "evaluate"])
def test_without_gymnasium_one_line_names_the_interpreter_and_the_way(name: str) -> None:
    hidden = f"import sys, runpy; sys.modules['gymnasium'] = None; runpy.run_path('{name}.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", hidden], cwd=ROOT, capture_output=True, text=True, check=False)
    line = f"gymnasium is not installed in {sys.executable}; make setup installs all into .venv"
    assert done.returncode == REFUSED
    assert done.stderr == f"{name}.py: {line}, then: .venv/bin/python {name}.py\n"


def test_a_module_of_ours_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(name: str) -> None:
        raise ModuleNotFoundError(name="agents.gone")

    monkeypatch.setattr(importlib, "import_module", lost)
    with pytest.raises(ModuleNotFoundError):
        run_program("train")


def test_it_is_the_command_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "evaluate", lambda: 7)
    assert run_program("evaluate") == 7
