"""``render_mode`` of the single environment: text, array, window."""

import pickle
import re
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error
from gymnasium.utils.env_checker import check_env

from stuka_env.render import paint, text
from stuka_env.render.window import Window
from tests.support.playing import make, mat_bytes, walk

COLOURS = re.compile(r"\x1b\[[\d;]*m")


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_check_env(mode: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("Stuka/Mission-v0", render_mode=mode).unwrapped)


def test_no_mode() -> None:
    env = make()
    env.reset(seed=1)
    assert env.render() is None


def test_rgb_array() -> None:
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert (first.shape, first.dtype) == ((800, 1280, 3), np.uint8)
    list(walk(env, 5))
    assert (env.render() != first).any()
    assert env.metadata["render_fps"] > 0


def test_ansi_is_the_text_mat() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    list(walk(env, 40))
    shown = env.render()
    assert shown == text.render(env.mat, env.journal[-200:], env.legal_actions(), env.engine.charts)


def test_pages_are_not_all_read_again() -> None:
    """A long war's journal does not make its pictures slower; asking for the whole journal changes no picture."""
    env = make(render_mode="ansi")
    env.reset(seed=1)
    list(walk(env, 100))
    before = env.render()
    assert len(env._last_pages()) < len(env.journal)
    assert env.render() == before


# --- colour ---


def test_colour_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    plain = env.render()
    assert not COLOURS.search(plain)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    painted = env.render()
    assert COLOURS.search(painted) and COLOURS.sub("", painted) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert env.render() == plain


def test_painting_changes_no_letter() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=4)
    for _ in walk(env, 120):
        shown = env.render()
        painted = paint.paint(shown)
        assert COLOURS.sub("", painted) == shown
        assert "\x1b[" not in painted.replace(paint.PLAIN, "") or painted.endswith("\n")
        assert not re.search(r"\x1b\[[\d;]*m\x1b\[0m", painted)


# --- window ---


class Screen:
    """Counts what a window would show."""

    def __init__(self, *given: Any) -> None:
        self.shown = 0
        self.closed = False

    def show(self, picture: Any) -> None:
        self.shown += 1

    def close(self) -> None:
        self.closed = True


def test_human_renders_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stuka_env.envs.single.Window", Screen)
    env = make(render_mode="human")
    env.reset(seed=1)
    screen: Any = env._window
    assert screen.shown == 1
    list(walk(env, 3))
    assert screen.shown == 4 and env.render() is None and screen.shown == 5
    env.close()
    assert screen.closed


def test_a_clone_opens_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stuka_env.envs.single.Window", Screen)
    env = make(render_mode="human")
    env.reset(seed=1)
    twin = env.clone("same")
    list(walk(twin, 3))
    screen: Any = env._window
    assert screen.shown == 1 and twin._window is None and twin.journal
    twin.close()
    assert not screen.closed
    loaded = pickle.loads(pickle.dumps(env))
    assert mat_bytes(loaded) == mat_bytes(env) and loaded._window is None


def test_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real one, on no screen."""
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window("test", 1000)
    frame = np.full((80, 120, 3), (200, 30, 60), np.uint8)
    frame[:40] = (10, 20, 30)
    window.show(frame)
    screen = pygame.display.get_surface()
    assert screen.get_size() == (120, 80) and pygame.display.get_caption()[0] == "test"
    assert tuple(screen.get_at((5, 5)))[:3] == (10, 20, 30) and tuple(screen.get_at((5, 70)))[:3] == (200, 30, 60)
    window.close()
    assert not pygame.display.get_init()
    window.show(frame)
    assert not pygame.display.get_init()


def test_a_window_that_the_player_closes_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window("test", 1000)
    frame = np.zeros((80, 120, 3), np.uint8)
    window.show(frame)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(frame)
    window.show(frame)
    assert window.closed and not pygame.display.get_init()


def test_no_screen_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(Error, match=r'^render_mode: "human" can open no window here \(.*\), "rgb_array" needs none$'):
        Window("test", 4).show(np.zeros((8, 8, 3), np.uint8))


def test_pictures_survive_that_somebody_else_shuts_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make("Stuka/Mission-v0", render_mode="rgb_array")
    env.reset(seed=1)
    first: Any = env.render()
    window = Window("test", 1000)
    window.show(first)
    for shut in (pygame.quit, pygame.font.quit, lambda: (pygame.quit(), pygame.font.init(), pygame.display.init())):
        shut()
        again: Any = env.render()
        assert (again == first).all()
        window.show(again)
        assert pygame.display.get_surface().get_size() == (1280, 800) and not window.closed
    window.close()
