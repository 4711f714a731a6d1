"""The style of a player: the settings in which the scripts differ."""

from typing import NamedTuple

from stuka_env.games.interceptor.codes import Skill

NEVER = -1
"""Limit that never holds: fewer damaged systems than any aircraft has."""
ALWAYS = 99
"""Limit that always holds: more damaged systems than any aircraft has."""
BURST_NEVER, BURST_LAST, BURST_MEDIUM, BURST_ALWAYS = range(4)
"""Times of extended bursts: never, at medium range if he does not close, at medium range, whenever allowed."""
WINGMAN_STAYS, WINGMAN_UNESCORTED, WINGMAN_ALWAYS, WINGMAN_AT_ONCE = range(4)
"""Times when the wingman attacks bombers: never, without an escort, in every pass, in every pass as soon as he can."""
HEAD_ON_EVADES, HEAD_ON_FIRES = range(2)
"""Conduct head on to a fighter."""
CARDS_ONLY, TURNS_IF_AGILE, ALWAYS_TURNS, ALWAYS_ROLLS = range(4)
"""Ways to evade fighters."""
ORDER = 8
"""Skills in the order of purchases."""
SkillOrder = tuple[int, int, int, int, int, int, int, int]


def order(*skills: Skill) -> SkillOrder:
    """Return an order of purchases; the last skill is repeated to fill the tuple."""
    numbers = [int(skill) for skill in skills]
    filled: SkillOrder = tuple(numbers + numbers[-1:] * (ORDER - len(numbers)))  # type: ignore[assignment]
    return filled


class Style(NamedTuple):
    """The settings of a player. A limit is the largest number of damaged systems with which he does something."""

    track: int
    """Track of rank (7.9): :class:`stuka_env.games.interceptor.codes.Career`."""
    skills: SkillOrder
    """Skills of the pilot in the order of purchases (7.7)."""
    zone: int
    """Zone to move to, or -1 (4.6.1)."""
    zone_month: int
    """First month in which he moves."""
    upgrades: int
    """1: buys better types of his series (8.1)."""
    switches: int
    """1: buys better types of another series (8.1)."""
    series: int
    """Series of which every type is better than those of others, or -1."""
    fast: int
    """1: the fastest aircraft is the best, 0: the one with the heaviest guns."""
    most_escorts: int
    """Faces of six with escorts, on A3, that he accepts when he takes off."""
    collects: int
    """Sorties at the beginning in which he attacks nobody."""
    fights: int
    """1: fights escorts and sweeps, 0: tries to get away."""
    slips_head_on: int
    """1: tries to get away from escorts when head on, in place of an attack on the bombers."""
    medium: int
    """Limit of closing to medium range."""
    close_box: int
    """Limit of closing to close range with a box of B-17s."""
    close_escorted: int
    """Limit of closing to close range with escorts about."""
    close: int
    """Limit of closing to close range else."""
    novice_medium: int
    """Limit of closing to medium range with a box of B-17s before A.C.M. is learned."""
    novice_close: int
    """Limit of closing to close range with a box of B-17s before A.C.M. is learned."""
    finish: int
    """Limit of closing to close range with a bomber that is one hit from its end."""
    burst: int
    """Times of extended bursts."""
    again: int
    """Limit of another pass."""
    on: int
    """Limit of going on to the next box."""
    wingman: int
    """Times when the wingman attacks bombers."""
    head_on: int
    """Conduct head on to a fighter."""
    evades: int
    """Way to evade fighters."""
    stays: int
    """Limit of staying in fighter combat when advantaged."""
    more_fights: int
    """1: engages another enemy after the first."""
    reflexes: int
    """Best position, after an initiative roll, in which he uses Reflexes."""
    jumps: int
    """Damaged systems from which he jumps for a new aircraft."""
    last_month: int
    """Month from which he accepts two systems more, and fights on; 12 for none."""
