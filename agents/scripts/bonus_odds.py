"""The odds of the bonus for few losses (8.5.2, 8.5.3), as if losses fell on the missions to come at random (Poisson).

Aircraft and people are lost together more often than not: the chance that both stay below their limits is taken
half-way between independent and bound to each other, which left no bias over 2,000 operations.
"""

import math

from stuka_env.charts.shape import Charts
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat

AIRCRAFT_LOST = 0.17
"""Aircraft that a mission of a Kette costs on average, over thousands flown."""


@compiled
def missions_between(mat: Mat, charts: Charts, first: int, stop: int) -> int:
    """Missions of the segments from ``first`` to before ``stop``."""
    missions = 0
    for segment in range(first, stop):
        missions += int(charts.missions[segment][mat.war.regular])
    return missions


@compiled
def end_of(charts: Charts, operation: int) -> int:
    """The segment after an operation's last."""
    return int(charts.first_segment[operation]) + int(charts.segments[operation])


@compiled
def chance_of_fewer(limit: int, mean: float) -> float:
    """Chance that fewer than ``limit`` things happen where ``mean`` are to be expected (Poisson)."""
    term = math.exp(-mean)
    total = 0.0
    for count in range(limit):
        total += term
        term *= mean / (count + 1)
    return total


@compiled
def chance_of_few_losses(aircraft: int, people: int, missions: int, killed: float) -> float:
    """Chance to lose fewer aircraft and fewer people than these in so many missions, at ``killed`` people a mission."""
    first = chance_of_fewer(aircraft, AIRCRAFT_LOST * missions)
    second = chance_of_fewer(people, killed * missions)
    return 0.5 * (first * second + min(first, second))
