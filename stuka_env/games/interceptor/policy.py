"""Policies of the second game: scripts, which are compiled functions, over many careers at once.

A script is a function ``choose(mat, charts, mask, noise)`` in the rulebook's terms. The noise is a random number for
each career and turn. It depends only on the policy's seed, the career and the turn.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from stuka_env.compilation import READ_ONLY, compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask
from stuka_env.philox import WORD, philox
from stuka_env.records import Rows

NOISE_KEY_LOW, NOISE_KEY_HIGH = 0x506F6C69, 0x63794469
"""Key of the policies' random numbers. The dice have another key, the war seed."""

Choose = Callable[[Mat, Charts, Mask, int], int]
"""A scripted policy: the action for the open decision of one career. ``noise`` is a random number below 2**62."""


class PolicyInput(NamedTuple):
    """Inputs of a policy, with a row for each career. Rows of careers that are over accept any action."""

    observations: NDArray[np.float32]
    """``(N, L)``: the flat observation."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: 1 for legal."""
    mats: Rows[Mat]
    """``(N,)``, read-only: the mats, in the rulebook's terms."""
    charts: Rows[Charts]
    """``(1,)``, read-only."""
    noise: NDArray[np.int64]
    """``(N,)``: a new random number from 0 to 2**62 - 1 for each career and turn."""


@runtime_checkable
class Policy(Protocol):
    """A policy, which plays many careers at once."""

    name: str

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every career into ``actions``."""


@compiled
def draw_noise(war_seeds: NDArray[np.int64], seed: int, turn: int, noise: NDArray[np.int64]) -> None:
    """Write a random number for each career: Philox of the policy's seed, the war seed (its 64 bits) and the turn."""
    for war in range(len(war_seeds)):
        war_seed = int(war_seeds[war])
        low, high, _, _ = philox(
            turn & WORD, seed & WORD, war_seed & WORD, (war_seed >> 32) & WORD, NOISE_KEY_LOW, NOISE_KEY_HIGH
        )
        noise[war] = low | ((high >> 2) << 32)


@compiled
def choose_all(
    choose: Choose,
    mats: Annotated[Rows[Mat], READ_ONLY],
    charts: Annotated[Rows[Charts], READ_ONLY],
    masks: Annotated[NDArray[np.int8], 2],
    noise: Annotated[NDArray[np.int64], READ_ONLY],
    actions: NDArray[np.int64],
) -> None:
    """Let one scripted policy choose in every career that is not over."""
    for war in range(len(mats)):
        if not mats[war].career.over:
            actions[war] = choose(mats[war], charts[0], masks[war], int(noise[war]))


class ScriptedPolicy:
    """A policy that is one compiled function."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self.choose = choose

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write an action for every career into ``actions``."""
        choose_all(self.choose, inputs.mats, inputs.charts, inputs.masks, inputs.noise, actions)
