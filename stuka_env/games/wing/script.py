"""The signature of a scripted policy of this game."""

from collections.abc import Callable

from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

Choose = Callable[[Mat, Charts, Mask, int], int]
"""A script: the action for the open decision of one war. The last argument is a random number below 2**62."""
