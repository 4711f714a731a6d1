"""Refusals of ``stuka play`` before the game, on the page and at lines of text; the way to a page elsewhere."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stuka_env import cli as program
from stuka_env.games.stuka.codes import ACTS
from stuka_env.io.display import has_display, tunnel_to
from stuka_env.play.war import War
from stuka_env.play.war_file import save_war


@pytest.fixture
def refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """A function that plays with arguments that are refused, in both doors, and returns the line."""
    monkeypatch.chdir(tmp_path)

    def refused(*words: str) -> str:
        lines = set()
        for door in ([], ["--text"]):
            try:
                status = program.main(["play", *words, *door])
            except SystemExit as stopped:
                status = stopped.code  # type: ignore[assignment]
            said = capsys.readouterr().err
            assert status == 2 and said.count("\n") == 1
            lines.add(said)
        (line,) = lines
        return line

    return refused


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
        (("--tutorial", "--seed", "3"), "--seed: the tutorial has its own"),
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


def test_one_door_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "exercises"):
        with pytest.raises(SystemExit):
            program.main([command, "--text", "--web"])
        assert "not allowed with argument" in capsys.readouterr().err


def test_without_the_library_of_the_server_one_line_names_the_extra_and_the_other_door(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    for command in ("play", "exercises"):
        assert program.main([command]) == 2
        said = capsys.readouterr().err
        assert re.search("aiohttp is not installed in .*, the extra 'play' of stuka-env brings it; --text needs", said)


# --- the page ---


@pytest.fixture
def at_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSH_CONNECTION", "SSH_TTY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.usefixtures("at_a_display")
def test_a_display_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_display()
    monkeypatch.delenv("DISPLAY")
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.7 22")
    assert not has_display()
    assert tunnel_to("http://127.0.0.1:8003/token/").startswith("ssh -L 8003:127.0.0.1:8003 ")
    assert tunnel_to("http://127.0.0.1:8003/token/").endswith("@192.0.2.7")


@pytest.mark.usefixtures("at_a_display")
def test_the_page_is_opened_where_it_can_be_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from stuka_env.commands import show_game

    opened: list[str] = []

    def open_page(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    show_game("http://127.0.0.1:8000/token/")
    assert opened == ["http://127.0.0.1:8000/token/"] and capsys.readouterr().out == ""
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    show_game("http://127.0.0.1:8000/token/")
    assert "ssh -L 8000:127.0.0.1:8000 " in capsys.readouterr().out
    monkeypatch.delenv("DISPLAY")
    show_game("http://127.0.0.1:8000/token/")
    assert len(opened) == 1 and "ssh -L 8000:127.0.0.1:8000 " in capsys.readouterr().out


def test_the_next_port_is_taken_if_the_usual_one_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("aiohttp")
    from argparse import Namespace

    from stuka_env.commands import WEB_PORTS, free_address

    tried: list[int] = []

    def check_free(address: object) -> None:
        tried.append(address.port)  # type: ignore[attr-defined]
        if address.port < 8002:  # type: ignore[attr-defined]
            raise ValueError("in use")

    monkeypatch.setattr("stuka_env.play.browser.server.check_free", check_free)
    assert free_address(Namespace(web=None)).port == 8002 and tried == [8000, 8001, 8002]
    monkeypatch.setattr("stuka_env.commands.WEB_PORTS", 2)
    with pytest.raises(ValueError, match="ports 8000 to 8001 are in use"):
        free_address(Namespace(web=None))
    assert WEB_PORTS > 2
