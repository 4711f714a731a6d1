"""The planner as a policy: it looks ahead before every decision, in many wars at once.

It sees what every policy sees and flies clones of that with dice of its own. A policy of the game flies the clones, and
the planner follows it where it finds nothing better. With a budget in rollouts its actions depend on the mat, the
charts and the noise alone. With a budget in milliseconds they depend on the machine too.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from agents.learner_parts import are_over
from agents.planner.halving import (
    MOST_SEARCHED,
    BlockPart,
    BlockScores,
    Search,
    cut_round,
    new_searches,
    next_block,
    record_block,
)
from agents.planner.search import planner_parts
from stuka_env.declared.records import Rows, rows
from stuka_env.engine.interrupts import WorkerThreads
from stuka_env.envs.arguments import read_threads
from stuka_env.io.cores import thread_count
from stuka_env.policy import PolicyInput, PolicyOutput, UnknownPolicyError

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


def is_candidate(searches: Rows[Search]) -> NDArray[np.bool_]:
    """Return whether each place of a search has a candidate, ``(N, MOST_SEARCHED)``."""
    known: NDArray[np.bool_] = np.arange(MOST_SEARCHED) < searches["candidates"][:, None]
    return known


def policy_output(searches: Rows[Search], num_actions: int) -> PolicyOutput:
    """Return the evaluation of every war: for a war that is over zeros and NaN."""
    wars, places = np.nonzero(is_candidate(searches))
    actions = searches["action"][wars, places]
    probabilities = np.zeros((len(searches), num_actions))
    merits = searches["merit"][wars, places] / searches["unit"][wars]
    highest = np.zeros(len(searches))
    np.maximum.at(highest, wars, merits)
    probabilities[wars, actions] = np.exp(merits - highest[wars])
    probabilities /= np.maximum(probabilities.sum(axis=1, keepdims=True), 1e-300)
    worth = np.full((len(searches), num_actions), np.nan)
    rollouts = searches["rollouts"][wars, places]
    flown = rollouts > 0
    expected = searches["worth"][wars, places][flown] / rollouts[flown] - searches["due"][wars][flown]
    worth[wars[flown], actions[flown]] = expected
    values = worth[np.arange(len(searches)), searches["best"]]
    return PolicyOutput(
        probabilities.astype(np.float32),
        values.astype(np.float32),
        worth.astype(np.float32),
        worth_errors(searches, num_actions),
    )


def worth_errors(searches: Rows[Search], num_actions: int) -> NDArray[np.float32]:
    """Return the standard errors of the candidates' gains over the best, ``(N, actions)``; NaN for what was not flown.

    Gains are measured in pairs against the own choice. If that is not the best, two such errors add up.
    """
    known = is_candidate(searches) & (searches["rollouts"] > 1)
    rollouts = np.maximum(searches["rollouts"], 2)
    spread = np.maximum(searches["square"] / rollouts - (searches["gain"] / rollouts) ** 2, 0.0)
    wars, places = np.nonzero(known)
    squares = np.full((len(searches), num_actions), np.nan)
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
        game: the game that it plays.
        budget: the limit for one decision.
        num_threads: threads that share the wars, or the rollouts of a single war; all cores if not given.

    Raises:
        ValueError: the number of threads is out of range.
    """

    def __init__(self, name: str, game: str, budget: Budget, num_threads: int | None = None) -> None:
        self.name = name
        self.game = game
        self.budget = budget
        self.num_threads = thread_count() if num_threads is None else read_threads("num_threads", num_threads)
        self._settle()

    def _settle(self) -> None:
        """Load the parts of the game and create the threads, which are not pickled."""
        self._parts = planner_parts(self.game)
        self._workspaces: list[Any] = []
        self._threads = WorkerThreads(self.num_threads, "planner")

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("name", "game", "budget", "num_threads")}

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
        return policy_output(self.search(inputs), inputs.masks.shape[1])

    def search(self, inputs: PolicyInput) -> Rows[Search]:
        """Return the search of every war's decision, ``(N,)``; empty where a war is over."""
        self._stopped = False
        searches = new_searches(len(inputs.snapshot), self.budget.rollouts)
        wars = np.flatnonzero(~are_over(inputs.snapshot, self.game)).tolist()
        if len(wars) == 1:
            self._search_one(inputs, searches, self.num_threads, wars[0])
        elif self.budget.milliseconds:
            self._share(partial(self._search_one, inputs, searches, 1), wars)
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

    @contextmanager
    def _workspace(self) -> Iterator[Any]:
        """Lend a workspace of futures that no other thread has."""
        workspace = self._workspaces.pop() if self._workspaces else self._parts.futures.new_workspace()
        try:
            yield workspace
        finally:
            self._workspaces.append(workspace)

    def _search_chunk(self, inputs: PolicyInput, searches: Rows[Search], first: int) -> None:
        parts, stop = self._parts, min(first + CHUNK, len(searches))
        with self._workspace() as workspace:
            space = parts.new_space(workspace, searches, rows(1, BlockScores))
            parts.search_slice(parts.choose, parts.futures.open_decisions(inputs), space, first, stop)

    def _search_one(self, inputs: PolicyInput, searches: Rows[Search], num_threads: int, war: int) -> None:
        """Search one war within the time limit; several threads share its rollouts."""
        began = time.perf_counter()
        parts, scores = self._parts, rows(1, BlockScores)
        decisions = parts.futures.open_decisions(inputs)
        parts.open_search(parts.choose, decisions, searches, war)
        rounds = int(searches["rounds"][war])

        def fly_part(thread: int) -> None:
            with self._workspace() as workspace:
                space, part = parts.new_space(workspace, searches, scores), (war, bounds[thread], bounds[thread + 1])
                parts.fly_block(parts.choose, decisions, space, BlockPart(*part))

        while (rollouts := next_block(searches, war)) and not self._stopped:
            bounds = np.linspace(0, rollouts, num_threads + 1).astype(int).tolist()
            self._share(fly_part, range(num_threads))
            record_block(searches, war, scores)
            spent = 1000 * (time.perf_counter() - began)
            done = 1 + rounds - int(searches["rounds"][war])
            if self.budget.milliseconds and spent * rounds >= self.budget.milliseconds * done:
                cut_round(searches, war)
        parts.choose_best(searches, war)


def make_planner(game: str, name: str, option: str | None) -> Planner:
    """Return the planner of a game with a budget: ``64`` rollouts a decision, ``20ms`` a decision, None by default.

    Raises:
        UnknownPolicyError: the option is wrong; the message says what is allowed.
    """
    return Planner(name, game, read_budget(name, option))
