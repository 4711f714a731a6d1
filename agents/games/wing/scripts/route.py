"""The route: the cheapest way of a leg to its goal, by dynamic programming over boxes, turns and escorts."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.chances import THROWS, chance_at_most, ways
from agents.games.wing.scripts.style import Style, Way
from agents.reasoned_script import Reasoned, Values, because, state_value
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import BOXES, NOBODY, SEATS, Act, Event
from stuka_env.games.wing.rules.formation import is_present
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.rendezvous import escort_turns
from stuka_env.games.wing.rules.table import Mask

MOST_STAY = 8
"""Most turns of escorts that a route looks ahead."""
FEWEST_ESCORTS = 2
"""Fewest undamaged escorts that count as a guard."""
MOST_DAMAGED = 3
"""Most damaged bombers that count."""
FROM_AFAR = BOXES
"""In place of the box that a formation came from, when it is none to which the rest would lead back."""
FAR = 99.0
"""Cost of a way that does not lead to the goal in time."""


class BoxCosts(NamedTuple):
    """Costs of each box, and the escorts that may be met in it."""

    entry: NDArray[np.float64]
    fighters: NDArray[np.float64]
    """Chance of enemy fighters."""
    stays: NDArray[np.int64]
    """Turns that escorts stay who are met there; 0 where none are."""
    meeting: NDArray[np.float64]
    """Chance to meet them."""


class Rest(NamedTuple):
    """The cheapest rest of the leg from each box, with some turns left: by the turns that the escorts still stay."""

    first: Annotated[NDArray[np.float64], 2]
    """Cost of the best next box."""
    via: Annotated[NDArray[np.int64], 2]
    """That box; NOBODY in the goal."""
    second: Annotated[NDArray[np.float64], 2]
    """Cost of the second best one, for those who came from the best."""
    entering: Annotated[NDArray[np.float64], 2]
    """Cost of entering the box and of the rest from it, by the turns that the escorts stayed before."""


@compiled
def count_damaged(mat: Mat) -> int:
    """Return the damaged bombers in formation."""
    count = 0
    for seat in range(SEATS):
        count += is_present(mat.seats[seat]) and mat.seats[seat].damaged
    return count


@compiled
def turns_of_escorts(mat: Mat, charts: Charts) -> int:
    """Return the turns that the escorts can stay; 0 if there are too few."""
    return min(MOST_STAY, escort_turns(mat, charts)) if mat.escorts.ready >= FEWEST_ESCORTS else 0


@compiled
def chance_of_fighters(charts: Charts, column: int) -> float:
    """Return the chance of enemy fighters in a box of a column (6.1)."""
    throws = 0
    for total in range(2, charts.event.shape[1]):
        throws += ways(total) * int(charts.event[column][total] == Event.ENEMY_FIGHTERS)
    return chance_at_most(int(charts.occurs[column])) * throws / THROWS


@compiled
def meet(mat: Mat, charts: Charts, box: int, costs: BoxCosts) -> None:
    """Write the escorts that may be met in a box: the mean of those types that can come as far (5.6)."""
    types, turns = 0, 0
    for die in range(1, 7):
        stays = int(charts.stays[charts.escort_type[mat.track.box][die]][mat.track.box])
        if stays >= charts.boxes[box].from_base:
            types += 1
            turns += stays
    if types:
        costs.stays[box] = min(MOST_STAY, int(round(turns / types)))
        costs.meeting[box] = types / 6


@compiled
def costs_of(mat: Mat, charts: Charts, way: Way, reach: int) -> BoxCosts:
    """Return the costs of all boxes within ``reach`` turns."""
    costs = BoxCosts(np.zeros(BOXES), np.zeros(BOXES), np.zeros(BOXES, np.int64), np.zeros(BOXES))
    damaged = min(MOST_DAMAGED, count_damaged(mat))
    fighters = np.zeros(len(charts.occurs))
    if way.alone > 0:
        for column in range(len(fighters)):
            fighters[column] = chance_of_fighters(charts, column)
    for box in range(BOXES):
        row = charts.boxes[box]
        if row.distance[mat.mission.box] > reach:
            continue
        flak = way.flak[row.flak] * (1 + way.damaged_flak * damaged)
        costs.entry[box] = way.turn + way.damaged * damaged + flak + way.rendezvous * row.rendezvous
        if way.alone > 0:
            costs.fighters[box] = fighters[row.column]
            if row.rendezvous and not mat.route.visits[box]:
                meet(mat, charts, box, costs)
    return costs


@compiled
def rest_from(rest: Rest, box: int, came: int, cover: int) -> float:
    """Return the cost of the rest of the leg from a box; nobody goes back at once, unless there is no other way."""
    return rest.second[box, cover] if rest.via[box, cover] == came else rest.first[box, cover]


@compiled
def enter(costs: BoxCosts, way: Way, rest: Rest, box: int, came: int, cover: int) -> float:
    """Return the expected cost of entering a box and of the rest of the leg. Escorts stay for ``cover`` turns."""
    cover = max(0, cover - 1)
    fighters = costs.fighters[box]
    cost = fighters * (way.escorted if cover else way.alone) + rest_from(rest, box, came, cover)
    met = costs.stays[box]
    if met > cover:
        chance = costs.meeting[box] * way.meeting
        cost = chance * (fighters * way.escorted + rest_from(rest, box, came, met)) + (1 - chance) * cost
    return costs.entry[box] + cost


@compiled
def plan_box(mat: Mat, charts: Charts, way: Way, costs: BoxCosts, box: int, left: int, near: Rest, rest: Rest) -> None:
    """Write the rest of the leg from a box with some turns left. ``near`` has the boxes with one turn less."""
    goal, row, covers = int(mat.mission.goal), charts.boxes[box], rest.first.shape[1]
    first, second, via = rest.first[box], rest.second[box], rest.via[box]
    first[:] = 0.0 if box == goal else FAR
    second[:] = FAR
    via[:] = NOBODY
    for place in range(row.link_count if box != goal else 0):
        other = int(row.links[place])
        if charts.boxes[other].distance[goal] + 1 > left or (other == 0 and goal != 0):
            continue
        stays = costs.stays[other]
        for cover in range(covers):
            cost = near.entering[other, cover]
            if near.via[other, max(0, cover - 1)] == box or near.via[other, stays] == box:
                cost = enter(costs, way, near, other, box, cover)
            if cost < first[cover]:
                second[cover] = first[cover]
                first[cover] = cost
                via[cover] = other
            elif cost < second[cover]:
                second[cover] = cost
    for cover in range(covers):
        if second[cover] == FAR:
            second[cover] = first[cover]
    for cover in range(covers):
        rest.entering[box, cover] = enter(costs, way, rest, box, FROM_AFAR, cover)


@compiled
def new_rest(most_cover: int) -> Rest:
    """Return an empty record of the rest of a leg, for escorts that stay at most so many turns."""
    shape = (BOXES, most_cover + 1)
    return Rest(np.zeros(shape), np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape))


@compiled
def move(mat: Mat, charts: Charts, mask: Mask, style: Style, values: Values) -> Reasoned:
    """Choose the next box of the cheapest way. The value of a box is the cost of the way over it, as a loss."""
    mission, way = mat.mission, style.way
    here, goal, turns = int(mission.box), int(mission.goal), int(mission.limit) - int(mission.moves) - 1
    costs = costs_of(mat, charts, way, turns + 1)
    cover = turns_of_escorts(mat, charts) if way.alone > 0 else 0
    most = max(cover, costs.stays.max())
    near, rest = new_rest(most), new_rest(most)
    for left in range(turns + 1):
        near, rest = rest, near
        for box in range(BOXES):
            distances = charts.boxes[box].distance
            if distances[goal] <= left and distances[here] <= turns + 1 - left:
                plan_box(mat, charts, way, costs, box, left, near, rest)
    chosen, best = NOBODY + 0, FAR
    for box in range(BOXES):
        if mask[Act.BOX + box]:
            cost = enter(costs, way, rest, box, here, cover)
            state_value(values, Act.BOX + box, -cost)
            if chosen < 0 or cost < best:
                chosen, best = box, cost
    return because(Act.BOX + chosen, way.reason, best)
