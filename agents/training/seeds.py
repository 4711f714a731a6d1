"""Which wars a training flies.

Every base seed has a family in its two highest bits: 00 for training, 01 for selection, 1x for evaluation
(:mod:`agents.evaluation.seeds`). So no agent is chosen by wars it trained on, and none meets its examination before.
Each training seed has wars of its own, and each stage of its curriculum too.
"""

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.seeds import is_evaluation_seed
from stuka_env.rules.dice import philox

WORD = 0xFFFFFFFF
SELECTION_BIT = 1 << 62
"""Set in every base seed of a selection war, and clear in those of training."""
KEY_LOW, KEY_HIGH = 0x54726169, 0x6E53656C
"""Key of the hash that makes these seeds."""
TRAINING, IMITATION, SELECTION = range(3)
"""What the wars are for."""


def base_seed(use: int, seed: int, stage: int, war: int) -> int:
    """A number of 62 bits for one war."""
    low, high, _, _ = philox(war & WORD, stage & WORD, seed & WORD, use, KEY_LOW, KEY_HIGH)
    return (int(high) << 32 | int(low)) & (SELECTION_BIT - 1)


def training_seeds(seed: int, stage: int, wars: int) -> list[int]:
    """Base seeds of the wars side by side in one stage of the training ``seed``."""
    return [base_seed(TRAINING, seed, stage, war) for war in range(wars)]


def imitation_seeds(seed: int, wars: int) -> list[int]:
    """Base seeds of the wars that a teacher flies for the training ``seed``."""
    return [base_seed(IMITATION, seed, 0, war) for war in range(wars)]


def selection_seeds(seed: int, wars: int) -> NDArray[np.uint64]:
    """Base seeds of the wars that the best agent of a training is chosen by; the same for every training."""
    return np.array([SELECTION_BIT | base_seed(SELECTION, seed, 0, war) for war in range(wars)], np.uint64)


def check_training_seeds(seeds: list[int]) -> None:
    """Refuse wars that are kept for selection or evaluation.

    Raises:
        ValueError: one of them is.
    """
    for seed in seeds:
        if is_evaluation_seed(seed) or seed & SELECTION_BIT:
            raise ValueError(f"seed: got {seed}, allowed is below {SELECTION_BIT}: the others are kept for evaluation")
