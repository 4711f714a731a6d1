"""The server of the page: who may ask, what a request can do, and what is left when it ends."""

import asyncio
import math
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from stuka_env.play.lock import SaveLock
from stuka_env.play.war import War
from stuka_env.play.war_file import SaveError, load_war, save_war
from tests.support.game_server import PATIENCE, GameProcess, turns_of, until
from tests.support.places import ROOT

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")

import aiohttp

from stuka_env.play.browser.game import STALE, WRONG_REQUEST
from stuka_env.play.browser.server import MOST_SOCKETS, Address, check_free, host_of
from tests.support.each import each

QUESTION = "To decide: how many aircraft fly"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[GameProcess]:
    process = GameProcess(tmp_path, "--seed", "7", "--save", "war.json")
    yield process
    process.close()


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameProcess]:
    """A game in which no test decides anything."""
    process = GameProcess(tmp_path_factory.mktemp("untouched"), "--seed", "7", "--save", "war.json")
    yield process
    process.close()


class Tab:
    """A tab without a browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    async def read(self) -> dict[str, Any]:
        """Return the next message; a state is kept."""
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = await self.socket.receive_json()
        self.state = message.get("state", self.state)
        return message

    async def ask(self, action: str, **fields: Any) -> dict[str, Any]:
        """Send a request, and return its reply."""
        await self.socket.send_json({"do": action, "number": 1, "version": self.state["version"], **fields})
        while "reply" not in (message := await self.read()):
            pass
        return message

    async def until_version(self, version: int) -> None:
        """Read until the state of this version has come."""
        while self.state["version"] < version:
            await self.read()


async def open_tab(client: aiohttp.ClientSession, game: GameProcess) -> Tab:
    tab = Tab(await client.ws_connect(f"{game.url}socket"))
    await tab.read()
    return tab


def answer_of(tab: Tab, place: int) -> int:
    answer: int = tab.state["war"]["options"][place][1]
    return answer


def test_only_its_own_page_may_ask(untouched: GameProcess) -> None:
    own = f"/{untouched.token}/"
    assert untouched.status(own) == 200
    assert untouched.status("/") == untouched.status("/socket") == untouched.status("/elsewhere/") == 404
    assert untouched.status(f"/{untouched.token[:-1]}/") == 404
    assert untouched.status(own, Host="table.example") == 403  # a name that somebody points at this machine
    upgrade = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }  # fmt: skip
    assert untouched.status(f"{own}socket", Origin="http://elsewhere.example", **upgrade) == 403
    assert untouched.status(f"{own}socket", Host="table.example", **upgrade) == 403
    assert untouched.status(f"{own}replay.json", Origin="http://elsewhere.example") == 403
    with closing(HTTPConnection("127.0.0.1", untouched.port, timeout=30)) as connection:
        connection.request("GET", own)
        answer = connection.getresponse()
        page = answer.read().decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert f"connect-src 'self' ws://127.0.0.1:{untouched.port};" in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert set(re.findall(r"https?://[^\"'\s]+", page)) == {"http://www.w3.org/2000/svg"}
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=False).stdout
    places = re.findall(rf" ([0-9A-F]{{8}}):{untouched.port:04X} 00000000:0000 0A", listening)
    assert places in ([], ["0100007F"])  # 127.0.0.1, where the system can say


@pytest.mark.slow
def test_every_game_has_its_own_token(game: GameProcess, tmp_path: Path) -> None:
    other = GameProcess(tmp_path, "--seed", "7", "--save", "other.json")
    try:
        assert other.token != game.token and len(other.token) >= 20
    finally:
        other.close()


@each("listening", ["127.0.0.1", "0.0.0.0", "::", "192.168.7.7"])
def test_a_foreign_name_is_refused_on_every_address(listening: str) -> None:
    address = Address(listening, 8000)
    own = ("127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000", "192.168.7.7:8000", socket.gethostname())
    foreign = ("table.example", "table.example:8000", "127.0.0.1.example:8000", "localhost.example", "")
    odd = (
        "[fe80::1%eth0]:8000", "[::1%x; script-src *]", "::1", "[::1", "127.0.0.1:8000:1", "127.0.0.1:٣", "127.0.0.1 ",
        "localhost; script-src *", "localhost,x", "localhost\tx", "127.0.0.1:123456", "[localhost]", "%31.0.0.1",
    )  # fmt: skip
    assert [host for host in own if host_of(host, address) is None] == []
    assert [host for host in (*foreign, *odd) if host_of(host, address) is not None] == []
    assert host_of("LocalHost:08000", address) == "localhost:8000" and host_of("[0:0::1]:1", address) == "[::1]:1"
    assert host_of("table.example:8000", Address("table.example", 8000)) == "table.example:8000"


def test_two_tabs_show_one_war_and_an_old_request_is_refused(game: GameProcess, tmp_path: Path) -> None:
    async def play() -> None:
        async with aiohttp.ClientSession() as client:
            one, other = await open_tab(client, game), await open_tab(client, game)
            assert one.state == other.state and one.state["war"]["heading"] == QUESTION
            version = one.state["version"]
            assert "refusal" not in await one.ask("take", answer=answer_of(one, 3))
            await one.until_version(version + 1)
            await other.until_version(version + 1)
            assert one.state["war"] == other.state["war"] and other.state["crews"] is not None
            late = await other.ask("take", answer=answer_of(one, 0), version=version)
            assert late["refusal"] == STALE and turns_of(tmp_path / "war.json") == 2

    asyncio.run(play())


def test_a_broken_request_changes_nothing(game: GameProcess, tmp_path: Path) -> None:
    broken: tuple[Any, ...] = (
        [], 7, "take", {"do": "take"}, {"do": 7}, {"do": "take", "answer": "3"}, {"do": "take", "answer": 10**6},
        {"do": "seat"}, {"do": "again"}, {"do": "roll", "typed": "7"}, {"do": "elsewhere"}, {"do": "change", "slot": 1},
        {"do": "propose", "way": "best"}, {"do": "compare", "extra": ["x"] * 50}, {"do": "journal", "extra": 1},
        {"do": "take", "answer": True}, {"do": "take", "answer": 1.0}, {"do": "take", "answer": 2**53},
        {"do": "take", "answer": -1}, {"do": "take", "answer": None}, {"do": ["take"], "answer": 1},
        {"do": "take", "answer": math.nan}, {"do": "take", "answer": math.inf}, {"do": "journal", "typed": math.nan},
        {"do": "roll", "typed": "\ud800"},
    )  # fmt: skip

    async def play() -> None:
        async with aiohttp.ClientSession() as client:
            tab = await open_tab(client, game)
            version = tab.state["version"]
            for request in broken:
                numbered = {**request, "number": 5, "version": version} if isinstance(request, dict) else request
                await tab.socket.send_json(numbered)
                while "reply" not in (message := await tab.read()):
                    pass
                assert message["refusal"], request
                assert message["reply"] == (5 if isinstance(request, dict) else None), request
            for text in ("no JSON", "[" * 2_000, "", "NaN", '{"number": NaN}', '{"number": 1e999}', b"", b"\xff{}"):
                await (tab.socket.send_bytes(text) if isinstance(text, bytes) else tab.socket.send_str(text))
                while "reply" not in (message := await tab.read()):
                    pass
                assert message["refusal"] == WRONG_REQUEST and message["reply"] is None
            assert tab.state["version"] == version
            await tab.ask("take", answer=answer_of(tab, 3))

    asyncio.run(play())
    assert turns_of(tmp_path / "war.json") == 2


def test_what_is_no_http_prints_nothing(game: GameProcess) -> None:
    own = f"GET /{game.token}/".encode()
    broken = (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9", b"GET / HTTP/1.1\r\nHost", b"\xff\xfe",
        b"GET http://[::1 HTTP/1.1\r\nHost: x", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5",
        own + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: \xff", own + b" HTTP/1.1\r\nHost: [::1%a; script-src *]",
    )  # fmt: skip
    for request in broken:
        with socket.create_connection(("127.0.0.1", game.port), timeout=PATIENCE) as connection:
            connection.sendall(request + b"\r\n\r\n")
            assert connection.recv(100).split()[1][:1] in (b"4", b"5"), request
    assert game.status(f"/{game.token}/") == 200
    printed = game.close()
    assert printed.count("\n") <= 2 and "continue with: " in printed, printed


def test_too_many_tabs_and_too_long_requests_are_refused(untouched: GameProcess) -> None:
    async def play() -> None:
        async with aiohttp.ClientSession() as client:
            tabs = [await open_tab(client, untouched) for _ in range(MOST_SOCKETS)]
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                await client.ws_connect(f"{untouched.url}socket")
            await tabs[0].socket.send_str("x" * 100_000)
            async with asyncio.timeout(PATIENCE):
                closing_message = await tabs[0].socket.receive()
            assert closing_message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            assert (await open_tab(client, untouched)).state["war"]["heading"] == QUESTION

    asyncio.run(play())


@pytest.mark.slow
def test_one_save_has_one_player(game: GameProcess, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="is being played in another window"):
        SaveLock(tmp_path / "war.json", patience=0.1)
    words = [sys.executable, "-m", "stuka_env", "play", "--web", "127.0.0.1:1", "--load", "war.json"]
    environment = {"cwd": tmp_path, "env": {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())}}
    second = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, **environment)  # type: ignore[call-overload]
    assert second.returncode == 2 and second.stderr.count("\n") == 1, second.stderr


@pytest.mark.slow
def test_a_stopped_server_closes_its_tabs_and_says_how_to_go_on(tmp_path: Path) -> None:
    game = GameProcess(tmp_path, "--seed", "7", "--save", "war.json")

    async def play_and_stop() -> float:
        async with aiohttp.ClientSession() as client:
            tab = await open_tab(client, game)
            begin = time.monotonic()
            game.process.send_signal(signal.SIGINT)
            async with asyncio.timeout(PATIENCE):
                async for _ in tab.socket:
                    pass
            return time.monotonic() - begin

    assert asyncio.run(play_and_stop()) < 30
    assert "continue with: " in game.process.communicate(timeout=PATIENCE)[0] and not list(tmp_path.glob(".*lock"))
    assert load_war(tmp_path / "war.json").question == "how many aircraft fly"


def children_of(process: "subprocess.Popen[str]") -> list[int]:
    """Return the processes that a process has started."""
    folder = Path(f"/proc/{process.pid}/task")
    return [int(word) for file in folder.glob("*/children") for word in file.read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process runs: one that has ended may wait for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds processes in /proc")
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_end_waits_for_no_review_and_no_review_stays(tmp_path: Path, way: signal.Signals) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    war = War("Stuka/Mission-v0", {}, 7)
    while not war.over:
        war.take(war.legal[-1][0])
    save_war(war, tmp_path / "war.json")
    game = GameProcess(tmp_path, "--load", "war.json")

    async def review_and_end() -> tuple[int, float]:
        async with aiohttp.ClientSession() as client:
            tab = await open_tab(client, game)
            await tab.socket.send_json({"do": "review", "number": 1, "version": tab.state["version"]})
            await asyncio.to_thread(until, lambda: children_of(game.process), "the review")
            (review,) = children_of(game.process)
            begin = time.monotonic()
            game.process.send_signal(way)
            await asyncio.to_thread(game.process.communicate, timeout=PATIENCE)
            return review, time.monotonic() - begin

    review, seconds = asyncio.run(review_and_end())
    assert seconds < 10
    until(lambda: not is_running(review), "the end of the review")


def test_a_wrong_call_is_refused_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        with pytest.raises(ValueError, match="--web: 127.0.0.1:.* cannot be used") as refused:
            check_free(Address("127.0.0.1", busy.getsockname()[1]))
    assert "\n" not in str(refused.value)
    finished = subprocess.run(
        [sys.executable, "-m", "stuka_env", "play", "--web", "--operation", "overlord"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert finished.returncode == 2 and "operation: " in finished.stderr and finished.stderr.count("\n") == 1
    assert Address("::1", 9000).url == "http://[::1]:9000/"
