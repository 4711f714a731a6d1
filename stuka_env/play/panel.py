"""The panel where the player decides: the question, the options or the dice, explanations, advice.

All keys go to the panel itself, in order, and the focus never moves. Text that is typed fast or pasted therefore
reaches the field it is meant for.
"""

from rich.console import Group
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from stuka_env.io.quoting import printable
from stuka_env.play.advice import Opinion
from stuka_env.play.choices import above_words, advice_words, choices, gives_up, heading, line, roll_words
from stuka_env.play.parts import Choice
from stuka_env.play.typed_rolls import allowed_words
from stuka_env.play.war import War

DIGITS = "0123456789"
ROLL_CHARACTERS = DIGITS + " ,;+"
"""Characters for typing dice; any other key is a command."""
MOST_CHARACTERS = 40
"""Characters that can be typed."""


class DecisionPanel(Vertical):
    """The panel. It posts a message with the chosen or typed answer; the app acts on it.

    Attributes:
        opinion: the adviser's opinion about the open decision; None until there is one.
        listed: the options shown.
        typed: the dice or the letters of the filter typed so far; None where nothing can be typed.
    """

    can_focus = True

    class Chosen(Message):
        """The answer that belongs to the chosen option."""

        def __init__(self, answer: int) -> None:
            super().__init__()
            self.answer = answer

    class Typed(Message):
        """The dice that were handed in, as text."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self) -> None:
        super().__init__()
        self.opinion: Opinion | None = None
        self.listed: list[Choice] = []
        self.typed: str | None = None
        self._all: list[Choice] = []
        self._last: frozenset[int] = frozenset()
        self._most_drawn = 0
        self._allowed = ""
        self._number = ""

    def compose(self) -> ComposeResult:
        """Create the dice or options, and a line about them."""
        yield Static(id="roll", markup=False)
        options = OptionList(id="options")
        options.can_focus = False
        yield options
        yield Static(id="entry")
        yield Static(id="hint")

    @property
    def options(self) -> OptionList:
        """The list of options."""
        return self.query_one("#options", OptionList)

    # --- showing ---

    def ask(self, war: War) -> None:
        """Show the question that the war asks."""
        need = war.need
        self.opinion = None
        self.border_title = Content(heading(war))
        self.border_subtitle = ""
        self._allowed = "" if need is None or need.choices else allowed_words(need)
        self._most_drawn = need.sides[0] if need is not None and need.choices else 0
        self._all = choices(war)
        self._last = frozenset(choice.answer for choice in self._all if gives_up(war, choice))
        roll = self.query_one("#roll", Static)
        roll.update(roll_words(war))
        roll.display = bool(roll_words(war))
        self.options.display = not self._allowed
        self._list(self._all)
        self._type("" if self._allowed else None)
        self.hint(f"Enter shows the result of the {war.noun} and the next steps." if war.over else "")
        self.focus()

    def _list(self, listed: list[Choice]) -> None:
        self.listed = listed
        self._number = ""
        self.options.set_options([Option(line(choice, self.opinion)) for choice in listed])
        places = (place for place, choice in enumerate(listed) if choice.answer not in self._last)
        self.options.highlighted = next(places, 0 if listed else None)

    def _type(self, typed: str | None) -> None:
        """Show what is typed; letters of the filter also narrow the list."""
        if not self._allowed and typed != self.typed:
            wanted = (typed or "").casefold()
            self._list([choice for choice in self._all if wanted in choice.label.casefold()])
        self.typed = typed
        entry = self.query_one("#entry", Static)
        entry.display = typed is not None
        shown = Text("> " if self._allowed else "/ ", "bold") + Text(typed or "") + Text(" ", "reverse")
        entry.update(shown if typed else shown + Text(f" {self._allowed or 'letters of the options to show'}", "dim"))

    def subtitle(self, words: str) -> None:
        """Show text about the adviser without markup: a policy may have any name."""
        self.border_subtitle = Content(printable(words))

    def hint(self, words: str, refused: bool = False) -> None:
        """Show a line under the options: the meaning of an option, or the reason for a refusal."""
        hint = self.query_one("#hint", Static)
        hint.set_class(refused, "refused")
        hint.update(Text(words))

    # --- choosing ---

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Report the option that was chosen by Enter or with the mouse."""
        if event.option_index < len(self.listed):
            self.post_message(self.Chosen(self.listed[event.option_index].answer))

    @on(OptionList.OptionHighlighted)
    def explain(self, event: OptionList.OptionHighlighted) -> None:
        """Show the meaning of the highlighted option."""
        if event.option_index < len(self.listed):
            self.hint(self.listed[event.option_index].meaning)

    def on_key(self, event: events.Key) -> None:
        """Handle keys that choose or type; all others are commands."""
        if self.typed is not None and self._edited(event):
            event.stop()
        elif not self._allowed and self._moved(event):
            event.stop()

    def _edited(self, event: events.Key) -> bool:
        """Apply a key to the typed text; return whether the key was used."""
        typed = self.typed or ""
        if event.key == "enter":
            self._hand_in(typed)
        elif event.key == "escape":
            self._type("" if self._allowed else None)
        elif event.key == "backspace":
            self._type(typed[:-1])
        elif event.is_printable and event.character and (not self._allowed or event.character in ROLL_CHARACTERS):
            self._type((typed + event.character)[:MOST_CHARACTERS])
        else:
            return False
        return True

    def _hand_in(self, typed: str) -> None:
        """Hand in the dice, or keep the filtered list; an empty list shows all options again."""
        if self._allowed:
            self.post_message(self.Typed(typed))
            return
        matches = self.listed
        self._type(None)
        if matches:
            self._list(matches)

    def _moved(self, event: events.Key) -> bool:
        """Move in the list or take the highlighted option; return whether the key was used."""
        moves = {
            "up": self.options.action_cursor_up,
            "down": self.options.action_cursor_down,
            "home": self.options.action_first,
            "end": self.options.action_last,
            "enter": self._take_highlighted,
            "slash": self.ask_for_letters,
            "escape": self.show_all,
        }
        if event.key == "enter" and not self._all:
            return False  # the war is over
        if event.key in moves:
            self._number = ""
            moves[event.key]()
        elif event.character is not None and event.character in DIGITS:
            self._go_to(event.character)
        else:
            return False
        return True

    def _go_to(self, digit: str) -> None:
        """Highlight the option with the number typed so far.

        A number that no option has highlights none, so that Enter takes nothing. A digit after as many digits as the
        largest number has begins a new number.
        """
        numbers = [str(choice.number) for choice in self.listed]
        most = max(map(len, [*numbers, str(self._most_drawn)]))
        number = digit if len(self._number) >= most else self._number + digit
        is_begun = any(other.startswith(number) for other in numbers)
        self._number = number if is_begun else ""
        self.options.highlighted = numbers.index(number) if number in numbers else None
        if number not in numbers:
            is_drawn = 0 < int(number) <= self._most_drawn
            missing = f"Number {number} cannot be drawn now." if is_drawn else f"There is no option {number}."
            self.hint(missing, refused=True)

    def _take_highlighted(self) -> None:
        if self.options.highlighted is None:
            self.hint("Go to an option first.", refused=True)
        else:
            self.options.action_select()

    def ask_for_letters(self) -> None:
        """Open the filter."""
        if self._all:
            self._type("")

    def show_all(self) -> None:
        """Show all options again."""
        self._type(None)
        self._list(self._all)

    # --- advice ---

    def advise(self, name: str, opinion: Opinion) -> None:
        """Show an opinion of the adviser."""
        self.opinion = opinion
        self.subtitle(advice_words(name, opinion, self._all))
        above, lines = self.query_one("#roll", Static), above_words(opinion, self._all)
        above.update(Group(*lines))
        above.display = bool(lines)
        for place, choice in enumerate(self.listed):
            self.options.replace_option_prompt_at_index(place, line(choice, opinion))

    def follow(self) -> bool:
        """Highlight the adviser's choice; return whether it is in the list."""
        answers = [choice.answer for choice in self.listed]
        if self.opinion is None or self.opinion.choice not in answers:
            return False
        self.options.highlighted = answers.index(self.opinion.choice)
        return True
