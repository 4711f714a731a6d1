"""The worth of each kind of decision: paired rollouts compare all choices of sampled decisions with a script's own.

A script flies wars, and of each kind some of its decisions are kept, all of them equally likely. Two rounds of rollouts
with different dice follow. The first one names the worst choice of a decision, and the second one measures it. So the
worst choice is not the one whose rollouts happened to go worst.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.exercises.making import Candidates, ExerciseMaking
from agents.exercises.rollouts import compare_choices, inputs_of
from agents.registry import make_policy
from agents.seeds import exercise_seeds
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import AnyWarSpec, game_named

SURE_ERRORS = 1.96
"""Standard errors by which a sure loss differs from 0."""
SAMPLE_BATCH = 10_000
"""Number of the batch whose seeds the wars have; batches of exercises have smaller ones."""


class KindBudget(NamedTuple):
    """The wars, decisions and rollouts of a measurement."""

    wars: int
    """Wars that the script flies."""
    decisions: int
    """Most decisions of each kind that are measured."""
    rollouts: int
    """Rollouts of each choice in each of the two rounds."""


class KindWorth(NamedTuple):
    """The worth of a kind of decision. Losses are points of a line less than with the script's choice."""

    kind: str
    """Name of the decision."""
    a_war: float
    """Decisions of this kind in a war."""
    measured: int
    """Decisions that were measured."""
    choices: float
    """Mean number of legal actions."""
    no_sure_cost: float
    """Share of the decisions in which even the worst choice has no sure loss."""
    worst: float
    """Mean loss of the worst choice."""
    worst_error: float
    """Its standard error."""
    random: float
    """Mean loss of a choice at random."""
    random_error: float
    """Its standard error."""
    worth: float
    """Score of the war that a point of a line adds, mean over the decisions."""


class DecisionSampler:
    """A witness of flights that counts the decisions of wars, and keeps some of each kind, all equally likely.

    Args:
        most: most decisions of a kind that are kept.
        seed: seed of the choice.

    Attributes:
        counts: decisions so far, by their codes.
    """

    def __init__(self, most: int, seed: int) -> None:
        self.counts: dict[int, int] = {}
        self._most = most
        self._rng = np.random.default_rng(seed)
        self._kept: dict[int, list[tuple[Any, NDArray[np.int8], int]]] = {}

    def __call__(self, engine: Engine, wars: slice, actions: NDArray[np.int64] | None) -> None:
        """Read the open decisions of wars that are not over, after a reset or a step."""
        reports, mats = engine.wars.reports, engine.seen_mats()
        decisions = reports["decision"]
        for war in np.flatnonzero(reports["over"] == 0).tolist():
            code = int(decisions[war])
            kept, place = self._kept.setdefault(code, []), self.counts.get(code, 0)
            self.counts[code] = place + 1
            if place >= self._most:
                place = int(self._rng.integers(place + 1))
            if place < self._most:
                kept[place : place + 1] = [(mats[war].copy(), engine.masks[war].copy(), wars.start + war)]

    def candidates(self, code: int) -> Candidates:
        """Return the decisions of a kind that were kept."""
        mats, masks, wars = map(list, zip(*self._kept[code], strict=True))
        return Candidates(np.array(mats, mats[0].dtype), np.array(masks, np.int8), np.array(wars, np.int64))


def worths_of_kinds(making: ExerciseMaking, spec: AnyWarSpec, script: str, budget: KindBudget) -> list[KindWorth]:
    """Return the worth of each kind of decision of a war, in the order of the kinds.

    Args:
        making: the declarations of the game.
        spec: the war.
        script: name of the script that flies the wars and all rollouts, and whose choices the others are compared with.
        budget: the wars, decisions and rollouts.
    """
    sampler, policy = DecisionSampler(budget.decisions, making.seed), make_policy(script, making.game)
    seeds = np.array(exercise_seeds(making.seed, SAMPLE_BATCH, budget.wars), np.uint64)
    fly_wars(policy, spec, seeds, seed=making.seed, witness=sampler)
    names, worths = game_named(making.game).envs.decisions, []
    for code in sorted(sampler.counts):
        candidates, rng = sampler.candidates(code), np.random.default_rng([making.seed, code])
        own = np.zeros(len(candidates.wars), np.int64)
        inputs = inputs_of(candidates, spec, rng.integers(0, 1 << 62, len(own)))
        policy.act(inputs, own)
        rounds = [
            compare_choices(
                making,
                candidates,
                spec,
                script=script,
                compared=own,
                rollouts=np.full(len(own), budget.rollouts),
                noise=rng.integers(0, 1 << 62, len(own)),
            )
            for _ in range(2)
        ]
        first, second = rounds
        worst = np.nanargmin(first.mean, axis=1)
        rows = np.arange(len(own))
        losses, errors = -second.mean[rows, worst], second.error[rows, worst]
        at_random = -np.nanmean([each.mean for each in rounds], axis=(0, 2))
        worths.append(
            KindWorth(
                kind=names[code],
                a_war=sampler.counts[code] / budget.wars,
                measured=len(own),
                choices=float(candidates.masks.sum(axis=1).mean()),
                no_sure_cost=float((losses <= SURE_ERRORS * errors).mean()),
                worst=float(losses.mean()),
                worst_error=standard_error(losses),
                random=float(at_random.mean()),
                random_error=standard_error(at_random),
                worth=float(np.mean([making.worth_of_a_point(mat, inputs.charts[0]) for mat in candidates.mats])),
            )
        )
    return worths


def standard_error(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean of M values, ``(M,)``; 0 for one value."""
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0


def as_mappings(worths: list[KindWorth]) -> list[Mapping[str, Any]]:
    """Return worths as a file has them, with rounded figures."""
    return [
        {name: round(value, 4) if isinstance(value, float) else value for name, value in worth._asdict().items()}
        for worth in worths
    ]
