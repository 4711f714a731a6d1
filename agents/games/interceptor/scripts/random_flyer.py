"""Random: leaves everything to chance.

One variant always flies: it takes off, goes on to the next box, and leaves no aircraft that can fly. Chance
decides everything else.
"""

from agents.games.interceptor.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import WORD
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Act, Decision
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

NOTHING_LEFT_OUT = -1


@compiled
def count_legal(mask: Mask, without: int) -> int:
    """Return the number of legal actions, except the action ``without``."""
    legal = 0
    for action in range(ACTIONS):
        legal += int(mask[action]) * int(action != without)
    return legal


@compiled
def pick_any(mask: Mask, noise: int, without: int) -> int:
    """Return a uniformly random legal action, except the action ``without``."""
    wanted = ((noise & WORD) * count_legal(mask, without)) >> 32
    for action in range(ACTIONS):
        wanted -= int(mask[action]) * int(action != without)
        if wanted < 0:
            return action
    return 0


@compiled
def reasoned_any(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return a uniformly random legal action, and the reason."""
    return because(pick_any(mask, noise, NOTHING_LEFT_OUT), Reason.CHANCE, 0)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return a random legal action of a player who always flies, and the reason."""
    if mask[Act.FLY.value]:
        return because(Act.FLY, Reason.CHANCE_IN_THE_AIR, 0)
    if mask[Act.ON.value]:
        return because(Act.ON, Reason.CHANCE_IN_THE_AIR, 0)
    if mat.cursor.decision != Decision.FORCED:
        return because(pick_any(mask, noise, Act.BAIL_OUT.value), Reason.CHANCE, 0)
    return reasoned_any(mat, charts, mask, noise)


choose = choice_of(reasoned)


choose_any = choice_of(reasoned_any)
