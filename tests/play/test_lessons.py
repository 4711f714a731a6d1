"""The files of tutorials: every name in them is one of the game, and a mistake is refused in one line."""

import copy
import re
from typing import Any

import pytest

from stuka_env.game import game_named, game_names
from stuka_env.io.game_packages import PACKAGES
from stuka_env.io.reading import MIB, FileError, read_toml
from stuka_env.play.lesson_checks import LessonChecks
from stuka_env.play.lessons import LESSONS_FILE
from stuka_env.play.parts import play_parts
from tests.support.each import each

NAMES = [name for name in game_names() if (PACKAGES[name].folder / LESSONS_FILE).is_file()]
SUPPORT = read_toml(PACKAGES["support"].folder / LESSONS_FILE, MIB)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_every_game_is_in_order(name: str) -> None:
    lessons = play_parts(name).lessons
    assert lessons is not None and len(lessons.data["lessons"]) > 3


def refused(change: dict[str, Any], lesson: dict[str, Any]) -> str:
    """Return the reason why the tutorial of Air Support is refused with other entries; None leaves one out."""
    data = copy.deepcopy(SUPPORT)
    for table, more in ((data, change), (data["lessons"][0], lesson)):
        table |= {key: value for key, value in more.items() if value is not None}
        for key in [key for key, value in more.items() if value is None]:
            del table[key]
    with pytest.raises(FileError) as error:
        LessonChecks(game_named("support").declared, None, data).check()
    return str(error.value)


@each("change, lesson, words", [
    ({}, {"decision": "ATTACKS"}, r"lesson 1, decision: got 'ATTACKS', allowed is .*ATTACK"),
    ({}, {"verbs": ["HOLDD"]}, r"lesson 1, verbs: got 'HOLDD', allowed is TARGET, HOLD"),
    ({}, {"verb": ["HOLD"]}, r"lesson 1: got 'verb', allowed is decision, before, followed"),
    ({}, {"before": "You have {points}."}, r"lesson 1, before: got 'points', allowed is none"),
    ({}, {"before": [{"word": "a"}]}, r"lesson 1, before: got 'word', allowed is words, when"),
    ({}, {"before": ["a"]}, r"lesson 1, before: got 'a', allowed is a table"),
    ({}, {"when": {"battle.turns": 1}}, r"lesson 1, when: got 'battle.turns', allowed is .*battle.turn"),
    ({}, {"when": {"battle.moment": "EARLY"}}, r"lesson 1, battle.moment: got 'EARLY', allowed is BEFORE"),
    ({}, {"when": {"legal.FIRE": True}}, r"lesson 1, when: got 'FIRE', allowed is TARGET"),
    ({}, {"when": {"is_hurt": True}}, r"lesson 1, when: got 'is_hurt', allowed is none"),
    ({}, {"chooser": "best"}, r"lesson 1, chooser: got 'best', allowed is none"),
    ({}, {"advice": ["("]}, r"lesson 1, advice: got '\(', no regular expression"),
    ({}, {"followed": None}, r"lesson 1: followed is missing"),
    ({"whole": None}, {}, r"tutorial: whole is missing"),
    ({"wole": "a"}, {}, r"tutorial: got 'wole', allowed is environment"),
    ({"tape": {"DICE": []}}, {}, r"tape: got 'DICE', allowed is "),
    ({"otherwise": {"ALL": "a"}}, {}, r"otherwise: got 'ALL', allowed is ANY, TARGET"),
])  # fmt: skip
def test_a_mistake_is_refused_in_one_line(change: dict[str, Any], lesson: dict[str, Any], words: str) -> None:
    reason = refused(change, lesson)
    assert re.match(words, reason) and "\n" not in reason, reason
