"""Learners without masks: each illegal action is replaced by a legal one.

Without this wrapper such a learner pays for nineteen of twenty actions, and only declining the mission ends it at once.
The wrapper replaces an illegal action k by the legal action number k modulo the number of legal actions. So every
action has an effect that the agent can learn from. The agent still plays illegal actions nearly always, and needs the
same replacement when it flies. A learner that can mask does better with the mask.

This is `legal_actions.py`; the recipes that import it need it in the same folder.
"""

# --- recipe ---
from typing import Any

import gymnasium
import numpy as np


def legal(actions: Any, masks: Any) -> Any:
    """Return the actions of N missions, ``(N,)``, each illegal one replaced; masks are ``(N, n)``."""
    actions = np.array(actions)
    for row in np.flatnonzero(masks[np.arange(len(actions)), actions] == 0):
        choices = np.flatnonzero(masks[row])
        actions[row] = choices[actions[row] % len(choices)]
    return actions


class LegalActions(gymnasium.ActionWrapper[Any, Any, Any]):
    """A wrapper of one mission in which no action is illegal."""

    def action(self, action: Any) -> Any:
        """Return the action, or the legal action that replaces it."""
        war: Any = self.unwrapped
        return legal([action], war.action_masks()[None])[0]
