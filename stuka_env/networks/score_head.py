"""The second head of a policy: how many points of the official score the episode will still bring, undiscounted.

It reads what the last layer of the value reads, and the calendar, losses and scores as they stand on the mat: the value
is discounted, and need not know how many missions lie ahead. It is fitted when the policy is finished, moves nothing of
it, and works only when it is asked.
"""

import numpy as np
import torch
from torch import Tensor, nn

from stuka_env.observation import LAYOUT

WIDTH = 64
"""Of its two hidden layers."""
FRAME_BLOCKS = ("war", "count", "track")
"""Blocks of the observation that say which episode it is, how far it has come and what stands in the books."""
SMALLEST_DEVIATION = 1e-3
"""A number that hardly varies where the head is fitted counts as one that varies so much."""


class NoScoreHeadError(ValueError):
    """A policy that has no score head was asked for the score; one line says how it gets one."""


def frame_indices() -> Tensor:
    """Flat indices of what the head reads of the observation, int64 ``(F,)``."""
    parts = [part.indices.reshape(-1) for part in LAYOUT.values() if part.block in FRAME_BLOCKS]
    return torch.from_numpy(np.sort(np.concatenate(parts)))


class ScoreHead(nn.Module):
    """Points still to come, from the value's features and the frame of the war.

    Args:
        features: how many numbers the last layer of the value reads.
    """

    frame: Tensor
    means: Tensor
    deviations: Tensor
    points: Tensor

    def __init__(self, features: int) -> None:
        super().__init__()
        self.register_buffer("frame", frame_indices(), persistent=False)
        inputs = features + len(self.frame)
        self.register_buffer("means", torch.zeros(inputs))
        self.register_buffer("deviations", torch.ones(inputs))
        self.register_buffer("points", torch.tensor([0.0, 1.0]))
        self.layers = nn.Sequential(
            nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1)
        )

    def inputs(self, features: Tensor, observations: Tensor) -> Tensor:
        """What the layers read before it is scaled: ``(N, features)`` and ``(N, 626)`` side by side."""
        return torch.cat((features.float(), observations.float().index_select(1, self.frame)), dim=1)

    def scale_to(self, inputs: Tensor, points: Tensor) -> None:
        """Let mean 0 and deviation 1 stand for those of ``inputs`` ``(M, I)`` and ``points`` ``(M,)``, before a fit."""
        self.means.copy_(inputs.mean(dim=0))
        self.deviations.copy_(inputs.std(dim=0).clamp(min=SMALLEST_DEVIATION))
        self.points.copy_(torch.stack((points.mean(), points.std().clamp(min=SMALLEST_DEVIATION))))

    def scaled(self, inputs: Tensor) -> Tensor:
        """What the layers read."""
        return (inputs - self.means) / self.deviations

    def forward(self, inputs: Tensor) -> Tensor:
        """Points ``(N,)``."""
        expected: Tensor = self.layers(self.scaled(inputs))[:, 0]
        return self.points[0] + self.points[1] * expected
