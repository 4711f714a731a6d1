"""Actions: an enum of verbs, each with its words, its argument and the decisions that it can answer.

A game declares its verbs once::

    class Act(Verb):
        STAY = "Do not fly", "the aircraft stay on the ground", Decision.MUSTER
        FLY = "Fly {n} aircraft", "size of the formation", Argument("aircraft", 2, 9), Decision.MUSTER

The code of a verb is the index of its first action: it takes as many indices as its argument has values. A new verb
moves those behind it, and nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.codes import Code


class Argument(NamedTuple):
    """The counted thing that is the argument of a verb."""

    word: str
    first: int
    """Smallest value."""
    size: int
    """Number of values."""
    rows: str = ""
    """The block of the observation of which it names a row; "" for a number."""
    row: int = 0
    """The row that the smallest value names."""

    @property
    def last(self) -> int:
        """Largest value."""
        return self.first + self.size - 1


NO_ARGUMENT = Argument("", 0, 1)


class Verb(IntEnum):
    """An enum of verbs: text, meaning and argument (unless there is none), and the decisions that it can answer."""

    text: str
    """Its label, with {n} for the argument."""
    meaning: str
    """Its effect, for the table of actions; "" if the text tells it."""
    argument: Argument
    decisions: tuple[Code, ...]

    def __new__(cls, text: str, *declared: Any) -> Any:
        """Assign the index of its first action to a verb."""
        first = sum(verb.argument.size for verb in cls.__members__.values())
        verb = int.__new__(cls, first)
        verb._value_ = first
        parts = list(declared)
        verb.text = text
        verb.meaning = parts.pop(0) if isinstance(parts[0], str) else ""
        verb.argument = parts.pop(0) if isinstance(parts[0], Argument) else NO_ARGUMENT
        verb.decisions = tuple(parts)
        return verb


AnyVerb = TypeVar("AnyVerb", bound=Verb)


@dataclass(frozen=True)
class Action:
    """One action: its index, verb and argument (0 for a verb without one), and the decisions it can answer."""

    index: int
    verb: str
    argument: int
    decisions: tuple[Any, ...]


class ActionRow(NamedTuple):
    """One line of the table of actions."""

    first: int
    last: int
    verb: str
    argument: str
    decisions: str
    meaning: str


class Catalogue(Generic[AnyVerb]):
    """The actions of a game: index <-> (verb, argument).

    Args:
        verbs: the enum of its verbs.
    """

    def __init__(self, verbs: type[AnyVerb]) -> None:
        self._verbs: Mapping[str, AnyVerb] = verbs.__members__
        self.verbs: tuple[AnyVerb, ...] = tuple(verb for verb in verbs for _ in range(verb.argument.size))
        """The verb of every action."""
        self.actions = tuple(
            Action(verb + step, verb.name, verb.argument.first + step, verb.decisions)
            for verb in verbs
            for step in range(verb.argument.size)
        )
        """Every action; ``actions[i].index == i``."""

    def verb_of(self, index: int) -> AnyVerb:
        """Return the verb of an action.

        Raises:
            IndexError: no action has this index.
        """
        if not 0 <= index < len(self.verbs):
            raise IndexError(f"action: got {index}, allowed are 0 to {len(self.verbs) - 1}")
        return self.verbs[index]

    def index_of(self, verb: str | AnyVerb, argument: int = 0) -> int:
        """Return the index of a verb with an argument, which counts as at the table.

        Raises:
            ValueError: no such verb, or the argument is out of its range.
        """
        name = verb.name if isinstance(verb, Verb) else verb
        if name not in self._verbs:
            raise ValueError(f"verb: got {name!r}, allowed are {', '.join(self._verbs)}")
        act = self._verbs[name]
        if not act.argument.first <= argument <= act.argument.last:
            allowed = f"{act.argument.first} to {act.argument.last}"
            raise ValueError(f"argument of {name}: got {argument}, allowed are {allowed}")
        return int(act) + argument - act.argument.first

    def answers(self, decisions: Iterable[Any]) -> NDArray[np.int8]:
        """Return which actions answer which decisions: 1 or 0 by decision and action, ``(D, ACTIONS)``."""
        return np.array([[one in action.decisions for action in self.actions] for one in decisions], np.int8)

    def table(self) -> list[ActionRow]:
        """Return the table of actions, with a row for each verb."""
        return [
            ActionRow(
                int(verb),
                int(verb) + verb.argument.size - 1,
                verb.name,
                f"{verb.argument.word} {verb.argument.first} to {verb.argument.last}" if verb.argument.word else "",
                ", ".join(decision.name for decision in verb.decisions),
                verb.meaning,
            )
            for verb in self._verbs.values()
        ]
