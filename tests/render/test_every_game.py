"""Render modes and notebooks of every game."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import AddRenderObservation

from stuka_env.envs.single import RENDER_MODES, StukaEnv
from stuka_env.game import game_named, game_names, games
from stuka_env.render.pages import HEIGHT, WIDTH
from stuka_env.views.show import mat_view, text_of
from tests.support.each import each
from tests.support.notebook import notebook_text
from tests.support.playing import choose

pytest.importorskip("pygame")
SHORTEST = [each.ids[0] for each in games()]


def made(env_id: str, **arguments: Any) -> StukaEnv:
    env = gymnasium.make(env_id, **arguments).unwrapped
    assert isinstance(env, StukaEnv)
    return env


@each("mode", RENDER_MODES)
@each("env_id", SHORTEST)
def test_check_env(env_id: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(StukaEnv.metadata, "render_fps", 1_000)  # a window waits for nobody
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id, render_mode=mode).unwrapped)


@each("env_id", SHORTEST)
def test_a_wrapper_observes_the_picture(env_id: str) -> None:
    env: Any = AddRenderObservation(gymnasium.make(env_id, render_mode="rgb_array"), render_only=True)
    seen, info = env.reset(seed=1)
    for _ in range(3):
        action = int(choose(env.unwrapped.action_masks(), np.random.default_rng(1)))
        after, *_ = env.step(action)
        assert after.shape == (HEIGHT, WIDTH, 3) and after.dtype == np.uint8 and (after != seen).any()
        seen = after


@each("env_id", SHORTEST)
def test_a_notebook_shows_the_text_in_colours(env_id: str) -> None:
    env = made(env_id, render_mode="ansi")
    env.reset(seed=4)
    rng, over = np.random.default_rng(4), False
    while not over:
        assert notebook_text(env._repr_html_()) == env.render()
        _, _, over, _, _ = env.step(int(choose(env.action_masks(), rng)))


@each("name", game_names())
def test_a_view_of_a_mat_follows_the_game(name: str) -> None:
    game = game_named(name)
    env = made(game.ids[0])
    env.reset(seed=4)
    view = mat_view(game, env.mat)
    first = repr(view)
    assert first == notebook_text(view._repr_html_())
    env.step(int(np.flatnonzero(env.action_masks())[-1]))
    follows = game.engine.hidden is None  # else the mat is a copy
    assert repr(view if follows else mat_view(game, env.mat)) == text_of(game, env.mat) != first
