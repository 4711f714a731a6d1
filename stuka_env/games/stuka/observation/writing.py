"""Compiled writing of observations: the mat as bytes, and its score tracks as 16-bit words."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.observation_writing import Seen, make_writer, octets_of, words_of
from stuka_env.games.stuka.observation.layout import OBSERVATION
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Table

WRITER = make_writer("stuka", __name__, Seen(layout=OBSERVATION, mat=Mat), Table)
"""The writer of this game's observations."""
view_of, observe = WRITER.view_of, WRITER.observe
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
if TYPE_CHECKING:
    View: TypeAlias = Any
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
    MatWords: TypeAlias = Any
else:
    View, Views, ObservationRow, Scales = WRITER.view, WRITER.views, WRITER.flat, WRITER.scales
    MatBytes, MatWords = octets_of(Mat), words_of(Mat)
