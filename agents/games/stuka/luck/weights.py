"""The weights that turn stakes into points, by scale and operation, chart and stake; and their file.

A weight of 1 means that the points of a stake are right as they are. Weights change the precision of an adjusted score
and cannot bias it, as long as they are chosen before the wars are flown. So a results file names them by their digest.
"""

from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.stakes import STAKES
from agents.games.stuka.luck.terms import TERMS
from agents.value_file import load_value
from stuka_env.games.stuka.charts.shape import OPERATIONS
from stuka_env.games.stuka.codes import CHARTS, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec

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
