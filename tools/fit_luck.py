"""Fit of the weights of luck: ``python -m tools.fit_luck`` flies scripts through training wars and writes the weights.

Every script flies the same wars as ``old_hand``. The weights minimise the variance of the adjusted paired differences,
relative to that of the plain ones, and with a smaller part that of the adjusted scores. Half of the wars are fitted,
the other half give the figures that are printed. Kinds of wars that have been flown are kept in ``--cache``, and the
same command continues.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.games.stuka.evaluation.studies import study_status
from agents.games.stuka.luck.recorder import LuckRecorder
from agents.games.stuka.luck.weights import LUCK_WEIGHTS, SHAPE, save_luck_weights, weights_for
from agents.seeds import LUCK_WARS, base_seed
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.stuka.codes import Operation, Scale
from stuka_env.games.stuka.scenario.arguments import read_war_spec
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.io.files import output_path, replacement
from stuka_env.policy import load_policy

FITTED_BASELINE = "old_hand"
FITTED_SCRIPTS = (FITTED_BASELINE, "kette", "doctrine", "bold", "cautious", "lone_wolf", "random_flyer")
FITTED_WARS = {Scale.MISSION: 8_000, Scale.SEGMENT: 2_000, Scale.OPERATION: 2_000, Scale.CAMPAIGN: 2_500}
"""Wars of each script, for each operation."""
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
        return [read_war_spec(scale, operation=None, duration="regular")]
    return [read_war_spec(scale, operation=each.name.lower(), duration="regular") for each in Operation]


def fly_scale(scale: Scale, wars: int, cache: Path | None) -> dict[str, FlownWars]:
    """Return the wars of every script, from the cache if it has them."""
    path = None if cache is None else cache / f"luck-{scale.name.lower()}-{wars}.npz"
    if path is not None and path.is_file():
        with np.load(path) as kept:
            return {name: FlownWars(kept[f"{name} scores"], kept[f"{name} terms"]) for name in FITTED_SCRIPTS}
    flown = {name: fly_script(name, scale, wars) for name in FITTED_SCRIPTS}
    if path is not None:
        columns = {f"{name} {part}": column for name, it in flown.items() for part, column in it._asdict().items()}
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path, suffix=path.suffix) as part:
            np.savez(part, **columns)
    return flown


def fly_script(name: str, scale: Scale, wars: int) -> FlownWars:
    """Fly one script through the wars of a scale, one operation after the other."""
    policy, scores, terms = load_policy(name), [], []
    for place, spec in enumerate(specs_of(scale)):
        seeds = np.array([base_seed(LUCK_WARS, place, scale, war) for war in range(wars)], np.uint64)
        recorder = LuckRecorder(wars, spec)
        with tqdm(total=wars, desc=f"{scale.name.lower()}, {name}", unit="war", leave=False, disable=None) as bar:
            flown = fly_wars(policy, spec, seeds, progress=bar.update, witness=recorder, chances=True)
        scores.append(flown.scores)
        terms.append(recorder.terms.astype(np.float32))
    return FlownWars(np.concatenate(scores), np.concatenate(terms))


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


def fit(parts: Sequence[Sample], columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weights of some of the terms, ``(C,)``, by ridge regression over all samples."""
    matrix, vector = np.zeros((len(columns), len(columns))), np.zeros(len(columns))
    for part in parts:
        terms = part.terms[:, columns].astype(np.float64)
        targets = part.targets - part.targets.mean()
        scale = part.weight / max(targets.var() * len(targets), 1e-12)
        matrix += scale * terms.T @ terms
        vector += scale * terms.T @ targets
    size = np.sqrt(np.diag(matrix)) + 1e-12
    scaled = matrix / size[:, None] / size + RIDGE_PENALTY * np.eye(len(columns))
    weights: NDArray[np.float64] = np.linalg.solve(scaled, vector / size) / size
    return weights


def columns_of(parts: Sequence[Sample]) -> NDArray[np.int64]:
    """Return the terms that are not always 0."""
    return np.flatnonzero(np.any([part.terms.any(axis=0) for part in parts], axis=0))


def title_of(spec: WarSpec) -> str:
    """Return a kind of war in words."""
    operation = "" if spec.scale == Scale.CAMPAIGN else f", {Operation(spec.operation).name.lower()}"
    return f"{Scale(spec.scale).name.lower()}{operation}"


def print_deviations(spec: WarSpec, fitted: Sequence[Sample], others: Sequence[Sample]) -> None:
    """Print the standard deviation of each sample that was not fitted, plain and adjusted for luck."""
    columns = columns_of(fitted)
    weights = fit(fitted, columns)
    print(f"{title_of(spec)}: standard deviation, plain and adjusted")
    for part in others:
        adjusted = part.targets - part.terms[:, columns] @ weights
        print(f"  {part.name:24} {part.targets.std():6.2f} {adjusted.std():6.2f}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the weights. Return the exit status."""
    words = argparse.ArgumentParser(prog="fit_luck.py", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--share", type=float, default=1.0, help="share of the wars, for a quick trial (default: 1)")
    words.add_argument("--cache", type=Path, default=None, help="folder that keeps flown wars (default: none)")
    words.add_argument("--output", type=Path, default=LUCK_WEIGHTS, help="where the weights go")
    options = words.parse_args(arguments)

    def work() -> None:
        output = output_path("--output", options.output)
        weights = np.zeros(SHAPE)
        for scale in Scale:
            wars = max(64, int(FITTED_WARS[scale] * options.share))
            flown = fly_scale(scale, wars, options.cache)
            for place, spec in enumerate(specs_of(scale)):
                first, stop = place * wars, (place + 1) * wars
                fitted, others = samples(flown, slice(first, stop, 2)), samples(flown, slice(first + 1, stop, 2))
                print_deviations(spec, fitted, others)
                whole = samples(flown, slice(first, stop))
                columns = columns_of(whole)
                weights_for(weights, spec)[columns] = fit(whole, columns)
        print(f"written: {save_luck_weights(weights, output)}")

    return study_status("fit_luck.py", work)


if __name__ == "__main__":
    sys.exit(main())
