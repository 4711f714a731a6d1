"""Compiled writing of observations: the mat, and the numbers that a player works out."""

from stuka_env.compiling.observation_writing import Seen, make_writer
from stuka_env.games.wing.observation.derived import Derived, work_out
from stuka_env.games.wing.observation.layout import OBSERVATION
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table

WRITER = make_writer(
    "wing", __name__, Seen(layout=OBSERVATION, mat=Mat, work_out=work_out, scratch={"derived": Derived}), Table
)
"""The writer of this game's observations."""
