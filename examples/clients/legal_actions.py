"""Learners without masks: an illegal action is taken for a legal one.

Without this they pay for nineteen attempts out of twenty, and the only thing that ends it at once is to decline the
mission. Here action k, if it is illegal, plays the legal action number k modulo how many there are, so that every
action does something that can be learned from. What the action was called is lost on the way: such an agent plays
illegal actions nearly always, and needs the same replacement when it flies. A learner that can mask does better with
the mask.

This is `legal_actions.py`; the recipes that import it want it in the same folder.
"""

# --- recipe ---
from typing import Any

import gymnasium
import numpy as np


def legal(actions: Any, masks: Any) -> Any:
    """The actions of N missions, ``(N,)``, each illegal one replaced; masks are ``(N, n)``."""
    actions = np.array(actions)
    for row in np.flatnonzero(masks[np.arange(len(actions)), actions] == 0):
        choices = np.flatnonzero(masks[row])
        actions[row] = choices[actions[row] % len(choices)]
    return actions


class LegalActions(gymnasium.ActionWrapper[Any, Any, Any]):
    """One mission in which no action is illegal."""

    def action(self, action: Any) -> Any:
        """The action itself, or the legal one that stands for it."""
        war: Any = self.unwrapped
        return legal([action], war.action_masks()[None])[0]
