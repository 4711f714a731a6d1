"""The decisions between two updates: sb3-contrib's buffer, less what it copies for nothing."""

from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer


class RolloutBuffer(MaskableRolloutBuffer):
    """Masks as bytes, a quarter of what they take there; a batch, which is a copy already, is not copied once more."""

    def reset(self) -> None:
        """Empty it."""
        super().reset()
        self.action_masks = np.zeros((self.buffer_size, self.n_envs, self.mask_dims), np.int8)

    def to_torch(self, array: np.ndarray[Any, Any], copy: bool = True) -> torch.Tensor:
        """The array as a tensor, on the buffer's device."""
        return torch.as_tensor(array, device=self.device)
