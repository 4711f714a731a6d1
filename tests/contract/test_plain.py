"""The rules as plain Python, without JIT and with warnings as errors, against the compiled ones: the same bytes."""

import pytest

from stuka_env.game import Game
from tests.support.plain import compare_with_plain_python
from tests.support.samples import GAMES
from tests.support.slow import slow, study


def test_plain_python_and_compiled_code_agree() -> None:
    """The longest id of each game, in one other process, whose start takes long; processes agree, too."""
    compare_with_plain_python([game.ids[-1] for game in GAMES], 150, 5)


@pytest.mark.parametrize("steps", [slow(400), study(4000)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_python_and_compiled_code_agree_for_long(game: Game, steps: int) -> None:
    compare_with_plain_python(game.ids, steps, 0)
