"""Why a script does what it does: the rule of its own that fired, handed on with the action.

A script is written once, as a function that gives a :class:`Reasoned`; the one that plays takes the action out of it,
and the compiler drops the rest. So a reason is always that of the decision, and costs nothing unless it is asked for
(:mod:`agents.scripts.reasoned_script`); :mod:`agents.scripts.reason_words` puts it into words.
"""

from collections.abc import Callable
from enum import IntEnum, auto
from typing import NamedTuple

from stuka_env.charts.shape import Charts
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import Mask


class Reason(IntEnum):
    """The rules of all scripts, by decision; what ``about`` is of each stands behind it."""

    CHANCE = 0
    # who flies; about: aircraft wanted
    KETTE_COMES_NEARER = auto()
    STAFFEL_OF_RESTED = auto()
    SMALL_KETTE = auto()
    BEST_THREE = auto()
    RESTED_KETTE = auto()
    EVERYBODY = auto()
    SMALLEST_STAFFEL = auto()
    TOO_FEW_RESTED = auto()  # crews rested
    # who sits where
    ABLE_LEADER = auto()
    BEST_ATTACK = auto()
    RESTED_GUNNER = auto()
    BEST_PILOT_NEXT_PROMOTED = auto()
    RESTED_GUNNER_NEXT_PROMOTED = auto()
    HIGHEST_LEVEL = auto()
    STEADIEST = auto()  # roster place of the person who would have been chosen but for stress
    # bombs
    LOAD_SUITS = auto()
    SPECIAL_GAINS = auto()  # what it takes off the formation's attack dice
    SPECIAL_EXPECTED = auto()  # mission score expected
    SPECIAL_WITH_GUNNER = auto()
    BIGGEST_BOMB = auto()
    BEST_CARRIES = auto()
    GAINS_MOST = auto()
    ONE_CARRIER = auto()
    LUCKY_CARRIER = auto()
    LUCKY_LEADER = auto()
    LUCKY_BEST = auto()  # attack score expected
    # en route
    BADLY_HURT = auto()
    DRAGS = auto()
    IN_TROUBLE = auto()
    WITHOUT_SPECIAL = auto()
    AIRCRAFT_LOST = auto()
    HALF_IN_TROUBLE = auto()
    RELIEF_WORTH_MOST = auto()
    NOBODY_BADLY_HURT = auto()
    NOBODY_DRAGS = auto()
    NOBODY_IN_TROUBLE = auto()
    NEVER_HOME = auto()
    OTHERS_ARE_HOME = auto()
    CHANCE_TOGETHER = auto()
    FUEL_LASTS = auto()
    PRESS_ON = auto()
    # in the air
    FIT_DUELLIST = auto()
    ELITE_DUELLIST = auto()
    ANY_DUELLIST = auto()
    NEVER_DUELS = auto()
    RELIEF_HELPS_ATTACK = auto()
    WHAT_WORKS = auto()
    NO_GAMBLE = auto()
    GAMBLE_PAYS = auto()
    GAMBLE_DOES_NOT_PAY = auto()
    GAMBLE_ALWAYS = auto()
    ABLE_NEW_LEADER = auto()
    LAST_RELIEF = auto()
    CHEER_WORTH_MOST = auto()
    CHEER_GUNNER = auto()
    # careers
    ROOM_ABOVE = auto()  # people of the new level in the roster
    ROOM_AND_SPARE = auto()  # the same
    EVERY_PROMOTION = auto()


class Reasoned(NamedTuple):
    """An action, the :class:`Reason` for it, and the number that the reason is about."""

    action: int
    reason: int
    about: float


Reasons = Callable[[Mat, Charts, Mask, int], Reasoned]
"""A script that says why."""


@compiled
def because(action: int, reason: int, about: float) -> Reasoned:
    """An action with its reason."""
    return Reasoned(action, reason, about)
