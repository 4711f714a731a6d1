"""Luck-adjusted scores of replays, for the entry points with which the package finds them."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from stuka_env.game import game_named
from stuka_env.replay.file import Replay, ReplayError
from stuka_env.replay.run import ReplayRun


def adjusted_scores_with(
    luck_in: Callable[[ReplayRun], float], replays: Sequence[Replay], game: str, *, chances: bool
) -> NDArray[np.float64]:
    """Return the luck-adjusted official scores of finished wars, float64 ``(N,)``.

    Args:
        luck_in: flies a run to its end and returns the luck of its war.
        replays: the replays.
        game: the game that they must be of.
        chances: whether the engine keeps the chance events for ``luck_in``.

    Raises:
        ReplayError: a replay is of another game, has not been played to its end, has planned rolls, or does not verify.
    """
    ids = game_named(game).ids
    for replay in replays:
        if replay.env not in ids:
            raise ReplayError(f"luck: got {replay.env!r}, allowed is one of {', '.join(ids)}")
        if not replay.finished:
            raise ReplayError("luck: the war has not been played to its end")
        if replay.options is not None and replay.options.get("dice") is not None:
            raise ReplayError("luck: the war has planned rolls, and planned rolls are no luck")
    return np.array([_adjusted_score(luck_in, replay, chances) for replay in replays], np.float64)


def _adjusted_score(luck_in: Callable[[ReplayRun], float], replay: Replay, chances: bool) -> float:
    run = ReplayRun(replay, journal=False, chances=chances)
    luck = luck_in(run)
    score = run.verified_ending().score
    assert score is not None  # the replay is finished, and the flight has the same end
    return score - luck
