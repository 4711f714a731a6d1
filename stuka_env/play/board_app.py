"""The frame of a sitting in a terminal, with Textual: mat, question, journal, advice, messages, and ways to leave."""

import asyncio
import os
import sys
import time
from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.widgets import Footer, Static

from stuka_env.io.command_line import INTERRUPTED, end_signals
from stuka_env.io.quoting import printable
from stuka_env.play.advice import Adviser, AdviserThread, Answer
from stuka_env.play.child import Worker, start_thread
from stuka_env.play.dialogs import help_page, journal_page, position_page
from stuka_env.play.keys import Key
from stuka_env.play.panel import DecisionPanel
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.views import terminal
from stuka_env.views.show import journal_texts
from stuka_env.views.terminal import NAMED

LEAST_COLUMNS, LEAST_ROWS = 60, 16
"""Columns and lines that the game needs at least."""
HORIZONTAL = [(0, "-cramped"), (LEAST_COLUMNS, "-narrow"), (110, "-wide")]
VERTICAL = [(0, "-flat"), (LEAST_ROWS, "-low"), (34, "-high")]
"""Classes of the screen, with the smallest number of columns or lines for each."""

CSS = """
#head { height: 1; background: $primary 40%; text-style: bold; }
#board { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
#news { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
#lesson { height: auto; max-height: 7; padding: 0 1; background: $success 15%; color: $text-success; }
#news.guided { display: none; }
#below { height: auto; max-height: 60%; }
#journal { display: none; border: round $primary; border-title-color: $text-primary; padding: 0 1;
           scrollbar-size-vertical: 1; }
#recent { margin-right: 1; }
#small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }

DecisionPanel { height: auto; border: round $accent; border-title-style: bold; border-title-color: $text-accent;
           border-subtitle-color: $success; padding: 0 1; }
#options { height: auto; max-height: 9; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1; }
#options > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground;
                                               text-style: bold; }
#entry { display: none; height: 1; }
#roll { height: auto; display: none; }
#hint { dock: bottom; height: auto; max-height: 2; color: $text-muted; }
#hint.refused { color: $text-error; text-style: bold; }

Screen.-low #options { max-height: 7; }
Screen.-wide.-high #board { height: auto; max-height: 60%; }
Screen.-wide.-high #news { display: none; }
Screen.-wide.-high #below { height: 1fr; max-height: 100%; }
Screen.-wide.-high DecisionPanel { width: 3fr; height: 100%; }
Screen.-wide.-high #options { max-height: 1fr; height: auto; }
Screen.-wide.-high #journal { display: block; width: 2fr; height: 100%; }

Screen.-cramped > *, Screen.-flat > * { display: none; }
Screen.-cramped > #small, Screen.-flat > #small { display: block; }

CrewScreen { align: center middle; background: $background 60%; }
CrewScreen.-cramped > *, CrewScreen.-flat > * { display: block; }
#crews { width: 95%; max-width: 112; height: auto; max-height: 95%; border: round $accent; padding: 0 1;
         background: $surface; }
#crew_lesson { height: auto; max-height: 5; margin-bottom: 1; color: $text-accent; }
#seating { height: auto; max-height: 1fr; }
#seats { width: 3fr; height: auto; max-height: 100%; scrollbar-size-vertical: 1; background: $surface; }
#people { width: 2fr; height: auto; max-height: 100%; border: none; border-top: solid $primary; padding: 0 1;
          border-title-color: $text-primary; background: $surface;
          scrollbar-size-vertical: 1; }
#people > .option-list--option-highlighted { background: $surface-lighten-2; text-style: bold; }
#people:focus > .option-list--option-highlighted { background: $block-cursor-background;
                                                  color: $block-cursor-foreground; }
#crew_hint { height: auto; max-height: 2; color: $text-muted; }
#crew_hint.refused { color: $text-error; text-style: bold; }

OverlayScreen, ThemeScreen { align: center middle; background: $background 60%; }
OverlayScreen.-cramped > *, OverlayScreen.-flat > * { display: block; }
ThemeScreen.-cramped > *, ThemeScreen.-flat > * { display: block; }
#page { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $accent; padding: 1 2;
        background: $surface; scrollbar-size-vertical: 1; }
#result { width: 90%; max-width: 100; height: 95%; max-height: 44; border: round $accent; padding: 1 2;
          background: $surface; }
#sheet { height: 1fr; scrollbar-size-vertical: 1; }
#steps { height: auto; border: none; border-top: solid $accent; padding: 0; background: $surface;
         text-wrap: nowrap; text-overflow: ellipsis; }
#themes { height: auto; border: none; padding: 0; margin-bottom: 1; background: $surface; }
#themes > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground; }
#steps > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground; }
#score { width: 100%; text-align: center; color: $success; }
Screen.-low #result { padding: 0 2; }
Screen.-low #score { display: none; } /* the line below it has the score too */
#level { width: 100%; text-align: center; margin-bottom: 1; }
#where { margin-top: 1; }
"""


HUNG_UP = 129
"""Exit status when the terminal is gone."""
WATCH = 1.0
"""Seconds between two checks of the terminal."""
NEWS, RECENT = 2, 60
"""Sentences of the journal in the lines under the mat, and in the journal's pane."""


def watch_terminal() -> None:
    """End the program if its terminal is gone and no signal ends it.

    Textual would wait for ever to write its last picture. The war is saved at every decision, so nothing is lost.
    """
    while os.isatty(sys.stdin.fileno()):
        time.sleep(WATCH)
    time.sleep(WATCH)
    os._exit(HUNG_UP)


def bindings_of(keys: Iterable[Key]) -> list[BindingType]:
    """Return Textual's bindings of keys that have an action of the screen."""
    return [Binding(key.names, key.action, key.label, show=bool(key.label)) for key in keys if key.action]


class BoardApp(App[int]):
    """One sitting at a mat.

    Args:
        session: the war and its file.
        adviser: the source of advice; None for no advice.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = HORIZONTAL
    VERTICAL_BREAKPOINTS = VERTICAL
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c,ctrl+d", "stop", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
    ]
    NEEDS_QUESTION: ClassVar[tuple[str, ...]] = ("filter",)
    """Actions that need the question on the screen."""
    NO_ADVISER: ClassVar[str] = ""
    """Words of the key for advice where nobody advises."""

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
        self.worker = Worker("work")
        """The thread of what takes seconds."""

    @property
    def adviser(self) -> Adviser | None:
        """The adviser of this war: its own, else the one on the command line."""
        return self.session.adviser or self._own_adviser

    @property
    def keys(self) -> list[Key]:
        """The keys that the help lists."""
        raise NotImplementedError

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
        self.seat_adviser()
        if not self.is_headless:
            if sys.platform != "win32":
                for number in end_signals():
                    asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)
            start_thread("terminal", watch_terminal)
        self.show()

    def seat_adviser(self) -> None:
        """Start a thread for the adviser of this war, unless it has one."""
        adviser = self.adviser
        if adviser is None:
            self._adviser_thread = None
        elif self._adviser_thread is None or self._adviser_thread.adviser is not adviser:
            self._adviser_thread = AdviserThread(adviser, lambda answer: self.post_message(self.Advised(answer)))

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
        self.show_mat()
        lesson = self.query_one("#lesson", Static)
        lesson.update(self.session.words)
        lesson.display = bool(self.session.words)
        self.query_one("#news").set_class(bool(self.session.words), "guided")  # no room for both
        self.decision.ask(war)
        if self.session.error_text:
            self.notify(self.session.error_text, severity="error")
        self.ask_adviser()

    def ask_adviser(self) -> None:
        """Ask the adviser about the open decision."""
        if self._adviser_thread is not None and self.session.war.legal:
            self.decision.subtitle(f"{self._adviser_thread.adviser.name} is thinking")
            self._adviser_thread.ask(self.session.war.position())

    def show_mat(self) -> None:
        """Write the mat and the journal for the current width."""
        war, width = self.session.war, self.size.width - 3
        game, journal = war.parts.game, journal_texts(war.parts.game, war.journal)
        sheet = game.views.sheet(war.mat, war.charts, war.crews if width >= NAMED else None)
        self.query_one("#head", Static).update(terminal.head(sheet, self.size.width))
        self.query_one("#mat", Static).update(terminal.mat(sheet, width))
        self.query_one("#news", Static).update(terminal.sentences(journal, NEWS))
        self.query_one("#recent", Static).update(terminal.sentences(journal, RECENT))
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
            self.call_after_refresh(self.show_mat)
            self.call_after_refresh(self.refresh_bindings)
            self.call_after_refresh(self.decision.focus)

    def on_click(self) -> None:
        """Keep the keys on the question after a click elsewhere."""
        self.call_after_refresh(self.decision.focus)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Forbid the actions in :attr:`NEEDS_QUESTION` while the question cannot be read."""
        return not (self.cramped and action in self.NEEDS_QUESTION)

    # --- keys ---

    def action_filter(self) -> None:
        """Ask for letters of the options to show."""
        self.decision.ask_for_letters()

    def action_follow(self) -> None:
        """Go to what the adviser would do."""
        if not self.decision.follow():
            self.decision.hint("No advice yet." if self._adviser_thread else self.NO_ADVISER, refused=True)

    def action_journal(self) -> None:
        """Show the whole journal."""
        self.push_screen(journal_page(self.session.war))

    def action_help(self) -> None:
        """Explain what is on the screen."""
        self.push_screen(help_page(self.session.war, self.keys, self.session.own_dice))

    def action_position(self) -> None:
        """Copy the position, and show it: a terminal may keep its clipboard to itself."""
        try:
            text = self.session.position_text()
        except CannotPlay as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.copy_to_clipboard(text)
        self.push_screen(position_page(text))

    def action_page(self, pages: int) -> None:
        """Scroll the mat, or the page that lies over it."""
        over = self.screen.query(VerticalScroll).first()
        over.scroll_relative(y=pages * max(1, over.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Leave; everything is kept."""
        self.exit(0)

    def action_stop(self) -> None:
        """Leave by Ctrl-C."""
        self.exit(INTERRUPTED)

    # --- advice ---

    @on(Advised)
    def receive(self, message: Advised) -> None:
        """Show what the adviser thinks, if the question is still open."""
        thread, answer = self._adviser_thread, message.answer
        if thread is not None and answer.number == thread.number and self.session.war.legal:
            self.advise(thread.adviser.name, answer)

    def advise(self, name: str, answer: Answer) -> None:
        """Show what the adviser of this name thinks."""
        if answer.opinion is None:
            self.decision.subtitle(f"{name} failed: {answer.error_text}")
        else:
            self.decision.advise(name, answer.opinion)
