"""A scripted policy: the player flies by the enemy's rule."""

from dogfight.codes import SIDE, Act, Decision
from dogfight.mat import Mat
from dogfight.rules import best_target, meets_fighters, plane_in_turn
from stuka_env.compilation import compiled
from stuka_env.making.table import Legal, RollList


@compiled
def choose(mat: Mat, charts: RollList, mask: Legal, noise: int) -> int:
    """Drop bombs before fighters, fire at the best target, and leave with damage or without guns."""
    plane = plane_in_turn(mat)
    if mat.cursor.decision == Decision.JETTISON:
        return int(Act.DROP if meets_fighters(mat, plane, False) else Act.KEEP)
    if mat.cursor.decision == Decision.RECALL:
        is_useless = mat.planes[plane].damaged or mat.planes[plane].disabled
        return int(Act.LEAVE if is_useless else Act.STAY)
    return int(Act.TARGET_1) + best_target(mat, 0) - SIDE
