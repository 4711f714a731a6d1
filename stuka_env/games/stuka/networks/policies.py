"""Policies for sb3-contrib's MaskablePPO on the flat observation, with or without a head for the score.

The zip of a saved agent names a class of this module, and its weights have the names of the attributes here. Neither
may change. :mod:`stuka_env.games.stuka.networks.saved_models` reads and writes such zips.
"""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from stuka_env.games.stuka.networks.score_head import NoScoreHeadError, ScoreHead
from stuka_env.games.stuka.networks.seating import CountedMat, SeatedLayers, SeatingHead
from stuka_env.games.stuka.networks.structured import (
    ActionHead,
    MatEncoder,
    Sizes,
    ValueHead,
    draw_actions,
    masked_log_probs,
)


class ScoringPolicy(MaskableActorCriticPolicy):
    """A policy that can have a head for the score.

    Args:
        arguments: positional arguments of MaskableActorCriticPolicy.
        score_head: whether it has the head; PPO's optimiser does not train it.
        keywords: keyword arguments of MaskableActorCriticPolicy.

    Attributes:
        score_net: the head, or None.
    """

    def __init__(self, *arguments: Any, score_head: bool = False, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.score_net: ScoreHead | None = None
        if score_head:
            self.add_score_head()

    @property
    def reads_odds(self) -> bool:
        """Whether its inputs are flat observations with the odds behind them."""
        return False

    @property
    def value_width(self) -> int:
        """Inputs of the last layer of the value."""
        return self.mlp_extractor.latent_dim_vf

    def value_features(self, observations: Tensor) -> Tensor:
        """Return the inputs of the last layer of the value, ``(N, value_width)``."""
        features: Any = self.extract_features(observations)
        return self.mlp_extractor.forward_critic(features)

    def all_log_probs(self, observations: Tensor) -> Tensor:
        """Return the log-probabilities of all actions, legal or not, ``(N, ACTIONS)``."""
        features: Any = self.extract_features(observations)
        log_probs: Tensor = self.action_net(self.mlp_extractor.forward_actor(features)).log_softmax(dim=1)
        return log_probs

    def add_score_head(self) -> ScoreHead:
        """Give the policy a new head, not yet fitted, in place of its own, and return it."""
        self.score_net = ScoreHead(self.value_width).to(self.device)
        return self.score_net

    def score_inputs(self, observations: Tensor) -> Tensor:
        """Return the inputs of the score head for ``(N, 626)``: ``(N, I)``, without gradients.

        Raises:
            NoScoreHeadError: the policy has no such head.
        """
        if self.score_net is None:
            raise NoScoreHeadError("score head: this agent has none, python -m agents.learned fit FILE.zip adds one")
        with torch.no_grad():
            return self.score_net.inputs(self.value_features(observations), observations)

    def predict_remaining_score(self, observations: Tensor) -> Tensor:
        """Return the expected points of the official score from here to the end of the episode, float32 ``(N,)``.

        The expected final score is this plus the points earned: a hundred times the rewards so far. It holds for wars
        like those that the head was fitted to, flown by the most probable actions.

        Args:
            observations: flat, ``(N, 626)``, on the device of the policy.

        Raises:
            NoScoreHeadError: the policy has no such head.
        """
        inputs = self.score_inputs(observations)
        assert self.score_net is not None
        with torch.no_grad():
            points: Tensor = self.score_net(inputs)
        return points

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | {"score_head": self.score_net is not None}


class DensePolicy(ScoringPolicy):
    """Two stacks of dense layers on the flat observation: MaskablePPO's ``MlpPolicy`` with rectified units.

    Args:
        arguments: positional arguments of MaskableActorCriticPolicy.
        roster: whether the layers also read the small numbers and the people as counts, and one judgement for everybody
            fills the seats.
        keywords: keyword arguments of MaskableActorCriticPolicy.
    """

    def __init__(self, *arguments: Any, roster: bool = False, **keywords: Any) -> None:
        self.roster = roster
        if roster:
            keywords |= {"features_extractor_class": CountedMat}
        super().__init__(*arguments, **{"activation_fn": nn.ReLU} | keywords)

    def _build_mlp_extractor(self) -> None:
        if not self.roster:
            super()._build_mlp_extractor()
            return
        assert isinstance(self.net_arch, dict)
        self.mlp_extractor = SeatedLayers(self.features_dim, self.net_arch, self.activation_fn, self.device)

    def _build(self, lr_schedule: Any) -> None:
        """Give the seats a head of their own, with small last weights, so that play begins nearly even."""
        super()._build(lr_schedule)
        if not self.roster:
            return
        assert isinstance(self.mlp_extractor, SeatedLayers)
        self.action_net = SeatingHead(self.mlp_extractor.width)
        for name, layer in self.action_net.named_modules():
            if isinstance(layer, nn.Linear):
                ends = name.rpartition(".")[2] in ("logits", "others")
                self.init_weights(layer, gain=0.01 if ends else 2**0.5)
        keywords = {"lr": lr_schedule(1)} | self.optimizer_kwargs
        self.optimizer = self.optimizer_class(self.parameters(), **keywords)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        keep = super()._get_constructor_parameters()
        if self.roster:
            del keep["features_extractor_class"]
            keep["roster"] = True
        return keep

    def log_probs_and_values(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities ``(N, ACTIONS)`` under the masks (bool), and the values ``(N, 1)``."""
        distribution: Any = self.get_distribution(observations, action_masks=masks.cpu().numpy()).distribution
        return distribution.logits, self.predict_values(observations)


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


def policy_class(network: dict[str, Any]) -> type[ScoringPolicy]:
    """Return the policy class of a configured network: ``{"kind": "structured" | "mlp", ...}``."""
    return StructuredPolicy if network["kind"] == "structured" else DensePolicy


def policy_arguments(network: dict[str, Any], score_head: bool = False) -> dict[str, Any]:
    """Return the arguments of the policy class of a configured network, besides the spaces.

    ``structured`` has the fields of :class:`Sizes`, ``mlp`` has ``layers`` (a list of widths).
    """
    head = {"score_head": True} if score_head else {}
    if network["kind"] == "structured":
        return {name: network[name] for name in Sizes._fields if name in network} | head
    layers = list(network["layers"])
    roster = {"roster": True} if network.get("roster") else {}
    return {"net_arch": {"pi": layers, "vf": layers}, **roster, **head}
