"""Lone wolf: tries to bend the rules.

The score is an average over those who are present, so it believes that fewer are better. One aircraft carries the big
bomb, and everybody else is sent home. The other scripts here try other holes. In everything else they follow doctrine.
No script that never attacks, or attacks with one aircraft, may beat doctrine. If one does, a rule is being bent.

- ``choose`` (lone_wolf): the smallest Staffel, one SC1800 or SC1000, everybody without it home as soon as it is legal.
- ``milk_run``: only near and large targets; everything else is declined.
- ``shirker``: takes off and turns round at the first chance, again and again: rest, no losses, no attack.
- ``straggler``: sends home whoever is in any trouble, so that only the unhurt are present.
- ``gambler``: every Rudel Gamble there is.
"""

from agents.games.stuka.scripts import doctrine
from agents.games.stuka.scripts.picking import fly_at_most
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import SLOTS, Act, Decision, Leg, Payload, Size
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

NEAR_ZONES = 2
"""Farthest zone of a milk run."""

by_the_book = doctrine.choose


@compiled
def send_home_the_rest(mat: Mat, mask: Mask) -> Reasoned:
    """Send home an aircraft without a special bomb; else go on."""
    for slot in range(SLOTS):
        if mask[Act.SEND_HOME + slot] and mat.aircraft[slot].ordnance < Payload.SC1000:
            return because(Act.SEND_HOME + slot, Reason.WITHOUT_SPECIAL, 0)
    return because(Act.GO_ON, Reason.OTHERS_ARE_HOME, 0)


@compiled
def biggest_bomb(mask: Mask) -> int:
    """Return the action that takes the SC1800, or the SC1000 if there is no SC1800."""
    return Act.SC1800 if mask[Act.SC1800.value] else Act.SC1000


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Hang the biggest bomb under one aircraft and send the others home; say why."""
    decision = mat.cursor.decision
    if decision == Decision.MUSTER:
        wanted = int(charts.smallest_staffel)
        return because(fly_at_most(mask, wanted), Reason.SMALLEST_STAFFEL, wanted)
    if decision == Decision.SPECIAL:
        return because(biggest_bomb(mask), Reason.BIGGEST_BOMB, 0)
    if decision == Decision.CARRIER and mask[Act.NO_MORE_CARRIERS.value]:
        return because(Act.NO_MORE_CARRIERS, Reason.ONE_CARRIER, 0)
    if decision == Decision.EN_ROUTE:
        return send_home_the_rest(mat, mask)
    return doctrine.reasoned(mat, charts, mask, noise)


choose = choice_of(reasoned)


@compiled
def milk_run(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Decline every mission whose target is not near and large."""
    mission = mat.mission
    if mat.cursor.decision == Decision.MUSTER and (
        mission.target_zone > NEAR_ZONES or mission.target_size != Size.LARGE
    ):
        return Act.NO_FLY
    return by_the_book(mat, charts, mask, noise)


@compiled
def shirker(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Abort at the first chance."""
    if mat.cursor.decision == Decision.EN_ROUTE and mat.mission.leg == Leg.OUT:
        return Act.ABORT
    return by_the_book(mat, charts, mask, noise)


@compiled
def straggler(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Send home every aircraft that may go."""
    if mat.cursor.decision == Decision.EN_ROUTE:
        for slot in range(SLOTS):
            if mask[Act.SEND_HOME + slot]:
                return Act.SEND_HOME + slot
    return by_the_book(mat, charts, mask, noise)


@compiled
def gambler(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Gamble whenever it is allowed."""
    if mat.cursor.decision == Decision.ATTACK and mask[Act.GAMBLE.value]:
        return Act.GAMBLE
    return by_the_book(mat, charts, mask, noise)
