"""The luck of careers: the declaration of the second game. ``training.py`` beside it fits the network."""

import functools

from agents.games.interceptor.players import SECOND_GAME
from agents.games.interceptor.scripts import random_flyer
from agents.luck.parts import LuckParts
from agents.luck.recorder import adjusted_scores as adjusted_scores_by
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.codes import Month, Scale
from stuka_env.games.interceptor.rules.ledger import is_withheld
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import ScriptedPolicy


@compiled
def earned(mat: Mat) -> float:
    """Return the bombers of the score so far."""
    return 0.0 if is_withheld(mat) else float(mat.career.bombers)


LUCK = LuckParts(
    game=SECOND_GAME,
    file="career_luck.npz",
    earned=earned,
    details="hidden",
    digest_war=WarSpec(scale=Scale.MONTH, month=Month.MARCH_1943),
    digest_policy=ScriptedPolicy("random_flyer", random_flyer.choose),
)
"""The game, as :func:`agents.luck.parts.luck_parts` finds it."""
adjusted_scores = functools.partial(adjusted_scores_by, LUCK)
"""Luck-adjusted scores of replays, for the entry points with which the package finds them."""
