"""One rollout: a clone of the mat, fresh dice, the candidate action, and the script to the end of the mission.

A clone is what the player sees and nothing else. Its dice are keyed by the policy's noise and the number of the
rollout: the real ones are nowhere in reach. Cards not yet drawn and numbers still in the cup need no shuffling, for
they are drawn by the dice when they are needed (:mod:`stuka_env.rules.dice`). Rollout k of every candidate has the
same dice, and they fall by place and occasion: what two candidates do alike turns out alike, and what is left is the
difference between them.

The next missions are not flown: what is to be expected of them (:mod:`agents.planner.prospects`) depends little on how
this one was flown. With three more missions a rollout takes six times as long and judges no better: over 1,042
decisions of old_hand's, judged by six more missions and 1,500 rollouts of each candidate, the actions chosen after 512
rollouts gain 1.0 points of an operation either way.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numpy.typing import NDArray

from agents.planner.desk import CHARTS, CHOOSE, DESK, MATS, Desk
from agents.planner.forbidden import narrow, pick
from agents.planner.prospects import prospects
from agents.policy import Choose
from stuka_env.batch import score_due
from stuka_env.compilation import kernel
from stuka_env.rules.dice import new_mission, philox
from stuka_env.rules.kernel import Table
from stuka_env.rules.orders import apply_action
from stuka_env.rules.sequence import advance

WORD = 0xFFFFFFFF
CLONE_LOW, CLONE_HIGH = 0x506C616E, 0x6E657221
"""Key of the hash that makes the clones' dice, and of the script's noise with the halves exchanged."""


@kernel(types.void(DESK, types.int64, types.int64))
def lay_dice(desk: Desk, noise: int, rollout: int) -> None:
    """Put the dice of a rollout beside the clone."""
    dice = desk.dice[0]
    low, high, _, _ = philox(rollout, 0, noise & WORD, noise >> 32, CLONE_LOW, CLONE_HIGH)
    dice.key_low = low
    dice.key_high = high
    new_mission(dice, int(desk.mats[0].mission.war_mission))


@kernel(types.int64(types.int64, types.int64, types.int64))
def noise_of(noise: int, rollout: int, turn: int) -> int:
    """The script's random number on a turn of a rollout, below 2**62."""
    low, high, _, _ = philox(rollout, turn, noise & WORD, noise >> 32, CLONE_HIGH, CLONE_LOW)
    return int(low | ((high >> 2) << 32))


FlyClone = Callable[[Choose, NDArray[Any], int, NDArray[Any], Desk, int, int, int], float]
_SIGNATURE = types.float64(CHOOSE, MATS, types.int64, CHARTS, DESK, types.int64, types.int64, types.int64)
FLY_CLONE = types.FunctionType(_SIGNATURE)
"""Machine type of :func:`fly_clone`."""


@kernel(_SIGNATURE)
def fly_clone(
    choose: Choose,
    mats: NDArray[Any],
    war: int,
    charts: NDArray[Any],
    desk: Desk,
    action: int,
    noise: int,
    rollout: int,
) -> float:
    """The official score that a war may be expected to come to, after one rollout that begins with ``action``."""
    desk.mats[0] = mats[war]
    lay_dice(desk, noise, rollout)
    mat, mask, ban = desk.mats[0], desk.masks[0].legal[:], desk.bans[0]
    table = Table(desk.dice[0], desk.tapes[0], charts[0], desk.journals[0])
    mission = int(mat.mission.war_mission)
    turn = 0
    apply_action(mat, table, action)
    advance(mat, table, mask)
    while not mat.track.over and mat.mission.war_mission == mission:
        turn += 1
        narrow(ban, mask)
        apply_action(mat, table, pick(choose, mat, charts[0], mask, noise_of(noise, rollout, turn)))
        advance(mat, table, mask)
    return score_due(mat, charts[0]) + prospects(mat, charts[0])
