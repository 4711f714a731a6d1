"""Decisions of the player: functions that open one and allow its actions."""

from stuka_env.compilation import compiled
from stuka_env.engine.playing import make_masks
from stuka_env.games.wing.codes import ACTIONS, Act
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

forbid_all, allow_all, count_legal, first_legal = make_masks(__name__, ACTIONS)


@compiled
def go(mat: Mat, phase: int) -> None:
    """Set the next step of the sequence of play."""
    mat.cursor.phase = phase


@compiled
def ask(mat: Mat, decision: int) -> None:
    """Open a decision."""
    mat.cursor.decision = decision


@compiled
def allow_keep_play(mask: Mask) -> None:
    """Allow to keep a Lady Luck counter or to play it."""
    mask[Act.KEEP.value] = 1
    mask[Act.PLAY.value] = 1
