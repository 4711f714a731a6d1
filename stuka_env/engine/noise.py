"""Random numbers of policies: one for each war and turn."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD, philox

NOISE_KEY_LOW, NOISE_KEY_HIGH = 0x506F6C69, 0x63794469
"""Key of the policies' random numbers. The dice have another key, the war seed."""


@compiled
def draw_noise(war_seeds: NDArray[np.int64], seed: int, turn: int, noise: NDArray[np.int64]) -> None:
    """Write a random number for each war: Philox of the policy's seed, the war seed (its 64 bits) and the turn."""
    for war in range(len(war_seeds)):
        war_seed = int(war_seeds[war])
        low, high, _, _ = philox(
            turn & WORD, seed & WORD, war_seed & WORD, (war_seed >> 32) & WORD, NOISE_KEY_LOW, NOISE_KEY_HIGH
        )
        noise[war] = low | ((high >> 2) << 32)
