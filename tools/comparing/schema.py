"""The names a checkout has, before anything is played: fields of the mat, keys of the observation, kinds, spaces."""

from typing import Any

import gymnasium
import numpy as np

from . import layout
from .plan import IDS
from .recorder import Recorder
from .values import leaves

Schema = dict[str, dict[str, str]]
"""For each table of names, the checkout's own names with what they are; "spaces" has what is not renamed."""


def make_schema(recorder: Recorder) -> Schema:
    """Return the names of this checkout."""
    env: Any = gymnasium.make(IDS[2], journal=True, observation="mat", disable_env_checker=True)
    flat: Any = gymnasium.make(IDS[2], disable_env_checker=True)
    _, info = env.reset(seed=0)
    unwrapped = env.unwrapped
    kinds = type(unwrapped.journal[0].kind)
    chart = next(entry.chart for entry in unwrapped.journal if entry.chart is not None)
    return {
        "mat": {path: f"shape {np.shape(offsets)}" for path, _, offsets in leaves(unwrapped.mat.dtype)},
        "observation": {key: box_text(box) for key, box in env.observation_space.spaces.items()},
        "journal": {layout.kind_name(kind): "kind" for kind in kinds},
        "chart": {layout.kind_name(one): "chart" for one in type(chart)},
        "info": dict.fromkeys(paths(info), "key"),
        "state": dict.fromkeys(paths(unwrapped.get_state()), "key"),
        "spaces": {
            "actions": str(env.action_space),
            "mask": str(info["action_mask"].dtype),
            "flat length": str(flat.observation_space.shape),
            "flat dtype": str(flat.observation_space.dtype),
        },
    }


def box_text(box: Any) -> str:
    """Return a box on one line."""
    return f"{box.dtype} {box.shape} from {box.low.min():g} to {box.high.max():g}"


def paths(mapping: dict[str, Any], head: str = "") -> list[str]:
    """Return the path of each value in a dict of dicts."""
    found: list[str] = []
    for key, value in mapping.items():
        found += paths(value, f"{head}{key}.") if isinstance(value, dict) else [f"{head}{key}"]
    return found
