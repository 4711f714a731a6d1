"""The policy for sb3-contrib's MaskablePPO whose network follows the structure of the mat.

The zip of a saved agent names its class, and its weights have the names of the attributes here. Neither may change.
"""

from typing import Any

import torch
from torch import Tensor, nn

from stuka_env.games.stuka.networks.structured import (
    ActionHead,
    MatEncoder,
    Sizes,
    ValueHead,
    draw_actions,
    masked_log_probs,
)
from stuka_env.networks.policies import ScoringPolicy


class StructuredPolicy(ScoringPolicy):
    """MaskablePPO's policy with a network that follows the structure of the mat.

    Acting and learning use masked logits directly, because SB3's distribution objects normalise them three times.

    Attributes:
        half_precision: whether the hidden layers compute in bfloat16, in acting and in learning. Weights, last layers,
            log-probabilities and values stay float32. A training may turn it on; a loaded agent has it off.
    """

    half_precision = False

    def __init__(
        self, *arguments: Any, card: int, trunk: int, roster: bool = False, odds: bool = False, **keywords: Any
    ) -> None:
        self.sizes = Sizes(card, trunk, roster, odds)
        keywords |= {
            "net_arch": [],
            "features_extractor_class": MatEncoder,
            "features_extractor_kwargs": {"card": card, "roster": roster, "odds": odds},
        }
        super().__init__(*arguments, **keywords)

    def _build(self, lr_schedule: Any) -> None:
        """Replace SB3's single layers by the heads, with small last weights, so that play begins nearly even."""
        super()._build(lr_schedule)
        assert isinstance(self.features_extractor, MatEncoder)
        pooled = self.features_extractor.features_dim
        self.action_net = ActionHead(pooled, self.sizes)
        self.value_net = ValueHead(pooled, self.sizes)  # type: ignore[assignment]
        for head, last in ((self.action_net, 0.01), (self.value_net, 1.0)):
            for name, layer in head.named_modules():
                if isinstance(layer, nn.Linear):
                    ends = name.rpartition(".")[2] in ("logits", "others", "value")
                    self.init_weights(layer, gain=last if ends else 2**0.5)
        keywords = {"lr": lr_schedule(1)} | self.optimizer_kwargs
        self.optimizer = self.optimizer_class(self.parameters(), **keywords)

    @property
    def reads_odds(self) -> bool:
        """Whether its inputs are flat observations with the odds behind them."""
        return self.sizes.odds

    @property
    def value_width(self) -> int:
        """Inputs of the last layer of the value."""
        return self.sizes.trunk

    def value_features(self, observations: Tensor) -> Tensor:
        """Return the inputs of the last layer of the value, ``(N, value_width)``."""
        encoded: Any = self.extract_features(observations)
        assert isinstance(self.value_net, ValueHead)
        return self.value_net.trunk(encoded.pooled)

    def log_probs_and_values(self, observations: Any, masks: Any) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities ``(N, ACTIONS)`` under the masks, and the values ``(N, 1)``.

        Without masks all actions count as legal.
        """
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.half_precision):
            encoded: Any = self.extract_features(observations)
            values = self.value_net(encoded)
            legal = None
            if masks is not None:
                legal = torch.as_tensor(masks, device=values.device).reshape(len(values), -1) != 0
            logits = self.action_net(encoded, legal)
        return logits.log_softmax(dim=1) if legal is None else masked_log_probs(logits, legal), values

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions ``(N,)``, values ``(N, 1)``, and the log-probabilities of the actions ``(N,)``."""
        log_probs, values = self.log_probs_and_values(obs, action_masks)
        actions = log_probs.argmax(dim=1) if deterministic else draw_actions(log_probs)
        return actions, values, log_probs.gather(1, actions[:, None])[:, 0]

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Return values ``(N, 1)``, and the log-probabilities of the ``actions`` and entropies, both ``(N,)``."""
        log_probs, values = self.log_probs_and_values(obs, action_masks)
        entropy = -(log_probs.softmax(dim=1) * log_probs).sum(dim=1)
        return values, log_probs.gather(1, actions.long().reshape(-1, 1))[:, 0], entropy

    def _get_constructor_parameters(self) -> dict[str, Any]:
        keep = super()._get_constructor_parameters() | self.sizes._asdict()
        for fixed in ("net_arch", "features_extractor_class", "features_extractor_kwargs"):
            del keep[fixed]
        return keep
