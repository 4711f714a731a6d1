"""The style of a player: the settings in which the scripts differ."""

from typing import NamedTuple

from stuka_env.declared.codes import Code


class Reason(Code):
    """The rules of all scripts in words, by decision, and the words of a rival option where a rule compares several.

    Comments name the numbers that a reason refers to.
    """

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
    CHEAPEST_WAY = "the way with the smallest expected loss: {about:.2f} bombers", "{option} {cost:.2f}"  # cost
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
    WORST_ATTACK = "the attack that threatens most: {about:+.1f}", "{option} {value:+.1f}"  # threat
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


NEVER, ALWAYS, WEIGHS = range(3)
"""Answers to a decision with two sides: always the one, always the other, or the better one by its expected gain."""
BY_RATING, WORST_FIRST, LEADS_FIRST = range(3)
"""Orders of crews: the best rating first, the lowest level first, or the best ones only in the Lead places."""
NO_ONE, HALF, PAIRS, EVERYBODY = range(4)
"""Escorts that fight of those who may: none, half of them, up to two for each interceptor, or all."""


class Way(NamedTuple):
    """The costs by which a player chooses a route, box by box."""

    reason: int
    """:class:`agents.games.wing.scripts.style.Reason` of the route."""
    turn: float
    """Cost of a turn."""
    flak: tuple[float, float, float, float]
    """Cost of a box by the level of its flak site."""
    rendezvous: float = 0.0
    """Cost of a rendezvous box."""
    damaged: float = 0.0
    """Cost of a turn for each damaged bomber, up to three."""
    damaged_flak: float = 0.0
    """Share by which each of them raises the cost of flak."""
    alone: float = 0.0
    """Cost of fighters without escorts."""
    escorted: float = 0.0
    """Cost of fighters with escorts."""
    meeting: float = 0.0
    """Chance to meet escorts who can come as far, as a share of what the charts give."""


class Style(NamedTuple):
    """The settings of a player."""

    crews: int
    """Order of crews (4.4)."""
    new_models: int
    """ALWAYS: new models fly first, NEVER: old ones (4.4)."""
    way: Way
    """Costs of a route (5.1)."""
    takes: int
    """Whether new escorts replace those that are there (5.6)."""
    joins: int
    """Escorts that join the fight beside those that must (9.1.5)."""
    sends_ace: int
    """ALWAYS: the escort ace fights, NEVER: he is held back (9.1.5, 9.1.10)."""
    presses: int
    """Free escorts that go on (9.1.10)."""
    covers: int
    """Whether the others cover: ALWAYS the first attack, WEIGHS the worst one (9.2.3)."""
    company: int
    """Whether escorts go home with a bomber (10.5)."""
    low: int
    """Whether to bomb low (11.0)."""
    evades: int
    """Whether to play change of course and little friends."""
    saves: int
    """Whether to play steady hands."""
    aims: int
    """Whether to play clear view."""
    silences: int
    """Whether to play silent guns."""
