"""Decisions of the player: functions that open one and allow its actions."""

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.playing import make_cursor, make_masks
from stuka_env.games.wing.codes import ACTIONS, Act
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

forbid_all, allow_all, count_legal, first_legal = make_masks(__name__, ACTIONS)
ask, go = make_cursor(__name__, Mat)


@compiled
def allow_keep_play(mask: Mask) -> None:
    """Allow to keep a Lady Luck counter or to play it."""
    mask[Act.KEEP.value] = 1
    mask[Act.PLAY.value] = 1
