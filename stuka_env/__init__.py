"""Solitaire air wargames in Gymnasium: a Ju-87 Staffel, a fighter pilot's career, a bomber squadron, air support.

Importing this registers their environments; nothing is compiled before the first one is made.
:func:`fly` and :mod:`vector` are imported when they are first used.
"""

import importlib
import os
from typing import TYPE_CHECKING, Any

if not os.path.isdir(__path__[0]):  # the charts are read as files, and compiled code is kept by its sources
    raise ImportError(f"stuka_env: {os.path.dirname(__path__[0])} is a zip file; install it with pip, or unpack it")

from stuka_env.games import interceptor, stuka, support, wing
from stuka_env.registration import register_declared_games
from stuka_env.version import __version__ as __version__

if TYPE_CHECKING:
    from stuka_env.envs import vector as vector
    from stuka_env.flights.frozen_wars import fly as fly

ENVIRONMENTS = stuka.STUKA_ENVIRONMENTS
"""The ids of the first game."""
ALL_ENVIRONMENTS = (
    *stuka.STUKA_ENVIRONMENTS,
    *interceptor.INTERCEPTOR_ENVIRONMENTS,
    *support.SUPPORT_ENVIRONMENTS,
    *wing.WING_ENVIRONMENTS,
)
"""The ids of all games."""


def __getattr__(name: str) -> Any:
    """Import :func:`fly` and :mod:`vector` when they are first used, so that importing the package is light."""
    if name == "fly":
        return importlib.import_module("stuka_env.flights.frozen_wars").fly
    if name == "vector":
        return importlib.import_module("stuka_env.envs.vector")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), "fly", "vector"]


register_declared_games()
