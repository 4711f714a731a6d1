"""``stuka play --web``: the table in a browser, through the server of the library that draws it.

The server starts one process for the tab that plays (:mod:`stuka_env.play.tab`). A further tab gets one line of text
and no process. The page loads nothing from another host. A request from another page, or under a name that is not
this machine's, is refused.
"""

import asyncio
import json
import logging
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp_jinja2
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from stuka_env.play.lock import PATIENCE
from stuka_env.play.tab import TAB_COLUMNS, TAB_ROWS, TabProcess

PAGE_FOLDER = Path(__file__).parent
FONT_SIZES, SMALLEST_FONT, LARGEST_FONT = 16, 8, 40
"""Pixels; ``?fontsize=`` chooses another."""
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws: wss:; frame-ancestors 'none'"
)
"""Content-Security-Policy of the page: it loads nothing from another host and is shown in no frame."""
MOST_SOCKETS = 16
"""Connections that are open at once, with those of refused tabs."""
HEARTBEAT = 15
"""Seconds between two signs of life of a connection."""
IN_USE = "This war is being played in another window: go on there, or close it.\r\nPress a key to close this one."

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


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


class TableServer(Server):
    """The server of one table.

    Args:
        words: the command line of a tab's process, without the interpreter.
        address: the address to listen on.
        title: the title of the page.
    """

    def __init__(self, words: Sequence[str], address: Address, title: str) -> None:
        command = shlex.join([sys.executable, *words])
        super().__init__(command, address.host, address.port, title, templates_path=str(PAGE_FOLDER))
        self.address = address
        self._seat = asyncio.Lock()
        """Held by the tab that plays."""
        self._sockets: set[web.WebSocketResponse] = set()

    async def _make_app(self) -> web.Application:
        app: web.Application = await super()._make_app()
        app.router.add_get("/table.js", self.handle_script)
        app.middlewares.append(self.check_request)
        return app

    @web.middleware
    async def check_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests of other pages and under foreign names; protect every page that is sent."""
        origin = request.headers.get("Origin")
        is_own_page = origin is None or origin.partition("://")[2] == request.host
        if not (is_own_page and is_local_name(request.host, self.address)):
            raise web.HTTPForbidden(text="Requests from other pages or host names are not allowed.")
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = POLICY
        return response

    async def handle_script(self, request: web.Request) -> web.FileResponse:
        """Send the page's script."""
        return web.FileResponse(PAGE_FOLDER / "web.js")

    def initialize_logging(self) -> None:
        """Log warnings and errors only."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing before the table can be reached."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Close the connections, so that the tabs' processes end."""
        for websocket in tuple(self._sockets):
            await websocket.close(code=WSCloseCode.GOING_AWAY)

    def announce(self, _: str) -> None:
        """Print the address, in place of the library's lines."""
        print(f"the table is at {self.address.url} (Ctrl-C closes it)", flush=True)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Send the page."""
        size = min(max(to_int(request.query.get("fontsize", ""), FONT_SIZES), SMALLEST_FONT), LARGEST_FONT)
        scheme = "wss" if request.secure else "ws"
        context: Mapping[str, Any] = {"title": self.title, "socket": f"{scheme}://{request.host}/ws", "size": size}
        return aiohttp_jinja2.render_template("web.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Connect one tab: with its process if no other tab plays, else with the line that says so.

        Raises:
            HTTPServiceUnavailable: too many connections are open.
        """
        if len(self._sockets) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable(text=f"More than {MOST_SOCKETS} windows are open.")
        websocket = web.WebSocketResponse(heartbeat=HEARTBEAT)
        self._sockets.add(websocket)
        try:
            await websocket.prepare(request)
            if await self._take_seat():
                try:
                    await self._play(websocket, request)
                finally:
                    self._seat.release()
            else:
                await refuse(websocket)
        finally:
            self._sockets.discard(websocket)
        return websocket

    async def _take_seat(self) -> bool:
        """Take the seat; a page that is loaded again waits for the process of the page before."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._seat.acquire(), PATIENCE)
        return False

    async def _play(self, websocket: web.WebSocketResponse, request: web.Request) -> None:
        async def close() -> None:
            await websocket.close()

        tab = TabProcess(
            self.command,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        width, height = (
            to_int(request.query.get(name, ""), usual) for name, usual in (("width", TAB_COLUMNS), ("height", TAB_ROWS))
        )
        try:
            await tab.start(width, height)
            await self._process_messages(websocket, tab)
        finally:
            await tab.stop()

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        """Hand the messages of the page to the process; other messages are ignored."""
        async for message in websocket:
            match read_message(message):
                case ["stdin", str(typed)]:
                    await app_service.send_bytes(typed.encode("utf-8", "replace"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await app_service.set_terminal_size(width, height)
                case ["ping", data]:
                    await websocket.send_json(["pong", data])
                case ["blur", *_]:
                    await app_service.blur()
                case ["focus", *_]:
                    await app_service.focus()


def read_message(message: Any) -> Any:
    """Return the contents of a message from the page; None if it is no JSON text."""
    if message.type == WSMsgType.TEXT:
        with suppress(ValueError, RecursionError):
            return json.loads(message.data)
    return None


async def refuse(websocket: web.WebSocketResponse) -> None:
    """Show that another tab plays, until a key is pressed."""
    await websocket.send_bytes(IN_USE.encode())
    async for message in websocket:
        match read_message(message):
            case ["stdin", _]:
                break
    await websocket.close()


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


def serve(words: Sequence[str], address: Address, title: str) -> None:
    """Serve the table until Ctrl-C.

    Raises:
        ValueError: the address cannot be used.
    """
    check_free(address)
    server = TableServer(words, address, title)
    server.initialize_logging()
    web.run_app(server._make_app(), host=address.host, port=address.port, print=server.announce)
