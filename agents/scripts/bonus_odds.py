"""The odds of the bonus for few losses (8.5.2, 8.5.3). Losses in future missions are taken as Poisson distributed.

Losses of aircraft and of people are correlated. The chance that both stay below their limits is therefore a mean of
two cases: independent losses and fully dependent losses.
"""

import math
from typing import NamedTuple

from stuka_env.charts.shape import Charts
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat


class LossRates(NamedTuple):
    """Mean losses of a mission, and the correlation of its losses."""

    aircraft: float
    """Mean number of aircraft lost."""
    people: float
    """Mean number of people killed."""
    together: float
    """Weight of the case that losses of aircraft and of people are fully dependent, 0 to 1."""


@compiled
def missions_between(mat: Mat, charts: Charts, first: int, stop: int) -> int:
    """Return the number of missions of the segments in [first, stop)."""
    missions = 0
    for segment in range(first, stop):
        missions += int(charts.missions[segment][mat.war.regular])
    return missions


@compiled
def end_of(charts: Charts, operation: int) -> int:
    """Return the segment after an operation's last."""
    return int(charts.first_segment[operation]) + int(charts.segments[operation])


@compiled
def chance_of_fewer(limit: int, mean: float) -> float:
    """Return the probability that a Poisson variable with this mean is below ``limit``."""
    term = math.exp(-mean)
    total = 0.0
    for count in range(limit):
        total += term
        term *= mean / (count + 1)
    return total


@compiled
def chance_of_few_losses(aircraft: int, people: int, missions: int, rates: LossRates) -> float:
    """Return the chance that ``missions`` missions cost fewer than ``aircraft`` aircraft and ``people`` people."""
    first = chance_of_fewer(aircraft, rates.aircraft * missions)
    second = chance_of_fewer(people, rates.people * missions)
    return (1.0 - rates.together) * (first * second) + rates.together * min(first, second)
