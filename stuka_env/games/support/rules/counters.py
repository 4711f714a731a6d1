"""The ways in which the face-down counters can lie, as far as the player knows (S005).

The player knows which kinds lie face down, and not where. Some counters show more: what a dummy cannot be, and that
they have moved.
"""

from stuka_env.games.support.charts.shape import Charts
from stuka_env.games.support.codes import COUNTERS, KINDS, NOBODY, Kind, Side
from stuka_env.games.support.rules.forces import lies_face_down
from stuka_env.games.support.rules.ground import wants_to_move
from stuka_env.games.support.rules.mat import Mat


def take_up(mat: Mat) -> int:
    """Put the kinds that lie face down on the pile, and return their number."""
    number = 0
    for kind in range(KINDS):
        mat.work.pile[kind] = 0
    for counter in range(COUNTERS):
        if lies_face_down(mat, counter):
            mat.work.pile[mat.hidden.kinds[counter]] += 1
            number += 1
    return number


def count_arrangements(mat: Mat, charts: Charts) -> int:
    """Return the number of ways in which the kinds that lie face down can lie on their counters."""
    take_up(mat)
    arrangements, placed = 1, 0
    for kind in range(KINDS):
        for number in range(1, mat.work.pile[kind] + 1):
            placed += 1
            arrangements = arrangements * placed // number
        mat.work.pile[kind] = 0
    return arrangements


def has_moved(mat: Mat, charts: Charts, counter: int) -> bool:
    """Whether the player has seen that a counter can move."""
    own, row = mat.units[counter], charts.scenarios[mat.battle.scenario]
    return bool(own.moved or (row.kinds[counter] == NOBODY and row.hexes[counter] != own.place))


def can_be(mat: Mat, charts: Charts, counter: int, kind: int) -> bool:
    """Whether a face-down counter can be of a kind, by what the player sees of it."""
    own, row = mat.units[counter], charts.units[kind]
    is_shot = own.broken or own.pinned or own.lost
    return bool(
        row.steps > own.lost
        and not (kind == Kind.DUMMY and is_shot)
        and (row.move > 0 or not has_moved(mat, charts, counter))
    )


def arrange_hidden(mat: Mat, charts: Charts, number: int) -> bool:
    """Lay the arrangement with this number of the face-down kinds; return whether it fits what the player sees."""
    arrangements, fits = count_arrangements(mat, charts), True
    left = take_up(mat)
    for counter in range(COUNTERS):
        if lies_face_down(mat, counter):
            kind = 0
            share = arrangements * int(mat.work.pile[kind]) // left
            while number >= share:
                number -= share
                kind += 1
                share = arrangements * int(mat.work.pile[kind]) // left
            mat.hidden.kinds[counter] = kind
            mat.work.pile[kind] -= 1
            arrangements, left = share, left - 1
            fits = fits and can_be(mat, charts, counter, kind)
    for counter in range(COUNTERS):
        if lies_face_down(mat, counter):
            mat.work.movers[counter] = mat.battle.half == Side.ENEMY and wants_to_move(mat, charts, counter)
    return fits
