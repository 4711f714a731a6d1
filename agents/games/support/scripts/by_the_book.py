"""By the book: the conduct of a reader who does not calculate.

Its beliefs about the game:

- Wait until the enemy moves, then attack what is seen and counts most, nearest to a goal.
- Bombs first, then a second attack on the same hex, else guns. Dive bombers dive.
- Come straight in, by the first way that is open.
- Dummies are passed over. Bombs are kept. Aircraft without bombs fight, and go home with damage.
- The battery aims at the first hex, and fires at once.
"""

from agents.games.support.scripts.values import first_legal
from stuka_env.compiling.compilation import compiled
from stuka_env.games.support.charts.shape import FAR, Charts
from stuka_env.games.support.codes import COUNTERS, NOBODY, Act, Decision, Moment
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.table import Mask


@compiled
def target(mat: Mat, charts: Charts, mask: Mask) -> int:
    """Return the counter that is not concealed, has most points, and is nearest to a goal."""
    best, most, row = NOBODY, 0, charts.scenarios[mat.battle.scenario]
    for counter in range(COUNTERS):
        if mask[Act.TARGET + counter]:
            own = mat.units[counter]
            points = int(charts.units[own.kind].points) if own.kind != NOBODY else 1
            way = int(row.far[0, own.place])
            rank = (int(not own.concealed) * 10 + points) * 2 * FAR - (way if way < FAR else 9)
            if best == NOBODY or rank > most:
                best, most = counter, rank
    return best


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of the script."""
    decision, own = mat.cursor.decision, mat.planes[max(0, mat.cursor.subject)]
    if decision == Decision.ATTACK:
        is_early = mat.battle.moment == Moment.BEFORE
        return Act.HOLD + 0 if is_early else Act.TARGET + target(mat, charts, mask)
    if decision == Decision.FIRE:
        if mask[Act.BOMB.value]:
            return Act.BOMB + 0
        if mask[Act.POINT_MG.value]:
            return Act.POINT_MG + 0
        return Act.MG if mask[Act.MG.value] else Act.SKIP
    if decision == Decision.ENGAGE:
        return Act.STAY_OUT if own.bombs else Act.JOIN
    if decision == Decision.RECALL:
        return Act.RECALL if mask[Act.RECALL.value] and (own.damaged or own.disabled) else Act.STAY
    return first_legal(mask)
