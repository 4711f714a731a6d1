"""Which actions a search looks into: the script's own choice, and others it could be wrong about."""

from typing import Any

from numba import types
from numpy.typing import NDArray

from agents.planner.desk import CHARTS, CHOOSE, MASKS, MAT, MATS, SEARCH, SEARCHES, Search
from agents.planner.forbidden import pick
from agents.policy import Choose
from stuka_env.batch import mission_share, score_due
from stuka_env.codes import ACTIONS, SEATS, Act
from stuka_env.compilation import kernel
from stuka_env.rules.crew import member
from stuka_env.rules.dice import philox
from stuka_env.rules.mat import Mat

WORD = 0xFFFFFFFF
FEWEST = 4
"""Rollouts a candidate should get on average: a smaller budget looks into fewer candidates."""
ORDER_LOW, ORDER_HIGH = 0x4F726465, 0x72216F66
"""Key of the hash that puts the candidates in order."""


@kernel(types.boolean(MAT, types.int64, types.int64))
def alike(mat: Mat, first: int, second: int) -> bool:
    """Whether two persons in the holding area are the same to the rules."""
    one, other = member(mat, first), member(mat, second)
    return bool(
        one.level == other.level
        and one.stress == other.stress
        and one.wounds == other.wounds
        and one.missions == other.missions
    )


@kernel(types.int64(types.int64))
def seated_by(action: int) -> int:
    """The person that an action gives a seat to, pilots from 0, gunners from SEATS; -1 for other actions."""
    if action < Act.LEADER or action >= Act.GUNNER + SEATS:
        return -1
    if action < Act.GUNNER:
        return (action - Act.LEADER) % SEATS
    return action - Act.GUNNER + SEATS


@kernel(types.boolean(MAT, SEARCH, types.int64))
def is_twin(mat: Mat, search: Search, action: int) -> bool:
    """Whether an action comes to the same as a candidate that is there already."""
    person = seated_by(action)
    if person < 0:
        return False
    for candidate in range(int(search.candidates)):
        if alike(mat, person, seated_by(int(search.action[candidate]))):
            return True
    return False


@kernel(types.void(SEARCH))
def shuffle(search: Search) -> None:
    """Put all candidates but the first in random order."""
    for place in range(int(search.candidates) - 1, 1, -1):
        noise = int(search.noise)
        word = philox(place, 0, noise & WORD, noise >> 32, ORDER_LOW, ORDER_HIGH)[0]
        other = 1 + ((word * place) >> 32)
        search.action[place], search.action[other] = int(search.action[other]), int(search.action[place])


@kernel(types.void(CHOOSE, MATS, CHARTS, MASKS, types.int64, types.int64, types.int64, SEARCHES))
def open_search(
    choose: Choose,
    mats: NDArray[Any],
    charts: NDArray[Any],
    masks: NDArray[Any],
    war: int,
    noise: int,
    budget: int,
    searches: NDArray[Any],
) -> None:
    """Begin the search of a war's decision, in ``searches[war]``, with an empty record."""
    mat, search, mask = mats[war], searches[war], masks[war]
    search.budget = budget
    search.noise = noise
    search.due = score_due(mat, charts[0])
    search.unit = mission_share(mat, charts[0], int(mat.mission.segment))
    search.best = pick(choose, mat, charts[0], mask, noise)
    search.action[0] = search.best
    search.candidates = 1
    for action in range(ACTIONS):
        if mask[action] and action != search.best and not is_twin(mat, search, action):
            search.action[search.candidates] = action
            search.candidates += 1
    shuffle(search)
    search.candidates = min(int(search.candidates), max(2, budget // FEWEST))
    search.left = search.candidates
    while (1 << search.rounds) < search.candidates:
        search.rounds += 1
