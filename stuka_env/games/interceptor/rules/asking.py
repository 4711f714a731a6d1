"""Decisions of the player: functions that open one and allow its actions."""

from stuka_env.compiling.compilation import compiled
from stuka_env.engine.playing import make_cursor, make_masks
from stuka_env.games.interceptor.codes import ACTIONS, Act
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

forbid_all, allow_all, count_legal, first_legal = make_masks(__name__, ACTIONS)
ask, go = make_cursor(__name__, Mat)


@compiled
def allow(mask: Mask, action: int, legal: bool) -> None:
    """Allow an action if it is legal."""
    if legal:
        mask[action] = 1


@compiled
def allow_pick(mask: Mask, place: int) -> None:
    """Allow the row ``place``, from 0, of the list on the table."""
    mask[Act.PICK_1 + place] = 1
