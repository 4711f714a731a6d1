"""Advice: what an agent would do at a decision. Who gives it is plugged in; this package knows no agents."""

import importlib
import threading
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from stuka_env.play.turns import Position

MAKER = "agents.adviser:make_adviser"
"""Where advisers come from, as ``module:function`` of the policy's name; loaded when somebody wants advice."""


class Opinion(NamedTuple):
    """What an adviser thinks of a decision.

    Attributes:
        choice: the action it would take.
        shares: how readily it would take each action, 0 to 1; empty if it does not say.
        worth: points of the official score it expects in all if an action is taken, for those it looked into.
        value: points it expects as things stand; None if it does not say.
    """

    choice: int
    shares: Mapping[int, float]
    worth: Mapping[int, float]
    value: float | None

    def compared(self, action: int) -> float | None:
        """How many points an action is worth more than the choice, to a tenth; None if it does not say."""
        if action not in self.worth or self.choice not in self.worth:
            return None
        return round(self.worth[action] - self.worth[self.choice], 1) + 0.0  # no negative zero


class Adviser(Protocol):
    """Somebody with an opinion."""

    name: str

    def consider(self, position: Position) -> Opinion:
        """What it would do there."""


class Answer(NamedTuple):
    """What became of a question: its number, and an opinion or why there is none."""

    number: int
    opinion: Opinion | None
    trouble: str


def make_adviser(name: str, maker: str = MAKER) -> Adviser:
    """The adviser called ``name``.

    Raises:
        ValueError: there is none; one line says why.
    """
    module, _, function = maker.partition(":")
    try:
        made: Adviser = getattr(importlib.import_module(module), function)(name)
    except ImportError as error:
        raise ValueError(f"--advise: advice comes from {module}, which cannot be loaded ({error})") from None
    except ValueError as error:
        raise ValueError(f"--advise: {error}") from None
    return made


class Desk:
    """Where questions wait for an adviser, who thinks in a thread of his own; only the newest is of interest.

    ``number`` is the newest question's. ``tell`` is called in the adviser's thread.
    The thread is a daemon: nobody who wants to stop has to wait for the end of a long thought.
    """

    def __init__(self, adviser: Adviser, tell: Callable[[Answer], object]) -> None:
        self.adviser = adviser
        self._tell = tell
        self.number = 0
        self._asked: Position | None = None
        self._changed = threading.Condition()
        threading.Thread(target=self._work, name="adviser", daemon=True).start()

    def ask(self, position: Position) -> None:
        """Put a question on the desk, in place of one that waits there."""
        with self._changed:
            self.number += 1
            self._asked = position
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._asked is None:
                    self._changed.wait()
                number, position, self._asked = self.number, self._asked, None
            self._tell(self._answer(number, position))

    def _answer(self, number: int, position: Position) -> Answer:
        try:
            return Answer(number, self.adviser.consider(position), "")
        except Exception as error:  # whatever somebody's policy does wrong, the war goes on
            return Answer(number, None, f"{type(error).__name__}: {error}".splitlines()[0])
