"""Records and functions of the first game's engine, for programs that compile functions of their own."""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.compilation import separate
from stuka_env.compiling.observation_writing import octets_of, words_of
from stuka_env.games.stuka.game import GAME
from stuka_env.games.stuka.rules import sequence
from stuka_env.games.stuka.rules.mat import Mat

GAME_ARRAYS = GAME.engine.arrays
WRITER = GAME_ARRAYS.kinds.writer
"""The writer of this game's observations."""
view_of, observe = WRITER.view_of, WRITER.observe
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
advance, apply_action = separate(sequence.advance), separate(sequence.apply_action)
if TYPE_CHECKING:
    View: TypeAlias = Any
    Views: TypeAlias = Any
    Wars: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
    MatWords: TypeAlias = Any
    from stuka_env.engine.game_parts import MaskRow as MaskRow
    from stuka_env.engine.game_parts import StepReport as StepReport
else:
    View, Views, ObservationRow, Scales = WRITER.view, WRITER.views, WRITER.flat, WRITER.scales
    MatBytes, MatWords = octets_of(Mat), words_of(Mat)
    MaskRow, StepReport, Wars = GAME_ARRAYS.mask, GAME_ARRAYS.report, GAME_ARRAYS.wars
