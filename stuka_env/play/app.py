"""The game in a terminal, with Textual: the mat, the question with its options, the journal, advice."""

import asyncio
import os
import signal
import sys
import threading
import time
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Static

from stuka_env.journal.debrief import title_of
from stuka_env.play import board
from stuka_env.play.advice import Adviser, AdviserThread, Answer
from stuka_env.play.careers import careers_page
from stuka_env.play.dialogs import ResultScreen, debrief_pages, help_page, journal_page
from stuka_env.play.keys import KEYS
from stuka_env.play.panel import DecisionPanel
from stuka_env.play.session import Session
from stuka_env.play.style import CSS, HORIZONTAL, LOWEST, NARROWEST, VERTICAL
from stuka_env.play.turns import CannotPlay

HUNG_UP, INTERRUPTED = 129, 130
"""Exit status when the terminal is gone, and after Ctrl-C."""
WATCH = 1.0
"""Seconds between two looks at the terminal."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ways in which a terminal, a system or another program ends the game."""
NEWS, RECENT = 2, 60
"""Sentences of the journal in the line of news and in the pane."""
PLAYING = ("undo", "filter", "follow")
"""Actions that nobody should take blindly."""


def watch_terminal() -> None:
    """End the program if its terminal is gone and nobody else ends it.

    Textual then waits for ever to write its last picture. The war is kept at every decision, so nothing is lost.
    """
    while os.isatty(sys.stdin.fileno()):
        time.sleep(WATCH)
    time.sleep(WATCH)
    os._exit(HUNG_UP)


class Play(App[int]):
    """One sitting.

    Args:
        session: the war and the file that keeps it.
        adviser: who gives advice; None for nobody.
    """

    TITLE = "STUKA"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key.names, key.action, key.label, show=bool(key.label)) for key in KEYS if key.action),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c,ctrl+d", "stop", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]

    class Advised(Message):
        """The adviser has answered."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, session: Session, adviser: Adviser | None = None) -> None:
        super().__init__()
        self.session = session
        self.adviser = adviser
        self.decision = DecisionPanel()
        self._adviser_thread: AdviserThread | None = None

    def compose(self) -> ComposeResult:
        """The panes; what is in them, :meth:`show` writes."""
        yield Static(id="head")
        with VerticalScroll(id="board", can_focus=False):
            yield Static(id="mat")
        yield Static(id="news")
        with Horizontal(id="below"):
            yield self.decision
            with VerticalScroll(id="journal", can_focus=False) as journal:
                journal.border_title = "Journal"
                yield Static(id="recent")
        yield Static(id="small")
        yield Footer()

    def on_mount(self) -> None:
        """Begin: listen to signals, seat the adviser, show the war."""
        if self.adviser is not None:
            self._adviser_thread = AdviserThread(self.adviser, lambda answer: self.post_message(self.Advised(answer)))
        if not self.is_headless:
            self._mind_the_terminal()
        self.show()

    def _mind_the_terminal(self) -> None:
        """Leave in good order when somebody ends the program, and in any when the terminal is gone."""
        if sys.platform != "win32":
            for name in SIGNALS:
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)
        threading.Thread(target=watch_terminal, name="terminal", daemon=True).start()

    # --- showing ---

    def show(self) -> None:
        """Show the war as it stands."""
        war = self.session.war
        self._show_mat()
        self.decision.ask(war)
        if self.session.error_text:
            self.notify(self.session.error_text, severity="error")
        if self._adviser_thread is not None and war.legal:
            self.decision.border_subtitle = f"{self._adviser_thread.adviser.name} is thinking"
            self._adviser_thread.ask(war.position())
        if war.over:
            self.push_screen(ResultScreen(war, f"Kept in {self.session.path}"))

    def _show_mat(self) -> None:
        """The mat and the journal, for the width there is."""
        war = self.session.war
        mat = war.mat
        self.query_one("#head", Static).update(board.head(mat))
        self.query_one("#mat", Static).update(board.mat_view(mat, war.charts, self.size.width - 3, war.crews))
        self.query_one("#news", Static).update(board.sentences(war.journal, NEWS))
        self.query_one("#recent", Static).update(board.sentences(war.journal, RECENT))
        self.call_after_refresh(self.query_one("#journal", VerticalScroll).scroll_end, animate=False)
        self.query_one("#small", Static).update(
            f"The terminal is {self.size.width} x {self.size.height}.\n"
            f"The war needs {NARROWEST} x {LOWEST}: make it larger, or the letters smaller."
        )

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to show the war."""
        return self.size.width < NARROWEST or self.size.height < LOWEST

    def on_resize(self) -> None:
        """Lay the mat out anew; the keys go where they went, and some that were not to be used can be."""
        if self.decision.is_mounted:
            self.call_after_refresh(self._show_mat)
            self.call_after_refresh(self.refresh_bindings)
            self.call_after_refresh(self.decision.focus)

    def on_click(self) -> None:
        """A click beside the question does not take the keys away from it."""
        self.call_after_refresh(self.decision.focus)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No decision while the question cannot be read."""
        return not (self.cramped and action in PLAYING)

    # --- what the player does ---

    def attempt(self, action: str, *arguments: object) -> None:
        """Do something with the session; if it is not possible, say so and change nothing."""
        played = len(self.session.war.played)
        try:
            getattr(self.session, action)(*arguments)
        except CannotPlay as refusal:
            self.decision.hint(str(refusal), refused=True)
            return
        self.show()
        ended = [mission for turn in self.session.war.played[played:] for mission in turn.missions]
        for mission in ended:
            if mission["no_fly"]:
                self.notify(title_of(mission))
        for page in reversed(debrief_pages(self.session.war, ended)):
            self.push_screen(page)

    @on(DecisionPanel.Chosen)
    def take(self, message: DecisionPanel.Chosen) -> None:
        """An option was taken."""
        if not self.cramped:
            self.attempt("take", message.answer)

    @on(DecisionPanel.Typed)
    def roll(self, message: DecisionPanel.Typed) -> None:
        """A roll was handed in."""
        if not self.cramped:
            self.attempt("roll", message.words)

    def action_undo(self) -> None:
        """Take something back."""
        self.attempt("undo")

    def action_filter(self) -> None:
        """Ask for letters of the options to show."""
        self.decision.ask_for_letters()

    def action_follow(self) -> None:
        """Go to what the adviser would do."""
        if not self.decision.follow():
            missing = "No advice yet." if self._adviser_thread else "Nobody advises: start with --advise POLICY."
            self.decision.hint(missing, refused=True)

    def action_journal(self) -> None:
        """Show the whole journal."""
        self.push_screen(journal_page(self.session.war))

    def action_careers(self) -> None:
        """Show everybody's career."""
        self.push_screen(careers_page(self.session.war))

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(help_page(self.session.war.table))

    def action_write(self) -> None:
        """Write a replay."""
        try:
            path = self.session.write_replay()
        except CannotPlay as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.notify(f"stuka watch {path}", title="Replay written")

    def action_page(self, pages: int) -> None:
        """Scroll the mat, or the page that lies over it."""
        over = self.screen.query(VerticalScroll).first()
        over.scroll_relative(y=pages * max(1, over.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Leave; the war is kept."""
        self.exit(0)

    def action_stop(self) -> None:
        """Leave by Ctrl-C."""
        self.exit(INTERRUPTED)

    @on(Advised)
    def advise(self, message: Advised) -> None:
        """Show what the adviser thinks, if the question is still open."""
        war, answer = self.session.war, message.answer
        if self._adviser_thread is None or answer.number != self._adviser_thread.number or not war.legal:
            return
        if answer.opinion is None:
            self.decision.border_subtitle = f"{self._adviser_thread.adviser.name} gave up: {answer.error_text}"
            return
        self.decision.advise(self._adviser_thread.adviser.name, answer.opinion)
