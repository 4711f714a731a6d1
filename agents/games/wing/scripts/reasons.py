"""The reasons of the scripts: each names the rule of a script that chose the action (:mod:`agents.reasoned_script`)."""

from stuka_env.declared.codes import Code


class Reason(Code):
    """The rules of all scripts in words, by decision. Comments name the numbers that a reason refers to."""

    # before the mission
    BEST_RATING = "the best rating first, tired crews last: {about:.0f}"  # rating
    LEADS_ELEMENT = "the best fresh crew leads the element: its rating is {about:.0f}"  # rating
    LEARNS = "a rested crew that can learn; {about:.0f} better ones wait for the leads"  # leads still to fill
    LOWEST_LEVEL = "the lowest level first"
    NEW_MODEL = "the model with the better defence first: {about:+.0f}"  # air combat
    OLD_MODEL = "the model with the worse defence first: {about:+.0f}"  # air combat
    # the route
    SHORTEST_WAY = "the shortest way, with the fewest flak sites of equals"
    LEAST_FLAK = "the way with the least flak, however long"
    LONGEST_WAY = "the longest way, through flak and without escorts"
    CHEAPEST_WAY = "the way with the smallest expected loss: {about:.2f} bombers"  # cost
    # escorts
    TAKES = "new escorts have their whole range"
    SENDS_AWAY = "the old escorts stay"
    GUARD = "the new escorts guard {about:.0f} turns, the old ones {more:.0f}"  # number times turns times strength
    NOBODY_FIGHTS = "nobody fights who need not"
    HALF_FIGHTS = "half of the escorts fight, the others cover"
    PAIRS_FIGHT = "two escorts for each of {about:.0f} interceptors"  # interceptors
    ALL_FIGHT = "every escort fights"
    SENDS_ACE = "the ace is the best of those who fight"
    HOLDS_ACE = "the ace stays with the bombers"
    FIRST_ATTACK = "the first attack without cover"
    WORST_ATTACK = "the attack that threatens most: {about:+.1f}"  # threat
    NO_COVER = "no attack is worth a cover"
    COMPANY = "a bomber alone needs company"
    NO_COMPANY = "the escorts stay with the formation"
    WORTH_OF_COMPANY = "company is worth {about:.2f} to this bomber, and costs the others {more:.2f}"  # gain, loss
    # the target
    HIGH = "high, where the flak is weaker"
    LOW = "low, where the bombs hit"
    WORTH_OF_LOW = "a low run gains {about:.2f} points at the target, and costs {more:.2f}"  # gain, cost
    # counters
    PLAYS = "a counter is played at the first chance"
    KEEPS = "a counter is kept"
    THREAT = "the interceptors threaten {about:.1f}, the limit is {more:.1f}"  # threat, limit
    WORTH_OF_BOMBER = "the bomber is worth {about:.1f}, the limit is {more:.1f}"  # worth, limit
    WORTH_OF_VIEW = "the counter gains {about:.2f} points at the target, the limit is {more:.2f}"  # gain, limit
