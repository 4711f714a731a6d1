"""The command in a pseudo-terminal: wrong keys, resize, end of input, interrupted and resumed, the table."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env import cli as program
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTS, Act, Chart
from stuka_env.play.advice import make_adviser
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, save_war
from tests.support.places import ROOT
from tests.support.typed import DECISIONS_OF_T11, DICE_OF_T11

pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
pytest.importorskip("textual", reason="needs the extra play of stuka-env")

PATIENCE = 90.0
"""Seconds to wait for something that takes a tenth of one on a quiet machine."""
SEQUENCE = re.compile(r"\x1b\[([0-9;?<>=]*)[ -/]*([@-~])|\x1b[\]P].*?(?:\x07|\x1b\\)|\x1b[^\[\]P]", re.DOTALL)
ENTER, ESCAPE, CTRL_C, CTRL_D, DOWN = "\r", "\x1b", "\x03", "\x04", "\x1b[B"
CREWS = "These crews fly"
"""Texts on the screen of all crews."""
CARD_NAMES = dict(zip(load_charts().names.card_ids, load_charts().names.card_names, strict=True))


class Screen:
    """A terminal's screen with the commands that Textual uses: cursor moves and text."""

    def __init__(self, lines: int, columns: int) -> None:
        self.size = (lines, columns)
        self.rows = [[" "] * columns for _ in range(lines)]
        self.line = self.column = 0
        self.left = ""

    def feed(self, data: str) -> None:
        """Draw what was sent."""
        data = self.left + data
        cut = data.rfind("\x1b") if len(data) - data.rfind("\x1b") < 40 else len(data)
        whole = SEQUENCE.match(data, cut) if 0 <= cut < len(data) else None
        cut = len(data) if whole or cut < 0 else cut
        self.left, data = data[cut:], data[:cut]
        place = 0
        for found in SEQUENCE.finditer(data):
            self._write(data[place : found.start()])
            self._obey(found[1] or "", found[2] or "")
            place = found.end()
        self._write(data[place:])

    def _write(self, words: str) -> None:
        for letter in words:
            if letter == "\n":
                self.line += 1
            elif letter == "\r":
                self.column = 0
            elif letter >= " " and self.line < self.size[0] and self.column < self.size[1]:
                self.rows[self.line][self.column] = letter
                self.column += 1

    def _obey(self, numbers: str, letter: str) -> None:
        if letter == "H":
            first, _, second = numbers.partition(";")
            self.line, self.column = int(first or 1) - 1, int(second or 1) - 1
        elif letter == "J" and numbers == "2":
            self.rows = [[" "] * self.size[1] for _ in range(self.size[0])]

    @property
    def text(self) -> str:
        """Everything on the screen."""
        return "\n".join("".join(row).rstrip() for row in self.rows)


class Sitting:
    """The program in a pseudo-terminal of its own."""

    def __init__(self, folder: Path, *words: str, size: tuple[int, int] = (30, 100)) -> None:
        # pytest-xdist tells its workers a size of the terminal, which would be believed for ever.
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = inherited | {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(paths)}
        self.child = pexpect.spawn(
            sys.executable, ["-m", "stuka_env", "play", *words], cwd=str(folder), env=environment, dimensions=size,
            encoding="utf-8", codec_errors="replace",
        )  # fmt: skip
        self.screen = Screen(*size)
        self.all = ""

    def look(self) -> str:
        """Return the text of the screen."""
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=0.05)
        except (pexpect.TIMEOUT, pexpect.EOF):
            data = ""
        self.all += data
        self.screen.feed(data)
        return self.screen.text

    def wait(self, what: str | Callable[[str], Any]) -> str:
        """Look until it shows some words."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.look()
            if (what in text) if isinstance(what, str) else what(text):
                return text
        raise AssertionError(f"{what!r} never came:\n{self.screen.text}\n{self.all[-2000:]!r}")

    def send(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.child.send(key)

    def resize(self, lines: int, columns: int) -> None:
        """Change the size, which sends SIGWINCH."""
        self.screen = Screen(lines, columns)
        self.child.setwinsize(lines, columns)

    def ended(self) -> int:
        """Wait for the end; the exit status."""
        end = time.monotonic() + PATIENCE
        while self.child.isalive() and time.monotonic() < end:
            self.look()
        self.look()
        assert not self.child.isalive(), "it goes on"
        return int(self.child.exitstatus if self.child.exitstatus is not None else 128 + self.child.signalstatus)


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Starts the program in the temporary folder; ends what is left of it."""
    sittings: list[Sitting] = []

    def start(*words: str, **more: Any) -> Sitting:
        sittings.append(Sitting(tmp_path, *words, **more))
        return sittings[-1]

    yield start
    for sitting in sittings:
        if not sitting.child.closed:
            sitting.child.kill(signal.SIGKILL)
            sitting.child.wait()
            sitting.child.close()


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """A function that plays with arguments that are refused, here and in the same folder, and returns the line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("stuka_env.commands.check_terminal", lambda: None)

    def refused(*words: str) -> str:
        try:
            status = program.main(["play", *words])
        except SystemExit as stopped:
            status = stopped.code  # type: ignore[assignment]
        said = capsys.readouterr().err
        assert status == 2 and said.count("\n") == 1
        return said

    return refused


def turns(path: Path) -> int:
    """Turns in the file that keeps the war; 0 if there is none."""
    return len(json.loads(path.read_text())["turns"]) if path.exists() else 0


def one_by_one(sitting: Sitting) -> None:
    """From the screen of all crews to a question for every seat."""
    sitting.wait(CREWS)
    sitting.send("o")
    sitting.wait("One by one; c shows")


def wait_for_turns(sitting: Sitting, path: Path, count: int) -> None:
    sitting.wait(lambda text: turns(path) == count)


@pytest.mark.slow
def test_wrong_keys_resize_and_leaving(
    sit: Callable[..., Sitting], refusal: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "stuka-war.json"
    sitting = sit("--seed", "7", "--advise", "doctrine")
    sitting.wait("how many aircraft fly")
    sitting.send(
        "x", "Z", "%", "\t", ESCAPE + "[15~", ESCAPE + "[99~", ESCAPE + "[<0;1;1M", "\x00", "\x1a", "\xff", "ä"
    )
    sitting.send("/")
    sitting.wait("letters of the options")
    sitting.send(ESCAPE)
    sitting.wait(lambda text: "letters of the options" not in text)
    sitting.send("0")
    sitting.wait("no option 0")
    assert turns(path) == 1
    sitting.resize(12, 50)
    sitting.wait("50 x 12")
    sitting.send(ENTER, "2", ENTER, "?")
    sitting.wait("Help")
    sitting.send(ESCAPE)
    sitting.wait("50 x 12")
    sitting.resize(40, 120)
    text = sitting.wait(lambda text: "Journal" in text and "how many aircraft fly" in text and "Undo" in text)
    assert "Mission (A1)" in text and turns(path) == 1
    sitting.resize(24, 80)
    sitting.wait(lambda text: "how many aircraft fly" in text and "Undo" in text)
    sitting.wait("doctrine: Fly")
    sitting.send("6", ENTER)
    sitting.wait(CREWS)
    assert load_war(path).mat.mission.sent == 7
    sitting.send("q")
    assert sitting.ended() == 0
    assert re.search(r"continue with: \S*stuka play --load stuka-war\.json", sitting.all)
    assert "Traceback" not in sitting.all
    assert "--load" in refusal() and "--seed: " in refusal("--load", "stuka-war.json", "--seed", "3")


ENDS: dict[str, tuple[Callable[[Sitting], object], int]] = {
    "Ctrl-C": (lambda sitting: sitting.send(CTRL_C), 130),
    "Ctrl-D": (lambda sitting: sitting.send(CTRL_D), 130),
    "SIGINT": (lambda sitting: sitting.child.kill(signal.SIGINT), 130),
    "SIGKILL": (lambda sitting: sitting.child.kill(signal.SIGKILL), 137),
    "SIGTERM": (lambda sitting: sitting.child.kill(signal.SIGTERM), 143),
}
"""Ways to end, and the exit status. SIGKILL is not the last, so that the save is seen to be free after it."""


@pytest.mark.slow
def test_whatever_ends_it_the_war_goes_on_where_it_was(sit: Callable[..., Sitting], tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    expected = War("Stuka/Operation-v0", {}, 7)
    words = ["--seed", "7", "--save", "war.json"]
    for count, (end, status) in enumerate(ENDS.values(), 2):
        sitting = sit(*words)
        if count == 3:  # the first seat
            one_by_one(sitting)
        sitting.wait("To decide")
        sitting.send(ENTER)
        wait_for_turns(sitting, path, count)
        end(sitting)
        assert sitting.ended() == status
        if status != 137:
            assert "\x1b[?1049l" in sitting.all  # the terminal is as it was before
            assert "continue with" in sitting.all and "Traceback" not in sitting.all
        action = expected.legal[1 if count == 2 else 0][0]
        expected.take(action)
        assert load_war(path).mat.tobytes() == expected.mat.tobytes()
        words = ["--load", "war.json"]


@pytest.mark.slow
def test_the_tutorial_in_a_terminal(sit: Callable[..., Sitting], refusal: Callable[..., str], tmp_path: Path) -> None:
    """Guidance and answers; the mission is nowhere in the folder of whoever plays."""
    sitting = sit("--tutorial", size=(34, 100))
    sitting.wait(lambda text: "Fly 3: a Kette." in " ".join(text.split()) and "the tutorial: Fly 3" in text)
    sitting.send("5", ENTER)  # five of them, against the advice
    sitting.wait(lambda text: "Who flies?" in text and CREWS in text and "Not as advised" in text)
    sitting.send(ENTER)
    sitting.wait("One load for all")
    sitting.send("?")
    sitting.wait(lambda text: "Help" in text and "What everybody carries" in text)
    sitting.send(ESCAPE)
    sitting.wait(lambda text: "What everybody carries" not in text)
    sitting.send("q")
    assert sitting.ended() == 0 and re.search(r"a whole operation: \S*stuka play", sitting.all)
    assert list(tmp_path.iterdir()) == []
    assert "--seed: the tutorial has its own" in refusal("--tutorial", "--seed", "3")


@pytest.mark.slow
def test_two_terminals_never_write_one_save_and_one_that_is_closed_ends_it(
    sit: Callable[..., Sitting], refusal: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "war.json"
    sitting = sit("--save", "war.json", "--seed", "7")
    sitting.wait("how many aircraft fly")
    before = path.read_bytes()
    assert "is being played in another window" in refusal("--load", "war.json")
    assert path.read_bytes() == before
    sitting.send(ENTER)
    wait_for_turns(sitting, path, 2)
    sitting.child.ptyproc.fileobj.close()
    sitting.child.closed = sitting.child.ptyproc.closed = True
    end = time.monotonic() + PATIENCE
    ended = (0, 0)
    while time.monotonic() < end and ended == (0, 0):
        time.sleep(0.05)
        ended = os.waitpid(sitting.child.pid, os.WNOHANG)
    assert os.waitstatus_to_exitcode(ended[1]) == 129 and ended[0]
    assert len(load_war(path).turns) == 2
    SaveLock(path).release()


@pytest.mark.slow
def test_the_example_of_play_at_the_table(
    sit: Callable[..., Sitting], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dice of T11 typed by hand come to its score; the power fails in the middle of a turn."""
    path = tmp_path / "war.json"
    sitting = sit("--table", "--env", "Stuka/Mission-v0", "--segment", "1941-11", "--save", "war.json")
    sitting.wait("two white D6 and the colour D6")
    dice = {chart: list(words) for chart, words in DICE_OF_T11.items()}
    decisions = list(DECISIONS_OF_T11)
    shadow = Session(War("Stuka/Mission-v0", {"segment": "1941-11"}, 0, table=True), tmp_path / "shadow.json")
    killed = False
    while not shadow.war.over:
        need = shadow.war.need
        if need is None:
            action = ACTS.index_of(*decisions.pop(0))
            number = [index for index, _ in shadow.war.legal].index(action) + 1
            if ACTS.verb_of(action) == Act.LEADER:
                one_by_one(sitting)
            sitting.wait(f"To decide: {shadow.war.question}")
            sitting.send(str(number), ENTER)
            shadow.take(action)
        elif need.chart == Chart.EVENT:
            card = dice[need.chart].pop(0)
            sitting.wait("draw an event card")
            sitting.send("/", CARD_NAMES[card], ENTER, ENTER)
            shadow.take(load_charts().names.card_ids.index(card) + 1)
        elif need.chart == Chart.CUP:
            slot = dice[need.chart].pop(0)
            sitting.wait("draw a number from the cup")
            sitting.send(slot, ENTER)
            shadow.take(int(slot))
        else:
            typed = dice[need.chart].pop(0)
            sitting.wait(f"({need.chart.name[:2]}" if need.chart != Chart.GAMBLE else "Rudel Gamble (7.7)")
            sitting.send(typed, ENTER)
            shadow.roll(typed)
        sitting.wait(lambda text: as_kept(path) == as_kept(tmp_path / "shadow.json"))
        if shadow.war.need is not None and shadow.war.need.chart == Chart.C4 and not killed:
            killed = True
            sitting.child.kill(signal.SIGKILL)
            assert sitting.ended() == 137
            sitting = sit("--load", "war.json")
            sitting.wait("Evasion (C4): roll one D10")
    sitting.wait(lambda text: "The attacks" in text and "The score" in text)
    sitting.send(ENTER)
    sitting.wait(lambda text: "The end" in text and "Large buildings" in text)
    assert killed and decisions == [] and not any(dice.values())
    sitting.send("w")
    sitting.wait("Replay written")
    sitting.send(ESCAPE)
    sitting.wait(lambda text: "The end" not in text)
    sitting.send("q")
    assert sitting.ended() == 0 and "score 46 (" in sitting.all
    assert program.main(["replay", str(tmp_path / "war-replay.json")]) == 0
    assert "score 46 " in capsys.readouterr().out


def nearly_over(path: Path) -> str:
    """A mission flown as doctrine would, up to its last decision; the number of the option that is to be taken."""
    whole, war = (War("Stuka/Mission-v0", {"segment": "1941-06"}, 2) for _ in range(2))
    doctrine = make_adviser("doctrine")
    while not whole.over:
        whole.take(doctrine.consider(whole.position()).choice)
    *actions, last = [turn.action for turn in whole.turns if turn.action is not None]
    for action in actions:
        war.take(action)
    save_war(war, path)
    return str([index for index, _ in war.legal].index(last) + 1)


def to_the_end_page(sitting: Sitting, option: str) -> None:
    """The last decision, then the debrief, then what there is to do now."""
    sitting.wait("To decide")
    sitting.send(option, ENTER)
    sitting.wait(lambda text: "The score" in text and "The end" not in text)
    sitting.send(ENTER)
    sitting.wait(lambda text: "The end" in text and "Review it" in text)


@pytest.mark.slow
def test_a_review_from_the_end_of_a_war(
    sit: Callable[..., Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As somebody does who has just flown: the table in the terminal, the page in the browser, back to the game."""
    path, opened, browser = tmp_path / "war.json", tmp_path / "opened.txt", tmp_path / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    option = nearly_over(path)
    sitting = sit("--load", "war.json", size=(34, 110))
    to_the_end_page(sitting, option)
    sitting.wait("what each decision cost, in half a minute")
    sitting.send(DOWN, ENTER)
    sitting.wait(lambda text: "Enter goes back to the game." in sitting.all)
    told = sitting.all.rpartition("\x1b[?1049l")[2]  # since the terminal was handed over
    score = (load_war(path).result or {})["score"]
    assert re.search(rf"by hand: {score}\. In the same war: old_hand \d+", told) and re.search(r"^  par ", told, re.M)
    assert re.search(r"^  rest ", told, re.M) and "paired futures" in told and "Traceback" not in told
    page = tmp_path / "war-review.html"
    assert f"written: {page.name}" in told and opened.read_text().split() == [page.as_uri()]
    assert '"review":{"losses":' in page.read_text(encoding="utf-8")
    sitting.send(ENTER)
    sitting.wait(lambda text: "The end" in text and "Review it" in text)
    sitting.send(*[DOWN] * 5, ENTER)  # leave
    assert sitting.ended() == 0 and sitting.all.rstrip().endswith("saved in war.json")


WITHOUT_THE_LABORATORY = """
from importlib import metadata
found = metadata.entry_points
def entry_points(**asked):
    return [] if asked.get("group") == "stuka_env.commands" else found(**asked)
metadata.entry_points = entry_points
"""


@pytest.mark.slow
def test_without_the_laboratory_the_end_of_a_war_says_what_adds_the_review(
    sit: Callable[..., Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_THE_LABORATORY)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    option = nearly_over(tmp_path / "war.json")
    sitting = sit("--load", "war.json", size=(34, 110))
    to_the_end_page(sitting, option)
    sitting.wait("a clone of the repository adds it (make setup)")
    sitting.send(DOWN, ENTER)
    sitting.wait(lambda text: " ".join(text.split()).count("a clone of the repository adds it") == 2)  # the notice
    sitting.send(*[DOWN] * 5, ENTER)  # leave
    assert sitting.ended() == 0 and not (tmp_path / "war-review.html").exists()


def as_kept(path: Path) -> Any:
    """Return the decisions and rolls in a saved war."""
    kept = json.loads(path.read_text())
    return kept["turns"], kept["pending"]


# --- refusals before the first picture ---


def command(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "stuka_env", "play", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, **more,
    )  # fmt: skip


def test_without_a_terminal_it_is_refused_in_one_line() -> None:
    run = command(input="1\n2\n")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.count("\n") == 1 and "must be a terminal" in run.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--env", "Stuka/Duel-v0"), "env: "),
        (("--operation", "overlord"), "operation: "),
        (("--env", "Stuka/Operation-v0", "--segment", "1941-06"), "segment: "),
        (("--seed", "-1"), "--seed"),
        (("--charts", "/nowhere"), "charts: "),
        (("--save", "nowhere/war.json"), "no such folder"),
        (("--load", "nothing.json"), "cannot be read"),
        (("--advise", "nobody"), "--advise: "),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(
    refusal: Callable[..., str], tmp_path: Path, words: tuple[str, ...], named: str
) -> None:
    assert named in refusal(*words)
    assert list(tmp_path.iterdir()) == []


def test_what_was_typed_is_looked_at_before_the_file_that_is_there(refusal: Callable[..., str], tmp_path: Path) -> None:
    """Another file would not help whoever mistyped the operation."""
    war = War("Stuka/Operation-v0", {}, 1)
    war.take(ACTS.index_of("FLY", 4))
    kept = save_war(war, tmp_path / "stuka-war.json").read_bytes()
    for word, named in (("overlord", "operation: "), ("citadel", "holds a war that is not over")):
        assert named in refusal("--operation", word)
    assert (tmp_path / "stuka-war.json").read_bytes() == kept


def test_without_textual_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from stuka_env.commands import check_terminal

    monkeypatch.setitem(sys.modules, "textual", None)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    with pytest.raises(ValueError, match="textual is not installed in .*, the extra 'play' of stuka-env brings it"):
        check_terminal()
