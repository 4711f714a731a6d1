"""``stuka play --web``: the table in a browser, through the server of the library that draws it.

The server starts a program of its own for every tab, so that a tab is a terminal like any other. The page is ours and
loads from nobody else; whoever asks from another page, or under another name, is refused.
"""

import logging
import shlex
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp_jinja2
from aiohttp import web
from textual_serve.server import Server, to_int

FOLDER = Path(__file__).parent
LOCAL = ("127.0.0.1", "localhost", "::1")
"""Names of this machine."""
FONT, SMALLEST_FONT, LARGEST_FONT = 16, 8, 40
"""Pixels; ``?fontsize=`` chooses another."""
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws: wss:"
)
"""What the page may load: nothing from another host."""


class Address(NamedTuple):
    """Where the server listens."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """How a browser asks for it."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"


class TableServer(Server):
    """The server, with our page.

    Args:
        words: the command line of a tab's program, from after the interpreter on.
        address: where it listens.
        title: what the tab is called.
    """

    def __init__(self, words: Sequence[str], address: Address, title: str) -> None:
        command = shlex.join([sys.executable, *words])
        super().__init__(command, address.host, address.port, title, templates_path=str(FOLDER))
        self.address = address

    async def _make_app(self) -> web.Application:
        """The library's routes, and our script."""
        app: web.Application = await super()._make_app()
        app.router.add_get("/table.js", self.handle_script)
        return app

    async def handle_script(self, request: web.Request) -> web.FileResponse:
        """Our script."""
        return web.FileResponse(FOLDER / "web.js")

    def initialize_logging(self) -> None:
        """Only what goes wrong is told."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Nothing is told before the table can be had."""

    def announce(self, _: str) -> None:
        """One line says where the table is, in place of the library's."""
        print(f"the table is at {self.address.url} (Ctrl-C closes it)", flush=True)

    def _is_ours(self, request: web.Request) -> bool:
        """Whether a request is for this machine by a name it has, and from our own page."""
        host, origin = request.host, request.headers.get("Origin")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        known = self.address.host not in LOCAL or name.strip("[]") in LOCAL
        return known and (origin is None or origin.partition("://")[2] == host)

    def _refuse_strangers(self, request: web.Request) -> None:
        if not self._is_ours(request):
            raise web.HTTPForbidden(text="This table is for its own page.")

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page."""
        self._refuse_strangers(request)
        size = min(max(to_int(request.query.get("fontsize", ""), FONT), SMALLEST_FONT), LARGEST_FONT)
        scheme = "wss" if request.secure else "ws"
        context: Mapping[str, Any] = {"title": self.title, "socket": f"{scheme}://{request.host}/ws", "size": size}
        page = aiohttp_jinja2.render_template("web.html", request, context)
        page.headers["Content-Security-Policy"] = POLICY
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A tab's terminal."""
        self._refuse_strangers(request)
        return await super().handle_websocket(request)


def check_free(address: Address) -> None:
    """Refuse an address where somebody listens already, or that is not this machine's.

    Raises:
        ValueError: one line says why.
    """
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(found[0], found[1]) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(found[4])
    except OSError as error:
        raise ValueError(f"--web: {address.host}:{address.port} cannot be had ({error.strerror})") from None


def serve(words: Sequence[str], address: Address, title: str) -> None:
    """Serve the table until Ctrl-C.

    Raises:
        ValueError: the address cannot be had.
    """
    check_free(address)
    server = TableServer(words, address, title)
    server.initialize_logging()
    web.run_app(server._make_app(), host=address.host, port=address.port, print=server.announce)
