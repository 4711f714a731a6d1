"""The game in a terminal, with Textual: what the player does, crews, debriefs, and the steps after the end."""

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType

from stuka_env.engine.engine import entropy
from stuka_env.io.command_line import PROGRAM, command_here, end_signals
from stuka_env.play.board_app import BoardApp, bindings_of
from stuka_env.play.dialogs import OverlayScreen, ResultScreen, debrief_page, record_page, rivals_page
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
from stuka_env.play.keys import KEYS, Key, keys_of
from stuka_env.play.panel import DecisionPanel
from stuka_env.play.rivals import fly_rivals
from stuka_env.play.session import Session
from stuka_env.play.sharing import share_war
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war_reader import so_far


@contextmanager
def keyboard_interrupts(leave: Callable[[int], object]) -> Iterator[None]:
    """Let signals act as in any program inside the block, so that Ctrl-C raises KeyboardInterrupt.

    Afterwards they call ``leave`` with the exit status again.
    """
    loop = asyncio.get_running_loop()
    handled = [number for number in end_signals() if sys.platform != "win32" and loop.remove_signal_handler(number)]
    try:
        yield
    finally:
        for number in handled:
            loop.add_signal_handler(number, leave, 128 + number)


class Play(BoardApp):
    """One sitting.

    Args:
        session: the war and its file.
        adviser: the source of advice; None for no advice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(KEYS), Binding("enter", "end", show=False)]
    NEEDS_QUESTION = ("undo", "filter", "follow", "crews")
    NO_ADVISER = "Nobody advises: start with --advise POLICY."

    @property
    def keys(self) -> list[Key]:
        """The keys of this game."""
        return keys_of(self.session.war.parts)

    # --- showing ---

    def show(self) -> None:
        """Show the war as it stands."""
        super().show()
        if self.session.war.over:
            self.show_the_end()
        elif self.session.asks_for_crews:
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
        ended = so_far(self.session.war).ended_since(played)
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

    def action_record(self) -> None:
        """Show everybody's career, or the log sheet."""
        self.push_screen(record_page(self.session.war))

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
            self.run_worker(self.show_page(), exclusive=True)
        elif message.name == REVIEW_COMMAND:
            self.review()
        elif message.name == COMPARE:
            self.notify("The others fly the same war. This takes some seconds.")
            self.run_worker(self.compare(), exclusive=True)
        elif message.name == SHARE_RESULT:
            self.notify("The review computes par and luck. This takes up to half a minute.")
            self.run_worker(self.share(), exclusive=True)
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
        self.seat_adviser()
        self.show()

    async def show_page(self) -> None:
        """Write the page and open it. This takes seconds, so a thread does it."""
        try:
            message = await self.worker.call(make_watch_page, self.session, not self.is_headless)
        except ValueError as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.notify(message, title="To watch")

    async def compare(self) -> None:
        """Fly the same war by the rivals. This takes seconds, so a thread does it."""
        war = self.session.war
        try:
            rivals = await self.worker.call(fly_rivals, war)
        except ValueError as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.push_screen(rivals_page(war, rivals))

    async def share(self) -> None:
        """Review the war and show its result in one line. This takes seconds, so a thread does it."""
        try:
            line = await self.worker.call(share_war, self.session)
        except ValueError as refusal:
            self.notify(str(refusal), severity="error")
            return
        self.push_screen(OverlayScreen("Share it", Text(line)))

    def review(self) -> None:
        """Review the war in the terminal itself, which shows the progress."""
        words = [str(self.session.path), "--output", str(review_page(self.session))]
        if not review_installed(self.session):
            self.notify(review_meaning(self.session), title="Review")
            return
        try:
            with self.suspend(), keyboard_interrupts(self.exit):
                run_review(words, review_page(self.session))
        except SuspendNotSupported:
            self.notify(command_here(PROGRAM, REVIEW_COMMAND, self.session.path), title="To review it, in a shell")
