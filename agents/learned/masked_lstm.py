"""A network with an LSTM and masks, for sb3-contrib's RecurrentPPO in environments with ``mask_in_observation``.

RecurrentPPO knows no masks. So the observation carries the mask, and this policy alone restricts its actions to it; the
LSTM reads the flat observation.
"""

from typing import Any

import gymnasium
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.recurrent.policies import RecurrentActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from stuka_env.envs.masks import MASK_KEY, OBS_KEY

State = tuple[Tensor, Tensor]
"""Hidden and cell state of an LSTM, both ``(layers, N, width)``."""


class FlatPart(BaseFeaturesExtractor):
    """The flat observation of an observation that carries the mask."""

    def __init__(self, observation_space: gymnasium.spaces.Dict) -> None:
        length = observation_space[OBS_KEY].shape
        assert length is not None
        super().__init__(observation_space, length[0])

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """Return the flat observation."""
        return observations[OBS_KEY]


class MaskedLstmPolicy(RecurrentActorCriticPolicy):
    """An LSTM before dense layers, for the policy and for the value, which takes legal actions only.

    The arguments are those of sb3-contrib's class without the features extractor.
    """

    reads_odds = False
    score_net = None

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords | {"features_extractor_class": FlatPart})
        self._masks: Any = None

    @property
    def lstm(self) -> nn.LSTM:
        """The LSTM of the policy."""
        return self.lstm_actor

    def forward(self, obs: Any, *arguments: Any, **keywords: Any) -> Any:
        """Return actions, values, log-probabilities and the next states."""
        self._masks = obs[MASK_KEY]
        return super().forward(obs, *arguments, **keywords)

    def evaluate_actions(self, obs: Any, *arguments: Any, **keywords: Any) -> Any:
        """Return values, log-probabilities and entropies of actions in sequences."""
        self._masks = obs[MASK_KEY]
        return super().evaluate_actions(obs, *arguments, **keywords)

    def get_distribution(self, obs: Any, *arguments: Any, **keywords: Any) -> Any:
        """Return the distribution of the action, and the next state."""
        self._masks = obs[MASK_KEY]
        return super().get_distribution(obs, *arguments, **keywords)

    def _get_action_dist_from_latent(self, latent_pi: Tensor) -> Any:
        assert isinstance(self.action_space, gymnasium.spaces.Discrete)
        chances = MaskableCategoricalDistribution(int(self.action_space.n))
        chances.proba_distribution(self.action_net(latent_pi))
        chances.apply_masking(self._masks)
        return chances

    def log_probs_after(self, observations: Tensor, state: State) -> tuple[Tensor, State]:
        """Return the log-probabilities of all actions, legal or not, ``(N, ACTIONS)``, and the next state.

        Args:
            observations: flat, ``(N, L)``.
            state: the state of the policy's LSTM.
        """
        features, after = self.lstm_actor(observations[None], state)
        return self.action_net(self.mlp_extractor.forward_actor(features[0])).log_softmax(dim=1), after
