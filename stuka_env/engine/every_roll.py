"""Chances of what rules lead to: the rules as plain Python, once for each number that their dice can show.

A number that the rules compute is asked of the rules, and so is its chance. A part of a rule is played again and again
from one mat, until its dice have shown everything. Nothing is compiled. For whole actions, with all that follows from
them to the next decision, there are :func:`stuka_env.engine.outcomes.outcomes`.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, TypeVar

from stuka_env.compiling.plain import plain

Result = TypeVar("Result", bound=Hashable)
Function = TypeVar("Function", bound=Callable[..., Any])
Sides = tuple[int, int, int]
"""Sides of the dice of a roll; 0 for no die."""


class EnoughRolls(Exception):  # noqa: N818 - a part of play that is not followed is no error
    """The rules roll more often than is followed."""


@cache
def throws(sides: Sides) -> tuple[tuple[Sides, float], ...]:
    """Return the sums that dice can show, each as faces with its chance."""
    every = [*itertools.product(*(range(1, side + 1) if side else (0,) for side in sides))]
    counts, faces = Counter(map(sum, every)), {sum(one): one for one in every}
    return tuple((faces[total], count / len(every)) for total, count in counts.items())  # type: ignore[misc]


class EveryRoll:
    """Dice that show one combination of numbers after another, each with its chance.

    Args:
        most: rolls that are followed; a further one ends the play that is under way.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._path: list[tuple[int, int]] = []
        self._at = 0
        self.chance = 1.0

    def throw(self, sides: Sides) -> Sides:
        """Return the faces of the next roll."""
        if self._at == self._most:
            raise EnoughRolls
        every = throws(sides)
        if self._at == len(self._path):
            self._path.append((0, len(every)))
        faces, chance = every[self._path[self._at][0]]
        self._at += 1
        self.chance *= chance
        return faces

    def turn(self) -> bool:
        """Turn to the next combination; return whether there is one."""
        self._at, self.chance = 0, 1.0
        while self._path:
            place, count = self._path.pop()
            if place + 1 < count:
                self._path.append((place + 1, count))
                return True
        return False


def throw_dice(mat: Any, table: Any, chart: int, subject: int, sides: Any) -> Sides:
    """Throw the dice of a table; in place of :func:`stuka_env.engine.frame.throw_dice`."""
    faces: Sides = table.dice.throw(tuple(int(side) for side in sides))
    return faces


def with_every_roll(function: Function, **others: Callable[..., Any]) -> Function:
    """Return a function of the rules as a plain one, whose dice are those of :class:`EveryRoll`.

    Args:
        function: the function.
        others: functions to call in place of those with their names, for what is not followed.
    """
    return plain(function, throw_dice=throw_dice, **others)


def chances(play: Callable[[EveryRoll], Result | None], most: int | None = None) -> dict[Result, float]:
    """Return the results of a play of rules with their chances, which add up to 1.

    Args:
        play: plays rules of :func:`with_every_roll` from one mat, with the dice that it is given on the table, and
            returns what came of it. It returns None for what does not count, such as a roll that is repeated.
        most: rolls that are followed; what needs more does not count.
    """
    dice, found = EveryRoll(most), defaultdict[Any, float](float)
    while True:
        try:
            result = play(dice)
        except EnoughRolls:
            result = None
        if result is not None:
            found[result] += dice.chance
        if not dice.turn():
            break
    whole = sum(found.values())
    return {result: chance / whole for result, chance in found.items()}


def mean(results: dict[Any, float], number_of: Callable[[Any], float] = float) -> float:
    """Return the mean of a number of results with their chances."""
    return sum(chance * number_of(result) for result, chance in results.items())
