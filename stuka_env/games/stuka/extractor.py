"""A features extractor for compact observations; needs the extra ``sb3``."""

import gymnasium
import numpy as np

from stuka_env.extras import imports_of
from stuka_env.games.stuka.observation import BYTES, LENGTH, LOW, SCALE, WORDS, space
from stuka_env.games.stuka.observation.layout import ONE_HOT_SOURCES, PERSON_STEP, SEAT_SOURCES

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
    seat_places: torch.Tensor
    seat_persons: torch.Tensor
    seat_scale: torch.Tensor

    def __init__(self, observation_space: gymnasium.spaces.Dict) -> None:
        """Register the scales and places of the observation as buffers of the network.

        Raises:
            ValueError: the observation space is not the compact one.
        """
        if observation_space != space("compact"):
            raise ValueError('observation_space: not the compact one; make the environment with observation="compact"')
        super().__init__(observation_space, LENGTH)
        constants = {
            "scale": SCALE[: BYTES + WORDS],
            "low": LOW[: BYTES + WORDS],
            "one_hot_places": ONE_HOT_SOURCES[:, 0],
            "one_hot_codes": ONE_HOT_SOURCES[:, 1],
            "seat_places": SEAT_SOURCES[:, 0],
            "seat_persons": SEAT_SOURCES[:, 1],
            "seat_scale": SCALE[BYTES + WORDS + len(ONE_HOT_SOURCES) :],
        }
        for name, values in constants.items():
            self.register_buffer(name, torch.tensor(np.array(values)), persistent=False)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the flat observation, float32 ``(N, observation.LENGTH)``.

        Args:
            observations: ``codes``, ``(N, BYTES)``, and ``tracks``, ``(N, WORDS)``, of any dtype.
        """
        codes = observations["codes"].float()
        numbers = torch.cat([codes, observations["tracks"].float()], dim=1) * self.scale
        seen = torch.minimum(torch.maximum(numbers, self.low), torch.ones_like(numbers))
        one_hots = (codes[:, self.one_hot_places] == self.one_hot_codes).float()
        places = codes[:, self.seat_places].long()
        persons = codes.gather(1, self.seat_persons + PERSON_STEP * (places - 1).clamp(min=0))
        return torch.cat([seen, one_hots, torch.where(places > 0, persons * self.seat_scale, 0.0)], dim=1)
