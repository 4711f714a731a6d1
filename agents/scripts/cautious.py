"""Cautious: believes that the Staffel has to last, and that the next mission is as good as this one.

Only rested crews fly: whoever has any stress stays on the ground until it is gone, and where fewer than a Kette are
rested nobody flies at all. A small formation shows itself to few. Whoever is hit goes home at once, and as soon as an
aircraft is lost or half of the others are in trouble, everybody does. Nobody duels and nobody gambles; the gunner is
never left behind for a bigger bomb. Everything else is done by the book (doctrine).
"""

from agents.scripts import doctrine
from agents.scripts.picking import fly_at_most
from stuka_env.charts.shape import Charts
from stuka_env.codes import NOBODY, SEATS, SLOTS, Act, Decision, Role, Status
from stuka_env.compilation import compiled
from stuka_env.rules.crew import member
from stuka_env.rules.flight import flying, in_trouble
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import Mask

by_the_book = doctrine.choose

TIREDNESS = 10_000
"""A stress marker counts for more than any merit."""


@compiled
def muster(mat: Mat, charts: Charts, mask: Mask) -> int:
    """A Kette of rested crews, or none."""
    kette = int(charts.smallest_kette[mat.war.operation])
    if min(doctrine.rested(mat, Role.PILOT), doctrine.rested(mat, Role.GUNNER)) < kette:
        return Act.NO_FLY
    return fly_at_most(mask, kette)


@compiled
def steadiest(mat: Mat, charts: Charts, mask: Mask, first: int, role: int) -> int:
    """The one with the least stress who may take the seat; of equals the best by the book."""
    best = TIREDNESS * doctrine.WORST
    chosen = first
    for place in range(SEATS):
        if mask[first + place]:
            merit = doctrine.seat_merit(mat, charts, int(mat.cursor.decision), place)
            merit -= TIREDNESS * int(member(mat, place + role * SEATS).stress)
            if merit > best:
                best = merit
                chosen = first + place
    return chosen


@compiled
def special(mask: Mask) -> int:
    """The SC1000, under which the gunner may stay aboard."""
    return Act.SC1000 if mask[Act.SC1000.value] else Act.NO_SPECIAL


@compiled
def enough(mat: Mat) -> bool:
    """Whether the mission has cost enough: an aircraft lost, or half of those in flight in trouble."""
    troubled = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.LOST:
            return True
        if mat.aircraft[slot].status == Status.FLYING and in_trouble(mat, slot):
            troubled += 1
    return 2 * troubled >= flying(mat)


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask) -> int:
    """Home, all or one, rather early than late; relief for whoever has any stress."""
    if mask[Act.ABORT.value] and enough(mat):
        return Act.ABORT
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and in_trouble(mat, slot):
            return Act.SEND_HOME + slot
    chosen = doctrine.best_relief(mat, charts, mask, 0)
    return Act.GO_ON if chosen == NOBODY else chosen


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Whatever is safest, as long as there is something to be safe for."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        return muster(mat, charts, mask)
    if decision == Decision.LEADER:
        return steadiest(mat, charts, mask, Act.LEADER, Role.PILOT)
    if decision == Decision.PILOT:
        return steadiest(mat, charts, mask, Act.PILOT, Role.PILOT)
    if decision == Decision.GUNNER:
        return steadiest(mat, charts, mask, Act.GUNNER, Role.GUNNER)
    if decision == Decision.SPECIAL:
        return special(mask)
    if decision == Decision.EN_ROUTE:
        return en_route(mat, charts, mask)
    if decision == Decision.AIR_TO_AIR:
        return Act.NO_DUEL
    return by_the_book(mat, charts, mask, noise)
