"""Random flyer: believes that missions are there to be flown, and nothing else.

It never declines a mission, turns the formation round or sends anybody home. Everything else is left to chance: how
many fly, who, with which load, gambles, whom to relieve, and whether a pilot short of fuel turns back. Other policies
are compared with it to measure the value of knowing the game.
"""

from agents.games.stuka.scripts.picking import count_legal, pick_any, pick_between
from agents.games.stuka.scripts.reasons import Reason
from agents.reasoned_script import Reasoned, because, choice_of
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Act, Decision
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

NOISE_HIGH_BITS = 30
"""Random bits above the 32 that the picking helpers use."""


@compiled
def stay_together(mask: Mask, noise: int) -> int:
    """Go on or relieve a crew at random: every legal action en route except going home."""
    crews = count_legal(mask, Act.RELIEVE, Act.KEEP_RELIEF)
    if ((noise >> 32) * (crews + 1)) >> NOISE_HIGH_BITS == 0:
        return Act.GO_ON
    return pick_between(mask, Act.RELIEVE, Act.KEEP_RELIEF, noise)


@compiled
def reasoned_any(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return a uniformly random legal action, and why."""
    return because(pick_any(mask, noise), Reason.CHANCE, 0)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return a random legal action that keeps the formation flying, and why."""
    if mat.cursor.decision == Decision.MUSTER:
        return because(pick_between(mask, Act.FLY, Act.LEADER, noise), Reason.CHANCE_TOGETHER, 0)
    if mat.cursor.decision == Decision.EN_ROUTE:
        return because(stay_together(mask, noise), Reason.CHANCE_TOGETHER, 0)
    return reasoned_any(mat, charts, mask, noise)


choose = choice_of(reasoned)


choose_any = choice_of(reasoned_any)
