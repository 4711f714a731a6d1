"""Paired rollouts of all choices of candidates: a script flies each on to the end of the war, with common dice."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.exercises.making import Candidates, ExerciseMaking
from agents.futures.comparisons import NO_CANDIDATE, new_comparisons
from agents.review.flyer import FutureFlyer
from agents.review.verdicts import means_and_errors
from stuka_env.engine.engine import Engine
from stuka_env.game import AnyWarSpec
from stuka_env.policy import PolicyInput


class Differences(NamedTuple):
    """The choices of M candidates, each compared with one choice of the candidate.

    Attributes:
        mean: ``(M, ACTIONS)``: points more than that choice; 0 for it, NaN for illegal actions.
        error: ``(M, ACTIONS)``: standard errors.
    """

    mean: NDArray[np.float64]
    error: NDArray[np.float64]


def inputs_of(candidates: Candidates, spec: AnyWarSpec, noise: NDArray[np.int64]) -> PolicyInput:
    """Return candidates as scripts read them; there are no observations.

    Args:
        candidates: the M candidates.
        spec: the war that they are from.
        noise: ``(M,)``: random numbers, of a script or of rollouts.
    """
    charts = Engine(1, spec).charts_in_force()
    nothing_seen = np.zeros((len(noise), 0), np.float32)
    return PolicyInput(nothing_seen, candidates.masks, read_only(candidates.mats), charts, noise)


def compare_choices(
    making: ExerciseMaking,
    candidates: Candidates,
    spec: AnyWarSpec,
    *,
    script: str,
    compared: NDArray[np.int64],
    rollouts: NDArray[np.int64],
    noise: NDArray[np.int64],
) -> Differences:
    """Fly all choices of M candidates to the end of their wars, and compare them.

    Args:
        making: the declarations of the game.
        candidates: the candidates.
        spec: the war that they are from.
        script: name of the script that flies on.
        compared: ``(M,)``: the choices that the others are compared with.
        rollouts: ``(M,)``: rollouts of each choice.
        noise: ``(M,)``: random numbers, from which all dice come.
    """
    differences = Differences(np.full(candidates.masks.shape, np.nan), np.full(candidates.masks.shape, np.nan))
    if not len(compared):
        return differences
    legal = [np.flatnonzero(mask) for mask in candidates.masks]
    others = np.full((len(legal), max(map(len, legal)) - 1), NO_CANDIDATE)
    for place, actions in enumerate(legal):
        others[place, : len(actions) - 1] = actions[actions != compared[place]]
    inputs = inputs_of(candidates, spec, noise)
    flyer = FutureFlyer(
        making.choose(script),
        inputs,
        futures=making.futures,
        spec=spec,
        to_the_end=True,
        num_threads=1,
    )
    comparisons = new_comparisons(compared, others)
    flyer.compare(comparisons, 0, rollouts, lambda: False)
    flyer.close()
    means, errors = means_and_errors(comparisons)
    for place, mat in enumerate(inputs.snapshot):
        share = making.worth_of_a_point(mat, inputs.charts[0])
        flown = others[place] != NO_CANDIDATE
        differences.mean[place, others[place, flown]] = means[place, flown] / share
        differences.error[place, others[place, flown]] = errors[place, flown] / share
        differences.mean[place, compared[place]] = differences.error[place, compared[place]] = 0.0
    return differences


def runner_up(differences: Differences, best: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the best choice beside ``best`` of M candidates, and its mean, ``(M,)`` each."""
    means = differences.mean.copy()
    means[np.arange(len(best)), best] = np.nan
    second = np.nanargmax(means, axis=1)
    return second, means[np.arange(len(best)), second]
