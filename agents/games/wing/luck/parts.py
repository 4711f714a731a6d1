"""The luck of campaigns: the declaration of the third game. ``training.py`` beside it fits the network."""

import functools

from agents.games.wing.players import THIRD_GAME
from agents.luck.parts import LuckParts
from agents.luck.recorder import adjusted_scores as adjusted_scores_by
from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.codes import Scale
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.scenario.plan import WarSpec


@compiled
def earned(mat: Mat) -> float:
    """Return the campaign points, with those of the mission that is flown."""
    return float(mat.track.points if mat.track.over else mat.track.points + mat.mission.points)


LUCK = LuckParts(game=THIRD_GAME, file="wing_luck.npz", earned=earned, digest_war=WarSpec.read(Scale.MISSION, turn=1))
"""The game, as :func:`agents.luck.parts.luck_parts` finds it."""
adjusted_scores = functools.partial(adjusted_scores_by, LUCK)
"""Luck-adjusted scores of replays, for the entry points with which the package finds them."""
