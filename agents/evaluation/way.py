"""Scores as shares of the way from ``random`` to the best script, in the same wars.

A share says the same on every track: 0 % is chance, 100 % is the best script.
"""

import math

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.intervals import Interval, student_quantile
from agents.evaluation.needed_wars import need_of

TENTH = 0.1
"""Share of the way of the difference whose wars are counted."""
Scores = NDArray[np.float64]
"""Scores of a policy, a number for each war, ``(N,)``."""


def share_of_way(own: Scores, chance: Scores, best: Scores) -> Interval | None:
    """Return the share of the way that a policy has come, in percent, with its 95 % interval by Student's t.

    The interval holds for a ratio of means over pairs of wars. None if the best script is not above chance.

    Args:
        own: scores of the policy.
        chance: those of ``random`` in the same wars.
        best: those of the best script.
    """
    tops, way = own - chance, best - chance
    if not way.mean() > 0:
        return None
    share = float(tops.mean() / way.mean())
    rests = (tops - share * way) / way.mean()
    half = student_quantile(len(own) - 1) * float(rests.std(ddof=1)) / math.sqrt(len(own))
    return Interval(*(100 * number for number in (share, share - half, share + half)))


def wars_for_a_tenth(own: Scores, other: Scores, chance: Scores, best: Scores) -> int | None:
    """Return the number of wars that show a difference of a tenth of the way between two policies.

    None if they do not differ in these wars, or if the best script is not above chance.
    """
    way = float((best - chance).mean())
    return need_of(own - other, TENTH * way, fewest=2).wars if way > 0 else None
