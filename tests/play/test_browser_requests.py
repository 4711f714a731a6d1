"""Requests of any kind to the game behind the page: each gets a reply, and no file is spoiled."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from stuka_env.play.exercises.practice import Practice, Progress
from stuka_env.play.exercises.session import ExerciseSession, load_progress
from stuka_env.play.session import Session
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war
from stuka_env.position.exercises import load_exercises

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")

from stuka_env.play.browser.exercise_game import ExerciseGame
from stuka_env.play.browser.game import BrowserGame
from stuka_env.play.browser.server import FIELDS, LARGEST_SAFE_NUMBER, read_request
from tests.support.each import each

ACTIONS = (
    "take", "take", "take", "roll", "seat", "propose", "change", "undo", "all_crews", "one_by_one", "again", "another",
    "next", "choose", "journal", "record", "position", "replay", "compare", "nothing",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    0, 1, 2, 3, -1, 999, 2**40, 10**400, True, False, None, 1.0, float("nan"), float("inf"), "", "1", "first",
    "gamble", "\ud800", "[/red]", [], [1], {}, {"do": "take"},
)  # fmt: skip


def random_request(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """Return a request with fields of its action, of which some have any value."""
    options = [option[1] for option in state["war"]["options"]] or [0]
    usual = {
        "answer": rng.choice(options), "typed": " ".join(rng.choices("123456", k=3)), "way": "first",
        "row": 1, "column": 0, "person": rng.randint(1, 11), "theme": "", "mixed": False, "number": 1,
        "version": state["version"],
    }  # fmt: skip
    request = {"do": rng.choice(ACTIONS), **usual}
    for name in rng.sample([*FIELDS, "extra"], k=rng.choice((0, 0, 0, 1, 2))):
        request[name] = rng.choice(VALUES)
    return request


def ask_anything(game: BrowserGame, num_requests: int, check: Callable[[Path], object]) -> int:
    """Send random requests, check the file after every change, and return the number of changes."""
    rng, changes = random.Random(7), 0
    for _ in range(num_requests):
        before, state = game.version, game.state()
        _, request = read_request(json.dumps(random_request(rng, state)))
        with suppress(ValueError):
            json.dumps(game.play(request), allow_nan=False)
        json.dumps(game.state(), allow_nan=False)
        if game.version != before:
            changes += 1
            check(game.session.path)
    return changes


@pytest.mark.slow
@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("env", ["Stuka/Mission-v0", "Interceptor/Sortie-v0", "Wing/Mission-v0"])
def test_no_request_spoils_a_saved_war(tmp_path: Path, env: str, table: bool) -> None:
    game = BrowserGame(Session(War(env, {}, 7, table), tmp_path / "war.json"), None, lambda: None)
    assert ask_anything(game, 120, load_war) > 5


def test_no_request_spoils_the_answers_to_exercises(tmp_path: Path) -> None:
    exercises = load_exercises("stuka")
    session = ExerciseSession(Practice(exercises, Progress()), tmp_path / "answers.json", None)
    assert ask_anything(ExerciseGame(session, lambda: None), 60, lambda path: load_progress(path, exercises)) > 3


@each(
    "text, number, is_request",
    [
        ('{"do": "take", "number": 3, "version": 1, "answer": 2}', 3, True),
        ('{"do": "choose", "number": 3, "version": 1, "theme": "", "mixed": true}', 3, True),
        ('{"do": "take", "number": 3, "answer": true}', 3, False),
        ('{"do": "take", "number": 3, "answer": NaN}', 3, False),
        ('{"do": "choose", "number": 3, "mixed": 1}', 3, False),
        ('{"do": "take", "number": true}', None, False),
        ('{"do": "take", "number": 1e999}', None, False),
        (f'{{"do": "take", "number": {LARGEST_SAFE_NUMBER}}}', None, False),
        ('{"do": "take", "more": 1}', None, False),
        ("[]", None, False),
        ("NaN", None, False),
        ("[" * 100_000, None, False),
        ("1" * 5_000, None, False),
    ],
)
def test_a_request_has_known_fields_of_their_types(text: str, number: int | None, is_request: bool) -> None:
    read_number, request = read_request(text)
    assert read_number == number and (request is not None) == is_request
