"""The compiled drawing and listing of what is hidden on mats, for :mod:`stuka_env.engine.hidden`.

These functions are written once and compiled for each game, as those of :mod:`stuka_env.engine.kernels`.
"""

from __future__ import annotations  # a copy reads its annotations as names of its game

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from stuka_env.compiling.compilation import READ_ONLY
from stuka_env.declared.records import Rows
from stuka_env.engine.game_parts import Charts, Mat, arrange_hidden, count_arrangements, draw_hidden
from stuka_env.engine.kernels import for_each_game


@for_each_game
def draw_all(
    mats: Rows[Mat], charts: Annotated[Rows[Charts], READ_ONLY], keys: Annotated[NDArray[np.int64], 2]
) -> bool:
    """Draw what is hidden on N mats, with the keys ``(N, 2)`` or ``(1, 2)``; return whether an arrangement always fits.

    ``charts`` has one row, or one for each mat.
    """
    fit = True
    for place in range(len(mats)):
        key = place if len(keys) > 1 else 0
        own = charts[place if len(charts) > 1 else 0]
        fit &= draw_hidden(mats[place], own, keys[key, 0], keys[key, 1])
    return fit


@for_each_game
def count_all(mats: Rows[Mat], charts: Annotated[Rows[Charts], READ_ONLY]) -> int:
    """Return the number of arrangements on the first mat, whether they fit or not."""
    return count_arrangements(mats[0], charts[0])


@for_each_game
def arrange_all(mats: Rows[Mat], charts: Annotated[Rows[Charts], READ_ONLY], fits: NDArray[np.bool_]) -> None:
    """Lay all arrangements on copies of a mat, one on each, and write which of them fit what the player sees."""
    for place in range(len(mats)):
        fits[place] = arrange_hidden(mats[place], charts[0], place)
