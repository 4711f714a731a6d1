"""Where a search is worked out: the clone that is flown, its dice, and what the rollouts have said so far."""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.batch import legal_dtype
from stuka_env.charts.shape import Record, charts_dtype, record_dtype
from stuka_env.codes import ACTIONS
from stuka_env.rules.dice_records import dice_dtype, journal_dtype, tape_dtype
from stuka_env.rules.mat import mat_dtype

BLOCK = ACTIONS
"""Rollouts between two looks at their results: at least one of every candidate."""

search_dtype = record_dtype(
    [
        ("budget", "i8"),  # rollouts to be flown, all candidates together
        ("spent", "i8"),  # rollouts flown
        ("noise", "i8"),  # where the clones' dice come from
        ("candidates", "i8"),  # actions looked into
        ("left", "i8"),  # candidates still in the race; they come first, the script's own choice before all
        ("rounds", "i8"),  # rounds still to be flown, the one in hand included
        ("flown", "i8"),  # rollouts of every candidate that is left
        ("stop", "i8"),  # rollouts of every candidate at which the round in hand ends
        ("block", "i8"),  # rollouts of every candidate in the block in hand
        ("best", "i8"),  # the action to take
        ("due", "f8"),  # points of the official score earned before this decision
        ("unit", "f8"),  # points of the official score that one point of a mission's score is worth
        ("action", "i8", (ACTIONS,)),  # by candidate, as what follows
        ("rollouts", "i8", (ACTIONS,)),
        ("worth", "f8", (ACTIONS,)),  # sum over its rollouts: the official score they came to
        ("gain", "f8", (ACTIONS,)),  # sum: how much more than the script's own choice with the same dice
        ("square", "f8", (ACTIONS,)),  # sum of the squares of that
        ("merit", "f8", (ACTIONS,)),  # mean gain that can be counted on, less what chance may have added
    ]
)
"""One search of one decision."""

values_dtype = record_dtype([("worth", "f8", (BLOCK,))])
"""The official score that the rollouts of a block came to: rollout by rollout, of each candidate that is left."""


ban_dtype = record_dtype(
    [
        ("count", "i8"),  # actions that are forbidden
        ("allowed", "i1", (ACTIONS,)),  # 0 for those, 1 for the others
    ]
)
"""What the script must not do in the rollouts."""


class Search(Record):
    """A record of :data:`search_dtype`."""


class Values(Record):
    """A record of :data:`values_dtype`."""


class Ban(Record):
    """A record of :data:`ban_dtype`."""


class Desk(NamedTuple):
    """What one thread flies rollouts with, all but the last scratch space: arrays of one record each."""

    mats: NDArray[Any]
    """mat_dtype: the clone."""
    dice: NDArray[Any]
    """dice_dtype: its dice."""
    tapes: NDArray[Any]
    """tape_dtype: empty, nothing is planned."""
    journals: NDArray[Any]
    """journal_dtype: switched off."""
    masks: NDArray[Any]
    """legal_dtype: what is legal on the clone."""
    bans: NDArray[Any]
    """ban_dtype: what the script must not do there."""


def new_desk(allowed: NDArray[np.int8] | None = None) -> Desk:
    """An empty desk, for a script that may do what is 1 in ``allowed``, ``(ACTIONS,)``; anything if not given."""
    desk = Desk(*[np.zeros(1, dtype) for dtype in _ON_A_DESK])
    desk.bans["allowed"] = 1 if allowed is None else allowed
    desk.bans["count"] = ACTIONS - desk.bans["allowed"].sum()
    return desk


def rows_of(dtype: np.dtype, readonly: bool = False) -> types.Array:
    """Machine type of an array of records."""
    return types.Array(numba.from_dtype(dtype), 1, "C", readonly=readonly)


_ON_A_DESK = (mat_dtype, dice_dtype, tape_dtype, journal_dtype, legal_dtype, ban_dtype)
DESK = types.BaseTuple.from_types(tuple(rows_of(dtype) for dtype in _ON_A_DESK), Desk)
MATS, CHARTS = rows_of(mat_dtype, readonly=True), rows_of(charts_dtype, readonly=True)
MASKS, NOISE = types.Array(types.int8, 2, "C"), types.Array(types.int64, 1, "C", readonly=True)
SEARCHES, VALUES = rows_of(search_dtype), rows_of(values_dtype)
MAT, SEARCH, BAN = numba.from_dtype(mat_dtype), numba.from_dtype(search_dtype), numba.from_dtype(ban_dtype)
CHOOSE = types.FunctionType(
    types.int64(MAT, numba.from_dtype(charts_dtype), types.Array(types.int8, 1, "C"), types.int64)
)
"""Machine types of what kernels are given."""
