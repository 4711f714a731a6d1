"""The parts of a game that the text core needs. Each game has them in its room ``text``."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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

    question: Callable[[Any], str]
    """Return the open decision of a mat in words."""
    events: Callable[[Iterable[Any]], list[Any]]
    """Return the entries of a journal that tell a player something new."""
    list_question: Callable[[Any], ListQuestion | None]
    """Return the list that begins at the open decision of a mat, or None."""
    series: Callable[[Any, Mapping[int, str]], list[Series]]
    """Return further options at the open decision of a mat, for its legal actions with their labels."""
    neutral: Callable[[Sequence[int]], int]
    """Return the action of the neutral policy among legal actions, in order."""
    rules: str
    """Summary of the rules."""
    rivals: tuple[str, ...]
    """Names of the policies that a language model is compared with, as far as they are installed."""
    tasks: Mapping[str, WarsTask] = field(default_factory=dict)
    """Tasks of Inspect, by their names."""


def text_parts(game: str) -> TextParts:
    """Return the parts of a game by its name."""
    parts: TextParts = parts_in(game, "text", "TEXT_PARTS")
    return parts


def first_option(legal: Sequence[int], wishes: Collection[int], refusals: Collection[int]) -> int:
    """Return the first legal action that is wished for, or else that is no refusal, or else the first.

    Args:
        legal: the legal actions in order; a war that is over has none, and 0 is returned.
        wishes: the actions to take whenever they are legal.
        refusals: the actions that decline something.
    """
    wished = [action for action in legal if action in wishes]
    accepted = [action for action in legal if action not in refusals]
    return next(iter([*wished, *accepted, *legal]), 0)


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
