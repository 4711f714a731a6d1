"""Games by name: a game registers itself and its environments when its package is imported.

Distributions declare the packages of their games as entry points of the group :data:`GAMES_GROUP`::

    [project.entry-points."stuka_env.games"]
    dogfight = "dogfight"

The name of an entry point is that of the game, and that of its package without the packages around it. Entry points
are read when all games are asked for, or one that is not registered. A game that cannot be imported costs one line.
Their library is imported then, as that of messages is, so that importing this package stays fast.
"""

import functools
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gymnasium.envs.registration import register

from stuka_env.game_packages import DEFAULT_GAME, PACKAGES, GamePackage

GAMES_GROUP = "stuka_env.games"
"""Group of the entry points of games."""


def register_game(package: str, file: str, ids: Sequence[str]) -> None:
    """Register a game and its environments; the package of the game calls this when it is imported.

    Args:
        package: the ``__name__`` of the package; its last part is the name of the game.
        file: the ``__file__`` of the package.
        ids: the ids of the environments, in the order of the game's scales.

    Raises:
        ValueError: another package has registered a game of this name.
    """
    name = package.rpartition(".")[2]
    known = PACKAGES.setdefault(name, GamePackage(package, Path(file).resolve().parent, tuple(ids)))
    if known.name != package:
        raise ValueError(f"game: got {name!r} of the package {package}, which is registered by {known.name}")
    for scale, env in enumerate(ids):
        register(
            env,
            entry_point="stuka_env.envs.single:StukaEnv",
            vector_entry_point="stuka_env.devices:make_vector",
            kwargs={"game": name, "scale": scale},
        )


@functools.cache
def import_games() -> None:
    """Import the games of all installed distributions, so that they are registered."""
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GAMES_GROUP), key=lambda each: each.name):
        if entry.name not in PACKAGES:
            try:
                importlib.import_module(entry.module)
            except Exception as error:
                warn_of_game(entry.name, error)


def warn_of_game(name: str, error: Exception) -> None:
    """Print once that a game cannot be imported."""
    from stuka_env.quoting import printable
    from stuka_env.verified_cache import say_once  # with Numba, which takes a second to import

    reason = printable(f"{type(error).__name__}: {error}")
    say_once(f"game {name}", f"the game {name} cannot be imported and is left out ({reason})")


def game_names() -> tuple[str, ...]:
    """Return the names of all installed games: the default one, the others of its distribution, then by name."""
    import_games()
    own = PACKAGES[DEFAULT_GAME].distribution
    return tuple(sorted(PACKAGES, key=lambda name: (name != DEFAULT_GAME, PACKAGES[name].distribution != own, name)))


def env_ids() -> tuple[str, ...]:
    """Return the ids of the environments of all installed games."""
    return tuple(env for name in game_names() for env in PACKAGES[name].ids)


def game_package(name: Any) -> GamePackage:
    """Return the package of a game by the name of the game.

    Raises:
        ValueError: no game of this name is installed.
    """
    if isinstance(name, str) and name in PACKAGES:
        return PACKAGES[name]
    from stuka_env.arguments import one_of

    return PACKAGES[one_of("game", name, game_names())]
