"""Bold: believes that fortune is with those who attack.

Everything that can fly flies, the biggest bomb there is hangs wherever one may hang, and every Rudel Gamble that is
allowed is taken. Nobody is sent home, a pilot short of fuel presses on, the best dogfighter goes for the fighters
whatever state he is in, and every promotion is taken. Whatever nerve does not decide is done by the book (doctrine).
"""

from agents.scripts import doctrine
from agents.scripts.lone_wolf import biggest_bomb
from agents.scripts.picking import fly_at_most
from stuka_env.charts.shape import Charts
from stuka_env.codes import NOBODY, SLOTS, Act, Decision
from stuka_env.compilation import compiled
from stuka_env.rules.mat import Mat
from stuka_env.rules.table import Mask

by_the_book = doctrine.choose


@compiled
def en_route(mat: Mat, charts: Charts, mask: Mask) -> int:
    """On, with a word for a crew that is near breaking."""
    chosen = doctrine.best_relief(mat, charts, mask, doctrine.NEAR_BREAKING)
    return Act.GO_ON if chosen == NOBODY else chosen


@compiled
def duel(mat: Mat, charts: Charts, mask: Mask) -> int:
    """The best pilot who may goes for the fighters."""
    return doctrine.best_slot(mat, charts, mask, Act.DUEL)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Whatever is boldest."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        return fly_at_most(mask, SLOTS)
    if decision == Decision.SPECIAL:
        return biggest_bomb(mask)
    if decision == Decision.EN_ROUTE:
        return en_route(mat, charts, mask)
    if decision == Decision.TURN_BACK:
        return Act.PRESS_ON
    if decision == Decision.AIR_TO_AIR:
        return duel(mat, charts, mask)
    if decision == Decision.ATTACK and mask[Act.GAMBLE.value]:
        return Act.GAMBLE
    if decision == Decision.PROMOTE:
        return Act.PROMOTE
    return by_the_book(mat, charts, mask, noise)
