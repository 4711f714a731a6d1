"""Recording of the luck of wars while they are flown, and the digest of how it is measured."""

import functools
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.stakes import STAKES
from agents.games.stuka.luck.terms import TERMS, add_terms, new_luck_workspace
from agents.games.stuka.scripts import random_flyer
from agents.luck.recorder import digest_of_luck, fly_recorded
from agents.value_file import load_value
from stuka_env.declared.records import Rows, rows
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import Flown
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.charts.shape import OPERATIONS, Charts
from stuka_env.games.stuka.codes import CHARTS, Duration, Operation, Scale
from stuka_env.games.stuka.engine import StepReport
from stuka_env.games.stuka.rules.table import Journal
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, ScriptedPolicy

LUCK_WEIGHTS = Path(str(files("agents") / "models/luck_weights.npz"))
"""The weights that ship."""
SHAPE = (len(Scale), OPERATIONS, CHARTS, STAKES)
"""A campaign has the weights of the first operation's place."""


def load_luck_weights(path: Path = LUCK_WEIGHTS) -> NDArray[np.float64]:
    """Return the weights in a file, float64 :data:`SHAPE`.

    Raises:
        ValueFileError: the file is missing, broken or has another form.
    """
    return load_value(path, {"weights": np.zeros(SHAPE)}, "luck")["weights"].astype(np.float64)


def weights_for(weights: NDArray[np.float64], spec: WarSpec) -> NDArray[np.float64]:
    """Return the weights of one kind of war, a view ``(TERMS,)``."""
    operation = 0 if spec.scale == Scale.CAMPAIGN else spec.operation
    return weights[spec.scale, operation].reshape(TERMS)


def luck_of(terms: NDArray[np.float64], weights: NDArray[np.float64], spec: WarSpec) -> NDArray[np.float64]:
    """Return the luck of N wars of one kind in points of the final score, ``(N,)``, from their terms ``(N, TERMS)``."""
    luck: NDArray[np.float64] = (terms * weights_for(weights, spec)).sum(axis=1)  # the same for any number of wars
    return luck


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
        seconds: 0, because the measuring takes little time; it counts as that of the flights.
    """

    def __init__(self, wars: int, spec: WarSpec) -> None:
        self.terms = np.zeros((wars, TERMS))
        self.seconds = 0.0
        self._spec = spec
        charts = charts_rows(spec.charts)
        self._workspace = new_luck_workspace(charts)
        # The first call compiles, which is not to count as flying time.
        add_terms(rows(1, Journal), rows(1, StepReport), charts, self._workspace, np.zeros((1, TERMS)))

    def __call__(self, engine: Engine, rows: slice, actions: NDArray[np.int64] | None) -> None:
        """Add the chance events of the last step of these wars."""
        add_terms(engine.wars.journals, engine.wars.reports, engine.wars.charts, self._workspace, self.terms[rows])

    @property
    def luck(self) -> NDArray[np.float64]:
        """Luck of each war in points, ``(wars,)``."""
        return luck_of(self.terms, load_luck_weights(), self._spec)


def fly_with_luck(policy: Policy, spec: WarSpec, seeds: NDArray[np.uint64], **options: Any) -> Flown:
    """Fly wars as :func:`agents.luck.recorder.fly_recorded` does, and measure the luck of each war by its terms."""
    return fly_recorded(LuckRecorder(len(seeds), spec), policy, spec, seeds, chances=True, **options)


DIGEST_WAR = WarSpec(scale=Scale.OPERATION, operation=Operation.CITADEL, regular=Duration.SHORT)
"""The war of the digest: short, because plain Python takes seconds for it."""


@functools.cache
def luck_digest() -> str:
    """Return the SHA-256 of the value behind luck: the weights, and the luck of a random war.

    It changes if luck is measured differently, and not with a comment.
    """
    flown = fly_with_luck(ScriptedPolicy("random_flyer", random_flyer.choose), DIGEST_WAR, evaluation_seeds(0, 1))
    return digest_of_luck(load_luck_weights().astype("<f8").tobytes(), flown.luck)
