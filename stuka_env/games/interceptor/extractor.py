"""A features extractor for compact observations; needs the extra ``sb3``."""

import gymnasium
import numpy as np

from stuka_env.extras import imports_of
from stuka_env.games.interceptor.observation import LOW, SCALE, discards_of_compact, length_of
from stuka_env.games.interceptor.observation.layout import (
    CODE_PLACES,
    FULL,
    ONE_HOT_SOURCES,
    ONE_HOTS_FIRST,
    SHARES_PLACE,
)

with imports_of("sb3"):
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class CompactExtractor(BaseFeaturesExtractor):
    """A features extractor that turns a compact observation into the flat one, bit for bit, on the network's device.

    Use it with ``MultiInputPolicy`` and ``observation="compact"``. The rollout buffer or the replay memory then stores
    one byte instead of most floats::

        MaskablePPO("MultiInputPolicy", env, policy_kwargs={"features_extractor_class": CompactExtractor})
    """

    scale: torch.Tensor
    low: torch.Tensor
    one_hot_places: torch.Tensor
    one_hot_codes: torch.Tensor

    def __init__(self, observation_space: gymnasium.spaces.Dict) -> None:
        """Register the scales and places of the observation as buffers of the network.

        Raises:
            ValueError: the observation space is not the compact one.
        """
        discards = discards_of_compact(observation_space)
        if discards is None:
            raise ValueError('observation_space: not the compact one; make the environment with observation="compact"')
        super().__init__(observation_space, length_of(discards))
        places = np.append(CODE_PLACES, np.arange(SHARES_PLACE, FULL))[: _integers(observation_space)]
        constants = {
            "scale": SCALE[places],
            "low": LOW[places],
            "one_hot_places": ONE_HOT_SOURCES[:, 0],
            "one_hot_codes": ONE_HOT_SOURCES[:, 1],
        }
        for name, values in constants.items():
            self.register_buffer(name, torch.tensor(np.array(values)), persistent=False)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the flat observation, float32 ``(N, L)``.

        Args:
            observations: ``codes``, ``(N, C)``, and with counted discards ``tracks``, ``(N, SHARES)``, of any dtype.
        """
        codes = observations["codes"].float()
        tracks = [observations["tracks"].float()] if "tracks" in observations else []
        numbers = torch.cat([codes, *tracks], dim=1) * self.scale
        seen = torch.minimum(torch.maximum(numbers, self.low), torch.ones_like(numbers))
        one_hots = (codes[:, self.one_hot_places] == self.one_hot_codes).float()
        return torch.cat([seen[:, :ONE_HOTS_FIRST], one_hots, seen[:, ONE_HOTS_FIRST:]], dim=1)


def _integers(compact: gymnasium.spaces.Dict) -> int:
    """Return the number of integers of a compact observation."""
    return sum(int(np.prod(box.shape or ())) for box in compact.spaces.values())
