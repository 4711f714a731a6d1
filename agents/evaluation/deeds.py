"""What a war's log sheet leaves out: what each aircraft attacked with, and whose attack was the Rudel Gamble.

Read off the mats and actions while the wars are flown, one compiled pass a turn.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from stuka_env.codes import SLOTS, Act, Decision, Leg, Payload
from stuka_env.compilation import kernel
from stuka_env.rules.mat import LOG_LENGTH, mat_dtype


class Deeds(NamedTuple):
    """One row a war, one column a line of its log sheet."""

    loads: NDArray[np.int8]
    """``(N, LOG_LENGTH, SLOTS)``: codes.Payload taken to the target; STRAFING where the machine guns were used."""
    gamblers: NDArray[np.int8]
    """``(N, LOG_LENGTH)``: slot, from 1, that dared the Rudel Gamble; 0 none."""


def new_deeds(wars: int) -> Deeds:
    """Nothing done yet."""
    return Deeds(np.zeros((wars, LOG_LENGTH, SLOTS), np.int8), np.zeros((wars, LOG_LENGTH), np.int8))


@kernel(
    types.void(
        types.Array(numba.from_dtype(mat_dtype), 1, "C", readonly=True),
        types.Array(types.int8, 2, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int8, 3, "C"),
        types.Array(types.int8, 2, "C"),
    )
)
def note_deeds(
    mats: NDArray[Any],
    masks: NDArray[np.int8],
    actions: NDArray[np.int64],
    loads: NDArray[np.int8],
    gamblers: NDArray[np.int8],
) -> None:
    """Note what is about to be done in every war.

    Every mission asks EN_ROUTE on the way out, after the loads are given out and before the attack run: that is where
    the loads are read. A drop without a choice is not asked for, so that ATTACK alone would miss most of them.
    """
    for war in range(len(mats)):
        mission = mats[war].mission
        if mission.decision == Decision.EN_ROUTE and mission.leg == Leg.OUT:
            line = int(mats[war].track.logged)
            for slot in range(SLOTS):
                loads[war, line, slot] = mats[war].aircraft[slot].ordnance
        elif mission.decision == Decision.ATTACK:
            line, slot, action = int(mats[war].track.logged), int(mission.subject) - 1, int(actions[war])
            if action == Act.STRAFE and masks[war, action]:
                loads[war, line, slot] = Payload.STRAFING
            elif action == Act.GAMBLE and masks[war, action]:
                gamblers[war, line] = slot + 1
