"""Seeds that are reserved for evaluation, so that all policies are compared on the same wars.

Every base seed with the highest bit set is reserved for evaluation; no training of this project may use one
(:mod:`agents.seeds`). The seed of a war depends only on the evaluation's seed and the war's place in the list. So the
first 200 wars of a long evaluation are those of a short one. ``env.reset(seed=...)`` with a seed from the results
begins the same war.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import WORD, philox

EVALUATION_BIT = 1 << 63
"""Set in every base seed of an evaluation; clear in every seed that training may use."""
EVALUATION_KEY_LOW, EVALUATION_KEY_HIGH = 0x45766164, 0x75656C6C
"""Key of the hash that makes the seeds of evaluations."""


def evaluation_seed(seed: int, war: int) -> int:
    """Return the base seed of one war of the evaluation ``seed``."""
    low, high, _, _ = philox(
        war & WORD, (war >> 32) & WORD, seed & WORD, (seed >> 32) & WORD, EVALUATION_KEY_LOW, EVALUATION_KEY_HIGH
    )
    return EVALUATION_BIT | (int(high) << 32 & (EVALUATION_BIT - 1)) | int(low)


def evaluation_seeds(seed: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of the first ``wars`` wars of the evaluation ``seed``, uint64 ``(wars,)``."""
    return np.array([evaluation_seed(seed, war) for war in range(wars)], np.uint64)


def is_evaluation_seed(seed: int) -> bool:
    """Whether a base seed is reserved for evaluation."""
    return bool(seed & EVALUATION_BIT)
