"""For learners without masks: an illegal action is taken for a legal one.

Without this they pay for nineteen attempts out of twenty, and the only thing that ends it at once is to decline the
mission. Here action k, if it is illegal, plays the legal action number k modulo how many there are, so that every
action has an effect that can be learned. Learners that can mask do better with the mask.
"""

# --- recipe ---
import gymnasium
import numpy as np


def legal(actions, masks):
    """The actions of N missions, ``(N,)``, each illegal one replaced; masks are ``(N, n)``."""
    actions = np.array(actions)
    for row in np.flatnonzero(masks[np.arange(len(actions)), actions] == 0):
        choices = np.flatnonzero(masks[row])
        actions[row] = choices[actions[row] % len(choices)]
    return actions


class LegalActions(gymnasium.ActionWrapper):
    """One mission in which no action is illegal."""

    def action(self, action):
        """The action itself, or the legal one that stands for it."""
        return legal([action], self.unwrapped.action_masks()[None])[0]
