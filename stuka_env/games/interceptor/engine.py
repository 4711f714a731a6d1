"""Records and functions of the second game's engine, for programs that compile functions of their own."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.compilation import separate
from stuka_env.compiling.observation_writing import octets_of
from stuka_env.games.interceptor.game import GAME
from stuka_env.games.interceptor.rules import sequence
from stuka_env.games.interceptor.rules.mat import Mat

WRITER = GAME.engine.arrays.kinds.writer
"""The writer of this game's observations."""
view_of, views_of, table_of = WRITER.view_of, WRITER.views_of, WRITER.table_of
observe, compact, new_scales = WRITER.observe, WRITER.compact_of, WRITER.new_scales
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
advance, apply_action = separate(sequence.advance), separate(sequence.apply_action)
if TYPE_CHECKING:
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
else:
    Views, ObservationRow, Scales = WRITER.views, WRITER.flat, WRITER.scales
    MatBytes = octets_of(Mat)
