"""Base seeds of the wars for training, and for the selection of the best agent of a training.

The two highest bits of a base seed are its family: 00 for training, 01 for selection, 1x for evaluation
(:mod:`stuka_env.flights.seeds`). So training, selection and evaluation never share a war. Different training seeds and
different stages of a curriculum have different wars.
"""

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.philox import WORD, philox
from stuka_env.flights.seeds import is_evaluation_seed

SELECTION_BIT = 1 << 62
"""The bit that is 1 in base seeds of selection wars and 0 in those of training wars."""
TRAINING_KEY_LOW, TRAINING_KEY_HIGH = 0x54726169, 0x6E53656C
"""Key of the hash that gives the other bits."""
(
    TRAINING_WARS,
    IMITATION_WARS,
    SELECTION_WARS,
    VALUE_WARS,
    GAIN_WARS,
    SCORE_WARS,
    REVIEW_WARS,
    EXPERT_WARS,
    LUCK_WARS,
    TUNING_WARS,
    EXERCISE_WARS,
) = range(11)
"""Uses of wars."""


def base_seed(use: int, seed: int, stage: int, war: int) -> int:
    """Return a number of 62 bits for one war.

    Args:
        use: The use of the war, such as :data:`TRAINING_WARS`.
        seed: The training seed.
        stage: Index of the stage of a curriculum, or of the kind of war.
        war: Index of the war.
    """
    low, high, _, _ = philox(war & WORD, stage & WORD, seed & WORD, use, TRAINING_KEY_LOW, TRAINING_KEY_HIGH)
    return (int(high) << 32 | int(low)) & (SELECTION_BIT - 1)


def training_seeds(seed: int, stage: int, wars: int) -> list[int]:
    """Return the base seeds of the wars of one stage of the training ``seed``."""
    return [base_seed(TRAINING_WARS, seed, stage, war) for war in range(wars)]


def imitation_seeds(seed: int, wars: int, place: int = 0) -> list[int]:
    """Return the base seeds of the wars of the scenario with index ``place`` that a teacher flies."""
    return [base_seed(IMITATION_WARS, seed, place, war) for war in range(wars)]


def score_seeds(seed: int, kind: int, wars: int) -> list[int]:
    """Return the base seeds of the wars of the kind with index ``kind`` that an agent's score head is fitted on."""
    return [base_seed(SCORE_WARS, seed, kind, war) for war in range(wars)]


def tuning_seeds(seed: int, stage: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of the wars of one stage of the tuning ``seed``, ``(wars,)``."""
    return np.array([base_seed(TUNING_WARS, seed, stage, war) for war in range(wars)], np.uint64)


def exercise_seeds(seed: int, batch: int, wars: int) -> list[int]:
    """Return the base seeds of the wars of one batch in which exercises are looked for."""
    return [base_seed(EXERCISE_WARS, seed, batch, war) for war in range(wars)]


def selection_seeds(seed: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of the selection wars, ``(wars,)``; they do not depend on the training seed."""
    return np.array([SELECTION_BIT | base_seed(SELECTION_WARS, seed, 0, war) for war in range(wars)], np.uint64)


def check_training_seeds(seeds: list[int]) -> None:
    """Check that no seed is that of a war for selection or evaluation.

    Raises:
        ValueError: One of them is.
    """
    for seed in seeds:
        if is_evaluation_seed(seed) or seed & SELECTION_BIT:
            raise ValueError(f"seed: got {seed}, allowed is below {SELECTION_BIT}: the others are kept for evaluation")
