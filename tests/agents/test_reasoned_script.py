"""Scripts of one player differ by their styles, compiled and kept in the cache too."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from agents.reasoned_script import Reasoned, Values, because, player_of, scripts_of, state_value, weigher_of
from stuka_env.compiling import code_cache
from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.verified_cache import digest_of_values
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import Decision
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask
from tests.support.wing.game import Campaign


class Wish(NamedTuple):
    """The style of a player with one wish."""

    actions: tuple[int, int]


@compiled
def play(mat: Mat, charts: Charts, mask: Mask, wish: Wish) -> Reasoned:
    """Wish for the second of two actions."""
    return because(wish.actions[1], 0, 0)


@compiled
def play_first(mat: Mat, charts: Charts, mask: Mask, wish: Wish) -> Reasoned:
    """Wish for the first of two actions."""
    return because(wish.actions[0], 0, 0)


def test_scripts_of_one_module_have_code_of_their_own() -> None:
    """In the cache as well: a script would load the code of another one with another style or player."""
    game = Campaign()
    scripts = [
        scripts_of(__name__, player, wish) for player in (play, play_first) for wish in (Wish((1, 3)), Wish((2, 4)))
    ]
    given = [script.choose(game.mat, game.table.charts, game.mask, 0) for script in scripts]
    reasons = [script.reasoned(game.mat, game.table.charts, game.mask, 0) for script in scripts]
    assert given == [reason.action for reason in reasons] == [3, 4, 1, 2]
    functions = [script.choose.py_func for script in scripts]  # type: ignore[attr-defined]
    assert {function.__code__.co_filename for function in functions} == {__file__}
    assert len({digest_of_values(function) for function in functions}) == 4, "GPUs name their code by it"


@compiled
def compare(mask: Mask, values: Values) -> Reasoned:
    """Prefer the last of the first three actions that is legal."""
    best = 0
    for action in range(3):
        if mask[action]:
            state_value(values, action, 0.5 * action)
            best = action
    return because(best, 0, 0)


@compiled
def obey(mat: Mat, charts: Charts, mask: Mask) -> Reasoned:
    """Follow a rule without values."""
    return because(1, 0, 0)


def test_a_player_states_values_while_it_chooses() -> None:
    """In play the same function gets None for the row."""
    game = Campaign()
    compares = player_of(__name__, dict.fromkeys(tuple(Decision)[1:], compare) | {Decision.RUN: obey})
    charts, mask, values = game.table.charts, np.array([1, 0, 1, 1], np.int8), np.full(4, np.nan)
    game.mat.cursor.decision = Decision.MOVE
    assert scripts_of(__name__, compares).choose(game.mat, charts, mask, 0) == 2
    weigh = weigher_of(__name__, compares)
    assert weigh(game.mat, charts, mask, values).action == 2
    assert values[[0, 2]].tolist() == [0, 1] and np.isnan(values[[1, 3]]).all()
    values[:] = np.nan
    game.mat.cursor.decision = Decision.RUN
    assert weigh(game.mat, charts, mask, values).action == 1 and np.isnan(values).all()


def test_a_player_has_a_function_for_every_decision() -> None:
    cases = dict.fromkeys(Decision, play)
    del cases[Decision.OVER], cases[Decision.MOVE]
    with pytest.raises(ValueError, match="got no function for MOVE"):
        player_of(__name__, cases)


def test_code_of_the_laboratory_for_each_game_has_a_key_of_its_own(tmp_path: Path) -> None:
    """It is not stale after an edit of a file that it imports."""
    (tmp_path / "terms.py").write_text("one = 1\n")
    keyed, home = code_cache.folder_of(tmp_path / "terms.py", "wing"), code_cache.cache_folder("wing")
    if home is None:
        pytest.skip("no cache")
    assert keyed is not None and keyed.parent == home
