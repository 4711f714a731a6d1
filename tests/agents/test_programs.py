"""train.py and evaluate.py, started by a Python that has nothing installed, say in one line what to do."""

import subprocess
import sys

import pytest

from agents import commands
from agents.programs import LIBRARIES, REFUSED, is_installed, run_program
from stuka_env import cli
from stuka_env.io.command_line import INTERRUPTED
from tests.support.each import each
from tests.support.places import ROOT


@each("library", LIBRARIES)
@each("name", ["train", "evaluate"])
def test_without_a_library_one_line_names_the_interpreter_and_the_way(name: str, library: str) -> None:
    hidden = f"import sys, runpy; sys.modules['{library}'] = None; runpy.run_path('{name}.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", hidden], cwd=ROOT, capture_output=True, text=True, check=False)
    line = f"{library} is not installed in {sys.executable}; make setup installs all into .venv"
    assert done.returncode == REFUSED
    assert done.stderr == f"{name}.py: {line}, then: .venv/bin/python {name}.py\n"


def test_the_libraries_are_those_that_the_package_needs() -> None:
    assert LIBRARIES == cli.LIBRARIES
    assert not is_installed("a_library_that_nobody_has")


def test_it_is_the_command_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "evaluate", lambda: 7)
    assert run_program("evaluate") == 7


def test_ctrl_c_while_libraries_are_imported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("agents.programs.importlib.import_module", interrupted)
    assert run_program("train") == INTERRUPTED
    assert capsys.readouterr().err == "train.py: stopped\n"
