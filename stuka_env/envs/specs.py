"""Gymnasium's ``EnvSpec`` of the environments of this package, from which ``gymnasium.make`` makes them again."""

import os
from enum import Enum
from typing import Any

from gymnasium.envs.registration import EnvSpec


class PlainSpec:
    """A part of an environment whose ``spec`` can be written as JSON: its arguments are plain values."""

    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """The id and the arguments of the environment; None unless Gymnasium has made it."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec.kwargs = {name: _plain(value) for name, value in spec.kwargs.items()}
        self._spec = spec


def _plain(value: Any) -> Any:
    """Return a path as text, and a member of an enum as the word that the arguments take."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value.name.lower() if isinstance(value, Enum) else value
