"""Which wars an evaluation flies.

The base seed of an evaluation's war is a hash with the top bit set, and train.py uses none that has it: no agent meets
its examination in training. The seeds depend on ``--seed`` and the war's place in the list alone, so that the first
200 wars of a long evaluation are those of a short one, for every policy and every chart. Each can be looked at:
``env.reset(seed=...)`` with the seed in the results opens the same war.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.rules.dice import philox

WORD = 0xFFFFFFFF
EVALUATION_BIT = 1 << 63
"""Set in every base seed of an evaluation; clear in every seed that training may use."""
KEY_LOW, KEY_HIGH = 0x45766164, 0x75656C6C
"""Key of the hash that makes these seeds."""


def evaluation_seed(seed: int, war: int) -> int:
    """The base seed of one war of the evaluation ``seed``."""
    low, high, _, _ = philox(war & WORD, (war >> 32) & WORD, seed & WORD, (seed >> 32) & WORD, KEY_LOW, KEY_HIGH)
    return EVALUATION_BIT | (int(high) << 32 & (EVALUATION_BIT - 1)) | int(low)


def evaluation_seeds(seed: int, wars: int) -> NDArray[np.uint64]:
    """The base seeds of the first ``wars`` wars of the evaluation ``seed``."""
    return np.array([evaluation_seed(seed, war) for war in range(wars)], np.uint64)


def is_evaluation_seed(seed: int) -> bool:
    """Whether a base seed is kept for evaluation."""
    return bool(seed & EVALUATION_BIT)
