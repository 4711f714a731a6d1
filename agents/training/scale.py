"""How rewards are scaled, so that a mission pays the same in every environment."""

from typing import NamedTuple

from agents.evaluation.shares import missions_of
from agents.training.config import Env


class RewardScale(NamedTuple):
    """How rewards are scaled in one environment."""

    reward: float
    """What the environment's rewards are multiplied by."""
    points: float
    """Points of the official score that a scaled reward of 1 stands for."""


def scale_of(env: Env, reward_scale: float) -> RewardScale:
    """The scale under which a mission worth 100 points pays ``reward_scale``."""
    arguments = env.read()
    factor = reward_scale * missions_of(arguments.scenario, arguments.charts)
    return RewardScale(factor, 100.0 / factor)
