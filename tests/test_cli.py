"""The command ``stuka``: its commands, its refusals, its exit statuses."""

import argparse
import os
import subprocess
import sys
import time
from importlib.metadata import EntryPoint

import pytest

from agents.commands import EVALUATE, REVIEW, TEXT, TRAIN
from stuka_env import cli
from stuka_env.cli import COMMANDS
from stuka_env.io.command_line import (
    COMMAND_GROUP,
    FAILED,
    INTERRUPTED,
    REFUSED,
    Command,
    FailedError,
    Interrupted,
    run_alone,
    status_of,
)
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.slow import slow

LABORATORY = ("train", "evaluate", "review", "text")
ENTRIES = [EntryPoint(name, f"agents.commands:{name.upper()}", COMMAND_GROUP) for name in LABORATORY]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the package."""
    monkeypatch.setattr(cli, "entry_points", lambda group: [])


def test_the_laboratorys_commands_join(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "entry_points", lambda group: ENTRIES)
    assert cli.all_commands() == COMMANDS | {"train": TRAIN, "evaluate": EVALUATE, "review": REVIEW, "text": TEXT}
    with pytest.raises(SystemExit) as stop:
        cli.main(["--help"])
    listed = capsys.readouterr().out
    assert stop.value.code == 0 and "clone" not in listed
    assert all(f"\n    {name}" in listed for name in (*COMMANDS, *LABORATORY))


@pytest.mark.usefixtures("alone")
def test_without_the_laboratory_help_says_what_a_clone_adds(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    assert "A clone of the repository adds train, evaluate, review, text (make setup)" in capsys.readouterr().out


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("words", [["fly"], ["replay"], ["play", "--seed", "x"], ["charts", "--new"]])
def test_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(words)
    said = capsys.readouterr()
    assert (stop.value.code, said.out, said.err.count("\n")) == (REFUSED, "", 1)
    assert said.err.startswith("stuka")


@pytest.mark.usefixtures("alone")
def test_alone_it_names_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == REFUSED
    assert capsys.readouterr().err == f"stuka: which command? {', '.join(COMMANDS)}; see --help\n"


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("name", "words"), [("train", ["--seeds", "1"]), ("evaluate", []), ("review", ["war.json"])])
def test_a_command_that_a_clone_adds_says_so(name: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, *words]) == REFUSED
    assert capsys.readouterr().err == f"stuka {name}: a clone of the repository adds this command (make setup)\n"


@each(
    "error, status, line",
    [
        (ValueError("no such thing"), REFUSED, "x.py: no such thing"),
        (OSError("disk full"), REFUSED, "x.py: disk full"),
        (ValueError("got 'a\x1b[1A\n\u202e'"), REFUSED, r"x.py: got 'a\x1b[1A\n\u202e'"),
        (FailedError("seed 3 failed"), FAILED, "x.py: seed 3 failed"),
        (KeyboardInterrupt(), INTERRUPTED, "x.py: stopped"),
        (Interrupted("nothing written"), INTERRUPTED, "x.py: stopped; nothing written"),
    ],
)
def test_one_place_for_exit_statuses(
    error: BaseException, status: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(given: argparse.Namespace) -> int:
        assert given.command_line == "python x.py"
        raise error

    assert run_alone(Command("test", lambda words: None, run), "x.py", []) == status
    assert capsys.readouterr().err == line + "\n"


def test_a_module_is_named_as_it_is_run() -> None:
    def run(given: argparse.Namespace) -> int:
        assert given.command_line == "python -m agents.learned calibrate 'a b'"
        return 7

    def add(words: argparse.ArgumentParser) -> None:
        words.add_argument("what", nargs="*")

    assert run_alone(Command("test", add, run), "agents.learned", ["calibrate", "a b"]) == 7


def test_python_m_is_the_same_and_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m stuka_env charts | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True, env={**os.environ}
    )
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")


class Interrupting:
    """An object in whose finaliser Ctrl-C comes, where Python ignores it."""

    def __del__(self) -> None:
        raise KeyboardInterrupt


def test_an_interrupt_that_python_ignores_comes_again(capsys: pytest.CaptureFixture[str]) -> None:
    hook = sys.unraisablehook

    def work() -> int:
        Interrupting()
        for _ in range(1_000):  # a single sleep would be slept to its end
            time.sleep(0.01)
        return 0

    assert status_of("stuka", work) == INTERRUPTED
    assert capsys.readouterr().err == "stuka: stopped\n" and sys.unraisablehook is hook


CLOSED = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full")
"""Redirections of a shell that close streams, one, all, or one to a full device."""


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams with a POSIX shell")
@pytest.mark.parametrize(
    ("words", "status", "closed"),
    [
        *(("charts", 0, closed) for closed in CLOSED),
        *(slow("replay nothing.json", REFUSED, closed) for closed in CLOSED[:3]),
        *(("replay nothing.json", REFUSED, closed) for closed in CLOSED[3:]),
    ],
)
def test_closed_streams_change_no_status(words: str, status: int, closed: str) -> None:
    """And no traceback appears, nor the output in a file that a command opens."""
    if "full" in closed and not os.path.exists("/dev/full"):
        pytest.skip("the system has no /dev/full")
    command = f'"{sys.executable}" -m stuka_env {words} {closed}'
    run = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == status and "Traceback" not in run.stderr, run.stderr
    if ">&-" not in closed.split():
        assert bool(run.stdout) == (status == 0)


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from stuka_env.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = ('numba', 'torch', 'aiohttp', 'stuka_env.games.stuka.rules.mat')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
