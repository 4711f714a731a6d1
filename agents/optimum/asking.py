"""Asking policies what they would do in every position of a layer."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.evaluation.flying import look
from agents.optimum.enumeration.step import ROW
from agents.optimum.tree import Layer
from agents.policy import Policy, draw_noise
from stuka_env.charts import LoadedCharts
from stuka_env.codes import Scale
from stuka_env.engine import Engine, Scenario, new_view

TOGETHER = 2048
"""Positions that a policy is shown at a time."""
OFTEN, SELDOM, ASKED = 64, 2, 1024
"""A policy is asked this often in each position, each time with other noise; less often, ``SELDOM`` at least, in a
layer with so many positions that it would have to answer more than ``ASKED`` times."""


class Panel:
    """A table with many mats on it, for policies to look at."""

    def __init__(self, charts: LoadedCharts) -> None:
        """Lay out the table."""
        self._engine = Engine(TOGETHER, Scenario(Scale.MISSION, 0, 0, 1), charts)
        self._view = new_view(TOGETHER)
        self._sight = look(self._engine, self._view)
        self._actions = np.zeros(TOGETHER, np.int64)

    def _show(self, layer: Layer, places: NDArray[np.int64]) -> None:
        """Put these positions of a layer on the table, the first again where there are too few."""
        wars = self._engine.wars
        padded = np.concatenate([places, np.full(TOGETHER - len(places), places[0])])
        wars.raw["octets"][:, :ROW] = layer.rows[padded]
        wars.masks["legal"][...] = layer.masks[padded]
        self._engine.show(self._view.faces)

    def ask(self, policies: list[Policy], layer: Layer, depth: int) -> NDArray[np.int16]:
        """What each policy does: actions ``(policies, times asked, N)``; -1 where there is nothing to decide."""
        open_ones = np.flatnonzero(layer.masks.any(axis=1))
        draws = max(SELDOM, min(OFTEN, ASKED // max(1, len(open_ones))))
        actions = np.full((len(policies), draws, len(layer.rows)), -1, np.int16)
        for first in range(0, len(open_ones), TOGETHER):
            places = open_ones[first : first + TOGETHER]
            self._show(layer, places)
            seeds = np.arange(first, first + TOGETHER, dtype=np.int64)
            for draw in range(draws):
                draw_noise(seeds, draw, depth, self._sight.noise)
                for number, policy in enumerate(policies):
                    actions[number, draw, places] = self._answer(policy)[: len(places)]
        return actions

    def _answer(self, policy: Policy) -> NDArray[Any]:
        policy.act(self._sight, self._actions)
        taken = self._view.masks[np.arange(TOGETHER), self._actions]
        if not taken.all():
            raise ValueError(f"policy {policy.name}: took an action that is not legal")
        return self._actions
