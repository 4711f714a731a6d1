"""Kette: believes in the best three crews, every time.

Experience is what hits, so the three pilots and gunners of the highest level fly every mission, tired or not. Among
equals the steadier flies. The best of them leads and has the Lucky Dog. A Kette of three needs no more crews than that.
Anti-Aircraft fire and fighters hit as many aircraft of three as of eight (4.5 allows it, ruling Q28). Everything else
is done by the book.
"""

from agents.games.stuka.scripts import doctrine
from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import SEATS, Act, Decision, Role
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

by_the_book = doctrine.reasoned

LEVEL_MERIT = 10
"""A level counts for more than any stress."""


@compiled
def merit(mat: Mat, role: int, place: int) -> int:
    """Return a person's merit: first experience, then little stress."""
    who = member(mat, place + role * SEATS)
    return LEVEL_MERIT * int(who.level) - int(who.stress)


@compiled
def best_of(mat: Mat, mask: Mask, first: int, role: int) -> Reasoned:
    """Choose the best person of a role who may take the seat."""
    chosen = -1
    for place in range(SEATS):
        if mask[first + place] and (chosen < 0 or merit(mat, role, place) > merit(mat, role, chosen)):
            chosen = place
    return because(first + chosen, Reason.HIGHEST_LEVEL, 0)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action that seats the best three, or the action by the book, and why."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        wanted = int(charts.smallest_staffel) - 1
        return because(fly_at_most(mask, wanted), Reason.BEST_THREE, wanted)
    if decision == Decision.LEADER:
        return best_of(mat, mask, Act.LEADER, Role.PILOT)
    if decision == Decision.PILOT:
        return best_of(mat, mask, Act.PILOT, Role.PILOT)
    if decision == Decision.GUNNER:
        return best_of(mat, mask, Act.GUNNER, Role.GUNNER)
    if decision == Decision.LUCKY_DOG:
        return because(Act.LUCKY_DOG, Reason.LUCKY_LEADER, 0)
    return by_the_book(mat, charts, mask, noise)


choose = choice_of(reasoned)
