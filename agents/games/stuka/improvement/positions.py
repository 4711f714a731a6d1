"""Positions that a policy visits, with the gain of every choice in them (:mod:`agents.futures.gains`).

Wars of several scenarios fly at the same time. Now and then some of them contribute their positions. In a few wars one
action in twenty is random, so that situations which a good policy avoids occur too.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.improvement.gains import EXPERT
from agents.seeds import GAIN_WARS, base_seed
from agents.straying_wars import HALF_LARGEST, TURNS, WARS, StrayingWars
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.observation import LENGTH
from stuka_env.games.stuka.rules.table import Choose
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy

ASKED_SHARE = 0.2
"""Share of the wars that contribute a position each time."""
SELDOM_SHARES = {Decision.MUSTER: 0.15, Decision.PAYLOAD: 0.25, Decision.GUNNER: 0.6}
"""Factors on that share for decisions that take long to fly or are much the same everywhere."""


class Positions(NamedTuple):
    """M positions that offer a choice."""

    observations: NDArray[np.float16]
    """``(M, LENGTH)``: half precision distinguishes all numbers on the mat."""
    gains: NDArray[np.float16]
    """``(M, ACTIONS)``: gain over the script's own action in points of mission score, NaN for illegal actions."""
    script: NDArray[np.int16]
    """``(M,)``: the script's own action."""
    decision: NDArray[np.int8]
    """``(M,)``: :class:`stuka_env.games.stuka.codes.Decision`."""


def are_positions(arrays: Positions) -> bool:
    """Whether arrays from a file have the types and shapes of positions."""
    count = arrays.script.size
    forms = [("f2", (count, LENGTH)), ("f2", (count, ACTIONS)), ("i2", (count,)), ("i1", (count,))]
    return [(array.dtype.str[1:], array.shape) for array in arrays] == forms


class GainedWars(StrayingWars):
    """Such wars of one scenario, whose positions have gains."""

    def collect(self, choose: Choose, workspace: Any, rollouts: int) -> Positions:
        """Return some of the current positions, with the gain of every choice over the script's."""
        shares = np.full(len(Decision), ASKED_SHARE)
        for decision, part in SELDOM_SHARES.items():
            shares[decision] *= part
        inputs = self.draw_wars(shares)
        every = np.ones(len(inputs.mats), np.bool_)
        gains = EXPERT.fly_gains(inputs, workspace, is_asked=every, rollouts=rollouts, choose=choose)
        wars = np.flatnonzero(gains.own >= 0)
        return Positions(
            inputs.observations[wars].astype(np.float16),
            gains.gain[wars].clip(-HALF_LARGEST, HALF_LARGEST).astype(np.float16),
            gains.own[wars].astype(np.int16),
            inputs.mats["cursor"]["decision"][wars].astype(np.int8),
        )


def gather_positions(
    specs: Sequence[WarSpec],
    policy: Policy,
    *,
    choose: Choose,
    workspace: Any,
    rollouts: int,
    seed: int,
) -> Iterator[Positions]:
    """Yield positions without end, a few at a time, from all scenarios equally.

    Args:
        specs: the wars to fly.
        policy: the policy that visits the positions.
        choose: the script whose choices are compared with the others, and which flies the clones.
        workspace: the arrays with which futures are flown, with the value of the Staffel.
        rollouts: clones of each choice.
        seed: the same seed gives the same positions.
    """
    flights = [
        GainedWars(
            spec,
            policy,
            seeds=[base_seed(GAIN_WARS, seed, place, war) for war in range(WARS)],
            seed=seed,
            rng=np.random.default_rng([seed, place]),
        )
        for place, spec in enumerate(specs)
    ]
    rng = np.random.default_rng(seed)
    while True:
        flight = flights[rng.integers(len(flights))]
        yield flight.collect(choose, workspace, rollouts)
        flight.fly(int(rng.integers(1, TURNS + 1)))
