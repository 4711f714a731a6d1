"""The expert of expert iteration (:mod:`agents.futures.gains`): `best` flies the futures."""

from agents.futures.gains import ExpertParts, gain_kernels
from agents.games.wing.learning.parts import A_GOOD_MISSION
from agents.games.wing.review.parts import FUTURES

EXPERT = ExpertParts(
    futures=FUTURES, kernels=gain_kernels(__name__, FUTURES, line_share=1 / A_GOOD_MISSION), script="best"
)
"""The expert of the third game."""
