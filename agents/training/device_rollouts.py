"""The decisions between two updates on a GPU, where the wars, the network and the optimiser are."""

from collections.abc import Iterator
from typing import Any

import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.buffers import BaseBuffer
from torch import Tensor

from agents.training.config import Config
from stuka_env.io.arguments import argument_error


def check_device(config: Config) -> None:
    """Refuse a training on a GPU where there is none.

    Raises:
        ValueError: There is none, or no library for it; the message is one line.
    """
    if not config.on_gpu:
        return
    try:
        from stuka_env.gpu.tensors import TORCH_DEVICE
        from stuka_env.gpu.vector import check_device as check_cuda
    except ModuleNotFoundError as error:
        raise ValueError(f"device: {error}") from None
    check_cuda()
    if TORCH_DEVICE == "cuda" and not torch.cuda.is_available():
        raise argument_error("device", "cuda", "auto: this PyTorch finds no device of CUDA")


class DeviceRolloutBuffer(MaskableRolloutBuffer):
    """sb3-contrib's buffer as tensors of the network's device, without copies to the CPU."""

    observations: Any
    actions: Any
    rewards: Any
    episode_starts: Any
    log_probs: Any
    values: Any
    advantages: Any
    returns: Any
    action_masks: Any

    def reset(self) -> None:
        """Empty the buffer; the memory is kept."""
        if not hasattr(self, "rewards"):
            self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined] # the actions of a game are Discrete
            self.rewards, self.episode_starts, self.log_probs = self._zeros(), self._zeros(), self._zeros()
            self.observations, self.actions = self._zeros(*self.obs_shape), self._zeros(dtype=torch.int64)
            self.action_masks = self._zeros(self.mask_dims, dtype=torch.bool)
        self.values = self._zeros()
        BaseBuffer.reset(self)

    def _zeros(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Return zeros for every decision: ``(T, N, ...)``."""
        return torch.zeros((self.buffer_size, self.n_envs, *shape), dtype=dtype, device=self.device)

    def add(self, *args: Any, action_masks: Any = None, **kwargs: Any) -> None:
        """Add a decision of every war, with the arguments of sb3-contrib's buffer as tensors."""
        arrays = (self.observations, self.actions, self.rewards, self.episode_starts, self.values, self.log_probs)
        for array, given in zip((*arrays, self.action_masks), (*args, action_masks), strict=True):
            array[self.pos] = given.reshape(array[self.pos].shape)
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def compute_returns_and_advantage(self, last_values: Tensor, dones: Any) -> None:
        """Compute the advantages and returns as sb3's buffer does.

        Args:
            last_values: Values after the last decision, ``(N, 1)``.
            dones: Whether each war ended with it, a tensor of bool ``(N,)``.
        """
        self.advantages = torch.empty_like(self.rewards)
        following, ends, advantage = last_values.flatten(), dones.float(), torch.zeros_like(self.rewards[0])
        for step in reversed(range(self.buffer_size)):
            going = 1.0 - ends
            delta = self.rewards[step] + self.gamma * following * going - self.values[step]
            advantage = delta + self.gamma * self.gae_lambda * going * advantage
            self.advantages[step] = advantage
            following, ends = self.values[step], self.episode_starts[step]
        returns = self.advantages + self.values
        self._columns = (
            *(self.observations, self.actions, self.values, self.log_probs),
            *(self.advantages, returns, self.action_masks),
        )
        # MaskablePPO explains the variance with NumPy.
        self.values, self.returns = self.values.cpu().numpy(), returns.cpu().numpy()

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield the decisions in random order."""
        total = self.buffer_size * self.n_envs
        columns = [column.flatten(0, 1) for column in self._columns]
        for rows in torch.split(torch.randperm(total, device=self.device), batch_size or total):
            yield MaskableRolloutBufferSamples(*[column[rows] for column in columns])
