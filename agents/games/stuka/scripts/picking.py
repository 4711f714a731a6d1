"""Small compiled helpers that scripted policies share: picking among legal actions."""

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD
from stuka_env.games.stuka.codes import ACTIONS, SMALLEST_KETTE, Act
from stuka_env.games.stuka.rules.table import Mask


@compiled
def count_legal(mask: Mask, first: int, stop: int) -> int:
    """Return the number of legal actions in [first, stop)."""
    legal = 0
    for action in range(first, stop):
        legal += int(mask[action])
    return legal


@compiled
def nth_legal(mask: Mask, first: int, wanted: int) -> int:
    """Return the legal action from ``first`` on with ``wanted`` legal ones before it."""
    for action in range(first, ACTIONS):
        wanted -= int(mask[action])
        if wanted < 0:
            return action
    return first


@compiled
def pick_between(mask: Mask, first: int, stop: int, noise: int) -> int:
    """Return a uniformly random legal action in [first, stop); there must be one."""
    return nth_legal(mask, first, ((noise & WORD) * count_legal(mask, first, stop)) >> 32)


@compiled
def pick_any(mask: Mask, noise: int) -> int:
    """Return a uniformly random legal action."""
    return pick_between(mask, 0, ACTIONS, noise)


@compiled
def fly_at_most(mask: Mask, count: int) -> int:
    """Muster ``count`` aircraft, or the most below that; stay down if no formation is allowed."""
    while count >= SMALLEST_KETTE:
        action = Act.FLY + count - SMALLEST_KETTE
        if mask[action]:
            return action
        count -= 1
    return Act.NO_FLY
