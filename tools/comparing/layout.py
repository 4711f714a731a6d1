"""Access without a public name in both checkouts: policies by name, mats of a vector, names of the flat vector.

The one module to amend when the new layout has other places. Every function tries one place after the other.
"""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

POLICY_PLACES = (("agents.registry", "make_policy"), ("stuka_env.policy", "load_policy"))
"""Functions that make a policy of its name; the second finds only those that the interpreter has installed."""
SIGHT_PLACES = (("stuka_env.policy", "PolicyInput"), ("agents.policy", "Sight"))
"""Inputs of a policy: a named tuple of observations, masks, mats, charts and noise."""
MATS_PLACES = ("mats", "wars.mats", "engine.mats", "engine.wars.mats")
CHARTS_PLACES = ("charts", "wars.charts", "engine.wars.charts")
LAYOUT_PLACES = (
    ("stuka_env.games.stuka.observation", "LAYOUT"),
    ("stuka_env.observation", "LAYOUT"),
)
CHARTS_SHAPE_PLACES = (("stuka_env.games.stuka.charts.shape", "Charts"), ("stuka_env.charts.shape", "Charts"))
CHARTS_LOADER_PLACES = (("stuka_env.games.stuka.charts", "load_charts"), ("stuka_env.charts", "load_charts"))

Pick = Callable[[Any, NDArray[Any], NDArray[np.int8], NDArray[np.int64], NDArray[np.int64]], None]
"""Called with environment, mats, masks, noise and actions; writes an action for each war."""


class LayoutError(RuntimeError):
    """Nothing was found in any of the known places; the message is one line."""


def first_of(places: tuple[tuple[str, str], ...], what: str) -> Any:
    """Return the first of these names in modules that exists."""
    for module, name in places:
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
    known = ", ".join(f"{module}.{name}" for module, name in places)
    raise LayoutError(f"{what}: none of {known}; add its place to tools/comparing/layout.py")


def inside(env: Any, places: tuple[str, ...], what: str) -> Any:
    """Return the first of these attributes that an environment has."""
    for place in places:
        found = env.unwrapped
        for name in place.split("."):
            found = getattr(found, name, None)
        if isinstance(found, np.ndarray):
            return found
    raise LayoutError(f"{what}: none of {', '.join(places)}; add its place to tools/comparing/layout.py")


def mats_of(vector: Any) -> NDArray[Any]:
    """Return the mats of a vector environment, one record a war."""
    found: NDArray[Any] = inside(vector, MATS_PLACES, "mats of a vector")
    return found


def flat_parts() -> dict[str, tuple[tuple[int, ...], NDArray[np.int64]]]:
    """Return the names of the flat observation, with shape and places in the vector."""
    layout = first_of(LAYOUT_PLACES, "names of the flat observation")
    return {name: (tuple(part.shape), np.ravel(part.indices)) for name, part in layout.items()}


def load_policy(name: str) -> Pick:
    """Return a policy of the repository as a function of the driver's arrays."""
    policy = first_of(POLICY_PLACES, "policies by name")(name)
    sight = first_of(SIGHT_PLACES, "what a policy looks at")

    rules: list[NDArray[Any]] = []

    def pick(env: Any, mats: Any, masks: Any, noise: Any, actions: Any) -> None:
        if not rules:
            rules.append(inside(env, CHARTS_PLACES, "charts").copy())
        seen = mats.copy()
        for array in (seen, rules[0]):
            array.flags.writeable = False
        given = {"observations": np.zeros((len(mats), 1), np.float32), "charts": rules[0]}
        policy.act(sight(**given, masks=masks, mats=seen, noise=noise), actions)

    return pick


def kind_name(code: Any) -> str:
    """Return the name of an enum's member, "" for None."""
    return "" if code is None else str(getattr(code, "name", code))
