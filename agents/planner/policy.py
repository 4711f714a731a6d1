"""The planner as a policy: it looks ahead before every decision, in many wars at once.

It sees what every policy sees, and flies clones of that with dice of its own (:mod:`agents.planner.rollout`); the
script that flies them, :data:`SCRIPT`, is also whom it follows where it finds nothing better. With a budget in
rollouts, what it does depends on the mat, the charts and the noise alone; with one in milliseconds, on the machine
too.
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from agents.forbidding import allowed_without, narrowed
from agents.planner import candidates, halving, search
from agents.planner.budget import Budget, read_budget
from agents.planner.desk import Desk, new_desk, search_dtype, values_dtype
from agents.planner.rollout import fly_clone
from agents.planner.thoughts import thoughts_of
from agents.policy import Sight, Thought
from agents.registry import SCRIPTS, find
from stuka_env.codes import Act

SCRIPT = "old_hand"
"""Who flies the clones, and what the planner does where it finds nothing better."""
CHUNK = 2
"""Wars a thread searches before it asks for more, and before Ctrl-C is looked at."""

Part = TypeVar("Part")
"""What one thread gets to do at a time: a war, some wars, or some rollouts."""


class Planner:
    """Sequential halving over rollouts of clones.

    Args:
        name: what it is called.
        budget: what a decision may cost.
        num_threads: threads that share the wars, or the rollouts where there is one war; all cores if not given.
        forbidden: verbs that neither it nor the script in its rollouts uses, unless nothing else is legal.
    """

    def __init__(
        self, name: str, budget: Budget, num_threads: int | None = None, forbidden: frozenset[Act] = frozenset()
    ) -> None:
        self.name = name
        self.budget = budget
        self.num_threads = num_threads or os.cpu_count() or 1
        self.forbidden = forbidden
        self._settle()

    def _settle(self) -> None:
        """What a copy in another process makes anew: the script and the threads."""
        self._choose = find(SCRIPTS[SCRIPT])
        self._pool = ThreadPoolExecutor(self.num_threads, "planner")
        self._allowed = allowed_without(self.forbidden)
        self._desks = [new_desk(self._allowed) for _ in range(self.num_threads)]

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("name", "budget", "num_threads", "forbidden")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._settle()

    def act(self, sight: Sight, actions: NDArray[np.int64]) -> None:
        """Write the best action found for every war into ``actions``."""
        actions[:] = self.search(sight)["best"]

    def think(self, sight: Sight) -> Thought:
        """What the rollouts said: the worth of every action looked into, and how much better than the others it is.

        Probabilities are a softmax of the merits, in points of a mission's score.
        """
        return thoughts_of(self.search(sight))

    def search(self, sight: Sight) -> NDArray[Any]:
        """Search the decision of every war: search_dtype ``(N,)``, empty where a war is over."""
        self._stopped = False
        if self.forbidden:
            sight = sight._replace(masks=narrowed(sight.masks, self._allowed))
        searches = np.zeros(len(sight.mats), search_dtype)
        wars = np.flatnonzero(sight.mats["track"]["over"] == 0).tolist()
        if len(wars) == 1:
            self._ponder(sight, searches, self._desks, wars[0])
        elif self.budget.milliseconds:
            self._share(partial(self._ponder, sight, searches, None), wars)
        else:
            self._share(partial(self._search_chunk, sight, searches), range(0, len(searches), CHUNK))
        return searches

    def _share(self, work: Callable[[Part], None], parts: Sequence[Part]) -> None:
        """Let the threads do ``work`` on every part; what has not begun when this one is interrupted is not done."""
        if len(parts) == 1:
            work(parts[0])
            return
        pending = [self._pool.submit(work, part) for part in parts]
        try:
            for each in pending:
                each.result()
        except BaseException:
            self._stopped = True
            for each in pending:
                each.cancel()
            raise

    def _search_chunk(self, sight: Sight, searches: NDArray[Any], first: int) -> None:
        """Search some wars with a budget in rollouts."""
        search.search_slice(
            fly_clone,
            self._choose,
            sight.mats,
            sight.charts,
            sight.masks,
            sight.noise,
            self.budget.rollouts,
            new_desk(self._allowed),
            searches,
            np.zeros(1, values_dtype),
            first,
            min(first + CHUNK, len(searches)),
        )

    def _ponder(self, sight: Sight, searches: NDArray[Any], desks: list[Desk] | None, war: int) -> None:
        """Search one war, with an eye on the clock; with several ``desks`` the threads share its rollouts."""
        began = time.perf_counter()
        table = (self._choose, sight.mats, sight.charts)
        candidates.open_search(*table, sight.masks, war, int(sight.noise[war]), self.budget.rollouts, searches)
        rounds = int(searches["rounds"][war])
        values = np.zeros(1, values_dtype)
        desks = desks or [new_desk(self._allowed)]
        while (rollouts := halving.next_block(searches, war)) and not self._stopped:
            bounds = np.linspace(0, rollouts, len(desks) + 1).astype(int).tolist()
            parts = list(zip(desks, bounds, bounds[1:], strict=False))
            self._share(
                lambda part: search.fly_block(fly_clone, *table, war, part[0], searches, values, *part[1:]), parts
            )
            halving.tally(searches, war, values)
            spent = 1000 * (time.perf_counter() - began)
            done = 1 + rounds - int(searches["rounds"][war])
            if self.budget.milliseconds and spent * rounds >= self.budget.milliseconds * done:
                halving.cut_round(searches, war)
        halving.judge(searches, war)


def make_planner(name: str, option: str | None) -> Planner:
    """The planner with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None for the default.

    Raises:
        UnknownPolicyError: the option is wrong; one line says what is allowed.
    """
    return Planner(name, read_budget(name, option))
