"""Checks of the arrays of a saved war that are the same for every game.

A state may be written by hand, so play may be unable to reach its arrays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.consistency import need


def check_tape(tapes: Any, dice: NDArray[np.int64], sides: Sequence[Sequence[int]]) -> None:
    """Refuse a tape with an incomplete roll of a chart, or with a roll that was used only in part.

    Args:
        tapes: the tape, ``(1,)``.
        dice: smallest number of planned numbers for one roll, by chart.
        sides: the largest faces of these numbers, by chart.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    if not tapes.tobytes().strip(b"\0"):
        return
    start, stop, following, values = (tapes[name][0].astype(np.int64) for name in ("start", "stop", "next", "values"))
    expected = np.concatenate([[0], stop[:-1]])
    need((start == expected).all(), "tapes.start", start.tolist(), "where the chart before stops")
    whole = (start <= stop) & ((stop - start) % dice == 0)
    need(whole.all(), "tapes.stop", stop.tolist(), "whole rolls after the start")
    used = (start <= following) & (following <= stop) & ((following - start) % dice == 0)
    need(used.all(), "tapes.next", following.tolist(), "from start to stop, whole rolls apart")
    length = int(stop[-1])
    most = np.concatenate([np.tile(sides[chart], count // dice[chart]) for chart, count in enumerate(stop - start)])
    faces = (values[:length] >= 1) & (values[:length] <= most)
    need(faces.all(), "tapes.values", values[:length].tolist(), "faces of the dice of their charts")
    need(not values[length:].any(), "tapes.values", values[length:].tolist(), f"0 after {length} numbers")


def check_mask(mask: NDArray[Any], legal: NDArray[Any]) -> None:
    """Refuse a mask that differs from the mask of the rules, or leaves no choice.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    wrong = np.flatnonzero(mask != legal)
    place = int(wrong[0]) if len(wrong) else 0
    need(not len(wrong), f"masks.legal[{place}]", int(mask[place]), int(legal[place]))
    need(legal.sum() > 1, "masks.legal", f"{int(legal.sum())} legal actions", f"2 to {len(legal)}")
