"""The games whose replays are read: a file names its game by the id of the environment."""

import importlib
import os
from types import ModuleType
from typing import Any

import gymnasium

from stuka_env import ENVIRONMENTS
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import ACTIONS as INTERCEPTOR_ACTIONS
from stuka_env.games.stuka.codes import ACTIONS
from stuka_env.reading import FileError, read_json
from stuka_env.replay.file import LARGEST_REPLAY, Replay, ReplayError, ReplayGame, read_contents

FIRST_GAME = ReplayGame(
    environments=ENVIRONMENTS,
    words=("operation", "segment", "duration", "charts"),
    flags=(),
    actions=ACTIONS,
    room="stuka_env.replay",
)
"""The first game."""
SECOND_GAME = ReplayGame(
    environments=INTERCEPTOR_ENVIRONMENTS,
    words=("start", "month", "unit", "track", "reward", "charts"),
    flags=("fatigue", "enemy_quality", "advanced_maneuvers"),
    actions=INTERCEPTOR_ACTIONS,
    room="stuka_env.games.interceptor.replay",
)
"""The second game."""
GAMES = (FIRST_GAME, SECOND_GAME)
"""All games."""


def game_of_env(env: gymnasium.Env[Any, Any]) -> ReplayGame | None:
    """Return the game of a single environment, wrapped or not; None for an environment of another package."""
    classes = {f"{kind.__module__}:{kind.__qualname__}" for kind in type(env.unwrapped).__mro__}
    own: Any = env.unwrapped
    if gymnasium.spec(ENVIRONMENTS[0]).entry_point not in classes:
        return None
    return next((game for game in GAMES if own.game.ids == game.environments), None)


def room_module(game: ReplayGame, name: str) -> ModuleType:
    """Return the module ``run`` or ``take`` of a game, imported on demand."""
    return importlib.import_module(f"{game.room}.{name}")


def from_json(contents: Any) -> Replay:
    """Return the replay in the contents of a file.

    Raises:
        ReplayError: the contents are no complete replay of this format.
    """
    return read_contents(contents, GAMES)


def load(path: str | os.PathLike[str]) -> Replay:
    """Read a replay of any game. :func:`stuka_env.replay.verify` checks whether it leads to its digest.

    Raises:
        ReplayError: the file cannot be read, or is no complete replay of this format.
    """
    try:
        return from_json(read_json(path, LARGEST_REPLAY))
    except (FileError, ReplayError) as error:
        raise ReplayError(f"{os.fspath(path)!r}: {error}") from None


def verified_summary(path: str, charts: str | None) -> str:
    """Verify the replay in a file, of any game, and return it in one line.

    Args:
        path: the file.
        charts: a folder of charts that replaces the replay's.

    Raises:
        ReplayError: the file cannot be read, or does not lead to its digest.
    """
    replay = load(path)
    (game,) = (game for game in GAMES if replay.env in game.environments)
    run = room_module(game, "run")
    try:
        return str(run.summary(replay, run.verify(replay, charts)))
    except ReplayError as error:
        raise ReplayError(f"{path!r}: {error}") from None
