"""The joint between games and house: the house is everything in ``stuka_env`` outside ``games/``.

It reaches a game through the record in ``stuka_env/game.py``, or through a room that is loaded by the name of the game.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from stuka_env.game import DEFAULT_GAME, game_names, games
from tests.support.imports import imports
from tests.support.places import ROOT

PACKAGE = ROOT / "stuka_env"
REGISTRATION = PACKAGE / "__init__.py"
"""The module that registers the ids of all games."""
HOUSE = sorted(file for file in PACKAGE.rglob("*.py") if "games" not in file.relative_to(PACKAGE).parts)
PAGES = sorted({file for kind in ("js", "html") for file in PACKAGE.glob(f"watch/*.{kind}")})
"""Scripts and the page of the house, for replays of any game."""
DECLARED = frozenset({"cursor", "decision", "over", "line", "lines"})
"""Fields of a mat or of a line that every game has."""
OTHER_KEYS = frozenset({"count", "half", "kind", "plan", "result", "score", "scores"})
"""Keys of reports, infos and files, which are also names of fields."""
WORDS_OF_A_GAME = re.compile(
    r"aircraft|zones?(?![a-z])|crew|pilot|gunner|bomb|stuka|fighter|staffel|kette|flak|anti.?air|payload|stress|wound",
    re.IGNORECASE,
)


def field_names(dtype: np.dtype[Any]) -> Iterator[str]:
    """Yield the names of all fields of a record, at any depth."""
    while dtype.subdtype is not None:
        dtype = dtype.subdtype[0]
    for name in dtype.names or ():
        yield name
        yield from field_names(dtype[name])


def fields_of_games() -> frozenset[str]:
    """Return the names of the fields of mats and lines of the log sheet in all games, without the declared ones."""
    records = [record for game in games() for record in (game.engine.arrays.stored["mats"], game.envs.line)]
    return frozenset(name for record in records for name in field_names(record.dtype)) - DECLARED - OTHER_KEYS


FIELDS = fields_of_games()


def subscripts(text: str) -> Iterator[str]:
    """Yield every subscript of a source that is a text: ``mat["war"]`` has "war"."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            if isinstance(node.slice.value, str):
                yield node.slice.value


def place_of(file: Path) -> str:
    """Return where a file of the house is in its package, and where any other is in the checkout."""
    return file.relative_to(PACKAGE if PACKAGE in file.parents else ROOT).as_posix()


def found_in(files: Iterable[Path], find: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """Return what is found in the text of each file, by its place; files in which nothing is found are left out."""
    found = {place_of(file): list(find(file.read_text(encoding="utf-8"))) for file in files}
    return {place: names for place, names in found.items() if names}


def test_the_house_imports_no_game() -> None:
    found = {}
    for file in HOUSE:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        names = imports(file.read_text(encoding="utf-8"), module, file.name == "__init__.py")
        found[file] = [name for name in names if name.startswith("stuka_env.games")]
    assert [file for file, names in found.items() if names] == [REGISTRATION]


def test_the_house_names_no_field_of_a_game() -> None:
    assert found_in(HOUSE, lambda text: FIELDS.intersection(subscripts(text))) == {}


def test_a_script_for_every_game_has_no_word_of_one() -> None:
    assert found_in(PAGES, lambda text: filter(WORDS_OF_A_GAME.search, text.splitlines())) == {}


def texts_of(text: str) -> Iterator[str]:
    """Yield every text in a source that is no docstring."""
    tree = ast.parse(text)
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


def names_a_game(text: str) -> bool:
    """Whether a text has the id of an environment or the name of a game. "stuka" in a sentence is the program."""
    names = set(game_names()) - {DEFAULT_GAME}
    return text == DEFAULT_GAME or any(word in text for word in (*ID_HEADS, *names))


ID_HEADS = tuple(sorted({f"{env.partition('/')[0]}/" for game in games() for env in game.ids}))
MAY_NAME_A_GAME = {
    "io/game_packages.py": "the game that is meant where none is named",
    "io/command_line.py": "the program, which has the name of the first game",
    "text/chat_request.py": "the English word in a pattern: a server does not support a role",
}
"""Modules of the house that may name a game, and why."""


def test_the_house_names_no_game() -> None:
    named = found_in(HOUSE, lambda text: filter(names_a_game, texts_of(text)))
    assert named.keys() == MAY_NAME_A_GAME.keys(), named


LABORATORY = sorted(file for file in (ROOT / "agents").rglob("*.py") if "games" not in file.relative_to(ROOT).parts)
EXAMPLES = sorted(file for file in (ROOT / "examples").rglob("*.py") if "dogfight" not in file.parts)
"""Examples outside of the one that is a game itself."""


def test_the_laboratory_names_no_game() -> None:
    assert found_in(LABORATORY, lambda text: filter(names_a_game, texts_of(text))) == {}


def test_an_example_names_whole_ids_only() -> None:
    """It runs in one environment; it chooses nothing by the name of a game or by the beginning of an id."""
    assert found_in(EXAMPLES, lambda text: filter(names_a_game, map(without_ids, texts_of(text)))) == {}


def without_ids(text: str) -> str:
    for env in (env for game in games() for env in game.ids):
        text = text.replace(env, "")
    return text


def test_a_game_in_the_house_is_found() -> None:
    text = 'from stuka_env.games.stuka import codes\nscore = mat["track"]["score"] + mat["aircraft"][0]["status"]\n'
    assert imports(text, "stuka_env.a") == ("stuka_env.games.stuka.codes",)
    assert {name for name in subscripts(text) if name in FIELDS} >= {"track", "aircraft", "status"}
    assert list(filter(names_a_game, texts_of('"""stuka"""\nenv, word = "Stuka/War-v0", "stuka play"\n'))) == [
        "Stuka/War-v0"
    ]
    choices = 'a = "stuka" if env.startswith("Stuka/") else "interceptor"'
    assert len(list(filter(names_a_game, map(without_ids, texts_of(choices))))) == 3
    assert not names_a_game(without_ids("PPO on Stuka/Mission-v0"))
    assert len(HOUSE) > 100 and len(PAGES) > 15 and len(LABORATORY) > 100 and len(EXAMPLES) > 15
