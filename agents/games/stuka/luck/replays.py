"""Luck-adjusted scores of replays: an entry point, so that the package finds them where the laboratory is installed."""

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.recorder import LuckRecorder, load_luck_weights, luck_of
from agents.luck.recorder import adjusted_scores_with, record_run
from stuka_env.replay.file import Replay
from stuka_env.replay.run import ReplayRun


def luck_in(run: ReplayRun, weights: NDArray[np.float64]) -> float:
    """Fly a run with chances to its end, and return the luck of its war as an evaluation states it."""
    recorder = LuckRecorder(1, run.engine.spec)
    record_run(recorder, run)
    return float(luck_of(recorder.terms, weights, run.engine.spec)[0])


def adjusted_scores(replays: Sequence[Replay]) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    They are those that ``evaluate.py`` states for the same actions in the same wars. A war of random charts is measured
    as one under its own set, which ``evaluate.py --charts bank:DIGEST`` also does.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, or does not verify.
    """
    weights = load_luck_weights()
    return adjusted_scores_with(functools.partial(luck_in, weights=weights), replays, "stuka", chances=True)
