"""A features extractor for compact observations of any game; needs the extra ``sb3``."""

import gymnasium
import numpy as np

from stuka_env.io.extras import imports_of
from stuka_env.wrappers import layout_of_compact

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
    places: torch.Tensor
    one_hots: torch.Tensor
    gathered: torch.Tensor
    gathered_scale: torch.Tensor

    def __init__(self, observation_space: gymnasium.spaces.Dict) -> None:
        """Register the scales and places of the observation as buffers of the network.

        Raises:
            ValueError: the observation space is not the compact one.
        """
        try:
            layout = layout_of_compact(observation_space)
        except ValueError:
            raise ValueError(
                'observation_space: not the compact one; make the environment with observation="compact"'
            ) from None
        super().__init__(observation_space, layout.length)
        places = np.append(layout.code_places, layout.track_places)
        constants = {
            "places": places,
            "scale": layout.scale[places],
            "low": layout.low[places],
            "one_hots": layout.one_hot_sources,
            "gathered": layout.gathered_sources,
            "gathered_scale": layout.scale[layout.gathered_sources[:, 0]],
        }
        for name, values in constants.items():
            self.register_buffer(name, torch.tensor(np.array(values)), persistent=False)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return the flat observation, float32 ``(N, L)``.

        Args:
            observations: ``codes``, ``(N, C)``, and in a layout with tracks ``tracks``, ``(N, T)``, of any dtype.
        """
        codes = observations["codes"].float()
        tracks = [observations["tracks"].float()] if "tracks" in observations else []
        numbers = torch.cat([codes, *tracks], dim=1) * self.scale
        flat = torch.zeros(len(codes), self.features_dim, device=codes.device)
        flat[:, self.places] = torch.minimum(torch.maximum(numbers, self.low), torch.ones_like(numbers))
        place, source, code = self.one_hots.T
        flat[:, place] = (codes[:, source] == code).float()
        if len(self.gathered):
            place, reference, first, step = self.gathered.T
            things = codes[:, reference].long()
            found = codes.gather(1, first + step * (things - 1).clamp(min=0))
            flat[:, place] = torch.where(things > 0, found * self.gathered_scale, 0.0)
        return flat
