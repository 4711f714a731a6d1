"""The table in a browser: Chromium plays it, nothing comes from another host, two tabs never write one save."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from stuka_env.commands import in_browser
from stuka_env.play import TAB_DRIVER
from stuka_env.play.lock import SaveLock
from stuka_env.play.war_file import load_war
from tests.support.chromium import CHROMIUM, FLAGS
from tests.support.places import ROOT

pytest.importorskip("textual_serve", reason="textual-serve is not installed: pip install 'stuka-env[play]'")

import aiohttp
from stuka_env.play.tab import HEIGHTS, WIDTHS
from stuka_env.play.web import MOST_SOCKETS, POLICY, Address, check_free, is_local_name

QUESTION = "how many aircraft fly"
linux = pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="processes are counted in /proc")

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

    def __init__(self, folder: Path, *words: str, host: str = "127.0.0.1") -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        inherited = os.environ.get("PYTHONPATH", "")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stuka_env", "play", "--web", f"{host}:{self.port}", *words],
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
    until(lambda: processes_of(tmp_path) == [], "the end of all processes")


def turns(path: Path) -> int:
    return len(json.loads(path.read_text())["turns"])


def processes_of(folder: Path) -> list[int]:
    """Processes that play in ``folder``: the server and the processes of its tabs."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
    return [pid for pid in pids if cwd_of(pid) == str(folder) and is_running(pid)]


def cwd_of(pid: int) -> str:
    with suppress(OSError):
        return os.readlink(f"/proc/{pid}/cwd")
    return ""


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def screen(socket: aiohttp.ClientWebSocketResponse, words: str) -> str:
    """Read from a tab until its terminal has shown ``words``."""
    shown = ""
    async with asyncio.timeout(PATIENCE):
        while words not in shown:
            message = await socket.receive()
            assert message.type == aiohttp.WSMsgType.BINARY, (message, shown)
            shown += SEQUENCE.sub("", message.data.decode("utf-8", "replace"))
    return shown


async def closed(socket: aiohttp.ClientWebSocketResponse) -> None:
    async with asyncio.timeout(PATIENCE):
        async for _ in socket:
            pass


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
    assert status(table, "/ws", Host="table.example", **upgrade) == 403
    assert status(table, "/static/js/textual.js", Host="table.example") == 403
    with closing(HTTPConnection("127.0.0.1", table.port, timeout=30)) as asked:
        asked.request("GET", "/?fontsize=9999")
        answer = asked.getresponse()
        page = answer.read().decode()
    assert answer.headers["Content-Security-Policy"] == POLICY and "frame-ancestors 'none'" in POLICY
    assert 'data-font-size="40"' in page and not re.search(r"https?://", page)
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=False).stdout
    places = re.findall(rf" ([0-9A-F]{{8}}):{table.port:04X} 00000000:0000 0A", listening)
    assert places in ([], ["0100007F"])  # 127.0.0.1, where the system can say


@pytest.mark.parametrize("listening", ["127.0.0.1", "0.0.0.0", "::", "192.168.7.7"])
def test_a_foreign_name_is_refused_on_every_address(listening: str) -> None:
    address = Address(listening, 8000)
    own = ("127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000", "192.168.7.7:8000", socket.gethostname())
    foreign = ("table.example", "table.example:8000", "127.0.0.1.example:8000", "localhost.example", "")
    assert [host for host in own if not is_local_name(host, address)] == []
    assert [host for host in foreign if is_local_name(host, address)] == []
    assert is_local_name("table.example:8000", Address("table.example", 8000))


def test_a_server_for_others_refuses_foreign_names_too(tmp_path: Path) -> None:
    open_table = Table(tmp_path, "--seed", "7", "--save", "war.json", host="0.0.0.0")
    try:
        assert status(open_table, "/") == 200
        assert status(open_table, "/", Host=f"table.example:{open_table.port}") == 403
    finally:
        open_table.close()


@linux
def test_a_killed_server_takes_its_tab_with_it(tmp_path: Path) -> None:
    table = Table(tmp_path, "--seed", "7", "--save", "war.json")

    async def play_and_kill() -> None:
        async with aiohttp.ClientSession() as client, client.ws_connect(f"{table.url}ws") as tab:
            await screen(tab, QUESTION)
            assert len(processes_of(tmp_path)) == 2
            table.process.send_signal(signal.SIGKILL)
            table.process.wait()

    asyncio.run(play_and_kill())
    until(lambda: processes_of(tmp_path) == [], "the end of the tab's process")
    table.close()
    SaveLock(tmp_path / "war.json").release()
    assert turns(tmp_path / "war.json") == 1


@linux
def test_a_stopped_server_closes_its_tab_at_once(tmp_path: Path) -> None:
    table = Table(tmp_path, "--seed", "7", "--save", "war.json")

    async def play_and_stop() -> float:
        async with aiohttp.ClientSession() as client, client.ws_connect(f"{table.url}ws") as tab:
            await screen(tab, QUESTION)
            begin = time.monotonic()
            table.process.send_signal(signal.SIGINT)
            await closed(tab)
            await asyncio.to_thread(table.process.wait)
            return time.monotonic() - begin

    assert asyncio.run(play_and_stop()) < 30
    table.close()
    until(lambda: processes_of(tmp_path) == [], "the end of the tab's process")


@linux
def test_further_tabs_are_refused_without_a_process(table: Table, tmp_path: Path) -> None:
    async def open_many() -> None:
        async with aiohttp.ClientSession() as client, client.ws_connect(f"{table.url}ws") as first:
            await screen(first, QUESTION)
            others = [await client.ws_connect(f"{table.url}ws") for _ in range(MOST_SOCKETS - 1)]
            for other in others:
                assert "being played in another window" in await screen(other, "close this one")
            assert len(processes_of(tmp_path)) == 2
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                await client.ws_connect(f"{table.url}ws")
            for other in others:
                await other.send_json(["stdin", "\r"])
                await closed(other)
            await first.close()
            async with client.ws_connect(f"{table.url}ws") as again:  # the seat is free
                await screen(again, QUESTION)

    asyncio.run(open_many())


@linux
def test_a_giant_terminal_is_cut_and_a_broken_message_is_ignored(table: Table, tmp_path: Path) -> None:
    broken: tuple[Any, ...] = (
        [], {}, "stdin", ["stdin"], ["stdin", 7], ["resize", 3], ["resize", {"width": "80", "height": None}],
        ["resize", {"width": -5, "height": -5}], ["resize", {"width": 30_000, "height": 30_000}], ["unknown", 1],
    )  # fmt: skip

    async def play() -> None:
        giant = f"{table.url}ws?width=30000&height=30000"
        async with aiohttp.ClientSession() as client, client.ws_connect(giant) as tab:
            await screen(tab, QUESTION)
            for message in broken:
                await tab.send_json(message)
            for text in ("no JSON", "[" * 5_000, '["resize", {"width": 1e400, "height": 24}]'):
                await tab.send_str(text)
            await tab.send_bytes(b"\x00\xff")
            await tab.send_json(["ping", "here"])
            async with asyncio.timeout(PATIENCE):
                while (message := await tab.receive()).type != aiohttp.WSMsgType.TEXT:
                    assert message.type == aiohttp.WSMsgType.BINARY
            assert message.json() == ["pong", "here"]
            await tab.send_json(["stdin", "\r"])
            await screen(tab, "These crews fly")
            (program,) = (pid for pid in processes_of(tmp_path) if pid != table.process.pid)
            resident = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{program}/status").read_text())
            assert resident is not None and int(resident[1]) < 600_000

    asyncio.run(play())
    assert WIDTHS[1] * HEIGHTS[1] <= 100_000


def test_what_is_wrong_is_said_before_anything_is_served(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        with pytest.raises(ValueError, match="--web: 127.0.0.1:.* cannot be used") as refused:
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
    monkeypatch.setenv("TEXTUAL_DRIVER", TAB_DRIVER)
    assert in_browser()
    assert Address("::1", 9000).url == "http://[::1]:9000/"
