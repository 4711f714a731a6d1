"""The process that plays in one tab of a browser, from both sides: the server's handle, and the driver inside it."""

import asyncio
import os
import shlex
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import ClassVar

from textual import messages
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.drivers.web_driver import WebDriver
from textual.widgets import Static
from textual_serve.app_service import AppService

from stuka_env.play import TAB_DRIVER

TAB_COLUMNS, TAB_ROWS = 80, 24
"""Columns and rows of a terminal that does not state its size."""
WIDTHS, HEIGHTS = (20, 500), (10, 200)
"""Columns and rows that a page can ask for; the process draws every one of them."""
LEAVE_SECONDS = 2.0
"""Seconds that a process has to end before it is killed. Nothing is lost: decisions are saved as they are taken.
Shorter than the time for which a reloaded page waits (:data:`stuka_env.play.lock.PATIENCE`)."""


def clamp(value: int, limits: tuple[int, int]) -> int:
    """Return the nearest value within ``limits``."""
    return min(max(value, limits[0]), limits[1])


class TabProcess(AppService):
    """The server's handle of the process."""

    def _build_environment(self, width: int = TAB_COLUMNS, height: int = TAB_ROWS) -> dict[str, str]:
        return super()._build_environment(width, height) | {"TEXTUAL_DRIVER": TAB_DRIVER}

    async def _open_app_process(self, width: int = TAB_COLUMNS, height: int = TAB_ROWS) -> Process:
        # The library starts a shell: then a kill would end the shell alone.
        self._process = await asyncio.create_subprocess_exec(
            *shlex.split(self.command), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=self._build_environment(width, height)
        )
        self._stdin = self._process.stdin
        return self._process

    async def start(self, width: int, height: int) -> None:
        """Start the process in a terminal of about this size."""
        await super().start(clamp(width, WIDTHS), clamp(height, HEIGHTS))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Change the size of the terminal to about this one."""
        await super().set_terminal_size(clamp(width, WIDTHS), clamp(height, HEIGHTS))

    async def run(self) -> None:
        """Pass on what the process draws; close the tab when the process has ended."""
        await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """Let the process end; kill it if it does not."""
        try:
            await asyncio.wait_for(super().stop(), LEAVE_SECONDS)
        except TimeoutError:
            assert self._process is not None
            with suppress(ProcessLookupError):
                self._process.kill()


class TabDriver(WebDriver):
    """Textual's driver for a tab. The process ends when the server does, however that ends."""

    def run_input_thread(self) -> None:
        """Read what the server sends until it closes the pipe or the process leaves."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            # Nobody reads any more: what is still drawn goes nowhere, in place of an error for the broken pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno)
            self._app.post_message(messages.ExitApp())


class Refusal(App[int]):
    """A page with one line, until a key is pressed: the reason why a tab cannot play."""

    CSS = "Static { width: 100%; height: 100%; content-align: center middle; text-align: center; padding: 0 4; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q,space,ctrl+c", "leave", priority=True)]

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = line

    def compose(self) -> ComposeResult:
        """Create the line."""
        yield Static(self._line, markup=False)

    def action_leave(self) -> None:
        """Leave."""
        self.exit(0)
