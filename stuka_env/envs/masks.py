"""Observations together with their action mask or with the charts in force, as a Dict."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.records import Rows
from stuka_env.game import Game

MASK_KEY, OBS_KEY = "action_mask", "observation"
"""Keys of the mask and of an observation that is an array."""


def masked_space(
    seen: gymnasium.Space[Any], actions: int, mask_key: str = MASK_KEY, obs_key: str = OBS_KEY
) -> gymnasium.spaces.Dict:
    """Return the space of :func:`with_mask`: the mask, and the arrays of a Dict or one array called ``obs_key``.

    The mask is a Box of int8 from 0 to 1, because more libraries accept a Box in a Dict than a MultiBinary.

    Raises:
        ValueError: a part of the observation is called ``mask_key``.
    """
    parts = dict(seen.spaces) if isinstance(seen, gymnasium.spaces.Dict) else {obs_key: seen}
    if mask_key in parts:
        raise ValueError(f"mask_key: got {mask_key!r}, allowed is a name that no part of the observation has")
    parts[mask_key] = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
    return gymnasium.spaces.Dict(parts)


def with_mask(seen: Any, mask: NDArray[np.int8], mask_key: str = MASK_KEY, obs_key: str = OBS_KEY) -> dict[str, Any]:
    """Join the observation ``seen`` and the ``mask`` in one dict; of one war or of many."""
    parts = seen if isinstance(seen, dict) else {obs_key: seen}
    return {**parts, mask_key: mask}


CHARTS_KEY = "charts"
"""Key of the charts in an observation."""


def charted_space(seen: gymnasium.Space[Any], charts: gymnasium.Space[Any]) -> gymnasium.spaces.Dict:
    """Return the space of :func:`with_charts`."""
    parts = dict(seen.spaces) if isinstance(seen, gymnasium.spaces.Dict) else {OBS_KEY: seen}
    return gymnasium.spaces.Dict({**parts, CHARTS_KEY: charts})


def with_charts(seen: Any, charts: NDArray[Any]) -> dict[str, Any]:
    """Join the observation ``seen`` and the ``charts`` in one dict; of one war or of many."""
    parts = seen if isinstance(seen, dict) else {OBS_KEY: seen}
    return {**parts, CHARTS_KEY: charts}


class ChartRows:
    """The charts in force in N wars, as the observations of a vector environment show them.

    A war keeps its charts until the next reset. So only the rows of wars with new charts are written.

    Args:
        shown: the charts that the wars can have, as observations show them, ``(B, C)``.
        game: the game of the wars.
        num_envs: number of wars.
        sets: number of arrays that are handed out in turn; 0 for a new, read-only array whenever a war has new charts.
    """

    def __init__(self, shown: NDArray[Any], game: Game, num_envs: int, sets: int) -> None:
        self._shown = shown
        self._game = game
        first = np.zeros(num_envs, np.int64)
        self._sets = [(first.copy(), shown[first]) for _ in range(max(1, sets))]
        self._is_fresh = sets == 0
        self._sets[0][1].flags.writeable = not self._is_fresh

    def of(self, reports: Rows[Any]) -> NDArray[Any]:
        """Return the charts in force of every war, ``(N, C)``."""
        own, charts = self._sets[0]
        if not self._is_fresh:
            self._game.engine.kernels.copy_charts(reports, self._shown.view(np.int8), own, charts.view(np.int8))
        elif (own != (rows := np.asarray(reports)["charts"])).any():
            own[:] = rows
            charts = np.take(self._shown, own, axis=0)
            charts.flags.writeable = False
            self._sets[0] = own, charts
        self._sets.reverse()
        return charts

    def of_ended(self, rows: NDArray[Any], wars: NDArray[np.intp]) -> NDArray[Any]:
        """Return the charts of the ``wars`` that ended, in an array with a row for every war and 0 for the others."""
        charts = np.zeros((len(rows), self._shown.shape[1]), self._shown.dtype)
        charts[wars] = self._shown[rows[wars]]
        return charts
