"""``stuka play --text`` as a program: whatever ends it, a second window, a terminal, no extras, a review."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from stuka_env.play.advice import make_adviser
from stuka_env.play.lock import SaveLock
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, load_war, save_war
from tests.support.places import ROOT

pytestmark = pytest.mark.slow

PATIENCE = 120.0
"""Seconds to wait for something that takes a tenth of one on a quiet machine."""


class TextProgram:
    """The program with a pipe in and a pipe out."""

    def __init__(self, folder: Path, *words: str, code: Sequence[str] = ("-m", "stuka_env")) -> None:
        inherited = os.environ.get("PYTHONPATH", "")
        self.process = subprocess.Popen(
            [sys.executable, *code, "play", "--text", *words], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
            env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{inherited}"},
        )  # fmt: skip

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, words: str) -> str:
        """Read lines until one has these words."""
        assert self.process.stdout is not None
        read = ""
        while words not in read:
            line = self.process.stdout.readline()
            assert line, f"{words!r} never came:\n{read}"
            read += line
        return read

    def end(self) -> tuple[int, str, str]:
        """Close the input, and return status, output and errors."""
        printed, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, printed, errors


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., TextProgram]]:
    programs: list[TextProgram] = []

    def start(*words: str, **more: Sequence[str]) -> TextProgram:
        programs.append(TextProgram(tmp_path, *words, **more))
        return programs[-1]

    yield start
    for one in programs:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate(timeout=PATIENCE)


def test_whatever_ends_it_the_war_goes_on_where_it_was(begin: Callable[..., TextProgram], tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    expected = War("Stuka/Operation-v0", {}, 7)
    words = ["--seed", "7", "--save", "war.json"]
    for number in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM):
        program = begin(*words)
        program.until("To decide")
        option = 3 if len(expected.turns) == 1 else 1
        expected.take(expected.legal[option - 1][0])
        if len(expected.turns) == 3:  # all seats at once
            while "carries" not in expected.question:
                expected.take(expected.legal[0][0])
        program.say(str(option))
        program.until("To decide")
        program.process.send_signal(number)
        status, printed, errors = program.end()
        assert status == (130 if number == signal.SIGINT else -number) and "Traceback" not in errors
        assert ("continue with" in printed) == (number == signal.SIGINT)
        assert load_war(path).mat.tobytes() == expected.mat.tobytes()
        words = ["--load", "war.json"]
    status, printed, _ = begin(*words).end()
    assert status == 0 and "To decide" in printed


def test_a_second_window_is_refused_and_the_first_goes_on(begin: Callable[..., TextProgram], tmp_path: Path) -> None:
    first = begin("--save", "war.json", "--seed", "7")
    first.until("To decide")
    before = (tmp_path / "war.json").read_bytes()
    status, _, errors = begin("--load", "war.json").end()
    assert status == 2 and "is being played in another window" in errors
    with pytest.raises(SaveError):
        SaveLock(tmp_path / "war.json", patience=0.0)
    assert (tmp_path / "war.json").read_bytes() == before
    first.say("3", "q")
    assert first.end()[0] == 0
    SaveLock(tmp_path / "war.json", patience=0.0).release()


def test_a_terminal_has_a_prompt_and_broken_lines_without_codes(tmp_path: Path) -> None:
    own, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "stuka_env", "play", "--text", "--seed", "7"], cwd=tmp_path, stdin=theirs,
        stdout=theirs, stderr=theirs, env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "60", "TERM": "dumb"},
    ) as process:  # fmt: skip
        os.close(theirs)
        screen = read_until(own, "> ")
        os.write(own, b"q\n")
        screen += read_until(own, "continue with")
        assert process.wait(PATIENCE) == 0
    os.close(own)
    shown = screen.replace("\r", "").split("> ")[0].splitlines()
    assert "\x1b[" not in screen and max(map(len, shown)) <= 60 and any(line.startswith("  ") for line in shown)


def read_until(handle: int, words: str) -> str:
    """Return what comes from a terminal up to some words."""
    text, end = "", time.monotonic() + PATIENCE
    while words not in text:
        assert time.monotonic() < end, text
        if select.select([handle], [], [], 0.2)[0]:
            text += os.read(handle, 1 << 16).decode()
    return text


WITHOUT_EXTRAS = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("aiohttp", "filelock", "rich", "textual", "PIL", "pygame"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
from stuka_env.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_it_needs_no_library_of_an_extra(begin: Callable[..., TextProgram]) -> None:
    program = begin("--env", "Stuka/Mission-v0", "--seed", "7", code=("-c", WITHOUT_EXTRAS))
    program.say("2", "1", "j", "r", "?", "p", "w", "u", "q")
    status, printed, errors = program.end()
    assert (status, errors) == (0, "") and "what the formation carries" in printed


# --- the review ---


def nearly_over(path: Path) -> int:
    """A mission flown as doctrine would, up to its last decision; the action that ends it."""
    whole, war = (War("Stuka/Mission-v0", {"segment": "1941-06"}, 2) for _ in range(2))
    doctrine = make_adviser("doctrine")
    while not whole.over:
        whole.take(doctrine.consider(whole.position()).choice)
    *actions, last = [turn.action for turn in whole.turns if turn.action is not None]
    for action in actions:
        war.take(action)
    save_war(war, path)
    return [index for index, _ in war.legal].index(last) + 1


def test_a_review_from_the_end_of_a_war(begin: Callable[..., TextProgram], tmp_path: Path) -> None:
    option = nearly_over(tmp_path / "war.json")
    program = begin("--load", "war.json")
    program.say(str(option), "Review it", "Share it", "1", "q")
    status, printed, errors = program.end()
    assert status == 0 and "Traceback" not in errors
    assert "The score:" in printed and "what each decision cost, in half a minute" in printed
    assert re.search(r"^Par \d+\.\d, luck [+-]\d+\.\d\. The page: .*war-review\.html$", printed, re.M)
    assert re.search(r"; par \d+\.\d, luck .*old_hand \d+.*; stuka watch war-replay\.json$", printed, re.M)
    assert '"review":{"losses":' in (tmp_path / "war-review.html").read_text(encoding="utf-8")
    assert "<html" in (tmp_path / "war-watch.html").read_text(encoding="utf-8")
    assert (
        json.loads((tmp_path / "war-replay.json").read_text())["score"]
        == (load_war(tmp_path / "war.json").result or {})["score"]
    )


WITHOUT_THE_LABORATORY = """
from importlib import metadata
found = metadata.entry_points
def entry_points(**asked):
    return [] if asked.get("group") == "stuka_env.commands" else found(**asked)
metadata.entry_points = entry_points
"""


def test_without_the_laboratory_the_end_of_a_war_says_what_adds_the_review(
    begin: Callable[..., TextProgram], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_THE_LABORATORY)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    option = nearly_over(tmp_path / "war.json")
    program = begin("--load", "war.json")
    program.say(str(option), "Review it", "q")
    status, printed, errors = program.end()
    assert status == 0 and "Traceback" not in errors
    assert printed.count("a clone of the repository adds it (make setup)") == 2
    assert not (tmp_path / "war-review.html").exists()
