"""The odds of the bonus for few losses (8.5.2, 8.5.3). Losses in future missions are taken as Poisson distributed.

Losses of aircraft and of people are correlated. The chance that both stay below their limits is therefore the mean of
two cases: independent losses and fully dependent losses.
"""

import math

from stuka_env.charts.shape import Charts
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat

AIRCRAFT_LOST = 0.17
"""Mean number of aircraft that a mission of a Kette costs."""


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
def chance_of_few_losses(aircraft: int, people: int, missions: int, killed: float) -> float:
    """Return the chance that ``missions`` missions cost fewer than ``aircraft`` aircraft and ``people`` people.

    ``killed`` is the mean number of people killed in a mission.
    """
    first = chance_of_fewer(aircraft, AIRCRAFT_LOST * missions)
    second = chance_of_fewer(people, killed * missions)
    return 0.5 * (first * second + min(first, second))
