"""Functions of the laboratory that are written once and compiled for each game."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

from stuka_env.compiling.compilation import compiled_copy

Function = TypeVar("Function", bound=Callable[..., Any])

_WRITTEN_ONCE: dict[str, list[FunctionType]] = defaultdict(list)
"""The functions that are compiled for each game, by their modules, callees before callers."""


def for_each_game(function: Function) -> Function:
    """Mark a function that is compiled for each game."""
    assert isinstance(function, FunctionType)
    _WRITTEN_ONCE[function.__module__].append(function)
    return function


def copies_for(home: str, module: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names of a module as a game sees them: its functions for each game are copies for this game.

    The copies count as code of the game's module, so the digest of the cache has its sources and those of ``module``.

    Args:
        home: the name of the game's module.
        module: the name of the module that has the functions.
        names: names of the game in place of those of the module; others are not used.
    """
    functions = _WRITTEN_ONCE[module]
    own_names = dict(functions[0].__globals__)
    own_names |= {name: part for name, part in names.items() if name in own_names and not name.startswith("__")}
    for function in functions:
        if own_names[function.__name__] is function:
            own_names[function.__name__] = compiled_copy(function, own_names, home, function.__name__)
    return own_names
