"""The reasons of the scripts in words."""

from stuka_env.declared.codes import Code

RIVAL = "{option} {value:.2f}"
"""Words of a rival option."""


class Reason(Code):
    """The rules of all scripts in words, and the words of a rival option where a rule compares several."""

    # the ground
    ATTACK = "worth {about:.2f} points with all dangers", RIVAL
    ONLY_ATTACK = "worth {about:.2f} points with all dangers, and the only target"
    WAITS = (
        "the best attack is worth {about:.2f} points with all dangers; the least at this moment is {more:.2f}",
        RIVAL,
    )
    NOTHING_LEFT = "no attack is worth its danger any more: the best is worth {about:.2f} points"
    STYLES = "a dive is worth {about:.2f} points, a run {more:.2f}"
    APPROACH = (
        "this way is worth {about:.2f} points, the best of all; light AA does harm in {more:.0f} %",
        RIVAL,
    )
    FIRE = "worth {about:.2f} points", RIVAL
    GUNS_IN_DIVE = "guns on the way down cost nothing"
    DUMMIES = "dummies are not worth an attack"
    SHELLS = "shells are worth {about:.2f} points on the best hex; they must be worth {more:.2f}", RIVAL
    BATTERY = "shells are worth {about:.2f} points where they fall, {more:.2f} at the aim"
    # aerial combat
    HAS_BOMBS = "the bombs are for the ground"
    PREY = "{about:.0f} enemy aircraft cannot fight well"
    FIGHTERS = "{about:.0f} fighters ready against {more:.0f}"
    EASIEST = "hit most easily of all: {about:.0f} better on the dice"
    HURT = "it is hurt: an aircraft is worth more than a further shot"
    NO_PREY = "nothing in the melee is easy to hit; the ground is worth more"
    STAYS = "easy targets in the melee: {about:.0f}"
    FREE_TO_FIGHT = "it is held in the melee, and fights better without"
    KEEPS_BOMBS = "the bombs are worth more on the ground"
    # by the book
    EARLY = "the enemy has not moved yet"
    NEAREST = "seen units first, then those with most points, then the nearest to a goal"
    BOMBS_FIRST = "bombs first, then a second attack on the same hex, then guns"
    FIRST_OPEN = "the first of the options: a reader does not calculate"
    WITHOUT_BOMBS = "aircraft without bombs fight, the others attack the ground"
    HOME_WITH_DAMAGE = "aircraft go home with damage"
