"""``render_mode`` of the single environment: text, array, window."""

import pickle
import re
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error
from gymnasium.wrappers import AddRenderObservation, RecordVideo

from stuka_env.declared.sentences import Sentences
from stuka_env.game import game_named
from stuka_env.render import terminal
from stuka_env.render.canvas import Window
from stuka_env.views.show import painted_text, text_of
from tests.support.playing import make, mat_bytes, walk

STUKA = game_named("stuka")
COLOURS = re.compile(r"\x1b\[[\d;]*m")


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
    env = make(render_mode="ansi", journal=True)
    env.reset(seed=1)
    list(walk(env, 40))
    shown = env.render()
    assert shown == text_of(STUKA, env.mat, env.journal[-200:], env.legal_actions(), env.engine.charts)


# --- the journal of a render mode ---


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_first_picture_turns_the_journal_on(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    env, plain, whole = make(render_mode=mode), make(), make(journal=True)
    monkeypatch.setattr("stuka_env.envs.single.picture_of", text_of)
    for each in (env, plain, whole):
        each.reset(seed=1)
        list(walk(each, 20))
    assert not env.engine.journal and not env.engine.wars.journals["capacity"].any()
    with pytest.raises(RuntimeError, match=r"with journal=True; with a render mode the first render\(\) begins one$"):
        _ = env.journal
    first = env.render()
    assert first == text_of(STUKA, plain.mat, (), plain.legal_actions()), "the mat and what can be decided, no journal"
    assert env.journal == []
    before = len(whole.journal)
    for each in (env, plain, whole):
        list(walk(each, 20, seed=1))
    texts = [[entry.text for entry in each.journal] for each in (env, whole)]
    assert texts[0] and texts[0] == texts[1][before:] and env.render() != first
    assert mat_bytes(env) == mat_bytes(plain) == mat_bytes(whole)
    env.reset(seed=2)
    whole.reset(seed=2)
    assert env.journal == whole.journal != [], "it stays on"


def test_what_a_render_mode_that_nobody_looks_at_costs() -> None:
    """Nothing is written and nothing is translated."""
    env = make(render_mode="rgb_array")
    env.reset(seed=1)
    list(walk(env, 200))
    assert env._journal is None and not env.engine.wars.journals["cursor"].any()


def test_copies_of_one_that_has_been_looked_at_write_on() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    list(walk(env, 10))
    env.render()
    list(walk(env, 10, seed=1))
    saved, told = env.get_state(), env.journal
    twin, loaded = env.clone("same"), pickle.loads(pickle.dumps(env))
    for each in (env, twin, loaded):
        assert each.journal == told
        list(walk(each, 10, seed=2))
    assert twin.journal == loaded.journal == env.journal and env.journal[: len(told)] == told != env.journal
    env.set_state(saved)
    assert env.journal == [] and twin.journal[: len(told)] == told


@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
def test_copies_of_one_that_has_not_been_looked_at_write_nothing(mode: str) -> None:
    env = make(render_mode=mode)
    env.reset(seed=1)
    for each in (env, env.clone(), pickle.loads(pickle.dumps(env))):
        list(walk(each, 10))
        assert not each.engine.journal and not each.engine.wars.journals["cursor"].any()


def test_a_wrapper_that_looks_from_the_reset_on_has_the_whole_journal() -> None:
    pytest.importorskip("pygame")
    made = gymnasium.make("Stuka/Mission-v0", render_mode="rgb_array")
    env: Any = AddRenderObservation(made, render_only=True)
    whole = make("Stuka/Mission-v0", journal=True)
    seen, _ = env.reset(seed=1)
    whole.reset(seed=1)
    assert seen.shape == (800, 1280, 3)
    for _ in range(8):
        action = np.flatnonzero(whole.action_masks())[-1]
        env.step(action)
        whole.step(action)
    assert env.unwrapped.journal == whole.journal != []


def test_render_collection_keeps_a_picture_for_every_step() -> None:
    env = gymnasium.make("Stuka/Mission-v0", render_mode="ansi_list")
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    frames: Any = env.render()
    assert len(frames) == 4 and len(set(frames)) == 4


def test_what_is_shown_is_translated_once_however_long_the_war(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither reading the whole journal nor looking at the mat translates an entry a second time."""
    env = make("Stuka/Campaign-v0", render_mode="ansi", journal=True)
    env.reset(seed=1)
    said: list[Any] = []
    told = Sentences.told
    monkeypatch.setattr(Sentences, "told", lambda *given: _noted(said, told(*given)))
    looks = 0
    for _ in walk(env, 150):
        assert env.render() and env.journal
        looks += 2
    assert len(said) <= len(env.journal) and looks == 300


def _noted(notes: list[Any], what: Any) -> Any:
    notes.append(what)
    return what


# --- colour ---


def test_the_text_is_the_same_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make(render_mode="ansi")
    env.reset(seed=1)
    plain = env.render()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert env.render() == plain and not COLOURS.search(plain)
    painted = painted_text(STUKA, *env._shown())
    assert COLOURS.search(painted) and COLOURS.sub("", painted) == plain and terminal.shows_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal.shows_colours()


def test_painting_changes_no_letter() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=4)
    for _ in walk(env, 120):
        shown = env.render()
        painted = painted_text(STUKA, *env._shown())
        assert COLOURS.sub("", painted) == shown
        assert "\x1b[" not in painted.replace(terminal.PLAIN, "") or painted.endswith("\n")
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


def test_gymnasium_records_a_film(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    pytest.importorskip("moviepy")
    env = RecordVideo(gymnasium.make("Stuka/Mission-v0", render_mode="rgb_array"), str(tmp_path), video_length=3)
    _, info = env.reset(seed=1)
    for _ in range(4):
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    env.close()  # type: ignore[no-untyped-call]
    (film,) = tmp_path.glob("*.mp4")
    assert film.read_bytes()[4:8] == b"ftyp"
