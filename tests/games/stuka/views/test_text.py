"""The mat as text: width, what is shown, a golden picture of a small position."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import stuka_env  # noqa: F401
from stuka_env.game import game_named
from stuka_env.views.show import text_of
from stuka_env.views.text import TEXT_WIDTH
from tests.support.places import GOLDEN
from tests.support.small import small_mat

STUKA = game_named("stuka")


def test_golden() -> None:
    """Re-make the file by printing ``text_of`` of the small mat, after looking at what changed."""
    legal = [(99, "Drop the bombs"), (100, "Rudel Gamble")]
    assert text_of(STUKA, small_mat(), (), legal) == (GOLDEN / "render_kette.txt").read_text(encoding="utf-8")


def test_long_labels_are_cut_to_the_width() -> None:
    picture = text_of(STUKA, small_mat(), (), [(1, "x" * 300)])
    assert max(map(len, picture.splitlines())) == TEXT_WIDTH


@pytest.mark.parametrize("name", ["Stuka/Mission-v0", "Stuka/Campaign-v0"])
def test_a_whole_war_stays_within_the_width(name: str) -> None:
    env = gymnasium.make(name, journal=True, disable_env_checker=True)
    _, info = env.reset(seed=3)
    dice = np.random.default_rng(3)
    over, steps = False, 0
    while not over and steps < 120:
        war: Any = env.unwrapped
        picture = text_of(STUKA, war.mat, war.journal[-20:], war.legal_actions())
        assert max(map(len, picture.splitlines())) <= TEXT_WIDTH
        assert "None" not in picture and "np." not in picture
        _, _, over, _, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
    assert steps > 1
