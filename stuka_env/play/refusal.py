"""A page with one line: why the table cannot be had, where no shell is there to say it."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static


class Refusal(App[int]):
    """One line, until a key is pressed."""

    CSS = "Static { width: 100%; height: 100%; content-align: center middle; text-align: center; padding: 0 4; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q,space,ctrl+c", "leave", priority=True)]

    def __init__(self, line: str) -> None:
        super().__init__()
        self._line = line

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static(self._line, markup=False)

    def action_leave(self) -> None:
        """It has been read."""
        self.exit(0)
