"""Storm of Steel in Gymnasium: a Ju-87 Staffel on the Eastern Front, 1941 to 1943, as four environments.

Importing this registers them, and those of the second game; nothing is compiled before the first one is made.
:func:`fly` and :mod:`vector` are imported when they are first used.
"""

import importlib
from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register

from stuka_env.games.interceptor import register_environments

if TYPE_CHECKING:
    from stuka_env.envs import vector as vector
    from stuka_env.flights.frozen_wars import fly as fly

__version__ = "0.1.0"

ENVIRONMENTS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Stuka/Operation-v0", "Stuka/Campaign-v0")
"""The registered ids; the place in this tuple is the code of :class:`stuka_env.codes.Scale`."""


def _register() -> None:
    """Register the environments with Gymnasium."""
    for scale, name in enumerate(ENVIRONMENTS):
        register(
            name,
            entry_point="stuka_env.envs.single:StukaEnv",
            vector_entry_point="stuka_env.envs.vector:StukaVectorEnv",
            kwargs={"scale": scale},
        )


_register()
register_environments()


def __getattr__(name: str) -> Any:
    """Import :func:`fly` and :mod:`vector` when they are first used, so that importing the package is light."""
    if name == "fly":
        return importlib.import_module("stuka_env.flights.frozen_wars").fly
    if name == "vector":
        return importlib.import_module("stuka_env.envs.vector")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), "fly", "vector"]
