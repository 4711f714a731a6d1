"""Random numbers of clones, for every game: the keys of their dice, and the noise of the script that flies them.

They depend only on the noise of the decision and on the number of the rollout, never on the real dice.
"""

from typing import Any, NamedTuple

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD, philox

CLONE_LOW, CLONE_HIGH = 0x506C616E, 0x6E657221
"""Key of the hash for the dice of clones; with the halves exchanged, for the noise of the script."""


class Rollout(NamedTuple):
    """One rollout of a decision."""

    action: int
    """The action that it begins with."""
    noise: int
    """Random number of the decision, from which its dice come."""
    number: int
    """Rollouts of a decision with the same number have the same dice."""


def read_only(array: Any) -> Any:
    """Return a view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view


@compiled
def dice_key(noise: int, number: int) -> tuple[int, int]:
    """Return the key of the dice of a rollout: two words of 32 bits."""
    low, high, _, _ = philox(number, 0, noise & WORD, noise >> 32, CLONE_LOW, CLONE_HIGH)
    return low, high


@compiled
def noise_of(rollout: Rollout, turn: int) -> int:
    """Return the script's random number on a turn of a rollout, below 2**62."""
    low, high, _, _ = philox(rollout.number, turn, rollout.noise & WORD, rollout.noise >> 32, CLONE_HIGH, CLONE_LOW)
    return int(low | ((high >> 2) << 32))
