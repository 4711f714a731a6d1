"""Outcomes of an action compared with what clones come to."""

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.outcomes import Outcomes
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import from_war

ERRORS = 4
"""Standard errors by which the frequency of a single mat may differ from its probability."""
LEAST_EXPECTED = 20
"""Mats that are expected less often are compared together."""


def octets_of(mats: NDArray[np.void]) -> NDArray[np.void]:
    """Return mats as byte strings, which can be compared and sorted."""
    return np.ascontiguousarray(mats).view(f"V{mats.dtype.itemsize}").ravel()


def check_against_clones(env: StukaEnv, action: int, outcomes: Outcomes, clones: int) -> None:
    """Compare outcomes with what clones with fresh dice come to."""
    vector = from_war(env, clones)
    vector.step(np.full(clones, action))
    places = {octets.tobytes(): place for place, octets in enumerate(octets_of(outcomes.mats))}
    assert len(places) == len(outcomes.mats), "each mat is there once"
    reached, numbers = np.unique(octets_of(np.asarray(vector.engine.seen_mats())), return_counts=True)
    counts = np.zeros(len(places))
    counts[[places[octets.tobytes()] for octets in reached]] = numbers
    often = outcomes.probabilities * clones >= LEAST_EXPECTED
    groups = np.where(often, np.arange(len(often)), len(often))
    chances, totals = (np.bincount(groups, of) for of in (outcomes.probabilities, counts))
    errors = np.sqrt(clones * chances * (1 - np.minimum(chances, 1))) + 1e-6
    allowed = errors_of_any(len(chances)) * errors + (chances < LEAST_EXPECTED / clones)
    assert (np.abs(totals - clones * chances) <= allowed).all()


def errors_of_any(comparisons: int) -> float:
    """Return the standard errors that any of many frequencies exceeds as seldom as one exceeds `ERRORS`."""
    from scipy import stats

    return float(stats.norm.isf(stats.norm.sf(ERRORS) / comparisons))
