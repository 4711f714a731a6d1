"""Mats as players see them, and mats with something else hidden, in a game that hides more than its dice.

Such a game declares the block of the mat that it hides. Its rules have ``count_arrangements`` and ``arrange_hidden`` of
:mod:`stuka_env.engine.game_parts`. They say in which ways it can lie, as far as the player knows. That is the belief of
all that plays on: clones, outcomes, planners, reviews, exercises and luck.

A mat as players see it has one of these arrangements, which depends on nothing but what they see. So it is a mat that
rules can read and play on, and it tells nothing.
"""

import functools
from typing import Any

import numpy as np

from stuka_env.compiling.philox import WORD
from stuka_env.engine import arrangements as compiled_arrangements
from stuka_env.engine.memory import copied
from stuka_env.game import Game

SEEN_KEY = 0x53656E21_4D617421
"""Seed of the arrangement that players see."""


@functools.cache
def _compiled(game: Game) -> dict[str, Any]:
    """Return the compiled functions of a game."""
    copies: dict[str, Any] = game.engine.kernels.copies(compiled_arrangements.__name__)
    return copies


def draw(game: Game, mats: Any, charts: Any, seeds: Any) -> bool:
    """Draw what is hidden on N mats of a game that hides something; return whether an arrangement fits on each.

    Args:
        game: the game.
        mats: the mats, which change.
        charts: the charts in force, ``(1,)`` or ``(N,)``.
        seeds: a seed for all, or one for each.
    """
    words = np.atleast_1d(np.asarray(seeds, np.uint64))
    keys = np.stack([words & np.uint64(WORD), words >> np.uint64(32)], axis=1).astype(np.int64)
    return bool(_compiled(game)["draw_all"](mats, charts, keys))


def seen(game: Game, mats: Any, charts: Any) -> Any:
    """Return copies of mats as players see them."""
    own = copied(mats)
    draw(game, own, charts, SEEN_KEY)
    return own


def count(game: Game, mats: Any, charts: Any) -> int:
    """Return the number of arrangements of what is hidden on a mat ``(1,)``, whether they fit or not."""
    return 1 if game.engine.hidden is None else int(_compiled(game)["count_all"](mats, charts))


def arrangements(game: Game, mats: Any, charts: Any) -> Any:
    """Return all mats that the player cannot tell from a mat ``(1,)``, equally likely."""
    if game.engine.hidden is None:
        return mats
    every = np.repeat(np.asarray(mats), count(game, mats, charts))
    fits = np.zeros(len(every), np.bool_)
    _compiled(game)["arrange_all"](every, charts, fits)
    return every[fits] if fits.any() else mats
