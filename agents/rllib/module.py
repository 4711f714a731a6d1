"""RLlib's own network for PPO, with the mask over its logits."""

from typing import Any

import gymnasium
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.utils.torch_utils import FLOAT_MIN

OBSERVATIONS, MASK = "observations", "action_mask"


def without_mask(batch: dict[str, Any]) -> dict[str, Any]:
    """The batch as RLlib's network wants it."""
    return {**batch, Columns.OBS: batch[Columns.OBS][OBSERVATIONS]}


def mask_logits(answer: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
    """The answer with no chance left for illegal actions."""
    logits = answer[Columns.ACTION_DIST_INPUTS]
    answer[Columns.ACTION_DIST_INPUTS] = logits.masked_fill(batch[Columns.OBS][MASK] == 0, FLOAT_MIN)
    return answer


class MaskedModule(DefaultPPOTorchRLModule):
    """Sees ``{"observations": (N, 626), "action_mask": (N, n)}``; an action with mask 0 has probability 0."""

    def __init__(self, *, observation_space: gymnasium.spaces.Dict, **keywords: Any) -> None:
        super().__init__(observation_space=observation_space[OBSERVATIONS], **keywords)
        self.observation_space = observation_space

    def _forward(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        """Logits, for play."""
        return mask_logits(super()._forward(without_mask(batch), **keywords), batch)

    def _forward_train(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        """Logits and what the value is made of, for learning."""
        return mask_logits(super()._forward_train(without_mask(batch), **keywords), batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Values ``(N,)``, from ``embeddings`` if they are there."""
        return super().compute_values(without_mask(batch), embeddings)
