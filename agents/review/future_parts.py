"""The parts of a game that the kernels of a review use, as declarations: futures of its wars.

Games whose luck is measured from decision to decision have them from :mod:`agents.review.account_futures`. The first
game has a module of its own. :func:`agents.review.kernels.make_kernels` puts those of a game in the place of the names
here, which exist for readers and type checkers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.clones import Rollout
from stuka_env.declared.records import Record, Rows

Choose = Any
"""A scripted policy: the action for the open decision of one war."""
NO_END = 0
"""In place of the line that a future ends with: it ends with the war."""


class Mat(Record):
    """The visible state of a war."""


class Charts(Record):
    """The charts in force."""


class OpenDecisions(NamedTuple):
    """The D decisions of a war."""

    mats: Rows[Mat]
    charts: Rows[Charts]
    masks: NDArray[np.int8]
    noise: NDArray[np.int64]


class FutureWorkspace(NamedTuple):
    """The arrays with which one thread flies futures and scores them."""


def pick(choose: Choose, mat: Mat, charts: Charts, mask: NDArray[np.int8], noise: int) -> int:
    """Return the script's action, or the first legal one if the mask does not have it."""
    raise NotImplementedError


def last_line(mat: Mat, to_the_end: bool) -> int:
    """Return the line of the log sheet that a future ends with: the current one, or NO_END."""
    raise NotImplementedError


def begin_future(mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout) -> None:
    """Clone a mat, key the clone's dice, and take the first action of the future."""
    raise NotImplementedError


def continue_future(
    choose: Choose, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int, turn: int
) -> None:
    """Let ``choose`` fly the clone to the end of the line ``last``, with the random numbers after ``turn``."""
    raise NotImplementedError


def line_of_next_chance(mat: Mat, workspace: FutureWorkspace, last: int) -> int:
    """Return the line that the clone must fly next because the choice on ``mat`` can come again; ``last`` if none.

    The clone has flown to the end of the line ``last``. A choice that cannot come again, or has come again, needs no
    further line.
    """
    raise NotImplementedError


def future_score(charts: Charts, workspace: FutureWorkspace) -> float:
    """Return the final score of the clone's war, earned or expected."""
    raise NotImplementedError


def fly_with_fresh_dice(
    choose: Choose, mat: Mat, charts: Charts, workspace: FutureWorkspace, rollout: Rollout, last: int
) -> float:
    """Return the score of a future to the end of the line ``last``, less any luck with mean 0 that is known exactly."""
    raise NotImplementedError
