"""The target: altitude, and the counter of the bombing run, by the expected points of the target."""

import numpy as np
from numpy.typing import NDArray

from agents.chances import DIE_FACES, chance_at_least, chance_at_most
from agents.games.wing.scripts.style import ALWAYS, NEVER, Reason, Style
from agents.reasoned_script import Reasoned, Values, because, because_of, state_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import ELEMENTS, PLACES, SEATS, SLOTS, Act, Hit, Status
from stuka_env.games.wing.rules.bombing import points_of, result_of
from stuka_env.games.wing.rules.campaign import missions_left
from stuka_env.games.wing.rules.flak import flak_bonus
from stuka_env.games.wing.rules.formation import aim_of, seat_at
from stuka_env.games.wing.rules.hand import has_room
from stuka_env.games.wing.rules.mat import Mat

LAST_PRICE, LATER_PRICE, FEW_MISSIONS = 0.35, 0.15, 5
"""Points at the target that a unit of damage by flak may cost in the last mission, and how many more while at least so
many missions follow."""
STRONG, SHORT_PRICE = 12, 0.1
"""Bombers of a strong squadron, and the points by which each one fewer raises the price."""
LIMIT, LIMIT_FULL, LIMIT_LATE = 0.7, 0.35, 0.2
"""Points that clear view must gain: usually, with a full hand, and in the last missions."""
LATE = 3
"""Missions before the end that count as the last ones."""


@compiled
def add_bomber(hits: NDArray[np.float64], chance: float) -> None:
    """Add a bomber, with its chance of a hit, to the distribution of the hits."""
    for count in range(len(hits) - 1, -1, -1):
        hits[count] = hits[count] * (1 - chance) + (hits[count - 1] * chance if count else 0.0)


@compiled
def points_expected(mat: Mat, charts: Charts, bonus: int) -> float:
    """Return the expected points of the target, with a bonus on all dice (5.12, 11.0)."""
    hits = np.zeros(SEATS + 1)
    hits[0] = 1.0
    common = int(charts.bombs_cloud[mat.mission.cloud]) + int(mat.mission.loose) * int(charts.bombs_loose) + bonus
    rating = aim_of(mat, charts)
    for element in range(ELEMENTS):
        for place in range(PLACES):
            if seat_at(mat, element, place) >= 0:
                add_bomber(hits, chance_at_least(int(charts.bombs_hit) - common - rating))
    card, points = charts.cards[mat.mission.card], 0.0
    for count in range(SEATS + 1):
        points += hits[count] * points_of(int(card.value), result_of(count, int(card.hits)))
    return points


@compiled
def cost_of_hit(charts: Charts, total: int, hurt: float) -> float:
    """Return the cost of a total of flak at an element, of whose bombers a share is damaged."""
    if total >= charts.flak_lowest[Hit.DESTROYED.value]:
        return 3.5
    if total >= charts.flak_lowest[Hit.HEAVY.value]:
        return 2.0 * (1 - hurt) + 3.5 * hurt
    if total >= charts.flak_lowest[Hit.LIGHT.value]:
        return 0.5 * (1 + 0.5 * hurt)
    return 0.0


@compiled
def cost_of_flak(mat: Mat, charts: Charts, bonus: int) -> float:
    """Return the expected cost of a flak attack during the run, with a bonus (8.0)."""
    cost = 0.0
    bonus += flak_bonus(mat, charts)
    for element in range(ELEMENTS):
        present, damaged = 0, 0
        for place in range(PLACES):
            seat = seat_at(mat, element, place)
            if seat >= 0:
                present += 1
                damaged += mat.seats[seat].damaged
        for die in range(1, DIE_FACES + 1 if present else 0):
            cost += cost_of_hit(charts, die + bonus, damaged / present) / DIE_FACES
    return cost


@compiled
def price_of_damage(mat: Mat) -> float:
    """Return the points at the target that a unit of damage by flak may cost."""
    bombers = 0
    for slot in range(SLOTS):
        bombers += mat.bombers[slot].status != Status.NONE
    later = min(1.0, missions_left(mat) / FEW_MISSIONS)
    return LAST_PRICE + LATER_PRICE * later + SHORT_PRICE * max(0, STRONG - bombers)


@compiled
def altitude(mat: Mat, charts: Charts, style: Style, values: Values) -> Reasoned:
    """Choose the altitude: low where the target gains more than the flak is expected to cost."""
    if style.low == NEVER:
        return because(Act.HIGH, Reason.HIGH, 0)
    if style.low == ALWAYS:
        return because(Act.LOW, Reason.LOW, 0)
    gain = points_expected(mat, charts, int(charts.low_bonus)) - points_expected(mat, charts, 0)
    usual = cost_of_flak(mat, charts, 0) * chance_at_most(int(charts.run_attack))
    cost = price_of_damage(mat) * (cost_of_flak(mat, charts, int(charts.low_flak)) - usual)
    state_value(values, Act.LOW.value, gain - cost)
    state_value(values, Act.HIGH.value, 0.0)
    return because_of(Act.LOW if gain > cost else Act.HIGH, Reason.WORTH_OF_LOW, gain, cost)


@compiled
def run(mat: Mat, charts: Charts, style: Style, values: Values) -> Reasoned:
    """Choose whether to play clear view: where it changes the expected points enough."""
    if style.aims == ALWAYS:
        return because(Act.PLAY, Reason.PLAYS, 0)
    if style.aims == NEVER:
        return because(Act.KEEP, Reason.KEEPS, 0)
    bonus = int(mat.mission.low) * int(charts.low_bonus)
    gain = points_expected(mat, charts, bonus + 1) - points_expected(mat, charts, bonus)
    limit = LIMIT if has_room(mat, charts) else LIMIT_FULL
    if missions_left(mat) < LATE:
        limit = LIMIT_LATE
    state_value(values, Act.PLAY.value, gain)
    state_value(values, Act.KEEP.value, limit)
    return because_of(Act.PLAY if gain >= limit else Act.KEEP, Reason.WORTH_OF_VIEW, gain, limit)
