"""Declarations of a journal: the rolls of a game and its kinds of entry, each with its sentence.

A game declares them once, among its codes::

    class Chart(RollCode):
        B7 = roll(Place.LINE, 6, 6, title="Landing", result=Touchdown)

    class Entry(EntryCode):
        ROLL = entry("{roll}.")
        WOUND = entry("{Person} is now {health}.", person=Person, health=Health, look=Look.LOSS)

A sentence has the words of codes and numbers in braces; with a capital letter they begin with one. The named numbers
are those that the rules write into an entry, in their order. Everything that shows or reads a journal follows from the
declarations: sentences (:mod:`stuka_env.declared.sentences`), styles, short displays, debriefs, and rolls that a player
types.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from itertools import accumulate
from typing import Any

from stuka_env.declared.codes import Code, plural

Words = type[Code] | type[int] | tuple[str, ...] | Callable[[int], str]
"""The words of a number: of its code, the number itself, the word at its place, or those that a function returns."""


class Look(IntEnum):
    """Style of an entry on a page; the style sheet has its colours."""

    PLAIN = 0
    ROLL = 1
    DETAIL = 2
    LOSS = 3
    GAIN = 4
    CHOICE = 5
    MILESTONE = 6


def words_of(words: Words) -> Callable[[int], str]:
    """Return the function that makes the words of a number."""
    if isinstance(words, tuple):
        return words.__getitem__
    if isinstance(words, type):
        return words.word_of if issubclass(words, Code) else str
    return words


def counted(noun: str, none: str = "") -> Callable[[int], str]:
    """Return a function for the words of a count: "1 zone", "2 zones"; of 0 also ``none``."""
    return lambda count: none if none and not count else plural(count, noun)


def named(codes: type[IntEnum]) -> Callable[[int], str]:
    """Return a function for the name of a code in small letters."""
    return lambda code: codes(code).name.lower().replace("_", " ")


@dataclass(frozen=True, kw_only=True)
class EntryDeclaration:
    """The declaration of a kind of entry, or of a roll.

    Attributes:
        texts: the sentence; or one for each value of the first number.
        numbers: the words of its numbers, by their names in the sentence, in the order in which entries have them.
        look: style on a page.
        section: heading of a debrief under which it stands, or several.
        is_event: whether a viewer wants to see the step in which it happens; None for losses and gains only.
        is_drawn: whether it is a card or a number that is drawn, so that it comes from chance.
        silent: whether it only repeats a neighbour, so that short displays omit it.
        echoes: the roll that it repeats if it follows it directly.
        replaces: the roll that short displays omit if this entry follows it directly, because it says more.
    """

    texts: tuple[str, ...]
    numbers: Mapping[str, Words]
    look: Look = Look.PLAIN
    section: str | tuple[str, ...] = ()
    is_event: bool | None = None
    is_drawn: bool = False
    silent: bool = False
    echoes: int | None = None
    replaces: int | None = None

    def __post_init__(self) -> None:
        """Check the words of numbers: a misspelt option would be one of them."""
        for name, words in self.numbers.items():
            assert callable(words) or isinstance(words, tuple), f"{name}: got {words!r}, allowed are words of a number"

    @property
    def sections(self) -> tuple[str, ...]:
        """The headings of debriefs under which it stands."""
        return (self.section,) if isinstance(self.section, str) else self.section

    @property
    def happens(self) -> bool:
        """Whether a viewer wants to see the step in which it happens."""
        return self.look in (Look.LOSS, Look.GAIN) if self.is_event is None else self.is_event


class Reading(IntEnum):
    """Readings of dice as a number."""

    SUM = 0
    TENS = 1
    """Tens and ones."""
    AGAINST = 2
    """The first one less the second one."""
    LAST = 3
    """The last one alone."""
    PAIR = 4
    """The first two together; the third one stands for itself."""


@dataclass(frozen=True, kw_only=True)
class RollDeclaration(EntryDeclaration):
    """The declaration of a roll or of a draw. Its first number is the result.

    Attributes:
        place: part of the address of the roll, a code of the game.
        dice: the sides of its dice in the order of reading; of a draw, the number of things.
        reading: how they are read.
        ends: lowest and highest total, to which others are clipped; None for no ends.
        cells: the chart on which it is looked up: the cell from each total on, from ``ends`` to ``ends``.
        counts: of a deck, how many things of each kind it has.
        is_reshuffled: whether an empty deck is shuffled anew.
        is_planned: whether it can be planned; what is rolled before a tape is on the table cannot.
        title: its subject.
        printed: the chart in the printed game, or the section that has the die; None for the name of the code up to a
            line below, and "" for none.
        of: further words between title and chart.
        says: the words after the dice.
        thrown: the dice in words, or what is drawn; "" for the usual words of dice.
        about: the person or thing that it is for, when a player is asked to make it; "" for that of its place.
    """

    place: Any
    dice: tuple[int, ...]
    title: str
    reading: Reading = Reading.SUM
    ends: tuple[int, int] | None = None
    cells: Mapping[int, int] = field(default_factory=dict)
    counts: tuple[int, ...] = ()
    is_reshuffled: bool = False
    is_planned: bool = True
    printed: str | None = None
    of: str = ""
    says: str = ""
    thrown: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        """Check that a draw names the things that are drawn: it has no dice."""
        super().__post_init__()
        assert self.thrown or not self.is_drawn, f"{self.title}: a draw has to say what is drawn, as thrown"

    def kind_of(self, number: int) -> int:
        """Return the kind of a thing of a deck, which are numbered from 1 in the order of their kinds."""
        return next(kind for kind, last in enumerate(accumulate(self.counts)) if number <= last)


ENTRY_OPTIONS = frozenset(field.name for field in fields(EntryDeclaration)) - {"texts", "numbers"}
ROLL_OPTIONS = ENTRY_OPTIONS | (
    {field.name for field in fields(RollDeclaration)} - {"texts", "numbers", "place", "dice", "says"}
)


def entry(*texts: str, **declared: Any) -> EntryDeclaration:
    """Declare a kind of entry: its sentence, the words of its numbers, and fields of :class:`EntryDeclaration`."""
    options = {name: declared.pop(name) for name in ENTRY_OPTIONS & declared.keys()}
    return EntryDeclaration(texts=texts, numbers=declared, **options)


def roll(
    place: Any, *dice: int, text: str = "", result: Words | None = None, says: str | None = None, **declared: Any
) -> RollDeclaration:
    """Declare a roll.

    Its sentence has title, chart and dice with their modifiers, and then the words of its result, or ``says``. With
    ``text`` it has this instead. ``declared`` has the words of further numbers, and fields of :class:`RollDeclaration`.
    """
    options = {name: declared.pop(name) for name in ROLL_OPTIONS & declared.keys()}
    numbers = {"result": result or int} | declared
    said = ("{result}" if result else "") if says is None else says
    return RollDeclaration(texts=(text,) if text else (), numbers=numbers, place=place, dice=dice, says=said, **options)


def deck(place: Any, kinds: type[Code], counts: tuple[int, ...], **declared: Any) -> RollDeclaration:
    """Declare a deck from which things are drawn without putting them back: how many it has of each kind.

    ``declared`` is that of :func:`roll`. The result is the kind.
    """
    words: dict[str, Any] = {"result": kinds, "thrown": "a card"} | declared
    drawn = roll(place, sum(counts), **words)
    return replace(drawn, counts=counts, is_drawn=True)


class EntryCode(IntEnum):
    """Kinds of entry. In every game the first is a roll and the second a modifier of the roll that follows."""

    declared: EntryDeclaration

    def __new__(cls, declaration: Any) -> "EntryCode":
        """Assign the next number to a kind."""
        kind = int.__new__(cls, len(cls.__members__))
        kind._value_ = len(cls.__members__)
        kind.declared = declaration
        return kind


ROLL, MODIFIER = 0, 1
"""The kinds of entry that every game has."""


class RollCode(IntEnum):
    """The rolls and draws of a game."""

    declared: RollDeclaration
    place: Any
    dice: tuple[int, ...]

    def __new__(cls, declaration: Any) -> "RollCode":
        """Assign the next number to a roll."""
        code = int.__new__(cls, len(cls.__members__))
        code._value_ = len(cls.__members__)
        code.declared = declaration
        code.place, code.dice = declaration.place, declaration.dice
        return code

    @property
    def title(self) -> str:
        """The subject of the roll: "Landing"."""
        return self.declared.title

    @property
    def printed(self) -> str:
        """The name of the chart in the printed game: "B7"."""
        return self.name.partition("_")[0] if self.declared.printed is None else self.declared.printed

    @property
    def in_brackets(self) -> str:
        """The chart in the printed game after other words: " (B7)"; nothing for a roll without one."""
        return f" ({self.printed})" if self.printed else ""

    def heading(self, of: str = "") -> str:
        """Return the title, further words, and the chart in the printed game: "Landing (B7)"."""
        return f"{self.title}{of}{self.in_brackets}"

    @property
    def text(self) -> str:
        """The sentence: "Landing (B7): {dice}, {result}."; of a draw from a deck, without the number that is drawn."""
        if self.declared.texts:
            return self.declared.texts[0]
        said = "" if self.declared.counts else "{dice}", self.declared.says
        return f"{self.heading(self.declared.of)}: {', '.join(filter(None, said))}."

    def thrown(self, sides: tuple[int, ...]) -> str:
        """Return dice with these sides in words: "2d6"."""
        return self.declared.thrown if self.declared.thrown and sides == self.dice else f"{len(sides)}d{sides[0]}"
