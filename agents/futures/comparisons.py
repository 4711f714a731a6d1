"""Futures: clones fly a war on after different actions, or after different dice. Paired futures share their dice.

A future ends with the war, or where the next line of the log sheet begins: a mission, a sortie. In the second case a
value scores the rest of the war. Futures never use the dice of the real war.

A recurring choice can be made again later, such as a purchase. The value knows few wars in which it was not made, so
the futures of such a choice may fly on until it has come again.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from stuka_env.compiling.compilation import READ_ONLY

NO_CANDIDATE = -1


class Comparisons(NamedTuple):
    """D decisions with up to K alternatives to the action taken; sums over the pairs flown, ``(D, K)``."""

    taken: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the action taken."""
    candidates: Annotated[NDArray[np.int64], 2]
    """The alternatives; NO_CANDIDATE for none."""
    racing: Annotated[NDArray[np.int8], 2]
    """1 while the alternative is still flown."""
    pairs: Annotated[NDArray[np.int64], 2]
    gain: Annotated[NDArray[np.float64], 2]
    """Sum of the differences of the final score to that of the action taken, in points."""
    square: Annotated[NDArray[np.float64], 2]
    """Sum of the squares of the gains of the pairs."""
    better: Annotated[NDArray[np.int64], 2]
    """Pairs in which the alternative scored more."""
    worse: Annotated[NDArray[np.int64], 2]
    """Pairs in which the alternative scored less."""


class FuturePlan(NamedTuple):
    """The futures to be flown of one decision."""

    first: int
    """Number of the first; futures with the same number have the same dice."""
    futures: int
    to_the_end: bool
    """Whether they end with the war."""
    past_chance: bool
    """Whether futures of a recurring choice fly on until it has come again."""


class WarPath(NamedTuple):
    """The D decisions of a finished war, as the measures need them."""

    taken: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the action taken."""
    own: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the reference script's own choice; NO_CANDIDATE where that was done, or as good. For the error of the
    value it is the better action."""
    run_end: Annotated[NDArray[np.int64], READ_ONLY]
    """``(D,)``: the last decision before dice, or before the line ends, that differs from the own choice."""
    score: float
    """The final score."""


def new_comparisons(taken: NDArray[np.int64], candidates: NDArray[np.int64]) -> Comparisons:
    """Return the comparisons of actions taken ``(D,)`` with ``candidates`` ``(D, K)``, none of them flown."""
    shape = candidates.shape
    return Comparisons(
        read_only(taken),
        candidates,
        (candidates != NO_CANDIDATE).astype(np.int8),
        np.zeros(shape, np.int64),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
    )
