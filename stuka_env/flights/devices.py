"""The vector environment of the registered ids, on the CPU or on a GPU."""

from typing import Any

from gymnasium.vector import VectorEnv

from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.io.arguments import one_of

DEVICES = ("cpu", "cuda")
"""Devices that step wars."""


def make_vector(
    num_envs: int, game: str, scale: int, *, device: str = "cpu", **arguments: Any
) -> VectorEnv[Any, Any, Any]:
    """Return the vector environment on a device.

    Args:
        num_envs: number of wars.
        game: the name of the game.
        scale: length of an episode, a code of the game's ``Scale``.
        device: "cpu", or "cuda" for a GPU with the extra ``cuda``.
        arguments: the arguments of :class:`stuka_env.envs.vector.StukaVectorEnv`.

    Raises:
        ValueError: an argument is not allowed; the message names it, its value and the allowed values.
        TypeError: the game has no argument of this name.
        ModuleNotFoundError: the extra ``cuda`` is not installed.
    """
    if one_of("device", device, DEVICES) == "cpu":
        return StukaVectorEnv(num_envs, game, scale, **arguments)
    from stuka_env.gpu.vector import DeviceVectorEnv

    return DeviceVectorEnv(num_envs, game, scale, device=device, **arguments)
