"""The page and its server: one game for all tabs, on this machine, under an address with a random token.

The page loads nothing from another host. A request without the token, from another page, or under a name that is not
this machine's, is refused. All tabs show the same war, and one thread changes it, so that no two write its file.
"""

import asyncio
import json
import logging
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from ipaddress import ip_address
from typing import Any, NamedTuple

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from stuka_env.io.quoting import printable
from stuka_env.play.browser.game import BrowserGame
from stuka_env.play.browser.view import page_constants
from stuka_env.play.child import Worker, start_thread
from stuka_env.play.keys import Key
from stuka_env.play.parts import play_parts
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.watch.page import assemble, digest, embedded, enclosed, sheet_scripts, source, worded
from stuka_env.watch.page import style as page_style

PLAY_SCRIPTS = ("question.js", "seating.js", "sheets.js", "game.js")
"""Parts of the script of this page, in order."""


def own_source(name: str) -> str:
    """Return a file of this folder."""
    return (files("stuka_env.play.browser") / name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return the script of the page."""
    return enclosed([*sheet_scripts(), source("glossary.js"), *map(own_source, PLAY_SCRIPTS)])


@cache
def style() -> str:
    """Return the style of the page."""
    return page_style() + own_source("game.css")


def policy_for(host: str) -> str:
    """Return the Content-Security-Policy of the page: its own script and style, and a connection to this server.

    Args:
        host: name and port under which the browser knows the server.
    """
    return (
        f"default-src 'none'; script-src {digest(script())}; style-src {digest(style())}; img-src data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def game_page(spec: Any, keys: Iterable[Key]) -> str:
    """Return the page for wars of a specification, with its keys."""
    constants = page_constants(play_parts(spec.game), spec, keys)
    html = worded(own_source("game.html"), constants["nouns"])
    return assemble(html, style=style(), script=script(), data=embedded(constants))


FIELDS: Mapping[str, type] = {
    "do": str, "number": int, "version": int, "answer": int, "typed": str, "way": str,
    "row": int, "column": int, "person": int, "theme": str, "mixed": bool,
}  # fmt: skip
"""All fields, with the type of each. ``number`` is repeated in the reply."""
LARGEST_SAFE_NUMBER = 2**53
"""Limit of whole numbers, which a script of a page keeps exactly below it."""


def read_request(text: str) -> tuple[int | None, dict[str, Any] | None]:
    """Return the number of a request and all its fields.

    The number is None if the request has none that can be repeated. The fields are None if one is unknown or has
    another type: true is no number, and neither is NaN.
    """
    contents: Any = None
    with suppress(ValueError, RecursionError):
        contents = json.loads(text)
    if not isinstance(contents, dict):
        return None, None
    number = contents.get("number")
    is_known = all(_fits(name, value) for name, value in contents.items())
    return number if _fits("number", number) else None, contents if is_known else None


def _fits(name: str, value: Any) -> bool:
    if name not in FIELDS or type(value) is not FIELDS[name]:
        return False
    return not isinstance(value, int) or abs(value) < LARGEST_SAFE_NUMBER


MOST_SOCKETS = 16
"""Tabs that are open at once."""
HEARTBEAT = 15.0
"""Seconds between two signs of life of a connection."""
LONGEST_REQUEST = 4_096
"""Bytes of a request of the page."""
PAGE_TOKEN_BYTES = 16
LAST_PATIENCE = 2.0
"""Seconds for which the end waits for the thread that changes the war."""
LONG_WORK = ("compare", "review", "share")
"""Requests that take seconds. They run beside the game, one at a time."""
FAULT = "the game in the browser"
"""The words before a traceback in the terminal."""
FAILURE = "That failed, and the war is kept as it was. The terminal shows the error."
SAFE_HEADERS = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
"""A ``Host`` header in small letters."""

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


def host_of(header: str, address: Address) -> str | None:
    """Return the name and the port of a ``Host`` header in their usual form; None if it does not name this machine.

    An IP address always passes: a page of another host cannot make a browser send one. It has no zone, which may
    contain any characters. A name passes if it is ``localhost``, the machine's own or the one that the server was told
    to listen on.
    """
    parts = HOST.fullmatch(header.lower())
    if parts is None:
        return None
    name = parts["name"]
    port = f":{int(parts['port'])}" if parts["port"] else ""
    with suppress(ValueError):
        ip = ip_address(name.strip("[]"))
        return f"[{ip}]{port}" if ip.version == 6 else f"{ip}{port}"
    own = {"localhost", address.host.lower(), socket.gethostname().lower(), socket.getfqdn().lower()}
    return f"{name}{port}" if name in own else None


class GameServer:
    """The server of one game.

    Args:
        make_game: makes the game from a function that it calls after every change.
        address: the address to listen on.
    """

    def __init__(self, make_game: GameMaker, address: Address) -> None:
        self.address = address
        self.token = secrets.token_urlsafe(PAGE_TOKEN_BYTES)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sockets: set[web.WebSocketResponse] = set()
        self._player = Worker("game")
        """The only thread that changes the war."""
        self._worker = Worker("work")
        """The thread of what takes seconds."""
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
        app = web.Application(
            middlewares=[self.check_request],
            client_max_size=LONGEST_REQUEST,
            handler_args={"logger": silent_log()},  # it would print a traceback for whatever is no HTTP
        )
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
        if not is_own_page or host_of(request.host, self.address) is None:
            raise web.HTTPForbidden(text="Requests from other pages or host names are not allowed.")
        token = request.match_info.get("token", "")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise web.HTTPNotFound(text="The address of the game is printed in its terminal.")
        try:
            response = await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception:  # an error of the program must not end the game
            logging.exception(FAULT)
            raise web.HTTPInternalServerError(text=FAILURE) from None
        if not response.prepared:
            response.headers.update(SAFE_HEADERS)
        return response

    async def handle_page(self, request: web.Request) -> web.Response:
        """Send the page of the game."""
        host = host_of(request.host, self.address)
        assert host is not None  # as the request has been checked
        headers = {"Content-Security-Policy": policy_for(host)}
        return web.Response(text=self._page, content_type="text/html", headers=headers)

    async def handle_watch(self, request: web.Request) -> web.Response:
        """Send the watch page of the war up to now."""
        return await self._send_page(self.game.watch_page)

    async def handle_rivals(self, request: web.Request) -> web.Response:
        """Send the watch page of the war and of the rivals' wars."""
        return await self._send_page(self.game.rivals_page)

    async def _send_page(self, make: Callable[[], str]) -> web.Response:
        try:
            text = await self._worker.call(make)
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
            path = await self._player.call(self.game.session.write_replay)
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
                task = asyncio.create_task(self._answer(tab, message))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        finally:
            self._sockets.discard(tab)
        return tab

    async def _answer(self, tab: web.WebSocketResponse, message: WSMessage) -> None:
        """Do what a tab asks for, and send it the reply."""
        number, request = read_request(message.data) if message.type == WSMsgType.TEXT else (None, None)
        is_long = request is not None and request.get("do") in LONG_WORK
        try:
            if is_long:
                reply = await self._worker.call(self.game.work, request)
            else:
                reply = await self._player.call(self.game.play, request)
        except CannotPlay as refusal:
            await self._send_state(tab)
            reply = {"refusal": printable(str(refusal))}
        except ValueError as error:
            reply = {"refusal": printable(str(error))}
        except Exception:  # an error of the program must not end the game
            logging.exception(FAULT)
            reply = {"refusal": FAILURE}
        await send(tab, {"reply": number, **reply})

    async def _send_state(self, tab: web.WebSocketResponse) -> None:
        await send(tab, {"state": await self._player.call(self.game.state)})

    async def _broadcast(self) -> None:
        state = await self._player.call(self.game.state)
        for tab in tuple(self._sockets):
            await send(tab, {"state": state})

    def _on_change(self) -> None:
        """Send the state to all tabs. This is called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._broadcast(), self._loop)

    # --- beginning and end ---

    async def _on_startup(self, app: web.Application) -> None:
        self._loop = asyncio.get_running_loop()

    async def _on_shutdown(self, app: web.Application) -> None:
        for tab in tuple(self._sockets):
            await tab.close(code=WSCloseCode.GOING_AWAY)
        with suppress(TimeoutError):  # a decision that is being taken is kept
            await asyncio.wait_for(self._player.call(lambda: None), LAST_PATIENCE)


async def send(tab: web.WebSocketResponse, message: dict[str, Any]) -> None:
    """Send a message to a tab, unless it has gone."""
    with suppress(ConnectionError, RuntimeError):
        await tab.send_str(json.dumps(message, separators=(",", ":"), allow_nan=False))


def silent_log() -> logging.Logger:
    """Return a log that drops everything."""
    log = logging.Logger("silent")
    log.addHandler(logging.NullHandler())
    return log


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


def serve(make_game: GameMaker, address: Address, on_start: Callable[[str], object] | None = None) -> Session:
    """Serve a game until Ctrl-C, and return the session that was played last.

    Args:
        make_game: makes the game from a function that it calls after every change.
        address: the address to listen on.
        on_start: called with the address of the page when it can be opened; None for nothing.

    Raises:
        ValueError: the address cannot be used.
    """
    check_free(address)
    server = GameServer(make_game, address)

    def announce(_: str) -> None:  # in place of the library's lines
        print(f"the game is at {server.url} (Ctrl-C ends it)", flush=True)
        if on_start is not None:
            start_thread("start", lambda: on_start(server.url))

    web.run_app(
        server.app(), host=address.host, port=address.port, print=announce, access_log=None, shutdown_timeout=1.0
    )
    return server.game.session
