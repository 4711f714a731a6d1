"""A script that says why, if it is asked."""

from functools import cached_property

import numpy as np

from agents.scripts.reason_words import reason_words
from agents.scripts.reasons import Reasons
from stuka_env.policy import PolicyInput, PolicyOutput, ScriptedPolicy, import_object


class ReasonedScript(ScriptedPolicy):
    """A policy that is one compiled function, and the rule of its own behind each choice in words.

    Args:
        name: what it is called.
        place: the function that plays, ``module:choose``.
        reasoned: the same function with the reason, ``module:reasoned``; imported when somebody asks.
    """

    def __init__(self, name: str, place: str, reasoned: str) -> None:
        super().__init__(name, import_object(place))
        self._place = reasoned

    @cached_property
    def _reasoned(self) -> Reasons:
        return import_object(self._place)

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Why it chooses what it chooses; it does not weigh, and expects nothing."""
        wars = len(inputs.mats)
        nothing, unknown = np.zeros(inputs.masks.shape, np.float32), np.full(inputs.masks.shape, np.nan, np.float32)
        reasons = tuple(self._reason(inputs, war) for war in range(wars))
        return PolicyOutput(nothing, unknown[:, 0], unknown, reasons=reasons)

    def _reason(self, inputs: PolicyInput, war: int) -> str:
        """Why it does what it does in one war; empty if that is over."""
        mat, charts = inputs.mats[war], inputs.charts[0]
        if mat["track"]["over"]:
            return ""
        return reason_words(self._reasoned(mat, charts, inputs.masks[war], int(inputs.noise[war])), mat, charts)
