"""``docs/playing.md`` says what the program does."""

import argparse
import re

import pytest

from stuka_env.cli import main
from stuka_env.commands import add_exercises_arguments, add_play_arguments
from stuka_env.game import game_names, games
from stuka_env.play.parts import play_parts
from stuka_env.registration import game_package
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


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


def test_the_position_on_the_page_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = re.findall(r"^stuka show (\S+)$", PAGE, re.MULTILINE)
    assert main(["show", text]) == 0
    assert "MISSION" in capsys.readouterr().out.upper()
