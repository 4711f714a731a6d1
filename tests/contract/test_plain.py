"""The rules as plain Python, without JIT and with warnings as errors, against the compiled ones: the same bytes."""

import pytest

from stuka_env.game import Game
from tests.support.plain import compare_with_plain_python
from tests.support.samples import GAMES, IDS

each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each
def test_plain_python_and_compiled_code_agree(game: Game) -> None:
    """All ids of a game share the other process, whose start takes longest; it shows that processes agree, too."""
    compare_with_plain_python(game.ids, 300, 5)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seed", range(3))
def test_plain_python_and_compiled_code_agree_for_long(env_id: str, seed: int) -> None:
    compare_with_plain_python([env_id], 3000, seed)
