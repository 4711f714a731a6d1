"""The style of a player: the settings in which the scripts differ."""

from typing import NamedTuple

NEVER, ALWAYS, WEIGHS = range(3)
"""Answers to a decision with two sides: always the one, always the other, or the better one by its expected gain."""
BY_RATING, WORST_FIRST, LEADS_FIRST = range(3)
"""Orders of crews: the best rating first, the lowest level first, or the best ones only in the Lead places."""
NO_ONE, HALF, PAIRS, EVERYBODY = range(4)
"""Escorts that fight of those who may: none, half of them, up to two for each interceptor, or all."""


class Way(NamedTuple):
    """The costs by which a player chooses a route, box by box."""

    reason: int
    """:class:`agents.games.wing.scripts.reasons.Reason` of the route."""
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
