"""Candidates for exercises: decisions of wars that scripts fly, some of them with a few random actions."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.seeds import exercise_seeds
from stuka_env.engine.engine import Engine
from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import MOST_TURNS, call_policy, policy_input, war_seeds
from stuka_env.games.stuka.codes import Act, Decision
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.scenario.missions import missions_of
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy

ASKED_DECISIONS = (
    Decision.ATTACK, Decision.EN_ROUTE, Decision.TURN_BACK, Decision.SPECIAL, Decision.CARRIER, Decision.PROMOTE,
    Decision.RELIEF, Decision.EVENT,
)  # fmt: skip
"""Decisions that exercises are made of."""
STRAYING, STRAY_CHOICES = 3, 0.08
"""One war in :data:`STRAYING` has this share of random actions."""


class BatchKind(NamedTuple):
    """Wars of one kind that one script flies.

    Attributes:
        number: number of the batch.
        scale: code of the environment.
        arguments: arguments of the environment.
        policy: name of the script.
        wars: number of wars.
    """

    number: int
    scale: int
    arguments: dict[str, str]
    policy: str
    wars: int

    def spec(self) -> WarSpec:
        """Return the war that is played."""
        return read_war_spec(self.scale, **self.arguments)


class Candidates(NamedTuple):
    """M decisions with a choice."""

    mats: NDArray[np.void]
    """``(M,)``: records of :class:`stuka_env.games.stuka.rules.mat.Mat`."""
    masks: NDArray[np.int8]
    """``(M, ACTIONS)``: the legal actions."""
    wars: NDArray[np.int64]
    """``(M,)``: number of the war in its batch."""

    def some(self, which: NDArray[np.int64]) -> "Candidates":
        """Return the candidates of some indices."""
        return Candidates(self.mats[which], self.masks[which], self.wars[which])


def is_asked(mats: NDArray[np.void], masks: NDArray[np.int8], missions: int) -> NDArray[np.bool_]:
    """Return whether decisions can become exercises, ``(N,)``.

    An attack needs the choice of a Rudel Gamble, the way out one between more than going on and aborting, and a
    promotion a mission after it.

    Args:
        mats: ``(N,)``: the mats.
        masks: ``(N, ACTIONS)``: the legal actions.
        missions: missions of the war.
    """
    decisions, numbers = mats["cursor"]["decision"], masks.sum(axis=1)
    is_trivial = (decisions == Decision.EN_ROUTE) & (numbers - masks[:, Act.ABORT] < 2)
    is_trivial |= (decisions == Decision.ATTACK) & (masks[:, Act.GAMBLE] == 0)
    is_trivial |= (decisions == Decision.PROMOTE) & (mats["war"]["mission_of_war"] >= missions)
    asked: NDArray[np.bool_] = np.isin(decisions, ASKED_DECISIONS) & (numbers > 1) & ~is_trivial
    return asked


def fly_candidates(kind: BatchKind, policy: Policy, seed: int) -> Candidates:
    """Fly the wars of a batch to their end and return its candidates: one of each decision from a war.

    Args:
        kind: the batch.
        policy: the script of its name.
        seed: seed of the exercises.
    """
    rng = np.random.default_rng([seed, kind.number])
    engine, missions = Engine(kind.wars, kind.spec()), missions_of(kind.spec())
    view = engine.new_view()
    engine.reset(view.buffers, exercise_seeds(seed, kind.number, kind.wars))
    inputs, seeds = policy_input(engine, view), war_seeds(engine)
    over, decisions = engine.wars.reports["over"], engine.wars.mats["cursor"]["decision"]
    actions, is_straying = np.zeros(kind.wars, np.int64), np.arange(kind.wars) % STRAYING == 0
    seen: Counter[tuple[int, int]] = Counter()
    kept: dict[tuple[int, int], tuple[np.void, NDArray[np.int8]]] = {}
    for turn in range(MOST_TURNS):
        for war in np.flatnonzero(is_asked(engine.wars.mats, view.masks, missions) & (over == 0)).tolist():
            group = (war, int(decisions[war]))
            seen[group] += 1
            if seen[group] == 1 or rng.integers(seen[group]) == 0:  # each of them is as likely to be kept
                kept[group] = (engine.wars.mats[war].copy(), view.masks[war].copy())
        draw_noise(seeds, seed, turn, inputs.noise)
        call_policy(policy, inputs, actions)
        lots = rng.random(view.masks.shape) * view.masks
        stray = is_straying & (rng.random(kind.wars) < STRAY_CHOICES) & (over == 0)
        actions[stray] = lots[stray].argmax(axis=1)
        engine.step(actions, view.buffers)
        if over.all():
            break
    places = sorted(kept)
    return Candidates(
        np.array([kept[place][0] for place in places], engine.wars.mats.dtype),
        np.array([kept[place][1] for place in places], np.int8).reshape(len(places), view.masks.shape[1]),
        np.array([war for war, _ in places], np.int64),
    )
