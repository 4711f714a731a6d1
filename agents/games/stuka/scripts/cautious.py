"""Cautious: believes that the Staffel has to last, and that the next mission is as good as this one.

Only rested crews fly. Anyone with stress stays on the ground until it is gone. If fewer than a Kette are rested,
nobody flies at all. A small formation is seen by few. An aircraft that is hit goes home at once. As soon as an aircraft
is lost or half of the others are in trouble, everybody goes home. Nobody duels and nobody gambles. The gunner is never
left behind for a bigger bomb. Everything else is done by the book (doctrine).
"""

from agents.games.stuka.scripts import doctrine
from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import NOBODY, SEATS, SLOTS, Act, Decision, Role, Status
from stuka_env.games.stuka.rules.crew import member
from stuka_env.games.stuka.rules.flight import flying, in_trouble
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

by_the_book = doctrine.reasoned

TIREDNESS = 10_000
"""A stress marker counts for more than any merit."""


@compiled
def muster(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose a Kette of rested crews, or no flight."""
    kette = int(charts.smallest_kette[mat.war.operation])
    rested = min(doctrine.rested(mat, Role.PILOT), doctrine.rested(mat, Role.GUNNER))
    if rested < kette:
        return because(Act.NO_FLY, Reason.TOO_FEW_RESTED, rested)
    return because(fly_at_most(mask, kette), Reason.RESTED_KETTE, kette)


@compiled
def steadiest(mat: Mat, charts: Charts, mask: Mask, first: int, role: int) -> Reasoned:
    """Choose the person with the least stress who may take the seat; of equals the best by the book."""
    best = TIREDNESS * doctrine.WORST
    chosen = first
    ablest = doctrine.WORST
    passed = NOBODY
    for place in range(SEATS):
        if mask[first + place]:
            able = doctrine.seat_merit(mat, charts, int(mat.cursor.decision), place)
            merit = able - TIREDNESS * int(member(mat, place + role * SEATS).stress)
            if merit > best:
                best = merit
                chosen = first + place
            if able > ablest:
                ablest = able
                passed = place
    return because(chosen, Reason.STEADIEST, passed)


@compiled
def special(mask: Mask) -> Reasoned:
    """Choose the SC1000, which leaves the gunner aboard, if it is available."""
    return because(Act.SC1000 if mask[Act.SC1000.value] else Act.NO_SPECIAL, Reason.SPECIAL_WITH_GUNNER, 0)


@compiled
def enough(mat: Mat) -> int:
    """Return the reason to abort: an aircraft is lost, or half of those in flight are in trouble. NOBODY for none."""
    troubled = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.LOST:
            return Reason.AIRCRAFT_LOST
        if mat.aircraft[slot].status == Status.FLYING and in_trouble(mat, slot):
            troubled += 1
    return Reason.HALF_IN_TROUBLE if 2 * troubled >= flying(mat) else NOBODY


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Send the formation or one aircraft home early; else relieve whoever has any stress."""
    if mask[Act.ABORT.value]:
        cost = enough(mat)
        if cost != NOBODY:
            return because(Act.ABORT, cost, 0)
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and in_trouble(mat, slot):
            return because(Act.SEND_HOME + slot, Reason.IN_TROUBLE, 0)
    return doctrine.relief_or_on(mat, charts, mask, 0.0, Reason.NOBODY_IN_TROUBLE)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the safest action, and why."""
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
        return because(Act.NO_DUEL, Reason.NEVER_DUELS, 0)
    return by_the_book(mat, charts, mask, noise)


choose = choice_of(reasoned)
