"""By the book: the conduct of a reader who does not calculate.

Its beliefs about the game:

- Wait until the enemy moves, then attack what is seen and counts most, nearest to a goal.
- Bombs first, then a second attack on the same hex, else guns. Dive bombers dive.
- Come straight in, by the first way that is open.
- Dummies are passed over. Bombs are kept. Aircraft without bombs fight, and go home with damage.
- The battery aims at the first hex, and fires at once.
"""

from agents.games.support.scripts.reasons import Reason
from agents.games.support.scripts.values import first_legal
from agents.reasoned_script import Reasoned, because, player_of, scripts_of
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
def attack(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Choose a target as soon as the enemy moves."""
    if mat.battle.moment == Moment.BEFORE:
        return because(Act.HOLD, Reason.EARLY, 0)
    return because(Act.TARGET + target(mat, charts, mask), Reason.NEAREST, 0)


@compiled
def fire(mask: Mask) -> Reasoned:
    """Choose the first weapon of the list that is at hand."""
    action = Act.MG if mask[Act.MG.value] else Act.SKIP
    action = Act.POINT_MG if mask[Act.POINT_MG.value] else action
    return because(Act.BOMB if mask[Act.BOMB.value] else action, Reason.BOMBS_FIRST, 0)


@compiled
def engage(mat: Mat) -> Reasoned:
    """Choose to fight without bombs."""
    has_bombs = mat.planes[mat.cursor.subject].bombs
    return because(Act.STAY_OUT if has_bombs else Act.JOIN, Reason.WITHOUT_BOMBS, 0)


@compiled
def recall(mat: Mat, mask: Mask) -> Reasoned:
    """Choose to go home with damage."""
    own = mat.planes[mat.cursor.subject]
    is_hurt = mask[Act.RECALL.value] and (own.damaged or own.disabled)
    return because(Act.RECALL if is_hurt else Act.STAY, Reason.HOME_WITH_DAMAGE, 0)


@compiled
def first(mask: Mask) -> Reasoned:
    """Choose the first option."""
    return because(first_legal(mask), Reason.FIRST_OPEN, 0)


SAID = {Decision.ATTACK: attack, Decision.FIRE: fire, Decision.ENGAGE: engage, Decision.RECALL: recall}
play = player_of(__name__, dict.fromkeys(tuple(Decision)[1:], first) | SAID)
reasoned, choose = scripts_of(__name__, play)
