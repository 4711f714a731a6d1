"""``docs/playing.md`` says what the program does."""

import argparse
import re

import pytest

from stuka_env.cli import main
from stuka_env.commands import add_exercises_arguments, add_play_arguments
from stuka_env.game import game_names, games
from stuka_env.play.board_app import LEAST_COLUMNS, LEAST_ROWS
from stuka_env.play.keys import EXERCISE_KEYS, KEYS, Key
from stuka_env.play.parts import play_parts
from stuka_env.registration import game_package
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "keys"), [("keys", KEYS), ("exercise-keys", EXERCISE_KEYS)])
def test_the_keys_are_those_of_the_program(name: str, keys: tuple[Key, ...]) -> None:
    table = PAGE.partition(f"<!-- {name}:begin -->\n")[2].partition(f"<!-- {name}:end -->")[0]
    assert table.splitlines()[2:] == [f"| {key.shown} | {key.meaning} |" for key in keys]


def test_every_key_of_the_list_is_bound() -> None:
    pytest.importorskip("textual", reason="needs the extra play of stuka-env")
    from stuka_env.play.app import Play
    from stuka_env.play.exercises.app import ExerciseApp

    for key, app in [*((key, Play) for key in KEYS), *((key, ExerciseApp) for key in EXERCISE_KEYS)]:
        assert bool(key.names) == bool(key.action)
        assert not key.action or hasattr(app, f"action_{key.action}")


OWN_GAMES = [name for name in game_names() if game_package(name).distribution == "stuka_env"]
"""Games of the wheel, which the page is about."""


def test_every_argument_is_mentioned() -> None:
    words = argparse.ArgumentParser()
    add_play_arguments(words)
    add_exercises_arguments(exercise_words := argparse.ArgumentParser())
    actions = (*words._actions, *exercise_words._actions)
    own, others = ({f"--{each.name}" for game in games() if (game.name in OWN_GAMES) == is_own
                    for each in game.envs.arguments} for is_own in (True, False))  # fmt: skip
    options = {option for action in actions for option in action.option_strings} - {"-h", "--help"} - (others - own)
    assert options == set(re.findall(r"--[a-z]+(?:-[a-z]+)*", PAGE))
    assert all(play_parts(game).saved_war in PAGE for game in OWN_GAMES)
    assert f"{LEAST_COLUMNS} x {LEAST_ROWS}" in PAGE


def test_the_position_on_the_page_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = re.findall(r"^stuka show (\S+)$", PAGE, re.MULTILINE)
    assert main(["show", text]) == 0
    assert "MISSION" in capsys.readouterr().out.upper()
