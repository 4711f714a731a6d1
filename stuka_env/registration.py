"""Games by name: the games of this package, and those that other distributions declare.

Distributions declare their games as entry points of the group :data:`GAMES_GROUP`. The name of an entry point has the
ids of the environments, in the order of the game's scales and with a space between them. Its value is the package of
the game, whose last part is the name of the game::

    [project.entry-points."stuka_env.games"]
    "Dogfight/Fight-v0" = "dogfight"

The import of this package reads the entry points and registers the ids. A game registers itself when its package is
imported, which happens when one of its environments is made or all games are asked for. A game that cannot be imported
costs one line.
"""

import functools
import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.envs.registration import register

from stuka_env.io.game_packages import DEFAULT_GAME, PACKAGES, GamePackage
from stuka_env.io.quoting import older_format

GAMES_GROUP = "stuka_env.games"
"""Group of the entry points of games."""
DECLARED: dict[str, tuple[str, tuple[str, ...]]] = {}
"""The packages of the games of other distributions and their ids, by the names of the games."""


def register_game(package: str, file: str, ids: Sequence[str]) -> None:
    """Register a game and its environments; the package of the game calls this when it is imported.

    Args:
        package: the ``__name__`` of the package, or of the one module of a game; its last part is the game's name.
        file: its ``__file__``.
        ids: the ids of the environments, in the order of the game's scales.

    Raises:
        ValueError: another package has registered a game of this name, or its entry point declares other ids.
    """
    name = package.rpartition(".")[2]
    home = Path(file).resolve()
    home = home.parent if home.name == "__init__.py" else home
    known = PACKAGES.get(name, GamePackage(package, home, tuple(ids)))
    if known.name != package:
        raise ValueError(f"game: got {name!r} of the package {package}, which is registered by {known.name}")
    declared, declared_ids = DECLARED.get(name, (package, known.ids))
    if declared == package and declared_ids != known.ids:
        raise ValueError(f"game: {package} has the ids {known.ids}, its entry point declares {declared_ids}")
    PACKAGES[name] = known
    _register_ids(name, known.ids)


def _register_ids(name: str, ids: Sequence[str]) -> None:
    """Register environments of a game, unless they are registered already.

    Raises:
        ValueError: another game has an environment of this id.
    """
    for scale, env in enumerate(ids):
        kwargs, known = {"game": name, "scale": scale}, gymnasium.registry.get(env)
        if known is None:
            register(
                env,
                entry_point="stuka_env.envs.single:StukaEnv",
                vector_entry_point="stuka_env.flights.frozen_wars:make_vector",
                kwargs=kwargs,
            )
        elif known.kwargs != kwargs:
            raise ValueError(f"game: got the id {env} of {name}, which is registered already")


def register_declared_games() -> None:
    """Register the ids that the entry points of other distributions declare, without an import of a game."""
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GAMES_GROUP), key=lambda each: each.name):
        name, ids = entry.module.rpartition(".")[2], tuple(entry.name.split())
        try:
            if name in PACKAGES or name in DECLARED:
                continue
            if "/" not in entry.name:
                raise ValueError(older_format(f"game: got the entry point {entry.name!r}, allowed is one named by ids"))
            _register_ids(name, ids)
            DECLARED[name] = entry.module, ids
        except (ValueError, gymnasium.error.Error) as error:
            warn_of_game(name, error)


@functools.cache
def import_games() -> None:
    """Import the games of all installed distributions; one that cannot be imported is left out with a line."""
    for name in DECLARED:
        try:
            _import_package(name)
        except ValueError as error:
            warn_of_game(name, error)


def _import_package(name: str) -> None:
    """Import the package of a game that an entry point declares, which registers it.

    Raises:
        ValueError: it cannot be imported, or does not register the game.
    """
    if name not in PACKAGES:
        package, _ = DECLARED[name]
        with game_import(name):
            module = importlib.import_module(package)
        if module.__spec__ is not None and module.__spec__.origin is None:
            raise ValueError(
                f"game: {package} is the folder {next(iter(module.__path__))} here, which hides the module of the "
                "game; start Python in another folder"
            )
        if name not in PACKAGES:
            raise ValueError(f"game: the package {package} does not register {name!r}")


@contextmanager
def game_import(name: str) -> Iterator[None]:
    """Turn an error of an import inside the block into one line about the game.

    Raises:
        ValueError: the game cannot be imported.
    """
    try:
        yield
    except Exception as error:
        raise ValueError(f"game: {name} cannot be imported ({type(error).__name__}: {error})") from error


def warn_of_game(name: str, error: Exception) -> None:
    """Print once that a game is left out."""
    from stuka_env.compiling.verified_cache import say_once  # with Numba, which takes a second to import
    from stuka_env.io.quoting import printable

    say_once(f"game {name}", printable(f"{error}; {name} is left out"))


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
        ValueError: no game of this name is installed, or it cannot be imported.
    """
    if isinstance(name, str) and name in DECLARED:
        _import_package(name)
    if isinstance(name, str) and name in PACKAGES:
        return PACKAGES[name]
    from stuka_env.io.arguments import one_of

    return PACKAGES[one_of("game", name, game_names())]
