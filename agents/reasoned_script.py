"""Scripts that explain each choice by their own rule, for every game."""

from collections.abc import Callable
from typing import Any

import numpy as np

from stuka_env.policy import PolicyInput, PolicyOutput, ScriptedPolicy

ReasonOf = Callable[[PolicyInput, int], str]
"""Return the reason of a script in one war of the inputs; empty if that war is over."""


class ReasonedScript(ScriptedPolicy):
    """A policy that is one compiled function and explains each choice by the script's own rule.

    Args:
        name: its name.
        choose: the function that plays.
        reason_of: the reason of the same function for its choice.
    """

    def __init__(self, name: str, choose: Callable[..., Any], reason_of: ReasonOf) -> None:
        super().__init__(name, choose)
        self._reason_of = reason_of

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the reasons of the choices; probabilities are 0 and expectations NaN: a script computes none."""
        nothing, unknown = np.zeros(inputs.masks.shape, np.float32), np.full(inputs.masks.shape, np.nan, np.float32)
        reasons = tuple(self._reason_of(inputs, war) for war in range(len(inputs.mats)))
        return PolicyOutput(nothing, unknown[:, 0], unknown, reasons=reasons)
