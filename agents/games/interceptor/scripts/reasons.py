"""The reasons of the scripts: each names the rule of a script that chose the action.

A script is written once, as a function that returns a :class:`Reasoned`. The function that plays returns only
its action. An action and its reason therefore always agree.
"""

from collections.abc import Mapping
from enum import IntEnum, auto
from typing import NamedTuple

from stuka_env.compilation import compiled
from stuka_env.wording import plural


class Reason(IntEnum):
    """The rules of all scripts, by decision. Comments name the ``about`` of a :class:`Reasoned`."""

    CHANCE = 0
    CHANCE_IN_THE_AIR = auto()
    # the ground
    OFFICER = auto()
    BEST_AIRCRAFT = auto()  # merit of the type
    BETTER_AIRCRAFT = auto()
    BEST_SERIES = auto()
    BETTER_BASE = auto()  # codes.Zone
    FIRST_ZONE = auto()
    SKILL_IN_ORDER = auto()  # codes.Skill
    SKILL_SAVED_FOR = auto()
    SPARED_SORTIE = auto()
    NOTHING_TO_BUY = auto()
    OLD_GUNNER = auto()
    FLIES = auto()
    ESCORTS_ARE_LIKELY = auto()
    # interceptions
    BOMBERS_FIRST = auto()
    OUT_OF_THE_SUN = auto()
    FIGHTS = auto()
    SLIPS_AWAY = auto()
    SLIPS_HEAD_ON = auto()
    COLLECTS = auto()  # sorties flown
    NO_OTHER_WAY = auto()
    # passes
    ROCKETS_FIRST = auto()
    WINGMAN_ATTACKS = auto()
    EXTENDED_BURST = auto()
    FIRES = auto()  # codes.Aim
    CANNOT_FIRE = auto()
    TOO_DAMAGED_TO_CLOSE = auto()  # damaged systems
    AGAIN = auto()  # damaged systems
    ENOUGH_PASSES = auto()  # damaged systems
    JUMPS = auto()  # damaged systems
    # fighter combat
    DROPS_ROCKETS = auto()
    SHOOTS = auto()
    LEAVES = auto()  # damaged systems
    TURNS = auto()
    ROLLS = auto()
    CARD = auto()
    REFLEXES_HELP = auto()  # codes.Position
    REFLEXES_KEPT = auto()
    REDRAWS = auto()
    KEEPS_CARD = auto()
    ANOTHER_FIGHT = auto()
    ENOUGH_FIGHTS = auto()
    # the way home
    USES_WITNESS = auto()
    JUMP_IS_SAFER = auto()
    LANDING_IS_SAFER = auto()
    ON_TO_THE_NEXT = auto()  # damaged systems
    LANDS_DAMAGED = auto()  # damaged systems
    LANDS_EMPTY = auto()


REASON_TEXTS: Mapping[Reason, str] = {
    Reason.CHANCE: "a random choice",
    Reason.CHANCE_IN_THE_AIR: "fly, and decide the rest at random",
    Reason.OFFICER: "an officer is promoted sooner",
    Reason.BEST_AIRCRAFT: "the best aircraft on the list, by guns and speed",
    Reason.BETTER_AIRCRAFT: "a better aircraft is worth the Prestige",
    Reason.BEST_SERIES: "the series with the best aircraft",
    Reason.BETTER_BASE: "more raids pass this base",
    Reason.FIRST_ZONE: "the wanted base has no unit",
    Reason.SKILL_IN_ORDER: "the next skill of its order",
    Reason.SKILL_SAVED_FOR: "points are saved for the next skill of its order",
    Reason.SPARED_SORTIE: "a Prestige Point saves a sortie",
    Reason.NOTHING_TO_BUY: "nothing that is worth the Prestige",
    Reason.OLD_GUNNER: "the old gunner knows more",
    Reason.FLIES: "only a pilot who flies shoots down bombers",
    Reason.ESCORTS_ARE_LIKELY: "the raid is likely to be escorted",
    Reason.BOMBERS_FIRST: "bombers first",
    Reason.OUT_OF_THE_SUN: "out of the sun at medium range, without an answer",
    Reason.FIGHTS: "fights every enemy",
    Reason.SLIPS_AWAY: "fighters do not count: gets away from them",
    Reason.SLIPS_HEAD_ON: "head on with escorts present: gets away from them",
    Reason.COLLECTS: "collects Experience and attacks nobody yet: {about} sorties",
    Reason.NO_OTHER_WAY: "no other way is left",
    Reason.ROCKETS_FIRST: "rockets before the guns",
    Reason.WINGMAN_ATTACKS: "the wingman attacks at the last range of this pass",
    Reason.EXTENDED_BURST: "an extended burst",
    Reason.FIRES: "fires where a hit counts most",
    Reason.CANNOT_FIRE: "no weapon can fire",
    Reason.TOO_DAMAGED_TO_CLOSE: "{systems} damaged: not any closer",
    Reason.AGAIN: "{systems} damaged: another pass",
    Reason.ENOUGH_PASSES: "{systems} damaged: no further pass",
    Reason.JUMPS: "{systems} damaged: jumps for a new aircraft",
    Reason.DROPS_ROCKETS: "rockets are of no use against fighters",
    Reason.SHOOTS: "in a position to fire",
    Reason.LEAVES: "in a position to leave",
    Reason.TURNS: "an agile aircraft turns",
    Reason.ROLLS: "a barrel roll",
    Reason.CARD: "a defence card",
    Reason.REFLEXES_HELP: "Reflexes gain a position",
    Reason.REFLEXES_KEPT: "Reflexes are kept for a worse position",
    Reason.REDRAWS: "a bad card is redrawn",
    Reason.KEEPS_CARD: "the card is good enough",
    Reason.ANOTHER_FIGHT: "another enemy",
    Reason.ENOUGH_FIGHTS: "one fight is enough",
    Reason.USES_WITNESS: "the eyewitness makes the credit certain",
    Reason.JUMP_IS_SAFER: "the jump kills less often",
    Reason.LANDING_IS_SAFER: "the landing kills less often",
    Reason.ON_TO_THE_NEXT: "{systems} damaged: on to the next box",
    Reason.LANDS_DAMAGED: "{systems} damaged: home",
    Reason.LANDS_EMPTY: "no ammunition: home",
}
"""The reasons in words."""


class Reasoned(NamedTuple):
    """An action, the :class:`Reason` for it, and a number that the reason refers to."""

    action: int
    reason: int
    about: int


@compiled
def because(action: int, reason: int, about: int) -> Reasoned:
    """Return an action with its reason."""
    return Reasoned(action, reason, about)


def reason_words(given: Reasoned) -> str:
    """Return the reason in words."""
    return REASON_TEXTS[Reason(given.reason)].format(about=given.about, systems=plural(given.about, "system"))
