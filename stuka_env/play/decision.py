"""The panel where the player decides: the question, the options or the dice, what they mean, what the adviser says."""

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from stuka_env.codes import Act
from stuka_env.play.advice import Opinion
from stuka_env.play.choices import Choice, advice_words, choices, heading, line, roll_words
from stuka_env.play.rolls import allowed_words
from stuka_env.play.war import War

DICE = "0123456789 ,;+"
"""What dice are typed with; any other key is a command."""
GIVING_UP = (Act.NO_FLY, Act.ABORT)
"""Where the list does not begin, so that a key too many does not give up the mission."""


class DiceEntry(Input):
    """Where a roll is typed. Letters are commands, as everywhere else."""

    def on_key(self, event: events.Key) -> None:
        """Let other keys pass."""
        if event.is_printable and (event.character or "") not in DICE:
            event.prevent_default()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Which keys stay here."""
        return character is not None and character in DICE


class Decision(Vertical):
    """The panel. It says what was chosen or typed, and leaves it to others to do it.

    Attributes:
        opinion: what the adviser thinks of the open decision, once he has thought.
        listed: the options in sight.
    """

    class Chosen(Message):
        """An option was taken."""

        def __init__(self, answer: int) -> None:
            super().__init__()
            self.answer = answer

    class Typed(Message):
        """Dice were handed in."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self) -> None:
        super().__init__()
        self.opinion: Opinion | None = None
        self.listed: list[Choice] = []
        self._all: list[Choice] = []
        self._digits = ""

    def compose(self) -> ComposeResult:
        """Dice or options, and a line about them."""
        yield Static(id="roll")
        yield OptionList(id="options")
        yield DiceEntry(id="entry", compact=True)
        yield Input(id="filter", placeholder="letters of the options to show", compact=True)
        yield Static(id="hint")

    @property
    def options(self) -> OptionList:
        """The list."""
        return self.query_one("#options", OptionList)

    @property
    def entry(self) -> DiceEntry:
        """Where dice are typed."""
        return self.query_one("#entry", DiceEntry)

    @property
    def filter(self) -> Input:
        """Where letters are typed."""
        return self.query_one("#filter", Input)

    # --- showing ---

    def ask(self, war: War) -> None:
        """Ask what the war asks."""
        dice = war.need is not None and not war.need.choices
        self.opinion = None
        self.border_title = heading(war)
        self.border_subtitle = ""
        roll = self.query_one("#roll", Static)
        roll.update(roll_words(war))
        roll.display = bool(roll_words(war))
        self.options.display = not dice
        self.entry.display = dice
        self.entry.value = ""
        self.entry.placeholder = "" if war.need is None else allowed_words(war.need)
        self.filter.display = False
        self._all = choices(war)
        self._list(self._all)
        self.hint("")
        self.listen()

    def listen(self) -> None:
        """Let the keys go where something is to be chosen or typed."""
        field = next((field for field in (self.filter, self.entry) if field.display), self.options)
        field.focus()

    def _list(self, listed: list[Choice]) -> None:
        self.listed = listed
        self._digits = ""
        self.options.set_options([Option(line(choice, self.opinion)) for choice in listed])
        bold = [place for place, choice in enumerate(listed) if choice.answer not in GIVING_UP]
        self.options.highlighted = next(iter(bold), None)

    def hint(self, words: str, refused: bool = False) -> None:
        """The line under the options: what the one in hand means, or why something cannot be."""
        hint = self.query_one("#hint", Static)
        hint.set_class(refused, "refused")
        hint.update(Text(words))

    # --- choosing ---

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """An option was taken, by Enter or with the mouse."""
        self.post_message(self.Chosen(self.listed[event.option_index].answer))

    @on(OptionList.OptionHighlighted)
    def explain(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the option in hand means."""
        if event.option_index < len(self.listed):
            self.hint(self.listed[event.option_index].meaning)

    @on(Input.Submitted, "#entry")
    def hand_in(self, event: Input.Submitted) -> None:
        """A roll was typed."""
        self.post_message(self.Typed(event.value))

    def on_key(self, event: events.Key) -> None:
        """Digits go to the option with that number."""
        if not self.options.has_focus or event.character is None or event.character not in "0123456789":
            self._digits = ""
            return
        numbers = [str(choice.number) for choice in self.listed]
        for typed in (self._digits + event.character, event.character):
            if typed in numbers:
                self._digits = typed
                self.options.highlighted = numbers.index(typed)
                return
        self._digits = ""
        self.hint(f"There is no option {event.character}.", refused=True)

    # --- the filter ---

    def ask_for_letters(self) -> None:
        """Open the filter."""
        if self.options.display and self._all:
            self.filter.value = ""
            self.filter.display = True
            self.filter.focus()

    @on(Input.Changed, "#filter")
    def narrow(self, event: Input.Changed) -> None:
        """Show the options with these letters."""
        self._list([choice for choice in self._all if event.value.casefold() in choice.label.casefold()])

    @on(Input.Submitted, "#filter")
    def close_filter(self) -> None:
        """Back to the options that are left, or to all if none is."""
        self.filter.display = False
        if not self.listed:
            self._list(self._all)
        self.listen()

    def show_all(self) -> None:
        """Every option again."""
        self.filter.display = False
        self._list(self._all)
        self.listen()

    # --- advice ---

    def advise(self, name: str, opinion: Opinion) -> None:
        """Show what the adviser thinks."""
        self.opinion = opinion
        self.border_subtitle = advice_words(name, opinion, self._all)
        for place, choice in enumerate(self.listed):
            self.options.replace_option_prompt_at_index(place, line(choice, opinion))

    def follow(self) -> bool:
        """Go to what the adviser would do; whether there is such an option."""
        answers = [choice.answer for choice in self.listed]
        if self.opinion is None or self.opinion.choice not in answers:
            return False
        self.options.highlighted = answers.index(self.opinion.choice)
        return True
