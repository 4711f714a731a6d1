"""The parts of a game that the text core needs. Each game has them in its room ``text``."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.sentences import worth_reading
from stuka_env.game import parts_in
from stuka_env.policy import NEUTRAL, PolicyInput

Section = str | list[str]
"""The words of a part of the state: one text, or one for each thing."""
Chooser = Callable[[Any, list[int]], int | None]
"""A function of the mat and the legal actions that returns one of them, or None when it takes no more decisions."""


class AnswerError(ValueError):
    """An answer that cannot be used; the message is one sentence."""


class Series(NamedTuple):
    """An option that takes several decisions in a row."""

    words: str
    choose: Chooser


class Repeated(NamedTuple):
    """An answer that is given until a decision of another kind is open.

    Attributes:
        words: the answer in words.
        decisions: the decisions of its kind.
        answer: the action while it is legal, or a function that chooses one.
        is_offered: function that tells whether there is more than one such decision, as far as the mat shows it.
    """

    words: str
    decisions: Collection[int]
    answer: int | Chooser
    is_offered: Callable[[Any], bool] = lambda mat: True

    def choose(self, mat: Any, legal: list[int]) -> int | None:
        """Return the answer to the open decision; None for one of another kind."""
        if mat["cursor"]["decision"] not in self.decisions:
            return None
        if callable(self.answer):
            return self.answer(mat, legal)
        return int(self.answer) if self.answer in legal else None


class ListQuestion(NamedTuple):
    """A question whose one answer takes all decisions of a list.

    Attributes:
        words: the question.
        offers: complete answers.
        form: the form of an answer of the player's own, with an example.
        row: the pattern of a line of such an answer in words.
        read: function that returns the chooser of such an answer, from a text or a JSON value. It raises
            ``AnswerError``. Its chooser raises it too if the rules forbid the answer.
        check: function that raises ``AnswerError`` if the mat after the answer is not the one that was asked for.
        outcome: function that returns the list in words, from the mat after the answer.
    """

    words: str
    offers: tuple[Series, ...]
    form: str
    row: re.Pattern[str]
    read: Callable[[Any], Chooser]
    check: Callable[[Any, Any], None]
    outcome: Callable[[Any], str]


class WarsTask(NamedTuple):
    """The usual wars of a task of Inspect.

    Attributes:
        env: id of the environment.
        wars: number of wars.
    """

    env: str
    wars: int


@dataclass(frozen=True, kw_only=True, eq=False)
class TextParts:
    """The parts of a game that the text core needs."""

    events: Callable[[Iterable[Any]], list[Any]] = worth_reading
    """Return the entries of a journal that tell a player something new."""
    list_question: Callable[[Any], ListQuestion | None] = lambda mat: None
    """Return the list that begins at the open decision of a mat, or None."""
    repeated: tuple[Repeated, ...] = ()
    """Answers that take the following decisions of their kind too."""
    wishes: Collection[int] = ()
    """Actions that the neutral policy takes whenever they are legal."""
    refusals: Collection[int] = ()
    """Actions that decline something, which the neutral policy takes last."""
    rivals: tuple[str, ...]
    """Names of the policies that a language model is compared with, as far as they are installed."""
    tasks: Mapping[str, WarsTask] = field(default_factory=dict)
    """Tasks of Inspect, by their names."""

    def series(self, mat: Any, legal: Collection[int]) -> list[Repeated]:
        """Return further options at the open decision of a mat, among its legal actions."""
        return [one for one in self.repeated if one.choose(mat, list(legal)) is not None and one.is_offered(mat)]

    def neutral(self, legal: Sequence[int]) -> int:
        """Return the action of the neutral policy: one that is wished for, or that is no refusal, or else the first.

        Args:
            legal: the legal actions in order; a war that is over has none, and 0 is returned.
        """
        wished = [action for action in legal if action in self.wishes]
        accepted = [action for action in legal if action not in self.refusals]
        return next(iter([*wished, *accepted, *legal]), 0)


def text_parts(game: str) -> TextParts:
    """Return the parts of a game by its name."""
    parts: TextParts = parts_in(game, "text", "TEXT_PARTS")
    return parts


class NeutralPolicy:
    """The neutral policy of a game, which answers for a language model that does not.

    It takes the first option that is no refusal and knows nothing of the game, so its answers are no verdict on the
    model. Its own score in the same wars is printed beside that of the model.

    Args:
        game: name of the game.
    """

    name = NEUTRAL

    def __init__(self, game: str) -> None:
        self._choose = text_parts(game).neutral

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        for war, mask in enumerate(inputs.masks):
            actions[war] = self._choose(np.flatnonzero(mask).tolist())
