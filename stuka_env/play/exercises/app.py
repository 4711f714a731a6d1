"""The exercises in a terminal: the mat, the question, the explanation after the answer, and the list of themes."""

from typing import ClassVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from stuka_env.play.advice import Answer
from stuka_env.play.board_app import BoardApp, bindings_of
from stuka_env.play.dialogs import OverlayScreen
from stuka_env.play.exercises.explanation import Explanation
from stuka_env.play.exercises.practice import Practice, Tally
from stuka_env.play.exercises.session import ExerciseSession
from stuka_env.play.keys import EXERCISE_KEYS, Key
from stuka_env.play.panel import DecisionPanel
from stuka_env.play.typed_rolls import CannotPlay


class ThemeScreen(ModalScreen[tuple[str, bool] | None]):
    """The themes with the results of each. It closes with a theme and whether its order is mixed, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("m", "mix", "Mixed"),
        Binding("escape,q", "close", "Close"),
    ]

    def __init__(self, practice: Practice) -> None:
        super().__init__()
        self._practice = practice
        self._tallies = practice.tallies()
        self._is_mixed = practice.progress.shuffle is not None

    def compose(self) -> ComposeResult:
        """Create the list of themes and a line about their order."""
        with Vertical(id="page") as frame:
            frame.border_title = Content("Themes")
            frame.border_subtitle = "Enter chooses, m changes the order, Escape closes"
            themes = OptionList(
                *(Option(theme_line(self._practice, tally)) for tally in self._tallies),
                id="themes",
            )
            themes.can_focus = False
            yield themes
            yield Static(id="order")

    def on_mount(self) -> None:
        """Select the theme that is played."""
        names = [tally.theme for tally in self._tallies]
        self.query_one("#themes", OptionList).highlighted = names.index(self._practice.progress.theme)
        self._show_order()

    def _show_order(self) -> None:
        order = "mixed" if self._is_mixed else "in the order of the file"
        again = "A theme in which every exercise has an answer begins again."
        self.query_one("#order", Static).update(Text(f"Order: {order} (m). {again}", "dim"))

    def action_move(self, lines: int) -> None:
        """Select another theme."""
        themes = self.query_one("#themes", OptionList)
        (themes.action_cursor_down if lines > 0 else themes.action_cursor_up)()

    def action_mix(self) -> None:
        """Change between the order of the file and a mixed one."""
        self._is_mixed = not self._is_mixed
        self._show_order()

    def action_take(self) -> None:
        """Take the selected theme."""
        self.query_one("#themes", OptionList).action_select()

    def action_close(self) -> None:
        """Go back to the exercise."""
        self.dismiss(None)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Close with the chosen theme."""
        event.stop()
        self.dismiss((self._tallies[event.option_index].theme, self._is_mixed))


def theme_line(practice: Practice, tally: Tally) -> Text:
    """Return a theme with its title and its results as a line of the list."""
    title, longest = practice.theme_words(tally.theme), max(map(len, map(practice.theme_words, practice.themes)))
    done = f"{tally.answered} of {tally.total} answered"
    return Text(f"{title:<{longest + 2}}", "bold") + Text(f"{done:<20}") + Text(practice.result_words(tally), "dim")


def explanation_view(explanation: Explanation) -> RenderableType:
    """Lay out an explanation."""
    parts: list[RenderableType] = [Text(explanation.verdict, "bold green" if explanation.is_right else "bold yellow")]
    for title, lines in explanation.sections:
        parts += ["", Text(title, "bold"), *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]
    return Group(*parts)


class ExerciseApp(BoardApp):
    """One sitting of exercises.

    Args:
        session: the exercises and the file of the answers.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(EXERCISE_KEYS)
    NEEDS_QUESTION = ("filter", "next")

    session: ExerciseSession

    def __init__(self, session: ExerciseSession) -> None:
        super().__init__(session)
        self._advice: Answer | None = None

    @property
    def keys(self) -> list[Key]:
        """The keys of the exercises."""
        return list(EXERCISE_KEYS)

    def on_mount(self) -> None:
        """Begin with the list of themes, unless a theme is chosen."""
        super().on_mount()
        self.query_one("#journal", VerticalScroll).border_title = "Explanation"
        if self.session.asks_for_theme or self.session.is_over:
            self.action_themes()

    # --- showing ---

    def show(self) -> None:
        """Show the exercise, with its explanation after the answer."""
        answer = self.session.practice.answer
        super().show()
        self.show_explanation()
        opinion = self.session.opinion
        if opinion is not None:
            self.decision.advise("the futures", opinion)
            places = [choice.answer for choice in self.decision.listed]
            self.decision.options.highlighted = places.index(answer) if answer in places else None

    def ask_adviser(self) -> None:
        """Ask the policy that continued about a new exercise, before it is answered: its reason is needed then."""
        if self.session.is_answered:
            return
        self._advice = None
        self.seat_adviser()
        if self._adviser_thread is not None:
            self._adviser_thread.ask(self.session.war.position())

    def advise(self, name: str, answer: Answer) -> None:
        """Keep the reason of the policy for the explanation."""
        self._advice = answer
        self.show_explanation()

    def show_mat(self) -> None:
        """Write the mat and the explanation for the current width."""
        super().show_mat()
        self.show_explanation()

    def show_explanation(self) -> None:
        """Write the explanation, if the exercise has its answer."""
        explanation = self.session.explanation(self._advice)
        recent = self.query_one("#recent", Static)
        recent.update("" if explanation is None else explanation_view(explanation))
        lesson = self.query_one("#lesson", Static)
        verdict = [] if explanation is None else [f"{explanation.verdict} Enter goes to the next exercise."]
        lesson.update("\n".join([self.session.words, *verdict]))
        self.call_after_refresh(self.query_one("#journal", VerticalScroll).scroll_home, animate=False)

    @property
    def _has_pane(self) -> bool:
        return bool(self.query_one("#journal", VerticalScroll).display)

    # --- what the player does ---

    @on(DecisionPanel.Chosen)
    def take(self, message: DecisionPanel.Chosen) -> None:
        """Answer with the chosen option; after the answer go to the next exercise."""
        if self.cramped:
            return
        if self.session.is_answered or self.session.is_over:
            self.action_next()
            return
        self.session.take(message.answer)
        self.show()
        if not self._has_pane:
            self.action_explain()

    def action_next(self) -> None:
        """Show the next exercise; after the last one the themes."""
        try:
            self.session.go_on()
        except CannotPlay as refusal:
            self.decision.hint(str(refusal), refused=True)
            return
        self.show()
        if self.session.is_over:
            self.action_themes()

    def action_explain(self) -> None:
        """Show the explanation on a page of its own."""
        explanation = self.session.explanation(self._advice)
        if explanation is None:
            self.decision.hint("Choose an answer first.", refused=True)
            return
        self.push_screen(OverlayScreen("Explanation", explanation_view(explanation)))

    def action_themes(self) -> None:
        """Show the themes and their results."""
        self.push_screen(ThemeScreen(self.session.practice), self.choose)

    def choose(self, selection: tuple[str, bool] | None) -> None:
        """Play the selected exercises."""
        if selection is not None:
            self.session.choose(*selection)
            self.show()
