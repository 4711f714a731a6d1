"""Potential-based shaping of the reward: the expected operation bonuses for few losses, by the learner's own losses.

The potential depends on the state alone, so it does not change which policy is best (Ng, Harada and Russell, 1999).
"""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import poisson

from agents.training.update_stats import ended_missions
from stuka_env.charts.shape import BEST_BONUS, BONUS_POINTS, DESTROYED_LIMIT, KILLED_LIMIT, SECOND_BONUS
from stuka_env.envs.sb3 import StukaVecEnv
from stuka_env.scenario.missions import missions_of

FORGETTING = 0.9
"""Share of the earlier losses that an update keeps in the running means."""
PRIOR = (100.0, 100.0, 600.0)
"""Aircraft lost, people killed and missions that the running means begin with."""


class LossPotential:
    """Expected bonus points of every war, in points of its score.

    Args:
        env: The wars.
    """

    def __init__(self, env: StukaVecEnv) -> None:
        self.env = env
        self.totals = np.array(PRIOR)
        self.missions = missions_of(env.vector.engine.spec)
        self.points = self.of_wars()

    def of_wars(self) -> NDArray[np.float64]:
        """Return the potential of each war now, ``(N,)``."""
        mats, bonuses = self.env.vector.engine.wars.mats, self.env.vector.engine.charts.record["operation_bonus"]
        left = np.clip(self.missions - mats["war"]["mission_of_war"].astype(np.int64), 0, self.missions)
        rates = self.totals[:2] / self.totals[2]
        chances = []
        for level in (BEST_BONUS, SECOND_BONUS):
            below = [
                poisson.cdf(bonuses[level][limit] - 1 - mats["count"][name].astype(np.int64), rate * left)
                for limit, name, rate in zip((DESTROYED_LIMIT, KILLED_LIMIT), ("destroyed", "kia"), rates, strict=True)
            ]
            chances.append(0.5 * (below[0] * below[1] + np.minimum(*below)))
        best, second = (int(bonuses[level][BONUS_POINTS]) for level in (BEST_BONUS, SECOND_BONUS))
        return second * chances[1] + (best - second) * chances[0]

    def gains(self, gamma: float, dones: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return the points that shaping adds to the last step, ``(N,)``."""
        for lines, ended in ended_missions(self.env):
            self.totals += [(lines["lost"] * ended).sum(), (lines["kia"] * ended).sum(), ended.sum()]
        before, self.points = self.points, self.of_wars()
        return (gamma * np.where(dones, 0.0, self.points) - before).astype(np.float32)

    def begin_update(self) -> None:
        """Forget a part of the losses."""
        self.totals *= FORGETTING
        self.points = self.of_wars()
