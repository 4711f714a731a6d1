"""Observations together with their action mask, as a Dict."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

MASK_KEY, OBS_KEY = "action_mask", "observation"
"""Keys of the mask and of an observation that is an array."""


def masked_space(
    seen: gymnasium.Space[Any], actions: int, mask_key: str = MASK_KEY, obs_key: str = OBS_KEY
) -> gymnasium.spaces.Dict:
    """Return the space of :func:`with_mask`: the mask, and the arrays of a Dict or one array called ``obs_key``.

    The mask is a Box of int8 from 0 to 1, because more libraries accept a Box in a Dict than a MultiBinary.

    Raises:
        ValueError: a part of the observation is called ``mask_key``.
    """
    parts = dict(seen.spaces) if isinstance(seen, gymnasium.spaces.Dict) else {obs_key: seen}
    if mask_key in parts:
        raise ValueError(f"mask_key: got {mask_key!r}, allowed is a name that no part of the observation has")
    parts[mask_key] = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
    return gymnasium.spaces.Dict(parts)


def with_mask(seen: Any, mask: NDArray[np.int8], mask_key: str = MASK_KEY, obs_key: str = OBS_KEY) -> dict[str, Any]:
    """Join the observation ``seen`` and the ``mask`` in one dict; of one war or of many."""
    parts = seen if isinstance(seen, dict) else {obs_key: seen}
    return {**parts, mask_key: mask}
