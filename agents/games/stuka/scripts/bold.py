"""Bold: believes that fortune is with those who attack.

Everything that can fly flies, with the biggest bomb wherever one may hang, and takes every Rudel Gamble that is
allowed. Nobody is sent home, and a pilot short of fuel presses on. The best dogfighter goes for the fighters whatever
state he is in. Every promotion is taken. All other decisions are made by the book (doctrine).
"""

from agents.games.stuka.scripts import doctrine
from agents.games.stuka.scripts.lone_wolf import biggest_bomb
from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import SLOTS, Act, Decision
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

by_the_book = doctrine.reasoned


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the boldest action, and why."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        return because(fly_at_most(mask, SLOTS), Reason.EVERYBODY, SLOTS)
    if decision == Decision.SPECIAL:
        return because(biggest_bomb(mask), Reason.BIGGEST_BOMB, 0)
    if decision == Decision.EN_ROUTE:  # on, with a word for a crew that is near breaking
        return doctrine.relief_or_on(mat, charts, mask, float(doctrine.NEAR_BREAKING), Reason.NEVER_HOME)
    if decision == Decision.TURN_BACK:
        return because(Act.PRESS_ON, Reason.PRESS_ON, 0)
    if decision == Decision.AIR_TO_AIR:
        return because(doctrine.best_slot(mat, charts, mask, Act.DUEL), Reason.ANY_DUELLIST, 0)
    if decision == Decision.ATTACK and mask[Act.GAMBLE.value]:
        return because(Act.GAMBLE, Reason.GAMBLE_ALWAYS, 0)
    if decision == Decision.PROMOTE:
        return because(Act.PROMOTE, Reason.EVERY_PROMOTION, 0)
    return by_the_book(mat, charts, mask, noise)


choose = choice_of(reasoned)
