"""The planner with a learned agent, which proposes the candidates and flies the clones.

Only the agent's most probable actions are candidates; if there is but one, it is taken. The search is sequential
halving around the agent's own choice, as in :mod:`agents.planner.halving`. Candidates that are clearly no
better leave at once, because a rollout that a network flies is expensive.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.planner.agent_clones import Rollouts, fly_rollouts, new_clones
from agents.games.stuka.planner.parts import PLANNER_PARTS
from agents.games.stuka.planner.rollout import ROLLOUTS
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights, new_judge
from agents.learned.learned_policy import MOST_CANDIDATES, LearnedPolicy, propose
from agents.planner.halving import BlockScores, Search, new_searches, next_block, plan_rounds, record_block, swap
from agents.planner.planner import worth_errors
from stuka_env.compiling.compilation import compiled
from stuka_env.declared.records import Rows, rows
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import Policy, PolicyInput, PolicyOutput, UnknownPolicyError

FEWEST_ROLLOUTS, CLEARLY = 32, 1.5
"""Rollouts of each after which a candidate is dropped if its gain is so many standard errors below 0."""


def open_agent_search(decisions: Any, proposed: NDArray[np.int64], searches: Rows[Search], war: int) -> None:
    """Begin the search of a decision with the ``proposed`` actions: the agent's own choice first, -1 for none."""
    mat, search = decisions.mats[war], searches[war]
    charts = decisions.charts[war if len(decisions.charts) > 1 else 0]
    PLANNER_PARTS.begin_search(mat, charts, search, int(proposed[0]), int(decisions.noise[war]))
    for action in proposed[1:].tolist():
        if action >= 0 and search["candidates"] < MOST_CANDIDATES:
            PLANNER_PARTS.add_candidate(mat, charts, search, action)
    plan_rounds(search)


@compiled
def drop_losers(searches: Rows[Search], war: int) -> bool:
    """Drop the candidates that clearly are no better than the agent's own choice; return whether others are left."""
    search = searches[war]
    flown = int(search.flown)
    place = 1
    while flown >= FEWEST_ROLLOUTS and place < search.left:
        gain = search.gain[place] / flown
        error = math.sqrt(max(0.0, search.square[place] / flown - gain * gain) / flown)
        if gain + CLEARLY * error <= 0.0:
            search.left -= 1
            swap(search, place, int(search.left))
        else:
            place += 1
    return bool(search.left > 1)


class AgentPlanner:
    """Sequential halving over rollouts that a learned agent flies.

    Args:
        name: its name.
        rollouts: rollouts of a decision.
        agent: proposes the candidates and flies the clones; its score head judges where the Staffel's value cannot.

    Raises:
        AgentError: the agent has no score head.
    """

    def __init__(self, name: str, rollouts: int, agent: LearnedPolicy) -> None:
        agent.require_score_head()
        self.name = name
        self.rollouts = rollouts
        self.agent = agent
        self._settle()

    def _settle(self) -> None:
        """Create the clones and the judge, which are not pickled."""
        self._clones, self._judge = new_clones(), new_judge(load_weights(STAFFEL_VALUE))

    def __getstate__(self) -> dict[str, Any]:
        return {key: self.__dict__[key] for key in ("name", "rollouts", "agent")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._settle()

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the best action found for every war that is not over into ``actions``.

        Raises:
            AgentError: the wars have other charts than the agent was trained with.
        """
        searches = self.search(inputs)
        running = searches["candidates"] > 0
        actions[running] = searches["best"][running]

    def explain(self, inputs: PolicyInput) -> PolicyOutput:
        """Return the probabilities of the agent, and the worth of the candidates of its searches.

        Raises:
            AgentError: the wars have other charts than the agent was trained with.
        """
        searches, own = self.search(inputs), self.agent.explain(inputs)
        wars, places = np.nonzero(searches["rollouts"] > 0)
        worth, values = own.action_values.copy(), own.values.copy()
        mean = searches["worth"][wars, places] / searches["rollouts"][wars, places]
        worth[wars, searches["action"][wars, places]] = mean - searches["due"][wars]
        best = worth[np.arange(len(values)), searches["best"]]
        values = np.where(np.isnan(best), values, best).astype(np.float32)
        return PolicyOutput(own.probabilities, values, worth, worth_errors(searches, inputs.masks.shape[1]))

    def limits(self, spec: WarSpec) -> str:
        """Return why it may be wrong in such wars, in words: because its agent may be."""
        return self.agent.limits(spec)

    def search(self, inputs: PolicyInput) -> Rows[Search]:
        """Return the search of every war's decision, ``(N,)``; empty where a war is over.

        Raises:
            AgentError: the wars have other charts than the agent was trained with.
        """
        self.agent.check_charts(inputs)
        searches, scores = new_searches(len(inputs.mats), self.rollouts), rows(1, BlockScores)
        left = np.flatnonzero(inputs.mats["track"]["over"] == 0)
        if len(left):
            decisions = ROLLOUTS.open_decisions(inputs)
            proposed = propose(self.agent.chances(self.agent.seen(inputs, left), inputs.masks[left]))
            for war, actions in zip(left.tolist(), proposed, strict=True):
                open_agent_search(decisions, actions, searches, war)
        blocks = {war: next_block(searches, war) for war in left.tolist()}
        while blocks := {war: count for war, count in blocks.items() if count}:
            rollouts = rollouts_of(searches, blocks)
            worth = fly_rollouts(self._clones, self._judge, self.agent, inputs=inputs, rollouts=rollouts)
            ends = np.cumsum(list(blocks.values()))[:-1]
            for war, part in zip(blocks, np.split(worth, ends), strict=True):
                scores["worth"][0, : len(part)] = part
                record_block(searches, war, scores)
            blocks = {war: next_block(searches, war) for war in blocks if drop_losers(searches, war)}
        for war in left.tolist():
            PLANNER_PARTS.choose_best(searches, war)
        return searches


def rollouts_of(searches: Rows[Search], blocks: dict[int, int]) -> Rollouts:
    """Return the rollouts of the current blocks: the number of each war's block, war by war."""
    wars = np.repeat(np.fromiter(blocks, np.int64), list(blocks.values()))
    index = np.concatenate([np.arange(count) for count in blocks.values()])
    left = searches["left"][wars]
    return Rollouts(wars, searches["action"][wars, index % left], searches["flown"][wars] + index // left)


def make_agent_planner(name: str, rollouts: int, agent: Policy) -> AgentPlanner:
    """Return the planner with ``agent``.

    Raises:
        UnknownPolicyError: ``agent`` is no learned agent, or one that samples its actions.
        AgentError: it has no score head.
    """
    if not isinstance(agent, LearnedPolicy) or agent.sampled:
        raise UnknownPolicyError(f"policy {name!r}: got the agent {agent.name!r}, allowed is a saved agent without @")
    return AgentPlanner(name, rollouts, agent)
