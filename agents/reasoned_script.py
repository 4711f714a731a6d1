"""Scripts that explain each choice by their own rule, for every game.

A script is written once, as a function that returns a :class:`Reasoned`. The function that plays takes the action out
of it, and the compiler removes the rest. So an action and its reason always agree, and the reason costs nothing unless
it is requested. The reasons of a game are a code (:class:`stuka_env.codes.Code`), whose words explain the choice.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stuka_env.compilation import compiled
from stuka_env.policy import PolicyInput, PolicyOutput, ScriptedPolicy, import_object


class Reasoned(NamedTuple):
    """An action, the code of the reason for it, and two numbers that the reason refers to."""

    action: int
    reason: int
    about: float
    more: float = 0.0


@compiled
def because(action: int, reason: int, about: float) -> Reasoned:
    """Return an action with its reason."""
    return Reasoned(action, reason, about, 0.0)


@compiled
def because_of(action: int, reason: int, about: float, more: float) -> Reasoned:
    """Return an action with a reason that refers to two numbers."""
    return Reasoned(action, reason, about, more)


ReasonWords = Callable[[Reasoned, Any, Any], str]
"""Return the reason of a choice in one line: the choice, the mat before it, the charts in force."""


def place_of_reasons(place: str) -> str | None:
    """Return the place of the function that gives reasons, ``module:reasoned``, for that of a script.

    A script with reasons is called ``choose`` or has a name that begins so; return None for any other.
    """
    module, _, name = place.partition(":")
    return f"{module}:reasoned{name.removeprefix('choose')}" if name.startswith("choose") else None


class ReasonedScript(ScriptedPolicy):
    """A policy that is one compiled function and explains each choice by the script's own rule.

    Args:
        name: its name.
        choose: the function that plays.
        reasons: the place of the function that gives the reasons for its choices; it is imported at the first one.
        words: the words of the game's reasons.
    """

    def __init__(self, name: str, choose: Callable[..., Any], reasons: str, words: ReasonWords) -> None:
        super().__init__(name, choose)
        self._reasons = reasons
        self._words = words

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the reasons of the choices; probabilities are 0 and expectations NaN: a script computes none."""
        nothing, unknown = np.zeros(inputs.masks.shape, np.float32), np.full(inputs.masks.shape, np.nan, np.float32)
        reasons = tuple(self._reason_of(inputs, war) for war in range(len(inputs.mats)))
        return PolicyOutput(nothing, unknown[:, 0], unknown, reasons=reasons)

    def _reason_of(self, inputs: PolicyInput, war: int) -> str:
        """Return the reason in one war; empty if the war is over."""
        mat, charts = inputs.mats[war], inputs.charts[war if len(inputs.charts) > 1 else 0]
        if mat[self.game.standing_block]["over"]:
            return ""
        reasoned = import_object(self._reasons)
        return self._words(reasoned(mat, charts, inputs.masks[war], int(inputs.noise[war])), mat, charts)
