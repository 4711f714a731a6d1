"""Luck-adjusted scores of replays: an entry point, so that the package finds them where the laboratory is installed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.luck.recorder import LuckRecorder
from agents.games.stuka.luck.weights import load_luck_weights, luck_of
from stuka_env import ENVIRONMENTS
from stuka_env.replay.file import Replay, ReplayError
from stuka_env.replay.run import ReplayRun


def luck_in(run: ReplayRun, weights: NDArray[np.float64]) -> float:
    """Fly a run with chances to its end, and return the luck of its war as an evaluation states it."""
    recorder, only_war = LuckRecorder(1, run.engine.spec), slice(None)
    recorder(run.engine, only_war)
    for number in range(len(run.replay.actions)):
        run.step(number)
        recorder(run.engine, only_war)
    return float(luck_of(recorder.terms, weights, run.engine.spec)[0])


def adjusted_scores(replays: Sequence[Replay]) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    They are those that ``evaluate.py`` states for the same actions in the same wars. A war of random charts is measured
    as one under its own set, which ``evaluate.py --charts bank:DIGEST`` also does.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, or does not verify.
    """
    weights = load_luck_weights()
    return np.array([_adjusted_score(replay, weights) for replay in replays], np.float64)


def _adjusted_score(replay: Replay, weights: NDArray[np.float64]) -> float:
    if replay.env not in ENVIRONMENTS:
        raise ReplayError(f"luck: got {replay.env!r}, allowed is one of {', '.join(ENVIRONMENTS)}")
    if not replay.finished:
        raise ReplayError("luck: the war has not been played to its end")
    if replay.options is not None and replay.options.get("dice") is not None:
        raise ReplayError("luck: the war has planned rolls, and planned rolls are no luck")
    run = ReplayRun(replay, journal=False, chances=True)
    luck = luck_in(run, weights)
    score = run.verified_ending().score
    assert score is not None  # the replay is finished, and the flight has the same end
    return score - luck
