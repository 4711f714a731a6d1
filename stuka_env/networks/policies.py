"""Policies for sb3-contrib's MaskablePPO on the flat observation of any game, with or without a head for the score.

The zip of a saved agent names a class of this module or of its game, and its weights have the names of the attributes
here. Neither may change. :mod:`stuka_env.networks.saved_models` reads and writes such zips.
"""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from stuka_env.game import DEFAULT_GAME
from stuka_env.networks.parts import RosterParts, networks_of, parts_of_space
from stuka_env.networks.score_head import NoScoreHeadError, ScoreHead, frame_indices


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

    def score_inputs(self, observations: Tensor) -> Tensor:
        """Return the inputs of the score head for ``(N, L)``: ``(N, I)``, without gradients.

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


def policy_class(network: dict[str, Any], game: str = DEFAULT_GAME) -> type[ScoringPolicy]:
    """Return the policy class of a configured network of a game: ``{"kind": "structured" | "mlp", ...}``.

    Raises:
        ValueError: the game has no such network.
    """
    if network["kind"] != "structured":
        return DensePolicy
    structured = networks_of(game).structured
    if structured is None:
        raise ValueError(f"network.kind: got 'structured', allowed is 'mlp': {game} has no structured network")
    return structured.policy


def policy_arguments(network: dict[str, Any], score_head: bool = False) -> dict[str, Any]:
    """Return the arguments of the policy class of a configured network, besides the spaces.

    ``mlp`` has ``layers`` (a list of widths), and the other fields of ``structured`` are arguments as they are.
    """
    head = {"score_head": True} if score_head else {}
    if network["kind"] == "structured":
        return {name: value for name, value in network.items() if name != "kind"} | head
    layers = list(network["layers"])
    roster = {"roster": True} if network.get("roster") else {}
    return {"net_arch": {"pi": layers, "vf": layers}, **roster, **head}
