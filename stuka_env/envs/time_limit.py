"""The limit of steps of an episode in a vector environment, which Gymnasium's ``TimeLimit`` is for a single one."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.engine import Engine, View
from stuka_env.io.arguments import count


class TimeLimit:
    """A limit of the steps of each episode, in N wars.

    Args:
        most: steps of an episode, after which it is truncated.
        num_envs: number of wars.

    Raises:
        ValueError: the limit is no whole number of 1 or more.
    """

    def __init__(self, most: Any, num_envs: int) -> None:
        self.most = count("max_episode_steps", most)
        self._taken = np.zeros(num_envs, np.int64)

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """Begin to count anew in the ``chosen`` wars, bool ``(N,)``."""
        self._taken[chosen] = 0

    def before_step(self, engine: Engine) -> None:
        """Count the next step of every war that is not over; a war that is over begins anew or stays over."""
        self._taken += 1
        self._taken[engine.wars.reports["over"] != 0] = 0

    def truncate(self, engine: Engine, view: View) -> NDArray[np.intp]:
        """Truncate the wars that have reached the limit in this step; return those that would have gone on.

        Their observations and reports in ``view`` are the last ones of their episodes. A war that ends by itself at the
        limit is truncated too, as by Gymnasium's wrapper.
        """
        reports: Any = view.buffers.reports
        is_over = (reports["terminated"] | reports["truncated"]) != 0
        is_late = self._taken >= self.most
        reports["truncated"][is_late] = 1
        late = np.flatnonzero(is_late & ~is_over)
        engine.wars.reports["over"][late] = reports["over"][late] = 1
        engine.wars.reports["truncated"][is_late & (engine.wars.reports["over"] != 0)] = 1
        self._taken[is_over] = 0
        return late


def begin_next(engine: Engine, view: View, wars: NDArray[np.intp]) -> int:
    """Keep the ends of wars for SAME_STEP, and begin their next episodes in the same arrays.

    Args:
        engine: the wars.
        view: the arrays of this step; rewards and flags stay those of the episode that ended.
        wars: indices of the wars.

    Returns:
        the largest number of lines of the log sheet that ended in one of the new episodes.
    """
    buffers: Any = view.buffers
    finals, ended = engine.finals.wars, engine.finals.ended
    if len(buffers.observations):
        finals["observation"][wars] = buffers.observations[wars]
    else:
        finals["compact"][wars] = buffers.compacts[wars]
    finals["mask"][wars], finals["report"][wars] = buffers.masks[wars], buffers.reports[wars]
    ended[wars] = engine.wars.ended[wars]
    rewards = buffers.reports["ledger"]["reward"].copy()
    flags = {name: buffers.reports[name].copy() for name in ("terminated", "truncated")}
    chosen = np.zeros(engine.num_envs, np.int8)
    chosen[wars] = 1
    totals = engine.reset(buffers, None, chosen=chosen)
    buffers.reports["ledger"]["reward"] = rewards
    for name, flag in flags.items():
        buffers.reports[name] = flag
    return totals.most_ended
