"""How much of what one flight says about a choice is luck, by kind of decision.

The rollouts of :mod:`agents.planner.gains` say what a choice gained in a few clones; the network, taught by
millions of them, what choices like it gain on average. What is left between the two is luck, and the rollouts are
paired (the same dice for every choice), so that it is less than a learner meets who flies each war once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.improvement.gain_network import GainNetwork, predicted_gains
from agents.improvement.positions import Positions
from stuka_env.codes import Decision

CLOSE = 8.0
"""Points of mission score: choices this near to the script's are those that a learner has to tell apart."""
EQUAL = 1.0
"""Points: so near that they hardly matter."""
FEWEST = 100
"""Close choices that a kind of decision must have for a figure."""


class LuckFigures(NamedTuple):
    """Of one kind of decision."""

    decision: Decision
    share: float
    """Of all positions with a choice."""
    choices: float
    """Legal actions besides the script's, on average."""
    equal: float
    """The share of them within a point of the script's."""
    gain: float
    """Points of mission score by which a close choice typically differs from the script's: a root mean square."""
    luck: float
    """Standard deviation of what one paired clone says of it."""

    @property
    def clones(self) -> float:
        """Paired clones until the standard error of a choice's gain is as small as what is looked for."""
        return (self.luck / self.gain) ** 2


def luck_of(
    decision: Decision, positions: Positions, predicted: NDArray[np.float32], rollouts: int
) -> LuckFigures | None:
    """The figures of one kind of decision; None where there are too few.

    Args:
        decision: the kind.
        positions: M positions that the network has not learned from.
        predicted: ``(M, ACTIONS)``: gains against the script's action.
        rollouts: clones of each choice.
    """
    here = positions.decision == decision
    gains, means = positions.gains[here].astype(np.float32), predicted[here]
    others = ~np.isnan(gains)
    others[np.arange(len(gains)), positions.script[here]] = False
    close = others & (np.abs(means) < CLOSE)
    if close.sum() < FEWEST:
        return None
    return LuckFigures(
        decision,
        float(here.mean()),
        float(others.sum(axis=1).mean()),
        float((np.abs(means[others]) < EQUAL).mean()),
        float(np.sqrt(np.square(means[close]).mean())),
        float(np.sqrt(rollouts * (gains[close] - means[close]).var())),
    )


def luck_by_decision(network: GainNetwork, positions: Positions, rollouts: int) -> list[LuckFigures]:
    """The figures of every kind of decision that has enough of them, in the order of play."""
    predicted = predicted_gains(network, positions)
    found = (luck_of(decision, positions, predicted, rollouts) for decision in Decision)
    return [figures for figures in found if figures is not None]
