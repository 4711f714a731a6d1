"""The signature of a scripted policy of the game."""

from collections.abc import Callable

from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask

Choose = Callable[[Mat, Charts, Mask, int], int]
"""A script: the action for the open decision of one war. The last argument is a random number below 2**62."""
