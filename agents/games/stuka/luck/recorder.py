"""Recording of the luck of wars while they are flown, and the digest of how it is measured."""

import functools
import hashlib

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.terms import TERMS, add_terms, new_luck_workspace
from agents.games.stuka.luck.weights import load_luck_weights, luck_of
from agents.games.stuka.scripts import random_flyer
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import Flown, Progress, fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Duration, Operation, Scale
from stuka_env.games.stuka.engine.steps import StepReport
from stuka_env.games.stuka.rules.table import Journal
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, ScriptedPolicy
from stuka_env.records import Rows, rows


def charts_rows(charts: LoadedCharts) -> Rows[Charts]:
    """Return the charts as an array of one record."""
    table: Rows[Charts] = np.array([charts.record], charts.record.dtype)  # type: ignore[assignment]
    return table


class LuckRecorder:
    """A witness of flights (:func:`stuka_env.flights.episodes.fly_wars`) that adds up the terms of luck.

    Args:
        wars: number of wars.
        spec: the kind of war.

    Attributes:
        terms: ``(wars, TERMS)``.
    """

    def __init__(self, wars: int, spec: WarSpec) -> None:
        self.terms = np.zeros((wars, TERMS))
        charts = charts_rows(spec.charts)
        self._workspace = new_luck_workspace(charts)
        # The first call compiles, which is not to count as flying time.
        add_terms(rows(1, Journal), rows(1, StepReport), charts, self._workspace, np.zeros((1, TERMS)))

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Add the chance events of the last step of these wars."""
        add_terms(engine.wars.journals, engine.wars.reports, engine.wars.charts, self._workspace, self.terms[rows])


def fly_with_luck(
    policy: Policy,
    spec: WarSpec,
    seeds: NDArray[np.uint64],
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress = lambda ended: None,
) -> Flown:
    """Fly wars as :func:`stuka_env.flights.episodes.fly_wars` does, and measure the luck of each war.

    Raises:
        FlightError: the policy raised a ValueError, or a user's own policy any error.
    """
    recorder = LuckRecorder(len(seeds), spec)
    flown = fly_wars(
        policy, spec, seeds, seed=seed, num_threads=num_threads, progress=progress, witness=recorder, chances=True
    )
    return flown._replace(luck=luck_of(recorder.terms, load_luck_weights(), spec))


DIGEST_WAR = WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL, duration=Duration.SHORT)
"""The war of the digest: short, because plain Python takes seconds for it."""
DIGEST_DECIMALS = 3
"""Decimal places of its luck that count."""


@functools.cache
def luck_digest() -> str:
    """Return the SHA-256 of the value behind luck: the weights, and the luck of a random war.

    It changes if luck is measured differently, and not with a comment.
    """
    script = ScriptedPolicy("random_flyer", random_flyer.choose)
    flown = fly_with_luck(script, DIGEST_WAR, evaluation_seeds(0, 1))
    luck = np.round(flown.luck * 10**DIGEST_DECIMALS).astype("<i8")
    return hashlib.sha256(load_luck_weights().astype("<f8").tobytes() + luck.tobytes()).hexdigest()
