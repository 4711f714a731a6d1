"""Chances of six-sided dice, for scripts of every game."""

from stuka_env.compiling.compilation import compiled

DIE_FACES, THROWS = 6, 36
"""Throws of one die and of two."""


@compiled
def ways(total: int) -> int:
    """Return the throws of two dice with a total."""
    return max(0, DIE_FACES - abs(total - DIE_FACES - 1))


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
    return min(DIE_FACES, max(0, DIE_FACES + 1 - least)) / DIE_FACES
