"""Chances of six-sided dice, for scripts of every game."""

from stuka_env.compilation import compiled

FACES, THROWS = 6, 36
"""Throws of one die and of two."""


@compiled
def ways(total: int) -> int:
    """Return the throws of two dice with a total."""
    return max(0, FACES - abs(total - FACES - 1))


@compiled
def chance_at_most(total: int) -> float:
    """Return the chance of two dice to show a total or less."""
    throws = 0
    for low in range(2, total + 1):
        throws += ways(low)
    return throws / THROWS


@compiled
def chance_at_least(least: int) -> float:
    """Return the chance of one die to show a number or more."""
    return min(FACES, max(0, FACES + 1 - least)) / FACES
