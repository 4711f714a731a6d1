"""Which wars are flown for training, and for choosing the best agent of a training.

Every base seed has a family in its two highest bits: 00 for training, 01 for selection, 1x for evaluation
(:mod:`stuka_env.flights.seeds`). So no agent is chosen by wars it trained on, and none meets its evaluation before.
Each training seed has wars of its own, and each stage of its curriculum too.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.flights.seeds import is_evaluation_seed
from stuka_env.rules.dice import WORD, philox

SELECTION_BIT = 1 << 62
"""Set in every base seed of a selection war, and clear in those of training."""
TRAINING_KEY_LOW, TRAINING_KEY_HIGH = 0x54726169, 0x6E53656C
"""Key of the hash that makes the others."""
TRAINING, IMITATION, SELECTION, VALUE, GAINS, SCORE, REVIEW, EXPERT = range(8)
"""What the wars are for."""


def base_seed(use: int, seed: int, stage: int, war: int) -> int:
    """A number of 62 bits for one war."""
    low, high, _, _ = philox(war & WORD, stage & WORD, seed & WORD, use, TRAINING_KEY_LOW, TRAINING_KEY_HIGH)
    return (int(high) << 32 | int(low)) & (SELECTION_BIT - 1)


def training_seeds(seed: int, stage: int, wars: int) -> list[int]:
    """Base seeds of the wars side by side in one stage of the training ``seed``."""
    return [base_seed(TRAINING, seed, stage, war) for war in range(wars)]


def imitation_seeds(seed: int, wars: int, place: int = 0) -> list[int]:
    """Base seeds of the wars of one scenario, by its place, that a teacher flies for the training ``seed``."""
    return [base_seed(IMITATION, seed, place, war) for war in range(wars)]


def score_seeds(seed: int, kind: int, wars: int) -> list[int]:
    """Base seeds of the wars that an agent's score head is fitted on, for each kind of war apart."""
    return [base_seed(SCORE, seed, kind, war) for war in range(wars)]


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
