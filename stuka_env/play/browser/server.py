"""The server of the page: one game for all tabs, on this machine, under an address with a random token.

The page loads nothing from another host. A request without the token, from another page, or under a name that is not
this machine's, is refused. All tabs show the same war, and one thread changes it, so that no two write its file.
"""

import asyncio
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, NamedTuple

from aiohttp import WSCloseCode, WSMsgType, web

from stuka_env.play.browser.game import BrowserGame
from stuka_env.play.browser.page import game_page, policy_for
from stuka_env.play.session import Session
from stuka_env.play.turns import CannotPlay
from stuka_env.quoting import printable

MOST_SOCKETS = 16
"""Tabs that are open at once."""
HEARTBEAT = 15.0
"""Seconds between two signs of life of a connection."""
LONGEST_REQUEST = 4_096
"""Bytes of a request of the page."""
TOKEN_BYTES = 16
LONG_WORK = ("compare", "review", "share")
"""Requests that take seconds. They run beside the game, one at a time."""
FAILURE = "That failed, and the war is kept as it was. The terminal shows the error."
SAFE_HEADERS = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
GameMaker = Callable[[Callable[[], object]], BrowserGame]
"""Maker of a game from a function that the game calls after every change."""


class Address(NamedTuple):
    """The address that the server listens on."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address as a URL."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"


def is_local_name(host: str, address: Address) -> bool:
    """Return whether a ``Host`` header names this machine.

    An IP address always passes: a page of another host cannot make a browser send one. A name passes if it is
    ``localhost``, the machine's own or the one that the server was told to listen on.
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.strip("[]").lower()
    with suppress(ValueError):
        ip_address(name)
        return True
    return name in {"localhost", address.host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}


class GameServer:
    """The server of one game.

    Args:
        make_game: makes the game from a function that it calls after every change.
        address: the address to listen on.
    """

    def __init__(self, make_game: GameMaker, address: Address) -> None:
        self.address = address
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sockets: set[web.WebSocketResponse] = set()
        self._player = ThreadPoolExecutor(1, thread_name_prefix="game")
        """The only thread that changes the war."""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="work")
        self.game = make_game(self._on_change)
        war = self.game.session.war
        self._game = war.parts.game.name
        self._page = game_page(war.engine.war_spec(), self.game.keys)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"{self.address.url}{self.token}/"

    def app(self) -> web.Application:
        """Return the application of the server."""
        app = web.Application(middlewares=[self.check_request], client_max_size=LONGEST_REQUEST)
        app.add_routes(
            [
                web.get("/{token}/", self.handle_page),
                web.get("/{token}/socket", self.handle_socket),
                web.get("/{token}/watch", self.handle_watch),
                web.get("/{token}/rivals", self.handle_rivals),
                web.get("/{token}/review", self.handle_review),
                web.get("/{token}/replay.json", self.handle_replay),
            ]
        )
        app.on_startup.append(self._on_startup)
        app.on_shutdown.append(self._on_shutdown)
        return app

    # --- requests ---

    @web.middleware
    async def check_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests without the token, of other pages and under foreign names."""
        origin = request.headers.get("Origin")
        is_own_page = origin is None or origin.partition("://")[2] == request.host
        if not (is_own_page and is_local_name(request.host, self.address)):
            raise web.HTTPForbidden(text="Requests from other pages or host names are not allowed.")
        token = request.match_info.get("token", "")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise web.HTTPNotFound(text="The address of the game is printed in its terminal.")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(SAFE_HEADERS)
        return response

    async def handle_page(self, request: web.Request) -> web.Response:
        """Send the page of the game."""
        headers = {"Content-Security-Policy": policy_for(self._game, request.host)}
        return web.Response(text=self._page, content_type="text/html", headers=headers)

    async def handle_watch(self, request: web.Request) -> web.Response:
        """Send the watch page of the war up to now."""
        return await self._send_page(self.game.watch_page)

    async def handle_rivals(self, request: web.Request) -> web.Response:
        """Send the watch page of the war and of the rivals' wars."""
        return await self._send_page(self.game.rivals_page)

    async def _send_page(self, make: Callable[[], str]) -> web.Response:
        try:
            text = await self._run(self._worker, make)
        except ValueError as error:
            raise web.HTTPConflict(text=printable(str(error))) from None
        return web.Response(text=text, content_type="text/html")

    async def handle_review(self, request: web.Request) -> web.StreamResponse:
        """Send the page of the review."""
        page = self.game.review_page()
        if page is None or not page.is_file():
            raise web.HTTPNotFound(text="The war has not been reviewed.")
        return web.FileResponse(page)

    async def handle_replay(self, request: web.Request) -> web.StreamResponse:
        """Send the replay of the war as a file."""
        try:
            path = await self._run(self._player, self.game.session.write_replay)
        except CannotPlay as refusal:
            raise web.HTTPConflict(text=printable(str(refusal))) from None
        return web.FileResponse(path, headers={"Content-Disposition": f'attachment; filename="{path.name}"'})

    # --- tabs ---

    async def handle_socket(self, request: web.Request) -> web.WebSocketResponse:
        """Connect a tab: send it the state, then answer its requests.

        Raises:
            HTTPServiceUnavailable: too many tabs are open.
        """
        if len(self._sockets) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text=f"More than {MOST_SOCKETS} windows are open.")
        tab = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LONGEST_REQUEST)
        self._sockets.add(tab)
        tasks: set[asyncio.Task[None]] = set()
        try:
            await tab.prepare(request)
            await self._send_state(tab)
            async for message in tab:
                if message.type == WSMsgType.TEXT:
                    task = asyncio.create_task(self._answer(tab, read_request(message.data)))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
        finally:
            self._sockets.discard(tab)
        return tab

    async def _answer(self, tab: web.WebSocketResponse, request: Any) -> None:
        """Do what a tab asks for, and send it the reply."""
        number = request.get("number") if isinstance(request, dict) else None
        is_long = isinstance(request, dict) and request.get("do") in LONG_WORK
        try:
            if is_long:
                reply = await self._run(self._worker, self.game.work, request)
            else:
                reply = await self._run(self._player, self.game.play, request)
        except CannotPlay as refusal:
            await self._send_state(tab)
            reply = {"refusal": printable(str(refusal))}
        except ValueError as error:
            reply = {"refusal": printable(str(error))}
        except Exception:  # an error of the program must not end the game
            logging.exception("the game in the browser")
            reply = {"refusal": FAILURE}
        await send(tab, {"reply": number, **reply})

    async def _send_state(self, tab: web.WebSocketResponse) -> None:
        await send(tab, {"state": await self._run(self._player, self.game.state)})

    async def _broadcast(self) -> None:
        state = await self._run(self._player, self.game.state)
        for tab in tuple(self._sockets):
            await send(tab, {"state": state})

    def _on_change(self) -> None:
        """Send the state to all tabs. This is called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._broadcast(), self._loop)

    async def _run(self, pool: ThreadPoolExecutor, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

    # --- beginning and end ---

    async def _on_startup(self, app: web.Application) -> None:
        self._loop = asyncio.get_running_loop()

    async def _on_shutdown(self, app: web.Application) -> None:
        """Close the connections, so that the pages show that the game has ended."""
        for tab in tuple(self._sockets):
            await tab.close(code=WSCloseCode.GOING_AWAY)
        self._player.shutdown(wait=True, cancel_futures=True)
        self._worker.shutdown(wait=False, cancel_futures=True)

    def announce(self, _: str) -> None:
        """Print the address, in place of the library's lines."""
        print(f"the game is at {self.url} (Ctrl-C ends it)", flush=True)


async def send(tab: web.WebSocketResponse, message: dict[str, Any]) -> None:
    """Send a message to a tab, unless it has gone."""
    with suppress(ConnectionError, RuntimeError):
        await tab.send_str(json.dumps(message, separators=(",", ":"), allow_nan=False))


def read_request(text: str) -> Any:
    """Return the contents of a request; None if it is no JSON text."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return None


def check_free(address: Address) -> None:
    """Refuse an address that is in use, or that is not this machine's.

    Raises:
        ValueError: the message gives the reason in one line.
    """
    try:
        family, kind, _, _, endpoint = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(endpoint)
    except OSError as error:
        raise ValueError(f"--web: {address.host}:{address.port} cannot be used ({error.strerror})") from None


def serve(make_game: GameMaker, address: Address) -> Session:
    """Serve a game until Ctrl-C, and return the session that was played last.

    Args:
        make_game: makes the game from a function that it calls after every change.
        address: the address to listen on.

    Raises:
        ValueError: the address cannot be used.
    """
    check_free(address)
    server = GameServer(make_game, address)
    web.run_app(
        server.app(), host=address.host, port=address.port, print=server.announce, access_log=None, shutdown_timeout=1.0
    )
    return server.game.session
