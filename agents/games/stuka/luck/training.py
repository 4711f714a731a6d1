"""The fit of the weights of luck: every script flies the same training wars as ``old_hand``.

The weights minimise the variance of the adjusted paired differences, relative to that of the plain ones, and with a
smaller part that of the adjusted scores. A fit to half of the wars gives the figures of the other half, which are
printed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.recorder import LUCK_WEIGHTS, SHAPE, LuckRecorder, weights_for
from agents.luck.fitting import Weights
from agents.seeds import LUCK_WARS, base_seed
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import load_policy

FITTED_BASELINE = "old_hand"
FITTED_SCRIPTS = (FITTED_BASELINE, "kette", "doctrine", "bold", "cautious", "lone_wolf", "random_flyer")
FITTED_WARS = {Scale.MISSION: 8_000, Scale.SEGMENT: 2_000, Scale.OPERATION: 2_000, Scale.CAMPAIGN: 2_500}
"""Wars of each script, for each operation."""
FEWEST_WARS = 64
SCORE_SHARE = 0.3
"""Weight of the variance of a score, relative to that of a paired difference."""
RIDGE_PENALTY = 0.005
"""Penalty on weights, relative to the variance that a term explains."""


class FlownWars(NamedTuple):
    """Scores and terms of one script's wars of one kind."""

    scores: NDArray[np.float64]
    """``(N,)``."""
    terms: NDArray[np.float32]
    """``(N, TERMS)``."""


def specs_of(scale: Scale) -> list[WarSpec]:
    """Return the kinds of wars of a scale: each operation, or the campaign."""
    if scale == Scale.CAMPAIGN:
        return [WarSpec.read(scale, operation=None, duration="regular")]
    return [WarSpec.read(scale, operation=each.name.lower(), duration="regular") for each in Operation]


def fly_script(name: str, spec: WarSpec, seeds: NDArray[np.uint64]) -> FlownWars:
    """Fly one script through wars of one kind."""
    recorder = LuckRecorder(len(seeds), spec)
    flown = fly_wars(load_policy(name), spec, seeds, witness=recorder, chances=True)
    return FlownWars(flown.scores, recorder.terms.astype(np.float32))


class Sample(NamedTuple):
    """A variance that the weights make small: scores or paired differences."""

    name: str
    targets: NDArray[np.float64]
    terms: NDArray[np.float32]
    weight: float


def samples(flown: Mapping[str, FlownWars], rows: slice) -> list[Sample]:
    """Return the paired differences to the baseline, and the scores, of some of the wars."""
    base, parts = flown[FITTED_BASELINE], []
    for name, it in flown.items():
        if name != FITTED_BASELINE:
            targets, terms = it.scores[rows] - base.scores[rows], it.terms[rows] - base.terms[rows]
            parts.append(Sample(f"{name} - {FITTED_BASELINE}", targets, terms, 1.0))
        parts.append(Sample(name, it.scores[rows], it.terms[rows], SCORE_SHARE))
    return parts


def ridge(parts: Sequence[Sample]) -> NDArray[np.float64]:
    """Return the weights, ``(TERMS,)``, by ridge regression over all samples; 0 for a term that is always 0."""
    columns = np.flatnonzero(np.any([part.terms.any(axis=0) for part in parts], axis=0))
    matrix, vector = np.zeros((len(columns), len(columns))), np.zeros(len(columns))
    for part in parts:
        terms = part.terms[:, columns].astype(np.float64)
        targets = part.targets - part.targets.mean()
        scale = part.weight / max(targets.var() * len(targets), 1e-12)
        matrix += scale * terms.T @ terms
        vector += scale * terms.T @ targets
    size = np.sqrt(np.diag(matrix)) + 1e-12
    scaled = matrix / size[:, None] / size + RIDGE_PENALTY * np.eye(len(columns))
    weights = np.zeros(parts[0].terms.shape[1])
    weights[columns] = np.linalg.solve(scaled, vector / size) / size
    return weights


def print_deviations(spec: WarSpec, weights: NDArray[np.float64], others: Sequence[Sample]) -> None:
    """Print the standard deviation of each sample that was not fitted, plain and adjusted for luck."""
    operation = "" if spec.scale == Scale.CAMPAIGN else f", {Operation(spec.operation).name.lower()}"
    print(f"{Scale(spec.scale).name.lower()}{operation}: standard deviation, plain and adjusted")
    for part in others:
        adjusted = part.targets - part.terms @ weights
        print(f"  {part.name:24} {part.targets.std():6.2f} {adjusted.std():6.2f}", flush=True)


FITTED_FILE = LUCK_WEIGHTS
"""The weights that ship."""


def fit(share: float) -> Weights:
    """Let all scripts fly a share of the training wars, and return the weights that are fitted to them."""
    weights = np.zeros(SHAPE)
    for scale in Scale:
        wars = max(FEWEST_WARS, int(FITTED_WARS[scale] * share))
        for place, spec in enumerate(specs_of(scale)):
            seeds = np.array([base_seed(LUCK_WARS, place, scale, war) for war in range(wars)], np.uint64)
            flown = {name: fly_script(name, spec, seeds) for name in FITTED_SCRIPTS}
            print_deviations(spec, ridge(samples(flown, slice(0, None, 2))), samples(flown, slice(1, None, 2)))
            weights_for(weights, spec)[:] = ridge(samples(flown, slice(None)))
    return {"weights": weights}
