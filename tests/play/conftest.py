"""Games in Chromium, for the tests of this folder."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.chromium import started
from tests.support.game_server import GameProcess


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started() as chromium:
        yield chromium


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., GameProcess]]:
    """A function that starts a game in the test's folder."""
    games: list[GameProcess] = []

    def start_game(*words: str, command: str = "play") -> GameProcess:
        games.append(GameProcess(tmp_path, *words, command=command))
        return games[-1]

    yield start_game
    for game in games:
        with suppress(ValueError):  # it was killed in the test
            game.close()
