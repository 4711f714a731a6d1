"""Luck-adjusted scores of replays: an entry point, so that the package finds them where the laboratory is installed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.games.interceptor.luck.recorder import LuckRecorder
from agents.luck.replays import adjusted_scores_with
from stuka_env.replay.file import Replay
from stuka_env.replay.run import ReplayRun


def luck_in(run: ReplayRun) -> float:
    """Fly a run to its end, and return the luck of its war as an evaluation states it."""
    recorder, only_war = LuckRecorder(1, from_the_start=run.replay.options is None), slice(None)
    recorder(run.engine, only_war, None)
    for number, action in enumerate(run.replay.actions):
        run.step(number)
        recorder(run.engine, only_war, np.array([action], np.int64))
    return float(recorder.luck[0])


def adjusted_scores(replays: Sequence[Replay]) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    They are those that ``evaluate.py`` states for the same actions in the same wars.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, or does not verify.
    """
    return adjusted_scores_with(luck_in, replays, "interceptor", chances=False)
