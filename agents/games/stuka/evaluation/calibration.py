"""Figures that the charts are calibrated to (docs/charts.md), computed from flown operations."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from stuka_env.flights.episodes import Flown, Progress, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import BEST_BONUS, DESTROYED_LIMIT, KILLED_LIMIT
from stuka_env.games.stuka.codes import NoFly, Scale, Target
from stuka_env.games.stuka.rules.mat import LOG_LENGTH
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import load_policy

REGULAR_BARBAROSSA = WarSpec(scale=Scale.OPERATION)


class Calibration(NamedTuple):
    """Mean results of a policy in operations."""

    land_score: float
    """Mean score before bonuses of a land mission that reached its target."""
    destroyed: float
    """Mean number of aircraft destroyed in an operation."""
    best_bonus: float
    """Share of operations, 0 to 1, with the best bonus for few losses."""
    score: float
    """Mean operation score."""


DOCTRINE_BAND = {"land_score": (50.0, 60.0), "destroyed": (5.5, 8.0), "best_bonus": (0.08, 0.35)}
"""Inclusive bounds of doctrine's results in Regular Barbarossas under plausible charts."""


def outside_band(figures: Calibration) -> list[str]:
    """Return the names of doctrine's figures that lie outside the band."""
    return [name for name, (low, high) in DOCTRINE_BAND.items() if not low <= getattr(figures, name) <= high]


def land_score(flown: Flown) -> float:
    """Return the mean score before bonuses of the land missions with an attack; 0 if there is none."""
    logs = flown.logs
    written = np.arange(LOG_LENGTH) < flown.results["missions"][:, None]
    on_land = (logs["target"] < Target.BATTLESHIP) & (logs["no_fly"] == NoFly.FLOWN)
    attacked = written & on_land & (logs["present"] > 0) & (logs["aborted"] == 0)
    return float((logs["score"] - logs["bonus"])[attacked].mean()) if attacked.any() else 0.0


def calibration(flown: Flown, charts: LoadedCharts) -> Calibration:
    """Compute the figures of one policy's operations."""
    results = flown.results
    bonus = charts.record["operation_bonus"][BEST_BONUS]
    return Calibration(
        land_score=land_score(flown),
        destroyed=float(results["destroyed"].mean()),
        best_bonus=float(
            ((results["destroyed"] < bonus[DESTROYED_LIMIT]) & (results["kia"] < bonus[KILLED_LIMIT])).mean()
        ),
        score=float(results["score"].mean()),
    )


def calibrate(
    policy: str,
    operations: int,
    charts: LoadedCharts,
    *,
    num_threads: int = 1,
    seed: int = 0,
    progress: Progress = lambda ended: None,
) -> Calibration:
    """Fly Regular Barbarossas with a policy and compute the figures."""
    seeds = evaluation_seeds(seed, operations)
    flown = fly_wars(
        load_policy(policy),
        replace(REGULAR_BARBAROSSA, charts=charts),
        seeds,
        seed=seed,
        num_threads=num_threads,
        progress=progress,
    )
    return calibration(flown, charts)
