"""Arrays of the device as tensors of PyTorch, which share their memory.

numba-cuda and PyTorch work on the default stream of CUDA, so each reads what the other has written before.
"""

from stuka_env.gpu.device_code import IS_SIMULATED
from stuka_env.gpu.memory import DeviceArray
from stuka_env.io.extras import imports_of

with imports_of("sb3"):
    import torch

TORCH_DEVICE = "cpu" if IS_SIMULATED else "cuda"
"""PyTorch's name of the device with the wars. The simulator keeps its arrays in the memory of the CPU."""


def tensor(array: DeviceArray) -> torch.Tensor:
    """Return an array as a tensor, without a copy."""
    return torch.as_tensor(array, device=TORCH_DEVICE)
