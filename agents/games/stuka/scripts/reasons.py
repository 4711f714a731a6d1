"""The reasons of the scripts: each names the rule of a script that chose the action.

A script is written once, as a function that returns a :class:`Reasoned`. The function that plays takes the action out
of it, and the compiler removes the rest. So an action and its reason always agree, and the reason costs nothing unless
it is requested. :mod:`agents.games.stuka.scripts.reason_words` puts reasons into words.
"""

from collections.abc import Callable
from enum import IntEnum, auto
from typing import NamedTuple

from stuka_env.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask


class Reason(IntEnum):
    """The rules of all scripts, by decision. The comments say what the numbers of a :class:`Reasoned` then are."""

    CHANCE = 0
    # who flies; about: aircraft wanted
    KETTE_COMES_NEARER = auto()
    STAFFEL_OF_RESTED = auto()
    SMALL_KETTE = auto()
    MORE_ABOARD = auto()
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
    SPECIAL_GAINS = auto()  # modifiers that the formation's attacks gain
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
    SAVED = auto()
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
    PRESS_ON_PAYS = auto()  # points that the attack adds
    # in the air
    FIT_DUELLIST = auto()
    ELITE_DUELLIST = auto()
    ANY_DUELLIST = auto()
    NEVER_DUELS = auto()
    RELIEF_HELPS_ATTACK = auto()
    WHAT_WORKS = auto()
    NO_GAMBLE = auto()
    GAMBLE_PAYS = auto()  # points that it adds; points that it must add for the risk of a crash
    GAMBLE_RISKS_MORE = auto()  # the same
    GAMBLE_IS_KEPT = auto()  # aircraft that it is kept for; points that it brings more there
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
    """An action, the :class:`Reason` for it, and two numbers that the reason refers to."""

    action: int
    reason: int
    about: float
    more: float = 0.0


Reasons = Callable[[Mat, Charts, Mask, int], Reasoned]
"""A script that gives a reason with each action."""


@compiled
def because(action: int, reason: int, about: float) -> Reasoned:
    """Return an action with its reason."""
    return Reasoned(action, reason, about, 0.0)


@compiled
def because_of(action: int, reason: int, about: float, more: float) -> Reasoned:
    """Return an action with a reason that refers to two numbers."""
    return Reasoned(action, reason, about, more)
