"""The luck of battles follows from the record of the game. ``training.py`` beside it fits the network."""

import functools

from agents.luck.parts import declared_luck
from agents.luck.recorder import adjusted_scores as adjusted_scores_by
from stuka_env.games.support.game import GAME

LUCK = declared_luck(__name__, GAME)
"""The game, as :func:`agents.luck.parts.luck_parts` finds it."""
adjusted_scores = functools.partial(adjusted_scores_by, LUCK)
"""Luck-adjusted scores of replays, for the entry points with which the package finds them."""
