"""The gains that clones measure for expert iteration (:mod:`agents.training.expert_iteration`)."""

import numpy as np
from numpy.typing import NDArray

from agents.games.stuka.learning.parts import mark_candidates
from agents.games.stuka.planner.gains import JudgedWorkspace, fly_gains
from agents.games.stuka.planner.parts import SCRIPT
from agents.games.stuka.planner.rollout import new_workspace
from agents.games.stuka.planner.staffel_value import STAFFEL_VALUE, load_weights, new_judge
from agents.games.stuka.players import SCRIPTS
from agents.learned.learned_policy import LEAST_CHANCE, LearnedPolicy, propose
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, import_object


class ClonedMissions:
    """Clones with the same dice fly an agent's probable actions to the end of the mission, with a script as pilot.

    The Staffel value network scores the Staffel afterwards (:mod:`agents.games.stuka.planner.gains`).

    Args:
        rollouts: number of clones of each candidate action.
    """

    least_chance = LEAST_CHANCE

    def __init__(self, rollouts: int) -> None:
        self._rollouts = rollouts
        self._judge = new_judge(load_weights(STAFFEL_VALUE))
        self._choose = import_object(SCRIPTS[SCRIPT])

    @staticmethod
    def refusal(spec: WarSpec) -> str:
        """Return why such wars cannot be measured, or ''; under other charts the value is an approximation."""
        return (
            "allowed are missions, operations and campaigns: the Staffel's value does not know segments"
            if spec.scale == Scale.SEGMENT
            else ""
        )

    def gains(self, inputs: PolicyInput, agent: LearnedPolicy) -> NDArray[np.float32]:
        """Return the gains over the agent's own choice in points of mission score, ``(N, ACTIONS)``.

        They are NaN for an action that no clone has flown, and everywhere in a war in which the agent is not in doubt.
        """
        proposed = propose(agent.chances(agent.seen(inputs), inputs.masks))
        candidates = np.zeros_like(inputs.masks)
        mark_candidates(inputs.mats, inputs.masks, proposed, candidates)
        every, own = np.ones(len(proposed), np.int8), np.ascontiguousarray(proposed[:, 0])
        measured = fly_gains(
            self._choose,
            inputs._replace(masks=candidates),
            JudgedWorkspace(new_workspace(), self._judge),
            is_asked=every,
            rollouts=self._rollouts,
            own=own,
        )
        gains: NDArray[np.float32] = np.where((measured["own"] >= 0)[:, None], measured["gain"], np.nan)
        return gains
