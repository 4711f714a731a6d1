"""Policies for sb3-contrib's MaskablePPO on the flat observation of any game, with or without a head for the score.

The card of a saved agent names a class of this module or of its game, and its weights have the names of the attributes
here. Neither may change. :mod:`stuka_env.networks.saved_models` reads and writes the files.
"""

from abc import abstractmethod
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from stuka_env.game import DEFAULT_GAME
from stuka_env.networks.layers import ValueHead, draw_actions, masked_log_probs
from stuka_env.networks.layout_network import WIDTHS, LayoutEncoder, LayoutHead, LayoutSizes, shapes_of
from stuka_env.networks.parts import RosterParts, StructuredParts, networks_of, parts_of_space
from stuka_env.networks.score_head import NoScoreHeadError, ScoreHead, frame_indices

LAST_LAYERS = ("logits", "others", "value")
"""Names of the last layers of heads."""


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
        frame = frame_indices(parts_of_space(self.observation_space))
        self.score_net = ScoreHead(self.value_width, frame).to(self.device)
        return self.score_net

    def begin_heads(self, lr_schedule: Any, *heads: tuple[nn.Module, float]) -> None:
        """Initialise new heads, each with the gain of its last layers, and make the optimiser anew."""
        for head, last in heads:
            for name, layer in head.named_modules():
                if isinstance(layer, nn.Linear):
                    ends = name.rpartition(".")[2] in LAST_LAYERS
                    self.init_weights(layer, gain=last if ends else 2**0.5)
        keywords = {"lr": lr_schedule(1)} | self.optimizer_kwargs
        self.optimizer = self.optimizer_class(self.parameters(), **keywords)

    def score_inputs(self, observations: Tensor) -> Tensor:
        """Return the inputs of the score head for ``(N, L)``: ``(N, I)``, without gradients.

        Raises:
            NoScoreHeadError: the policy has no such head.
        """
        if self.score_net is None:
            raise NoScoreHeadError(
                "score head: this agent has none, python -m agents.learned fit FILE.safetensors adds one"
            )
        with torch.no_grad():
            return self.score_net.inputs(self.value_features(observations), observations)

    def predict_remaining_score(self, observations: Tensor) -> Tensor:
        """Return the expected points of the official score from here to the end of the episode, float32 ``(N,)``.

        The expected final score is this plus the points earned: a hundred times the rewards so far. It holds for wars
        like those that the head was fitted to, flown by the most probable actions.

        Args:
            observations: flat, ``(N, L)``, on the device of the policy.

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


class EncodedPolicy(ScoringPolicy):
    """A policy whose network encodes the mat, and has heads that score actions and the value from it.

    Acting and learning use masked logits directly, because SB3's distribution objects normalise them three times.

    Args:
        arguments: positional arguments of MaskableActorCriticPolicy.
        sizes: the arguments that define the network, a NamedTuple with ``card`` and ``trunk``.
        encoder: class of the features extractor; it returns a record with the tensor ``pooled``.
        encoder_arguments: its arguments besides the space.
        keywords: keyword arguments of MaskableActorCriticPolicy.

    Attributes:
        half_precision: whether the hidden layers compute in bfloat16, in acting and in learning. Weights, last layers,
            log-probabilities and values stay float32. A training may turn it on; a loaded agent has it off.
    """

    half_precision = False

    def __init__(
        self, *arguments: Any, sizes: Any, encoder: Any, encoder_arguments: dict[str, Any], **keywords: Any
    ) -> None:
        self.sizes = sizes
        keywords |= {
            "net_arch": [],
            "features_extractor_class": encoder,
            "features_extractor_kwargs": encoder_arguments,
        }
        super().__init__(*arguments, **keywords)

    @abstractmethod
    def new_action_head(self, pooled: int) -> nn.Module:
        """Return a head that makes logits of the encoded mat, whose pooled numbers have this width."""

    def _build(self, lr_schedule: Any) -> None:
        """Replace SB3's single layers by the heads, with small last weights, so that play begins nearly even."""
        super()._build(lr_schedule)
        pooled = self.features_extractor.features_dim
        self.action_net: Any = self.new_action_head(pooled)
        self.value_net: Any = ValueHead(pooled, self.sizes.trunk)
        self.begin_heads(lr_schedule, (self.action_net, 0.01), (self.value_net, 1.0))

    @property
    def value_width(self) -> int:
        """Inputs of the last layer of the value."""
        width: int = self.sizes.trunk
        return width

    def value_features(self, observations: Tensor) -> Tensor:
        """Return the inputs of the last layer of the value, ``(N, value_width)``."""
        encoded: Any = self.extract_features(observations)
        features: Tensor = self.value_net.trunk(encoded.pooled)
        return features

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


class LayoutPolicy(EncodedPolicy):
    """A policy whose network follows the declared layout of a game (:mod:`stuka_env.networks.layout_network`).

    Args:
        arguments: positional arguments of MaskableActorCriticPolicy.
        card: numbers that describe one row of the mat.
        trunk: width of the two hidden layers of the policy, and of the two of the value.
        advised: whether the choice of a script stands behind each observation.
        keywords: keyword arguments of MaskableActorCriticPolicy.
    """

    def __init__(self, *arguments: Any, card: int, trunk: int, advised: bool = False, **keywords: Any) -> None:
        inputs = {"card": card, "advised": advised}
        sizes = LayoutSizes(card, trunk, advised)
        super().__init__(*arguments, sizes=sizes, encoder=LayoutEncoder, encoder_arguments=inputs, **keywords)

    def new_action_head(self, pooled: int) -> nn.Module:
        """Return a head that scores the actions that name a row against it."""
        return LayoutHead(self.observation_space, pooled, self.sizes)


LAYOUT_NETWORK = StructuredParts(LayoutPolicy, WIDTHS, ("advised",), shapes_of)
"""The network that every game has."""


class DensePolicy(ScoringPolicy):
    """Two stacks of dense layers on the flat observation: MaskablePPO's ``MlpPolicy`` with rectified units.

    Args:
        arguments: positional arguments of MaskableActorCriticPolicy.
        roster: whether the layers also read counts, and persons are scored by one head
            (:class:`stuka_env.networks.parts.RosterParts`). Not every game has that.
        keywords: keyword arguments of MaskableActorCriticPolicy.
    """

    def __init__(self, *arguments: Any, roster: bool = False, **keywords: Any) -> None:
        self.roster = roster
        if roster:
            space = arguments[0] if arguments else keywords["observation_space"]
            keywords |= {"features_extractor_class": self._roster_parts(space).extractor}
        super().__init__(*arguments, **{"activation_fn": nn.ReLU} | keywords)

    @staticmethod
    def _roster_parts(observation_space: Any) -> RosterParts:
        parts = parts_of_space(observation_space).roster
        if parts is None:
            raise ValueError("roster: got True, allowed is False: the game has no such layers")
        return parts

    def _build_mlp_extractor(self) -> None:
        if not self.roster:
            super()._build_mlp_extractor()
            return
        assert isinstance(self.net_arch, dict)
        layers = self._roster_parts(self.observation_space).layers
        self.mlp_extractor = layers(self.features_dim, self.net_arch, self.activation_fn, self.device)

    def _build(self, lr_schedule: Any) -> None:
        """Give persons a head of their own, with small last weights, so that play begins nearly even."""
        super()._build(lr_schedule)
        if not self.roster:
            return
        layers: Any = self.mlp_extractor
        self.action_net = self._roster_parts(self.observation_space).head(layers.width)
        self.begin_heads(lr_schedule, (self.action_net, 0.01))

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


def policy_class(network: dict[str, Any], game: str = DEFAULT_GAME) -> type[ScoringPolicy]:
    """Return the policy class of a configured network of a game: ``{"kind": "structured" | "layout" | "mlp", ...}``.

    Raises:
        ValueError: the game has no such network.
    """
    if network["kind"] != "structured":
        return LayoutPolicy if network["kind"] == "layout" else DensePolicy
    structured = networks_of(game).structured
    if structured is None:
        raise ValueError(
            f"network.kind: got 'structured', allowed are 'layout' and 'mlp': {game} has no structured network"
        )
    return structured.policy


def policy_arguments(network: dict[str, Any], score_head: bool = False) -> dict[str, Any]:
    """Return the arguments of the policy class of a configured network, besides the spaces.

    ``mlp`` has ``layers`` (a list of widths), ``layout`` may have the name of a ``script``, and the other fields are
    arguments as they are.
    """
    head = {"score_head": True} if score_head else {}
    head |= {"advised": True} if network.get("script") else {}
    if network["kind"] != "mlp":
        return {name: value for name, value in network.items() if name not in ("kind", "script")} | head
    layers = list(network["layers"])
    roster = {"roster": True} if network.get("roster") else {}
    return {"net_arch": {"pi": layers, "vf": layers}, **roster, **head}
