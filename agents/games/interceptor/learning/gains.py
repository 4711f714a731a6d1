"""The gains that clones measure for expert iteration (:mod:`agents.training.expert_iteration`)."""

import numpy as np
from numpy.typing import NDArray

from agents.clones import read_only
from agents.games.interceptor.improvement.clones import ON_THE_GROUND, fly_actions, new_champion
from agents.games.interceptor.learning.parts import A_GOOD_SORTIE
from agents.games.interceptor.luck.parts import FUTURES
from agents.learned.learned_policy import LEAST_CHANCE, MOST_CANDIDATES, LearnedPolicy, propose
from stuka_env.games.interceptor.codes import Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput


class ClonedLines:
    """Clones with the same dice fly an agent's probable actions; `champion` is the pilot.

    Months and single sorties are flown to their end. In careers the clones fly to the end of the sortie line, and the
    line value scores the rest (:mod:`agents.games.interceptor.improvement.line_value`). A skill or an aircraft pays
    over many sorties, and the end of a line does not show it. So choices on the ground of a career gain 0, and the
    agent keeps to what it does there.

    Args:
        rollouts: number of clones of each candidate action.
    """

    least_chance = LEAST_CHANCE

    def __init__(self, rollouts: int) -> None:
        self._player = new_champion()
        self._workspace = FUTURES.new_workspace()
        self._rollouts = rollouts

    @staticmethod
    def refusal(spec: WarSpec) -> str:
        """Return '': all wars can be measured. Under other charts the line value is an approximation."""
        return ""

    def gains(self, inputs: PolicyInput, agent: LearnedPolicy) -> NDArray[np.float32]:
        """Return the gains over the agent's own choice in points of a sortie, ``(N, ACTIONS)``.

        They are NaN for an action that no clone has flown, and everywhere in a war in which the agent is not in doubt.
        """
        proposed = propose(agent.chances(agent.seen(inputs), inputs.masks))[:, :MOST_CANDIDATES]
        wars = np.flatnonzero(proposed[:, 1] >= 0)
        gains = np.full(inputs.masks.shape, np.nan, np.float32)
        mats = inputs.mats[wars]
        is_kept = np.isin(mats["cursor"]["decision"], ON_THE_GROUND) & (mats["settings"]["scale"] == Scale.CAREER)
        for some, measure in ((wars[is_kept], self._no_scores), (wars[~is_kept], self._scores)):
            if len(some):
                scores = measure(inputs, proposed, some)
                own = scores[np.arange(len(some)), proposed[some, 0]]
                gains[some] = A_GOOD_SORTIE * (scores - own[:, None])
        return gains

    def _candidates(
        self, inputs: PolicyInput, proposed: NDArray[np.int64], wars: NDArray[np.int64]
    ) -> NDArray[np.int8]:
        """Return a mask of the proposed actions of some wars, ``(M, ACTIONS)``."""
        candidates = np.zeros((len(wars), inputs.masks.shape[1] + 1), np.int8)
        np.put_along_axis(candidates, proposed[wars], 1, axis=1)  # -1, which stands for none, is the last place
        return np.ascontiguousarray(candidates[:, :-1] & (inputs.masks[wars] != 0))

    def _no_scores(
        self, inputs: PolicyInput, proposed: NDArray[np.int64], wars: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Return the score 0 for the proposed actions of some wars, ``(M, ACTIONS)``."""
        return np.where(self._candidates(inputs, proposed, wars) != 0, np.float32(0.0), np.float32(np.nan))

    def _scores(self, inputs: PolicyInput, proposed: NDArray[np.int64], wars: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the mean scores of the proposed actions of some wars in bombers, ``(M, ACTIONS)``."""
        masks = self._candidates(inputs, proposed, wars)
        scores = np.full((*masks.shape, self._rollouts), np.nan, np.float32)
        rows = wars if len(inputs.charts) > 1 else np.zeros(len(wars), np.int64)
        fly_actions(
            self._player, read_only(inputs.mats[wars]), inputs.charts, read_only(rows), masks,
            read_only(inputs.noise[wars]), self._workspace, scores,
        )  # fmt: skip
        means: NDArray[np.float32] = scores.mean(axis=2)
        return means
