"""The score head: it predicts the undiscounted points of the official score from here to the end of the episode.

Its inputs are those of the last layer of the value, and the calendar, losses and scores on the mat. The value alone is
not enough: it is discounted, and need not know how many missions are to come. The head is fitted to the finished
policy, changes nothing of it, and computes only when it is called.
"""

import numpy as np
import torch
from torch import Tensor, nn

from stuka_env.networks.parts import NetworkParts

SCORE_WIDTH = 64
"""Width of the two hidden layers."""
SMALLEST_DEVIATION = 1e-3
"""Smallest deviation by which a number is scaled."""


class NoScoreHeadError(ValueError):
    """The score was requested of a policy without a score head; the message says how to add one."""


def frame_indices(networks: NetworkParts) -> Tensor:
    """Return the flat indices of the head's inputs in the observation of a game, int64 ``(F,)``."""
    layout = next(iter(networks.layouts.values())).parts.values()
    parts = [part.indices.reshape(-1) for part in layout if part.block in networks.frame]
    return torch.from_numpy(np.sort(np.concatenate(parts)))


class ScoreHead(nn.Module):
    """The points to come, from the value's features and the frame of the war.

    Args:
        features: inputs of the last layer of the value.
        frame: flat indices of its inputs in the observation, int64 ``(F,)``.
    """

    frame: Tensor
    means: Tensor
    deviations: Tensor
    points: Tensor

    def __init__(self, features: int, frame: Tensor) -> None:
        super().__init__()
        self.register_buffer("frame", frame, persistent=False)
        inputs = features + len(frame)
        self.register_buffer("means", torch.zeros(inputs))
        self.register_buffer("deviations", torch.ones(inputs))
        self.register_buffer("points", torch.tensor([0.0, 1.0]))
        self.layers = nn.Sequential(
            nn.Linear(inputs, SCORE_WIDTH),
            nn.ReLU(),
            nn.Linear(SCORE_WIDTH, SCORE_WIDTH),
            nn.ReLU(),
            nn.Linear(SCORE_WIDTH, 1),
        )

    def inputs(self, features: Tensor, observations: Tensor) -> Tensor:
        """Return the inputs before they are scaled: ``(N, features)``, and those of ``(N, L)`` that it reads."""
        return torch.cat((features.float(), observations.float().index_select(1, self.frame)), dim=1)

    def scale_to(self, inputs: Tensor, points: Tensor) -> None:
        """Scale to mean 0 and deviation 1 of ``inputs`` ``(M, I)`` and ``points`` ``(M,)``; call it before a fit."""
        self.means.copy_(inputs.mean(dim=0))
        self.deviations.copy_(inputs.std(dim=0).clamp(min=SMALLEST_DEVIATION))
        self.points.copy_(torch.stack((points.mean(), points.std().clamp(min=SMALLEST_DEVIATION))))

    def scaled(self, inputs: Tensor) -> Tensor:
        """Return the scaled inputs."""
        return (inputs - self.means) / self.deviations

    def forward(self, inputs: Tensor) -> Tensor:
        """Return the points ``(N,)``."""
        expected: Tensor = self.layers(self.scaled(inputs))[:, 0]
        return self.points[0] + self.points[1] * expected
