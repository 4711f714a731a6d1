"""Compiled writing of observations: the mat, and the numbers that a player works out."""

from typing import Any

from stuka_env.games.wing.observation.derived import Derived, work_out
from stuka_env.games.wing.observation.layout import OBSERVATION
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table
from stuka_env.observation_writing import Scales as AnyScales
from stuka_env.observation_writing import Seen, make_writer


def prepare(view: Any, table: Table, scales: AnyScales) -> None:
    """Work out the numbers that the observation shows beside the mat."""
    octets = view.derived_octets.octets
    for place in range(len(octets)):
        octets[place] = 0
    work_out(view.mat, table, view.derived)


WRITER = make_writer(
    "wing", __name__, Seen(layout=OBSERVATION, mat=Mat, prepare=prepare, scratch={"derived": Derived}), Table
)
"""The writer of this game's observations."""
