"""The reasons of the scripts: each names the rule of a script that chose the action (:mod:`agents.reasoned_script`)."""

from typing import Any

from agents.reasoned_script import Reasoned
from stuka_env.declared.codes import Code, plural

DEATHS = "{option} {cost:.0f} in 36"
"""Words of the other way down."""
WORTH_OF_A_SHOT = "{}; this shot is worth {:+.2f} bombers more than breaking off"
"""Words of a reason whose second number is a worth (:mod:`agents.games.interceptor.scripts.worths`)."""


class Reason(Code):
    """The rules of all scripts in words, by decision. Comments name the ``about`` of a :class:`Reasoned`."""

    CHANCE = "a random choice"
    CHANCE_IN_THE_AIR = "fly, and decide the rest at random"
    # the ground
    OFFICER = "an officer is promoted sooner"
    NCO = "an NCO begins with more Experience, and gets his repairs done"
    BEST_AIRCRAFT = "the best aircraft on the list, by guns and speed"  # merit of the type
    BETTER_AIRCRAFT = "a better aircraft is worth the Prestige"
    BEST_SERIES = "the series with the best aircraft"
    BETTER_BASE = "more raids pass this base"  # codes.Zone
    FIRST_ZONE = "the wanted base has no unit"
    SKILL_IN_ORDER = "the next skill of its order"  # codes.Skill
    SKILL_SAVED_FOR = "points are saved for the next skill of its order"
    SPARED_SORTIE = "a Prestige Point saves a sortie"
    NOTHING_TO_BUY = "nothing that is worth the Prestige"
    OLD_GUNNER = "the old gunner knows more"
    FLIES = "only a pilot who flies shoots down bombers"
    ESCORTS_ARE_LIKELY = "the raid is likely to be escorted, {about} in 6"  # faces of A3
    # interceptions
    BOMBERS_FIRST = "bombers first"
    OUT_OF_THE_SUN = "out of the sun at medium range, without an answer"
    FIGHTS = "fights every enemy"
    SLIPS_AWAY = "fighters do not count: gets away from them"
    SLIPS_HEAD_ON = "head on with escorts present: gets away from them"
    COLLECTS = "collects Experience and attacks nobody yet: {about} sorties"  # sorties flown
    NO_OTHER_WAY = "no other way is left"
    # passes
    ROCKETS_FIRST = "rockets before the guns"
    WINGMAN_ATTACKS = "the wingman attacks at the last range of this pass"
    EXTENDED_BURST = "an extended burst"
    FIRES = "fires where a hit counts most"  # codes.Aim
    CANNOT_FIRE = "no weapon can fire"
    TOO_DAMAGED_TO_CLOSE = "{systems} damaged: not any closer"  # damaged systems
    AGAIN = "{systems} damaged: another pass"  # damaged systems
    WORTH_OF_FIRING = "this shot is worth {worth} bombers"
    WORTH_OF_A_PASS = "another pass is worth {worth} bombers"
    ENOUGH_PASSES = "{systems} damaged: no further pass"  # damaged systems
    JUMPS = "{systems} damaged: jumps for a new aircraft"  # damaged systems
    # fighter combat
    DROPS_ROCKETS = "rockets are of no use against fighters"
    SHOOTS = "in a position to fire, with firepower {about}"  # firepower
    LEAVES = "in a position to leave"  # damaged systems
    TURNS = "an agile aircraft turns"
    ROLLS = "a barrel roll"
    CARD = "a defence card"
    REFLEXES_HELP = "Reflexes gain a position"  # codes.Position
    REFLEXES_KEPT = "Reflexes are kept for a worse position"
    REDRAWS = "a bad card is redrawn"
    KEEPS_CARD = "the card is good enough"
    ANOTHER_FIGHT = "another enemy"
    ENOUGH_FIGHTS = "one fight is enough"
    # the way home
    USES_WITNESS = "the eyewitness makes the credit certain"
    JUMP_IS_SAFER = "the jump kills less often, {about} in 36", DEATHS  # throws of B8
    LANDING_IS_SAFER = "the landing kills less often, about {about} in 36", DEATHS  # throws of B7
    ON_TO_THE_NEXT = "{systems} damaged: on to the next box"  # damaged systems
    WORTH_OF_FLYING_ON = "flying on is worth {worth} bombers"
    LANDS_DAMAGED = "{systems} damaged: home"  # damaged systems
    LANDS_EMPTY = "no ammunition: home"


def reason_words(given: Reasoned, mat: Any, charts: Any) -> str:
    """Return the reason in words."""
    about = int(given.about)
    words = Reason(given.reason).word.format(about=about, systems=plural(about, "system"), worth=f"{given.about:+.2f}")
    return WORTH_OF_A_SHOT.format(words, given.more) if given.more else words
