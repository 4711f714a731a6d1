"""The table in a browser: Chromium plays it, nothing comes from another host, two tabs never write one save."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from stuka_env.commands import in_browser
from stuka_env.play.war_file import load_war
from tests.support.chromium import CHROMIUM, FLAGS
from tests.support.places import ROOT

pytest.importorskip("textual_serve", reason="textual-serve is not installed: pip install 'stuka-env[play]'")

from stuka_env.play.web import POLICY, Address, check_free

PATIENCE = 180.0
"""Seconds to wait for something that takes two on a quiet machine."""
SEQUENCE = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b[\]P].*?(?:\x07|\x1b\\)|\x1b[^\[\]P]", re.DOTALL)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def until(true: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if true():
            return
        time.sleep(0.1)
    raise AssertionError(f"it never came: {what}")


class Table:
    """``stuka play --web`` with its own port."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        inherited = os.environ.get("PYTHONPATH", "")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stuka_env", "play", "--web", f"127.0.0.1:{self.port}", *words],
            cwd=folder, env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{inherited}"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, "--seed", "7", "--save", "war.json")
    yield made
    made.close()


def turns(path: Path) -> int:
    return len(json.loads(path.read_text())["turns"])


def status(table: Table, path: str, **headers: str) -> int:
    with closing(HTTPConnection("127.0.0.1", table.port, timeout=30)) as asked:
        asked.request("GET", path, headers=headers)
        with asked.getresponse() as answer:
            return answer.status


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: make browser")
def test_chromium_plays_and_a_second_tab_is_refused(table: Table, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    path, asked = tmp_path / "war.json", list[str]()
    shown: dict[int, str] = {}

    def listen(page: Any, number: int) -> None:
        shown[number] = ""

        def received(data: Any) -> None:
            if isinstance(data, bytes):
                shown[number] += SEQUENCE.sub("", data.decode("utf-8", "replace"))

        page.on("request", lambda request: asked.append(request.url))

        def opened(stream: Any) -> None:
            asked.append(stream.url)
            stream.on("framereceived", received)

        page.on("websocket", opened)

    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        first = browser.new_page(viewport={"width": 1200, "height": 760})
        errors: list[str] = []
        first.on("pageerror", lambda error: errors.append(str(error)))
        listen(first, 1)
        first.goto(table.url)

        def wait(page: Any, true: Callable[[], Any], what: str) -> None:
            until(lambda: page.wait_for_timeout(50) or true(), what)

        wait(first, lambda: "how many aircraft fly" in shown[1], "the question")
        first.keyboard.press("Enter")
        wait(first, lambda: turns(path) == 2 and "These crews fly" in shown[1], "the crews")
        first.keyboard.press("Enter")
        wait(first, lambda: turns(path) == 8, "the crews in their seats")

        second = browser.new_page()
        listen(second, 2)
        second.goto(table.url)
        wait(second, lambda: "being played in another window" in shown[2], "the refusal")
        second.keyboard.press("Enter")
        wait(second, lambda: second.locator("#ended").is_visible(), "the end of the second tab")
        assert turns(path) == 8

        shown[1] = ""
        first.reload()  # the same war goes on
        wait(first, lambda: "what the formation carries" in shown[1], "the war again")
        assert load_war(path).question == "what the formation carries"
        browser.close()
    hosts = {re.sub(r"^\w+://([^/]*).*", r"\1", url) for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {f"127.0.0.1:{table.port}"} and errors == []


def test_only_its_own_page_may_ask(table: Table, tmp_path: Path) -> None:
    assert table.url in table.first_line
    assert status(table, "/") == 200
    assert status(table, "/", Host="table.example") == 403  # a name that somebody points at this machine
    upgrade = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }  # fmt: skip
    assert status(table, "/ws", Origin="http://elsewhere.example", **upgrade) == 403
    with closing(HTTPConnection("127.0.0.1", table.port, timeout=30)) as asked:
        asked.request("GET", "/?fontsize=9999")
        answer = asked.getresponse()
        page = answer.read().decode()
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert 'data-font-size="40"' in page and not re.search(r"https?://", page)
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=False).stdout
    places = re.findall(rf" ([0-9A-F]{{8}}):{table.port:04X} 00000000:0000 0A", listening)
    assert places in ([], ["0100007F"])  # 127.0.0.1, where the system can say


def test_what_is_wrong_is_said_before_anything_is_served(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        with pytest.raises(ValueError, match="--web: 127.0.0.1:.* cannot be had") as refused:
            check_free(Address("127.0.0.1", busy.getsockname()[1]))
    assert "\n" not in str(refused.value)
    done = subprocess.run(
        [sys.executable, "-m", "stuka_env", "play", "--web", "--operation", "overlord"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2 and "operation: " in done.stderr and done.stderr.count("\n") == 1


def test_a_terminal_is_no_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    assert not in_browser()
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    assert in_browser()
    assert Address("::1", 9000).url == "http://[::1]:9000/"
