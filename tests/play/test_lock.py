"""One player at a time for a file."""

import subprocess
import sys
from pathlib import Path

import pytest

from stuka_env.cli import COMMANDS, parser
from stuka_env.commands import _address, open_session
from stuka_env.play.lock import SaveLock
from stuka_env.play.session import Session
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError
from tests.support.each import each
from tests.support.places import ROOT


def test_a_file_has_one_player_until_he_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    lock = SaveLock(path)
    with pytest.raises(SaveError, match="another window") as refused:
        SaveLock(path, patience=0.0)
    assert "\n" not in str(refused.value)
    SaveLock(tmp_path / "other.json", patience=0.0).release()
    lock.release()
    SaveLock(path, patience=0.0).release()
    assert list(tmp_path.iterdir()) == []  # nothing is left lying about


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    path, link = tmp_path / "war.json", tmp_path / "links" / "link.json"
    link.parent.mkdir()
    link.symlink_to(path)
    lock = SaveLock(path)
    with pytest.raises(SaveError, match="another window"):
        SaveLock(link, patience=0.0)
    lock.release()
    SaveLock(link, patience=0.0).release()
    assert list(link.parent.iterdir()) == [link]


def test_a_loop_of_links_is_refused_in_a_line(tmp_path: Path) -> None:
    for name, other in (("a.json", "b.json"), ("b.json", "a.json")):
        (tmp_path / name).symlink_to(tmp_path / other)
    with pytest.raises(SaveError, match="symbolic links") as refused:
        SaveLock(tmp_path / "a.json")
    assert "\n" not in str(refused.value)
    for option in ("--load", "--save"):
        options = parser(COMMANDS, "play").parse_args(["play", option, str(tmp_path / "a.json")])
        with pytest.raises((ValueError, OSError), match="a.json") as error:
            open_session(options)
        assert str(error.value).isprintable()


def test_a_program_that_ends_lets_go(tmp_path: Path) -> None:
    words = "import sys, os; from pathlib import Path; from stuka_env.play.lock import SaveLock;"
    words += "held = SaveLock(Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    killed = subprocess.run([sys.executable, "-c", words, str(tmp_path / "war.json")], cwd=ROOT, check=False)
    assert killed.returncode == -9
    SaveLock(tmp_path / "war.json", patience=0.0).release()


def test_a_session_that_holds_its_file_holds_the_next_one_too(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 1), path, SaveLock(path))
    again = session.again(1)
    session.release()
    SaveLock(path, patience=0.0).release()
    with pytest.raises(SaveError):
        SaveLock(again.path, patience=0.0)
    again.release()


@each(
    "word, address",
    [
        ("0.0.0.0", ("0.0.0.0", 8000)),
        ("localhost:9000", ("localhost", 9000)),
        ("[::1]:9000", ("::1", 9000)),
        ("::1", ("::1", 8000)),
    ],
)
def test_addresses_are_read(word: str, address: tuple[str, int]) -> None:
    assert _address(word) == address


@each("word", ["", ":8000", "localhost:0", "localhost:70000", "localhost:http"])
def test_other_addresses_are_refused_in_a_line(word: str) -> None:
    import argparse

    with pytest.raises(argparse.ArgumentTypeError, match="allowed is HOST"):
        _address(word)
