"""Equivalent actions: shots at either wing of a bomber whose sides are the same (7.1.3).

The rules do not use this. A search or an imitation can treat such actions as one.
"""

from stuka_env.games.interceptor.charts.shape import HIGHEST_SUM, LOWEST_SUM, PACKAGE, Charts
from stuka_env.games.interceptor.codes import SYSTEMS, Act, Aim, Decision, System
from stuka_env.games.interceptor.rules.mat import Mat


def opposite(system: int) -> int:
    """Return the same system on the other side of a bomber; itself if it has no side."""
    if system == System.PORT_WING:
        return System.STARBOARD_WING.value
    if system == System.STARBOARD_WING:
        return System.PORT_WING.value
    if System.ENGINE_1 <= system <= System.ENGINE_4:
        return System.ENGINE_1 + System.ENGINE_4 - system
    return system


def charts_treat_sides_alike(charts: Charts) -> bool:
    """Whether the columns of B3 for the wings, and the packages of group damage, mirror each other."""
    for total in range(LOWEST_SUM, HIGHEST_SUM + 1):
        if opposite(int(charts.b3[Aim.PORT_WING.value][total])) != charts.b3[Aim.STARBOARD_WING.value][total]:
            return False
    for system in range(SYSTEMS):
        difference = 0
        for place in range(PACKAGE):
            difference += int(opposite(int(charts.package[Aim.PORT_WING.value][place])) == system)
            difference -= int(charts.package[Aim.STARBOARD_WING.value][place] == system)
        if difference != 0:
            return False
    return True


def sides_are_damaged_alike(mat: Mat) -> bool:
    """Whether the wings of the bomber under attack carry the same damage, and so do their engines."""
    bomber = mat.bomber
    outer, inner = bomber.engines[0] == bomber.engines[3], bomber.engines[1] == bomber.engines[2]
    return bool(bomber.port_wing == bomber.starboard_wing and outer and inner)


def alike(mat: Mat, charts: Charts, action: int, other: int) -> bool:
    """Whether two legal actions have the same consequences, apart from the side of the bomber that they strike."""
    if action == other:
        return True
    first, second = min(action, other), max(action, other)
    shots = first == Act.AIM_PORT and second == Act.AIM_STARBOARD
    bursts = first == Act.BURST_PORT and second == Act.BURST_STARBOARD
    if mat.cursor.decision != Decision.BURST or not (shots or bursts):
        return False
    return sides_are_damaged_alike(mat) and charts_treat_sides_alike(charts)
