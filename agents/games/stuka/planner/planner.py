"""The planner as a policy: it looks ahead before every decision, in many wars at once.

It sees what every policy sees and flies clones of that with dice of its own
(:mod:`agents.games.stuka.planner.rollout`). The script :data:`SCRIPT` flies the clones, and the planner follows it
where it finds nothing better. With a budget in rollouts its actions depend on the mat, the charts and the noise alone.
With a budget in milliseconds they depend on the machine too.
"""

import os
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner import search
from agents.games.stuka.planner.rollout import RolloutWorkspace, fly_clone, new_workspace, open_decisions
from agents.games.stuka.planner.search import BlockPart, BlockScores, Search, SearchBuffers, new_searches
from agents.games.stuka.players import SCRIPTS
from stuka_env.engine.engine import MOST_THREADS
from stuka_env.engine.threads import WorkerThreads
from stuka_env.envs.arguments import thread_count
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.policy import Policy, PolicyInput, PolicyOutput, UnknownPolicyError, import_object, load_policy
from stuka_env.records import Rows, rows

AGENT_PLANNER = "agents.games.stuka.planner.agent_planner:make_agent_planner"
"""Function that makes the planner with a learned agent. It is imported late, because loading PyTorch takes seconds."""
SCRIPT = "old_hand"
"""The script that flies the clones, and that the planner follows where it finds nothing better."""
CHUNK = 2
"""Wars that a thread searches at a time; Ctrl-C takes effect between two of these groups."""
DEFAULT_ROLLOUTS = 512
"""Rollouts of a decision."""
FEWEST_ROLLOUTS, MOST_ROLLOUTS = 2, 16_384
"""Limits of the rollouts of a decision."""
MOST_MILLISECONDS = 60_000
"""Limit of the milliseconds of a decision."""
UNLIMITED = 1 << 40
"""Rollouts of a decision that is limited by time."""

WorkItem = TypeVar("WorkItem")
"""Work for one thread at a time: a war, some wars, or some rollouts."""


class Budget(NamedTuple):
    """The limit for one decision: rollouts, or time if ``milliseconds`` is not 0."""

    rollouts: int
    milliseconds: int


def read_budget(name: str, option: str | None) -> Budget:
    """Return the budget for the option of a policy's ``name``: ``64`` or ``20ms``.

    Raises:
        UnknownPolicyError: the option is none; the message says what is allowed.
    """
    match = re.fullmatch(r"([0-9]{1,9})(ms)?", str(DEFAULT_ROLLOUTS) if option is None else option, re.ASCII)
    if match:
        number, timed = int(match[1]), match[2] is not None
        if timed and 1 <= number <= MOST_MILLISECONDS:
            return Budget(UNLIMITED, number)
        if not timed and FEWEST_ROLLOUTS <= number <= MOST_ROLLOUTS:
            return Budget(number, 0)
    raise UnknownPolicyError(
        f"policy {name!r}: option {option!r}, allowed is a number of rollouts from {FEWEST_ROLLOUTS} to "
        f"{MOST_ROLLOUTS} (planner@64), "
        f"or of milliseconds from 1 to {MOST_MILLISECONDS} (planner@20ms)"
    )


def policy_output(searches: Rows[Search]) -> PolicyOutput:
    """Return the evaluation of every war: for a war that is over zeros and NaN."""
    wars, places = np.nonzero(np.arange(ACTIONS) < searches["candidates"][:, None])
    actions = searches["action"][wars, places]
    probabilities = np.zeros((len(searches), ACTIONS))
    merits = searches["merit"][wars, places] / searches["unit"][wars]
    highest = np.zeros(len(searches))
    np.maximum.at(highest, wars, merits)
    probabilities[wars, actions] = np.exp(merits - highest[wars])
    probabilities /= np.maximum(probabilities.sum(axis=1, keepdims=True), 1e-300)
    worth = np.full((len(searches), ACTIONS), np.nan)
    rollouts = searches["rollouts"][wars, places]
    flown = rollouts > 0
    expected = searches["worth"][wars, places][flown] / rollouts[flown] - searches["due"][wars][flown]
    worth[wars[flown], actions[flown]] = expected
    values = worth[np.arange(len(searches)), searches["best"]]
    return PolicyOutput(
        probabilities.astype(np.float32), values.astype(np.float32), worth.astype(np.float32), worth_errors(searches)
    )


def worth_errors(searches: Rows[Search]) -> NDArray[np.float32]:
    """Return the standard errors of the candidates' gains over the best, ``(N, ACTIONS)``; NaN for what was not flown.

    Gains are measured in pairs against the script's own choice. If that is not the best, two such errors add up.
    """
    known = (np.arange(ACTIONS) < searches["candidates"][:, None]) & (searches["rollouts"] > 1)
    rollouts = np.maximum(searches["rollouts"], 2)
    spread = np.maximum(searches["square"] / rollouts - (searches["gain"] / rollouts) ** 2, 0.0)
    wars, places = np.nonzero(known)
    squares = np.full((len(searches), ACTIONS), np.nan)
    squares[wars, searches["action"][wars, places]] = (spread / (rollouts - 1))[wars, places]
    best, own = searches["best"], searches["action"][:, 0]
    rows = np.arange(len(searches))
    of_the_best = np.nan_to_num(squares[rows, best])
    squares += np.where(best == own, 0.0, of_the_best)[:, None]
    squares[rows, best] = np.where(np.isnan(squares[rows, best]), np.nan, 0.0)
    errors: NDArray[np.float32] = np.sqrt(squares).astype(np.float32)
    return errors


class Planner:
    """Sequential halving over rollouts of clones.

    Args:
        name: its name.
        budget: the limit for one decision.
        num_threads: threads that share the wars, or the rollouts of a single war; all cores if not given.

    Raises:
        ValueError: the number of threads is out of range.
    """

    def __init__(self, name: str, budget: Budget, num_threads: int | None = None) -> None:
        self.name = name
        self.budget = budget
        most = min(os.cpu_count() or 1, MOST_THREADS)
        self.num_threads = most if num_threads is None else thread_count("num_threads", num_threads)
        self._settle()

    def _settle(self) -> None:
        """Create the script and the threads, which are not pickled."""
        self._choose = import_object(SCRIPTS[SCRIPT])
        self._threads = WorkerThreads(self.num_threads, "planner")
        self._workspaces = [new_workspace() for _ in range(self.num_threads)]

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("name", "budget", "num_threads")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._settle()

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the best action found for every war into ``actions``."""
        actions[:] = self.search(inputs)["best"]

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the worth of every candidate, and how probably it is the best.

        Probabilities are a softmax of the merits, in points of a mission's score.
        """
        return policy_output(self.search(inputs))

    def search(self, inputs: PolicyInput) -> Rows[Search]:
        """Return the search of every war's decision, ``(N,)``; empty where a war is over."""
        self._stopped = False
        searches = new_searches(len(inputs.mats), self.budget.rollouts)
        wars = np.flatnonzero(inputs.mats["track"]["over"] == 0).tolist()
        if len(wars) == 1:
            self._search_one(inputs, searches, self._workspaces, wars[0])
        elif self.budget.milliseconds:
            self._share(partial(self._search_one, inputs, searches, None), wars)
        else:
            self._share(partial(self._search_chunk, inputs, searches), range(0, len(searches), CHUNK))
        return searches

    def _share(self, work: Callable[[WorkItem], None], items: Sequence[WorkItem]) -> None:
        """Run ``work`` on every item, on all threads; after an interrupt, items that have not begun are dropped."""
        if len(items) == 1:
            work(items[0])
            return
        pending = [self._threads.pool.submit(work, item) for item in items]
        try:
            for each in pending:
                each.result()
        except BaseException:
            self._stopped = True
            for each in pending:
                each.cancel()
            raise

    def _search_chunk(self, inputs: PolicyInput, searches: Rows[Search], first: int) -> None:
        """Search some wars with a budget in rollouts."""
        buffers = SearchBuffers(new_workspace(), searches, rows(1, BlockScores))
        stop = min(first + CHUNK, len(searches))
        search.search_slice(fly_clone, self._choose, open_decisions(inputs), buffers, first, stop)

    def _search_one(
        self, inputs: PolicyInput, searches: Rows[Search], workspaces: list[RolloutWorkspace] | None, war: int
    ) -> None:
        """Search one war within the time limit; with several ``workspaces`` the threads share its rollouts."""
        began = time.perf_counter()
        decisions, scores = open_decisions(inputs), rows(1, BlockScores)
        search.open_search(self._choose, decisions, searches, war)
        rounds = int(searches["rounds"][war])
        workspaces = workspaces or [new_workspace()]
        buffers = [SearchBuffers(workspace, searches, scores) for workspace in workspaces]

        def fly_part(thread: int) -> None:
            part = BlockPart(war, bounds[thread], bounds[thread + 1])
            search.fly_block(fly_clone, self._choose, decisions, buffers[thread], part)

        while (rollouts := search.next_block(searches, war)) and not self._stopped:
            bounds = np.linspace(0, rollouts, len(workspaces) + 1).astype(int).tolist()
            self._share(fly_part, range(len(workspaces)))
            search.record_block(searches, war, scores)
            spent = 1000 * (time.perf_counter() - began)
            done = 1 + rounds - int(searches["rounds"][war])
            if self.budget.milliseconds and spent * rounds >= self.budget.milliseconds * done:
                search.cut_round(searches, war)
        search.choose_best(searches, war)


def make_planner(name: str, option: str | None) -> Policy:
    """Return the planner with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None for the default.

    With ``64:AGENT`` a learned agent, by name or file, proposes the candidates and flies the clones.

    Raises:
        UnknownPolicyError: the option is wrong; the message says what is allowed.
        AgentError: the agent cannot be used.
    """
    number, colon, agent = (option or "").partition(":")
    if not colon:
        return Planner(name, read_budget(name, option))
    budget = read_budget(name, number)
    if budget.milliseconds:
        raise UnknownPolicyError(
            f"policy {name!r}: got milliseconds, with an agent allowed are rollouts (planner@64:AGENT)"
        )
    if agent in SCRIPTS:
        raise UnknownPolicyError(f"policy {name!r}: got the script {agent!r}, allowed is a learned agent")
    agent_planner: Policy = import_object(AGENT_PLANNER)(name, budget.rollouts, load_policy(agent))
    return agent_planner
