"""The reasons of the scripts: each names the rule of a script that chose the action (:mod:`agents.reasoned_script`)."""

from stuka_env.declared.codes import Code

QUOTED = "\u201c{label}\u201d {value:.1f}"
"""Words of a rival option."""


class Reason(Code):
    """The rules of all scripts in words, by decision, and the words of a rival where a rule compares options.

    The names in braces are those of :data:`agents.games.stuka.scripts.reason_words.PLACEHOLDERS`. The comments name
    the numbers of a :class:`agents.reasoned_script.Reasoned`.
    """

    CHANCE = "left to chance"
    # who flies; about: aircraft wanted
    KETTE_COMES_NEARER = "a Kette: a Staffel would have to fly to zone {zone}"
    STAFFEL_OF_RESTED = "a Staffel of those who are rested, up to eight: {about} aircraft"
    SMALL_KETTE = "a Kette of {about}: the score is a mean, and fewer crews are tired and hit"
    MORE_ABOARD = "{about} aircraft: each of them may hit, and one attack of 100 sinks a ship"
    BEST_THREE = "the best three crews, every time"
    RESTED_KETTE = "a Kette of rested crews shows itself to few"
    EVERYBODY = "everything that can fly flies"
    SMALLEST_STAFFEL = "the smallest Staffel: the fewer are present, the better their mean"
    TOO_FEW_RESTED = "rested crews only: a Kette needs {kette}, {about} can be made up; {tired}"  # crews rested
    # who sits where
    ABLE_LEADER = "a Veteran or better if there is one, then the best attack: {who}"
    BEST_ATTACK = "the best attack, then the best landing: {who}"
    RESTED_GUNNER = "a rested gunner first, then the ablest: {who}"
    BEST_PILOT_NEXT_PROMOTED = "the best attack; of equals the nearest to a promotion: {who}"
    RESTED_GUNNER_NEXT_PROMOTED = "rested, then able; of equals the nearest to a promotion: {who}"
    HIGHEST_LEVEL = "the highest level, tired or not: {who}"
    STEADIEST = "the least stress, then the best: {who}{passed}"  # roster place of the person passed over
    # bombs
    LOAD_SUITS = "{load} suits {target}: DRM {drm} there, {other} with the other load"
    SPECIAL_GAINS = "{special} gains most: {about} on the formation's attack dice"  # modifiers gained
    SPECIAL_EXPECTED = (
        "a mission score of {points} is to be expected with {special}, and nothing brings more",
        QUOTED,
    )
    SPECIAL_WITH_GUNNER = "{special}: the gunner is never left behind"
    BIGGEST_BOMB = "the biggest bomb there is: {special}"
    BEST_CARRIES = "the best pilot who may carries it: {crew}"
    GAINS_MOST = "the attack that gains most by it, {points} points on average: {crew}", QUOTED  # points gained
    ONE_CARRIER = "one aircraft carries it, no more"
    LUCKY_CARRIER = "the marker goes to a carrier of the special bomb"
    LUCKY_LEADER = "the marker goes to the leader"
    LUCKY_BEST = (
        "the marker goes to the attack that is worth most, {points} points on average",
        QUOTED,
    )  # attack score
    LUCKY_STAKE = (  # attack score, and points of bonuses
        "the marker goes where most is at stake, {points} points: the attack, and the bonuses that a crash would cost",
        QUOTED,
    )
    # en route
    BADLY_HURT = "badly hurt ({hurt}): worth more on the airfield"
    DRAGS = "in trouble, and the others score more without it"
    SAVED = "in trouble: worth more on the airfield than its attack adds"
    IN_TROUBLE = "whoever is in trouble goes home at once"
    WITHOUT_SPECIAL = "no special bomb: home, the fewer are present the better their mean"
    AIRCRAFT_LOST = "an aircraft is lost: enough"
    HALF_IN_TROUBLE = "half of those in flight are in trouble: enough"
    RELIEF_WORTH_MOST = "relief is worth most here: {crew}"
    NOBODY_BADLY_HURT = "nobody who may go home is badly hurt, and relief is kept for a crew near breaking"
    NOBODY_DRAGS = "nobody who may go home drags the mean, and no crew has much to be relieved of"
    NOBODY_IN_TROUBLE = "nobody who may go home is in trouble, and nobody can be relieved of stress"
    NEVER_HOME = "nobody is ever sent home"
    OTHERS_ARE_HOME = "nobody without a special bomb may be sent home"
    CHANCE_TOGETHER = "fly and stay together; the rest is left to chance"
    FUEL_LASTS = "home while the fuel lasts"
    PRESS_ON = "short of fuel is no reason to turn back"
    PRESS_ON_PAYS = "short of fuel, but its attack adds {about} points to the mean"  # points that the attack adds
    # in the air
    FIT_DUELLIST = "the best pilot who is fit for it: {crew}"
    ELITE_DUELLIST = "whoever may tries for a fighter, sooner without a special bomb, then the steadier: {crew}"
    LEAST_AT_RISK_DUELS = "who duels is fired at: before the attack it is whose attack is at least risk: {crew}"
    ANY_DUELLIST = "the best pilot who may, whatever state he is in: {crew}"
    NEVER_DUELS = "nobody duels"
    RELIEF_HELPS_ATTACK = "one stress less helps this very attack: {crew}"
    WHAT_WORKS = "the bombs, as long as they drop"
    NO_GAMBLE = "the bombs; a Rudel Gamble is not worth a crew"
    # the gamble: points that it adds, and points that it must add for the risk of a crash
    GAMBLE_PAYS = "the gamble adds {gain} points to the mission score on average, and the risk of a crash costs {more}"
    GAMBLE_RISKS_MORE = (
        "the gamble would add {gain} points to the mission score on average, and the risk of a crash costs at least "
        "{more}"
    )
    GAMBLE_IS_KEPT = "the gamble is kept for aircraft {about}, where it brings {more} points more on average"
    GAMBLE_ALWAYS = "every Rudel Gamble that is allowed"
    ABLE_NEW_LEADER = "Veteran or better if there is one, unwounded, then the best attack: {crew}"
    LAST_RELIEF = "before the landing nothing is left to save relief for: {crew}"
    CHEER_WORTH_MOST = "the pilot to whom one stress less is worth most: {crew}"
    CHEER_GUNNER = "no pilot can be cheered; the gunner with the most stress: {crew}"
    # careers
    ROOM_ABOVE = "the roster has {about} of the new level, {room} may fly together"  # people of the level in the roster
    ROOM_AND_SPARE = "the roster has {about} of the new level, {room} may fly together, and some more may rest"
    EVERY_PROMOTION = "every promotion is taken"
