"""The best play as a policy, and flights of policies from the start of a situation, which check the enumeration."""

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.optimum.enumeration.position import POSITION_WORDS, SETTLED, write_keys
from agents.games.stuka.optimum.situations import Situation, begin_many
from agents.games.stuka.optimum.solving import Solution
from stuka_env.engine.noise import draw_noise
from stuka_env.flights.episodes import policy_input, war_seeds
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import Act, Decision
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.policy import Policy, PolicyInput
from stuka_env.records import rows_as

WARS_AT_ONCE = 4096
"""Missions flown side by side."""
SEATED = {Decision.LEADER: Act.LEADER, Decision.PILOT: Act.PILOT, Decision.GUNNER: Act.GUNNER}
"""Decisions about people, whom a position knows by their state, not by their names."""


def person_state(mat: Mat, decision: int, action: int) -> tuple[int, ...]:
    """Return level, stress and wounds of the person that an action names."""
    person = (mat.gunners if decision == Decision.GUNNER else mat.pilots)[action - SEATED[Decision(decision)]]
    return int(person.level), int(person.stress), int(person.wounds)


class OptimalPolicy:
    """The policy of a solution; it knows the positions of that situation and no others."""

    def __init__(self, solution: Solution) -> None:
        """Enter the best action of every position."""
        self.name = "optimum"
        self._actions: dict[bytes, tuple[int, tuple[int, ...]]] = {}
        for layer, best in zip(solution.layers, solution.best, strict=True):
            for place in np.flatnonzero(best >= 0).tolist():
                action, decision = int(best[place]), int(layer.decisions[place])
                wanted = person_state(as_mat(layer.rows[place]), decision, action) if decision in SEATED else ()
                self._actions[layer.keys[place].tobytes()] = action, wanted

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the best action for every war into ``actions``."""
        keys = np.zeros((len(inputs.mats), POSITION_WORDS), np.int64)
        write_keys(inputs.mats, inputs.charts, keys)
        for war in np.flatnonzero(inputs.mats["track"]["over"] == 0):
            actions[war] = self._choose(inputs.mats[war], inputs.masks[war], keys[war])

    def _choose(self, mat: Mat, mask: NDArray[np.int8], key: NDArray[np.int64]) -> int:
        if key[0] == SETTLED:
            return int(np.flatnonzero(mask)[0])
        action, wanted = self._actions[key.tobytes()]
        decision = int(mat.cursor.decision)
        if decision not in SEATED:
            return action
        return next(other for other in np.flatnonzero(mask).tolist() if person_state(mat, decision, other) == wanted)


def as_mat(row: NDArray[np.int8]) -> Mat:
    """Return a row as a mat with an empty log sheet."""
    octets = np.zeros((1, Mat.dtype.itemsize), np.int8)
    octets[0, : len(row)] = row
    return rows_as(octets, Mat)[0]


def fly_situation(
    situation: Situation, policy: Policy, charts: LoadedCharts, missions: int, *, seed: int = 0
) -> NDArray[np.int64]:
    """Fly a policy from the start of a situation with real dice; return the mission scores, ``(missions,)``."""
    seeds = evaluation_seeds(seed, missions)
    scores = [
        fly_batch(situation, policy, charts, seeds[first : first + WARS_AT_ONCE], seed=seed)
        for first in range(0, missions, WARS_AT_ONCE)
    ]
    return np.concatenate(scores)


def fly_batch(
    situation: Situation, policy: Policy, charts: LoadedCharts, seeds: NDArray[np.uint64], *, seed: int
) -> NDArray[np.int64]:
    """Fly some missions side by side and return their scores."""
    engine, view = begin_many(situation, charts, seeds)
    inputs = policy_input(engine, view)
    noise_seeds = war_seeds(engine)
    actions = np.zeros(len(seeds), np.int64)
    turn = 0
    while not engine.wars.reports["over"].all():
        draw_noise(noise_seeds, seed, turn, inputs.noise)
        policy.act(inputs, actions)
        engine.step(actions, view.buffers)
        turn += 1
    return engine.wars.reports["result"]["score"].astype(np.int64)
