"""The form of a study of the luck of a game: players of training wars, and policies for the check."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.luck.examples import Examples
from agents.luck.parts import LuckParts
from agents.seeds import LUCK_WARS, base_seed
from stuka_env.policy import Policy


class Bars(NamedTuple):
    """The policies of a game for the check of its adjusted scores."""

    best: str
    """The best script."""
    new_variant: Callable[[str, Mapping[str, Any]], Policy]
    """Return the best script with other settings."""
    variants: Mapping[str, Mapping[str, Any]]
    """Other settings by the names of the variants, one each."""
    measured: tuple[str, ...]
    """Policies whose variance is measured, in differences to the best script."""
    pairs: tuple[tuple[str, str], ...]
    """Pairs whose bias is measured."""


class LuckStudy(NamedTuple):
    """The study of a game."""

    luck: LuckParts
    fly_players: Callable[[float, int], Examples]
    """Let a share of the players fly training wars with a seed, and return the examples."""
    bars: Bars
    factor: float = 1.0
    """Factor of the fitted predictions."""


def luck_seeds(seed: int, stage: int, player: int, wars: int) -> NDArray[np.uint64]:
    """Return the base seeds of a player's training wars, ``(wars,)``."""
    numbers = range(player * wars, (player + 1) * wars)
    return np.array([base_seed(LUCK_WARS, seed, stage, number) for number in numbers], np.uint64)
