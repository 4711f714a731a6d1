"""What a policy is: it looks at many wars at once and writes one action for each.

A scripted policy is a compiled function ``choose(mat, charts, mask, noise)`` in the rulebook's words; one kernel runs
any of them over an array of mats. A learned policy reads the observations instead. Neither needs random numbers of its
own: each war and turn comes with a number that depends on nothing but the policy's seed, the war and the turn,
so that what a policy does in a war does not depend on how many wars are flown beside it, or on how many threads.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.charts.shape import Charts, charts_dtype
from stuka_env.compilation import kernel
from stuka_env.rules.dice import philox
from stuka_env.rules.kernel import Mask
from stuka_env.rules.mat import Mat, mat_dtype

WORD = 0xFFFFFFFF
SEED_LIMIT = 1 << 32
"""Policy seeds are smaller than this."""
NOISE_KEY_LOW, NOISE_KEY_HIGH = 0x506F6C69, 0x63794469
"""Key of the policies' random numbers: another than the dice have, which are keyed by the war seed."""

Choose = Callable[[Mat, Charts, Mask, int], int]
"""A scripted policy: the action for the open decision of one war. ``noise`` is a random number below 2**62."""

_MAT, _CHARTS = numba.from_dtype(mat_dtype), numba.from_dtype(charts_dtype)
_CHOOSE = types.FunctionType(types.int64(_MAT, _CHARTS, types.Array(types.int8, 1, "C"), types.int64))
_NUMBERS = types.Array(types.int64, 1, "C")


class Sight(NamedTuple):
    """What a policy may look at: one row a war. Rows of wars that are over are stale; any action will do there."""

    observations: NDArray[np.float32]
    """``(N, observation.LENGTH)``: the flat observation."""
    masks: NDArray[np.int8]
    """``(N, ACTIONS)``: 1 for legal."""
    mats: NDArray[Any]
    """mat_dtype ``(N,)``, read-only: the same in the rulebook's words."""
    charts: NDArray[Any]
    """charts_dtype ``(1,)``, read-only."""
    noise: NDArray[np.int64]
    """``(N,)``: a random number from 0 to 2**62 - 1 for each war, another every turn."""


@runtime_checkable
class Policy(Protocol):
    """Somebody who plays."""

    name: str

    def act(self, sight: Sight, actions: NDArray[np.int64]) -> None:
        """Write a legal action for every war into ``actions``."""


class Thought(NamedTuple):
    """What a policy thinks of its choices, to be shown beside them."""

    probabilities: NDArray[np.float32]
    """``(N, ACTIONS)``: how readily it would take each action; a row adds up to 1, an illegal action has 0."""
    values: NDArray[np.float32]
    """``(N,)``: points of the official score it still expects in this war; NaN if it has no opinion."""
    worth: NDArray[np.float32]
    """``(N, ACTIONS)``: the same if this action is taken now; NaN for an action it did not look into."""


@runtime_checkable
class Thinking(Policy, Protocol):
    """A policy that can say what it thinks."""

    def think(self, sight: Sight) -> Thought:
        """Its opinion of every war in ``sight``; what it would do is what :meth:`act` does there."""


@kernel(types.void(_NUMBERS, types.int64, types.int64, _NUMBERS))
def draw_noise(war_seeds: NDArray[np.int64], seed: int, turn: int, noise: NDArray[np.int64]) -> None:
    """A random number for each war: Philox of the policy's seed, the war seed (its 64 bits) and the turn."""
    for war in range(len(war_seeds)):
        war_seed = int(war_seeds[war])
        low, high, _, _ = philox(
            turn & WORD, seed & WORD, war_seed & WORD, (war_seed >> 32) & WORD, NOISE_KEY_LOW, NOISE_KEY_HIGH
        )
        noise[war] = low | ((high >> 2) << 32)


@kernel(
    types.void(
        _CHOOSE,
        types.Array(_MAT, 1, "C", readonly=True),
        types.Array(_CHARTS, 1, "C", readonly=True),
        types.Array(types.int8, 2, "C"),
        types.Array(types.int64, 1, "C", readonly=True),
        _NUMBERS,
    )
)
def choose_all(
    choose: Choose,
    mats: NDArray[Any],
    charts: NDArray[Any],
    masks: NDArray[np.int8],
    noise: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> None:
    """Let one scripted policy choose in every war that is not over."""
    for war in range(len(mats)):
        if not mats[war].track.over:
            actions[war] = choose(mats[war], charts[0], masks[war], int(noise[war]))


class Scripted:
    """A policy that is one compiled function."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self.choose = choose

    def act(self, sight: Sight, actions: NDArray[np.int64]) -> None:
        """Write an action for every war into ``actions``."""
        choose_all(self.choose, sight.mats, sight.charts, sight.masks, sight.noise, actions)
