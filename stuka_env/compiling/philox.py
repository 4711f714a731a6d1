"""Random words from counters, dice from these words, and the random numbers of policies.

The generator is Philox-4x32-10 (Salmon et al., SC 2011), a counter-based function with published test vectors. Its
words are 32-bit numbers kept in 64-bit integers, so that compiled code (which wraps) and plain Python (which does
not) see the same bits.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled

WORD = 0xFFFFFFFF
HALF_WORD = 0xFFFF
ROUNDS = 10


@compiled
def philox(first: int, second: int, third: int, fourth: int, key_low: int, key_high: int) -> tuple[int, int, int, int]:
    """Return four 32-bit words from a 128-bit counter and a 64-bit key, by Philox-4x32-10."""
    first, second, third, fourth = int(first), int(second), int(third), int(fourth)
    key_low, key_high = int(key_low), int(key_high)
    for _ in range(ROUNDS):
        left = first * 0xD2511F53
        right = third * 0xCD9E8D57
        first = ((right >> 32) & WORD) ^ second ^ key_low
        second = right & WORD
        third = ((left >> 32) & WORD) ^ fourth ^ key_high
        fourth = left & WORD
        key_low = (key_low + 0x9E3779B9) & WORD
        key_high = (key_high + 0xBB67AE85) & WORD
    return first, second, third, fourth


@compiled
def face(word: int, sides: int) -> int:
    """Return the face, 1 to ``sides``, that a 32-bit word stands for."""
    return 1 + ((word * sides) >> 32)


NOISE_KEY_LOW, NOISE_KEY_HIGH = 0x506F6C69, 0x63794469
"""Key of the policies' random numbers. The dice have another key, the war seed."""


@compiled
def noise_of_turn(war_seed: int, seed: int, turn: int) -> int:
    """Return the policy's random number on a turn of a war, from 0 to 2**62 - 1."""
    low, high, _, _ = philox(
        turn & WORD, seed & WORD, war_seed & WORD, (war_seed >> 32) & WORD, NOISE_KEY_LOW, NOISE_KEY_HIGH
    )
    return int(low | ((high >> 2) << 32))


@compiled
def draw_noise(war_seeds: NDArray[np.int64], seed: int, turn: int, noise: NDArray[np.int64]) -> None:
    """Write a random number for each war: Philox of the policy's seed, the war seed (its 64 bits) and the turn."""
    for war in range(len(war_seeds)):
        noise[war] = noise_of_turn(int(war_seeds[war]), seed, turn)


@compiled
def draw_noise_of_turns(
    war_seeds: NDArray[np.int64], seed: int, turns: NDArray[np.int64], noise: NDArray[np.int64]
) -> None:
    """Write the random number of :func:`draw_noise` for each war on a turn of its own."""
    for war in range(len(war_seeds)):
        noise[war] = noise_of_turn(int(war_seeds[war]), seed, int(turns[war]))
