"""The joint: rooms that would serve any game of this kind, and name nothing of this one."""

import re
from pathlib import Path

import pytest

from tests.support.places import ROOT

PACKAGE = ROOT / "stuka_env"
ROOMS = (
    "compilation.py",
    "code_cache.py",
    "verified_cache.py",
    "records.py",
    "philox.py",
    "engine/*.py",
    "envs/*.py",
    "wrappers.py",
    "render/*.py",
    "text/*.py",
    "replay/file.py",
    "files.py",
    "reading.py",
    "quoting.py",
    "cli.py",
    "watch/*.py",
    "watch/*.js",
    "watch/page.html",
)
"""Files of ``stuka_env`` that know no game."""
GAME = re.compile(
    r"aircraft|zones?(?![a-z])|crew|pilot|gunner|bomb|stuka|fighter|staffel|kette|flak|anti.?air|payload|stress|wound",
    re.IGNORECASE,
)
"""Words of the game."""
NAMED = re.compile(
    r"stuka_env\b(?:\.\w+)*"  # the package, in imports and references
    r"|STUKA_(?:ENV_CACHE|LLM_KEY)"  # its variables
    r"|\bStuka(?:Vector|Vec)?Env\b"  # the environments' classes
    r"|\"Stuka/\w+-v\d\""  # their ids
    r"|``stuka(?: \w+)?``|\"stuka\"",  # the command
)
"""Names of the whole, which are allowed everywhere."""
FILES = sorted({file for room in ROOMS for file in PACKAGE.glob(room)})


def game_words(text: str, place: str) -> list[str]:
    """The lines of a file that name something of the game, as 'file:line: text'."""
    lines = enumerate(NAMED.sub("", text).splitlines(), 1)
    return [f"{place}:{number}: {line.strip()}" for number, line in lines if GAME.search(line)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_room_that_knows_no_game_names_none(file: Path) -> None:
    assert game_words(file.read_text(encoding="utf-8"), file.relative_to(PACKAGE).as_posix()) == []


def test_every_room_is_there() -> None:
    assert [room for room in ROOMS if not list(PACKAGE.glob(room))] == []


def test_a_word_of_the_game_is_found() -> None:
    text = "import stuka_env\nfrom stuka_env.envs import single\nzone = 3  # where the Staffel is\nAIRCRAFT_CARDS = 1\n"
    assert game_words(text, "a.py") == ["a.py:3: zone = 3  # where the Staffel is", "a.py:4: AIRCRAFT_CARDS = 1"]
