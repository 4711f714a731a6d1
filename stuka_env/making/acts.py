"""Actions of a made game, each declared with its label and the decisions that it answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class ActDeclaration:
    """The declaration of an action."""

    word: str
    decisions: tuple[int, ...]


def act(word: str, *decisions: int) -> Any:
    """Declare an action: its label, and the decisions that it answers."""
    return ActDeclaration(word, decisions)


class ActCode(IntEnum):
    """The actions of a game, numbered from 0."""

    word: str
    decisions: tuple[int, ...]

    def __new__(cls, declared: Any) -> "ActCode":
        """Assign the next number to an action."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.word, member.decisions = declared.word, declared.decisions
        return member


def answers_of(acts: type[ActCode], decisions: Iterable[int]) -> NDArray[np.int8]:
    """Return the actions that answer each decision: 1 or 0 by decision and action."""
    return np.array([[decision in act.decisions for act in acts] for decision in decisions], np.int8)
