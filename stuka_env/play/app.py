"""The game in a terminal, with Textual: the mat, the question with its options, the journal, advice."""

import asyncio
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.widgets import Footer, Static

from stuka_env.command_line import INTERRUPTED, PROGRAM
from stuka_env.engine.engine import entropy
from stuka_env.play.advice import Adviser, AdviserThread, Answer
from stuka_env.play.dialogs import (
    OverlayScreen,
    ResultScreen,
    debrief_page,
    help_page,
    journal_page,
    record_page,
    rivals_page,
)
from stuka_env.play.ending import (
    AGAIN,
    COMPARE,
    LEAVE,
    REVIEW_COMMAND,
    SHARE_RESULT,
    SHOW,
    make_watch_page,
    next_steps,
    review_installed,
    review_meaning,
    review_page,
    run_review,
)
from stuka_env.play.keys import KEYS
from stuka_env.play.panel import DecisionPanel
from stuka_env.play.rivals import fly_rivals
from stuka_env.play.session import Session
from stuka_env.play.sharing import share_war
from stuka_env.play.style import CSS, HORIZONTAL, LEAST_COLUMNS, LEAST_ROWS, VERTICAL
from stuka_env.play.turns import CannotPlay
from stuka_env.quoting import printable
from stuka_env.shell import command_here

HUNG_UP = 129
"""Exit status when the terminal is gone."""
WATCH = 1.0
"""Seconds between two checks of the terminal."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals by which a terminal, a system or another program ends the game."""
NEWS, RECENT = 2, 60
"""Sentences of the journal in the lines under the mat, and in the journal's pane."""
PLAYING = ("undo", "filter", "follow", "crews")
"""Actions that need the question on the screen."""


def watch_terminal() -> None:
    """End the program if its terminal is gone and no signal ends it.

    Textual would wait for ever to write its last picture. The war is saved at every decision, so nothing is lost.
    """
    while os.isatty(sys.stdin.fileno()):
        time.sleep(WATCH)
    time.sleep(WATCH)
    os._exit(HUNG_UP)


@contextmanager
def keyboard_interrupts(leave: Callable[[int], object]) -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt inside the block; afterwards it calls ``leave`` again."""
    loop, has_handler = asyncio.get_running_loop(), False
    if sys.platform != "win32":
        has_handler = loop.remove_signal_handler(signal.SIGINT)
    try:
        yield
    finally:
        if has_handler:
            loop.add_signal_handler(signal.SIGINT, leave, INTERRUPTED)


class Play(App[int]):
    """One sitting.

    Args:
        session: the war and its file.
        adviser: the source of advice; None for no advice.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key.names, key.action, key.label, show=bool(key.label)) for key in KEYS if key.action),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c,ctrl+d", "stop", show=False, priority=True),
        Binding("enter", "end", show=False),
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
        self.title = session.war.parts.title
        self.session = session
        self.decision = DecisionPanel()
        self._own_adviser = adviser
        self._adviser_thread: AdviserThread | None = None

    @property
    def adviser(self) -> Adviser | None:
        """The adviser of this war: its own, else the one on the command line."""
        return self.session.adviser or self._own_adviser

    def compose(self) -> ComposeResult:
        """Create the panes. :meth:`show` writes their contents."""
        yield Static(id="head")
        with VerticalScroll(id="board", can_focus=False):
            yield Static(id="mat")
        yield Static(id="news")
        yield Static(id="lesson", markup=False)
        with Horizontal(id="below"):
            yield self.decision
            with VerticalScroll(id="journal", can_focus=False) as journal:
                journal.border_title = "Journal"
                yield Static(id="recent")
        yield Static(id="small", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin: listen to signals, seat the adviser, show the war."""
        self._seat_adviser()
        if not self.is_headless:
            self._watch_for_the_end()
        self.show()

    def _seat_adviser(self) -> None:
        """Start a thread for the adviser of this war, unless it has one."""
        adviser = self.adviser
        if adviser is None:
            self._adviser_thread = None
        elif self._adviser_thread is None or self._adviser_thread.adviser is not adviser:
            self._adviser_thread = AdviserThread(adviser, lambda answer: self.post_message(self.Advised(answer)))

    def _watch_for_the_end(self) -> None:
        """Leave in good order on a signal, and leave at once when the terminal is gone."""
        if sys.platform != "win32":
            for name in SIGNALS:
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)
        threading.Thread(target=watch_terminal, name="terminal", daemon=True).start()

    # --- showing ---

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a message without markup: it may quote a file name with brackets."""
        super().notify(printable(message), title=title, severity=severity, timeout=timeout, markup=markup)

    def show(self) -> None:
        """Show the war as it stands."""
        war = self.session.war
        self._show_mat()
        lesson = self.query_one("#lesson", Static)
        lesson.update(self.session.words)
        lesson.display = bool(self.session.words)
        self.query_one("#news").set_class(bool(self.session.words), "guided")  # no room for both
        self.decision.ask(war)
        if self.session.error_text:
            self.notify(self.session.error_text, severity="error")
        if self._adviser_thread is not None and war.legal:
            self.decision.subtitle(f"{self._adviser_thread.adviser.name} is thinking")
            self._adviser_thread.ask(war.position())
        if war.over:
            self.show_the_end()
        elif self.session.asks_for_crews:
            self.show_crews()

    def show_crews(self) -> None:
        """Show all seats of the formation on one screen."""
        seating = self.session.war.parts.seating
        assert seating is not None
        screen = importlib.import_module(seating.screen).CrewScreen
        self.push_screen(screen(self.session.war, self.adviser, self.session.words), self.seat)

    async def seat(self, answer: Any) -> None:
        """Act on the answer of the crew screen: crews, the name of an action, or None for one question a seat."""
        if isinstance(answer, str):
            await self.run_action(f"app.{answer}")
        elif answer is None:
            self.session.one_by_one = True
            self.decision.hint("One by one; c shows all crews again.")
        else:
            self.attempt("seat", answer.actions)

    def show_the_end(self) -> None:
        """Show the result of the war and the possible next steps."""
        session = self.session
        self.push_screen(ResultScreen(session.war, session.closing_words, next_steps(session)))

    def _show_mat(self) -> None:
        """Write the mat and the journal for the current width."""
        war, screens = self.session.war, self.session.war.parts.screens
        self.query_one("#head", Static).update(screens.head(war))
        self.query_one("#mat", Static).update(screens.mat(war, self.size.width - 3))
        self.query_one("#news", Static).update(screens.sentences(war.journal, NEWS))
        self.query_one("#recent", Static).update(screens.sentences(war.journal, RECENT))
        self.call_after_refresh(self.query_one("#journal", VerticalScroll).scroll_end, animate=False)
        self.query_one("#small", Static).update(
            f"The terminal is {self.size.width} x {self.size.height}.\n"
            f"The war needs {LEAST_COLUMNS} x {LEAST_ROWS}: make it larger, or the letters smaller."
        )

    @property
    def cramped(self) -> bool:
        """Whether the terminal is too small to show the war."""
        return self.size.width < LEAST_COLUMNS or self.size.height < LEAST_ROWS

    def on_resize(self) -> None:
        """Draw the mat again, keep the keys on the question, and update which keys can be used."""
        if self.decision.is_mounted:
            self.call_after_refresh(self._show_mat)
            self.call_after_refresh(self.refresh_bindings)
            self.call_after_refresh(self.decision.focus)

    def on_click(self) -> None:
        """Keep the keys on the question after a click elsewhere."""
        self.call_after_refresh(self.decision.focus)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Forbid the actions in :data:`PLAYING` while the question cannot be read."""
        return not (self.cramped and action in PLAYING)

    # --- what the player does ---

    def attempt(self, action: str, *arguments: object) -> None:
        """Call a method of the session; show the reason if it refuses."""
        played = len(self.session.war.played)
        try:
            getattr(self.session, action)(*arguments)
        except CannotPlay as refusal:
            self.decision.hint(str(refusal), refused=True)
            return
        self.show()
        ended = self.session.war.ended_since(played)
        for one in ended:
            if not one.flown:
                self.notify(one.title)
        for one in reversed(ended):
            if one.flown:
                self.push_screen(debrief_page(one))

    @on(DecisionPanel.Chosen)
    def take(self, message: DecisionPanel.Chosen) -> None:
        """Take the chosen option."""
        if not self.cramped:
            self.attempt("take", message.answer)

    @on(DecisionPanel.Typed)
    def roll(self, message: DecisionPanel.Typed) -> None:
        """Hand in the typed roll."""
        if not self.cramped:
            self.attempt("roll", message.words)

    def action_undo(self) -> None:
        """Take back the last decision, or all crews at once where they were seated at once."""
        self.attempt("take_back")

    def action_crews(self) -> None:
        """Show all crews on one screen; seats that are already filled become empty again."""
        self.attempt("ask_for_all_crews")

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

    def action_record(self) -> None:
        """Show everybody's career, or the log sheet."""
        self.push_screen(record_page(self.session.war))

    def action_help(self) -> None:
        """Explain what is on the screen."""
        self.push_screen(help_page(self.session.war, self.session.own_dice))

    def action_write(self) -> None:
        """Write a replay."""
        try:
            path = self.session.write_replay()
        except CannotPlay as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.notify(command_here(PROGRAM, "watch", path), title="Replay written")

    def action_end(self) -> None:
        """Show the end of the war again, if the war is over."""
        if self.session.war.over:
            self.show_the_end()

    # --- after the end ---

    @on(ResultScreen.Chosen)
    async def go_on(self, message: ResultScreen.Chosen) -> None:
        """Do the step chosen at the end of the war, once even if the key is pressed again."""
        if not isinstance(self.screen, ResultScreen):
            return
        if message.name == SHOW:
            self.notify("Writing the page.")
            self.run_worker(self.show_page, thread=True, exclusive=True)
        elif message.name == REVIEW_COMMAND:
            self.review()
        elif message.name == COMPARE:
            self.notify("The others fly the same war. This takes some seconds.")
            self.run_worker(self.compare, thread=True, exclusive=True)
        elif message.name == SHARE_RESULT:
            self.notify("The review computes par and luck. This takes up to half a minute.")
            self.run_worker(self.share, thread=True, exclusive=True)
        elif message.name == LEAVE:
            self.exit(0)
        else:
            seed = self.session.war.seed if message.name == AGAIN else entropy()
            try:
                session = self.session.again(seed)
            except ValueError as refusal:
                self.notify(str(refusal), severity="error")
                return
            await self.pop_screen()
            self.begin(session)

    def begin(self, session: Session) -> None:
        """Play another war."""
        self.session.release()
        self.session = session
        self._seat_adviser()
        self.show()

    def show_page(self) -> None:
        """Write the page and open it. This takes seconds, so it runs in a thread."""
        try:
            message = make_watch_page(self.session, is_opened=not self.is_headless)
        except ValueError as refusal:
            self.call_from_thread(self.notify, str(refusal), severity="error")
            return
        self.call_from_thread(self.notify, message, title="To watch")

    def compare(self) -> None:
        """Fly the same war by the rivals. This takes seconds, so it runs in a thread."""
        try:
            rivals = fly_rivals(self.session.war)
        except ValueError as refusal:
            self.call_from_thread(self.notify, str(refusal), severity="error")
            return
        self.call_from_thread(self.push_screen, rivals_page(self.session.war, rivals))

    def share(self) -> None:
        """Review the war and show its result in one line. This takes seconds, so it runs in a thread."""
        try:
            line = share_war(self.session)
        except ValueError as refusal:
            self.call_from_thread(self.notify, str(refusal), severity="error")
            return
        self.call_from_thread(self.push_screen, OverlayScreen("Share it", Text(line)))

    def review(self) -> None:
        """Review the war in the terminal itself, which shows the progress."""
        words = [str(self.session.path), "--output", str(review_page(self.session))]
        if not review_installed():
            self.notify(review_meaning(self.session), title="Review")
            return
        try:
            with self.suspend(), keyboard_interrupts(self.exit):
                run_review(words, review_page(self.session))
        except SuspendNotSupported:
            self.notify(command_here(PROGRAM, REVIEW_COMMAND, self.session.path), title="To review it, in a shell")

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
            self.decision.subtitle(f"{self._adviser_thread.adviser.name} failed: {answer.error_text}")
            return
        self.decision.advise(self._adviser_thread.adviser.name, answer.opinion)
