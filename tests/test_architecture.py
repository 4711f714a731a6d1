"""The walls of the house: who may import whom, and what importing the package must not load."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from graphlib import TopologicalSorter
from importlib.metadata import version
from pathlib import Path

import pytest

from stuka_env.compiling.code_cache import SHARED, SHARED_FILES, game_of, package_sources
from stuka_env.io.game_packages import DEFAULT_GAME
from tests.support.each import each
from tests.support.imports import imports
from tests.support.places import ROOT
from tests.support.rooms import (
    ALL_WALLS,
    GAME_LABORATORIES,
    GAME_ROOMS,
    HOUSE,
    LABORATORY,
    Walls,
    house_below,
    imports_of,
    imports_under,
    inside,
)

PACKAGE = ROOT / "stuka_env"
GAMES = PACKAGE / "games"
PROJECT = ("stuka_env", "agents", "evaluate", "train", "tools", "tests")
"""Top-level names that are ours."""

COMPILED_MAY = {"numpy", "numba", "typing", "collections", "enum", "math"}
LIBRARIES = {
    "rules": COMPILED_MAY,
    "odds": COMPILED_MAY,
    "charts": set(sys.stdlib_module_names) | {"numpy"},
}
"""Libraries that a room of a game may import; other rooms have no such wall."""
ROOMS = [(walls, room) for walls in ALL_WALLS for room in walls.rooms]
ROOMS_OF_GAMES = [(game, room) for game, walls in GAME_ROOMS.items() for room in walls.rooms]


def top(name: str) -> str:
    """The distribution part of a dotted name."""
    return name.partition(".")[0]


def strangers(place: Path, allowed: Callable[[str], bool]) -> list[str]:
    """The imports under ``place`` that are not allowed, as 'file: name'."""
    return [f"{file.relative_to(ROOT)}: {name}" for file, name in imports_under(place) if not allowed(name)]


def test_imports_are_read_whatever_their_form() -> None:
    source = (
        "import a.b\nfrom . import c\nfrom ..d import e\ndef f():\n    from g import h as i\n    import_module('j.k')\n"
    )
    assert sorted(imports(source, "p.q.r")) == ["a.b", "g.h", "j.k", "p.d.e", "p.q.c"]
    assert imports("from . import c\nfrom .d import e", "p.q", is_package=True) == ("p.q.c", "p.q.d.e")


def test_a_stranger_is_found() -> None:
    assert strangers(Path(__file__), lambda name: top(name) != "tomllib") == ["tests/test_architecture.py: tomllib"]


@each("walls, room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(walls: Walls, room: str) -> None:
    assert strangers(walls.place(room), lambda name: walls.permits(room, name)) == []


def test_a_program_of_the_laboratory_imports_only_the_commands() -> None:
    programs = [*(ROOT / "agents").rglob("__main__.py")]
    assert programs
    for file in programs:
        assert strangers(file, lambda name: top(name) != "agents" or inside(name, "agents.commands")) == []


@each("walls", ALL_WALLS)
def test_the_order_of_the_rooms_is_complete(walls: Walls) -> None:
    folder = ROOT.joinpath(*walls.home.split("."))
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    others = {"games"} if walls is HOUSE else set()
    assert modules | {file.parent.name for file in folder.glob("*/__init__.py")} == {*walls.rooms, *others}
    assert len(set(walls.order)) == len(walls.order)


def test_every_order_is_of_a_room_that_is_there() -> None:
    for shared in (GAME_ROOMS, GAME_LABORATORIES):
        there = {room for walls in shared.values() for room in walls.rooms}
        assert {room for walls in shared.values() for room in walls.order} == there


def test_few_modules_lie_at_the_root_of_the_package() -> None:
    assert len([*PACKAGE.glob("*.py")]) <= 10


READS = re.compile(r"\.read_(?:text|bytes)\(|json\.load\(|tomllib|np\.load\(|torch\.load\(")
OWN_READERS = {
    "stuka_env/io/reading.py": "the reader",
    "stuka_env/compiling/code_cache.py": "sources of the package",
    "stuka_env/compiling/verified_cache.py": "the compiled cache, whose digest it verifies",
    "stuka_env/io/cores.py": "the limits of control groups that the system states",
    "stuka_env/engine/memory.py": "the memory limit that the system states",
    "stuka_env/networks/tensor_file.py": "a docstring names torch.load; it is given the contents",
    "stuka_env/charts/loader.py": "charts of the package",
    "stuka_env/watch/video.py": "the film that it has just written",
    "stuka_env/watch/page.py": "parts of the package's page",
    "stuka_env/play/browser/server.py": "parts of the game's page",
    "agents/evaluation/report.py": "parts of the laboratory's page",
}
"""Modules that may read a file themselves, and what."""


def test_a_file_that_a_user_can_name_is_read_within_limits() -> None:
    """By :mod:`stuka_env.io.reading`, which takes no pipe, no device and nothing without an end."""
    sources = [file for folder in ("stuka_env", "agents") for file in (ROOT / folder).rglob("*.py")]
    own = [file.relative_to(ROOT).as_posix() for file in sources if READS.search(file.read_text(encoding="utf-8"))]
    assert sorted(set(own) - set(OWN_READERS)) == []


@each("game, room", [each for each in ROOMS_OF_GAMES if each[1] in LIBRARIES])
def test_rules_odds_and_charts_import_few_libraries(game: str, room: str) -> None:
    may = LIBRARIES[room]
    assert strangers(GAME_ROOMS[game].place(room), lambda name: inside(name, "stuka_env") or top(name) in may) == []


def test_compiled_files_that_games_share_know_no_game() -> None:
    """The generic files at the bottom import nothing of ours but one another, so they freeze no constant of a game."""
    ours = tuple(f"stuka_env.{name[:-3].replace('/', '.')}" for name in SHARED_FILES)
    for module in SHARED_FILES:
        assert strangers(PACKAGE / module, lambda name: not inside(name, *PROJECT) or inside(name, *ours)) == []


COMPILED = re.compile(r"^@(compiled|for_each_game|numba\.njit)\b", re.MULTILINE)
NOT_COMPILED = {"stuka_env/io/user_code.py": "errors that Python raises"}
"""Files outside the digest that compiled files may import, and why."""


def test_compiled_code_depends_only_on_files_in_the_digest_of_its_game() -> None:
    """On no file of another game either: its code would be stale after an edit of that file."""
    using = [file for file in PACKAGE.rglob("*.py") if COMPILED.search(file.read_text(encoding="utf-8"))]
    assert {game_of(file) for file in using} >= {DEFAULT_GAME, SHARED}
    for file in using:
        sources = package_sources(game_of(file))
        keyed = {source.relative_to(ROOT).as_posix() for source in sources} | set(NOT_COMPILED)
        assert strangers(file, lambda name, keyed=keyed: top(name) != "stuka_env" or file_of(name) in keyed) == []  # type: ignore[misc]


def file_of(name: str) -> str:
    """Return the file of the module that an imported name is, or that it is from."""
    stem = ROOT.joinpath(*name.split("."))
    places = (stem.with_suffix(".py"), stem / "__init__.py")
    found = next((place.relative_to(ROOT).as_posix() for place in places if place.is_file()), None)
    return found or file_of(name.rpartition(".")[0])


def imported_files(file: Path) -> set[str]:
    """Return the files of ours that a file imports, in functions and for type checkers too."""
    return {file_of(name) for name in imports_of(file) if top(name) in WITHOUT_CYCLES}


WITHOUT_CYCLES = ("stuka_env", "agents", "tools")
"""Top-level folders whose modules must not import each other in a circle, by a string either."""


def test_no_module_imports_itself_through_others() -> None:
    files = [file for folder in WITHOUT_CYCLES for file in (ROOT / folder).rglob("*.py")]
    graph = {file.relative_to(ROOT).as_posix(): imported_files(file) for file in files}
    for name, found in graph.items():
        found.discard(name)  # a package that imports one of its own names
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_a_door_needs_no_other_door() -> None:
    """The page needs no lines of text, and nothing outside it needs its server."""
    lines, page = "stuka_env.play.text_door", "stuka_env.play.browser"
    assert strangers(PACKAGE / "play" / "browser", lambda name: not inside(name, lines)) == []
    rooms = [*GAMES.glob("*/play/*.py"), *GAMES.glob("*/play.py")]
    assert [file for file in rooms if strangers(file, lambda name: not inside(name, lines, page))] == []
    shared = [file for file in (PACKAGE / "play").glob("*.py") if file.stem != "__init__"]
    assert [file for file in shared if strangers(file, lambda name: not inside(name, page))] == []


@each("game, room", ROOMS_OF_GAMES)
def test_a_game_imports_nothing_of_another_game_and_only_what_knows_none(game: str, room: str) -> None:
    may = (f"stuka_env.games.{game}", *(f"stuka_env.{name}" for name in house_below(room)))
    place = GAME_ROOMS[game].place(room)
    assert strangers(place, lambda name: not inside(name, *PROJECT) or inside(name, *may)) == []


@pytest.mark.parametrize("game", GAME_LABORATORIES)
def test_the_laboratory_of_a_game_imports_nothing_of_another_game_and_only_what_stands_below_it(game: str) -> None:
    below = LABORATORY.order[: LABORATORY.order.index("games")]
    may = (f"agents.games.{game}", f"stuka_env.games.{game}", *(f"agents.{room}" for room in below))
    found = strangers(
        ROOT / "agents" / "games" / game,
        lambda name: not inside(name, "agents", "stuka_env.games") or inside(name, *may),
    )
    assert found == []


@each("room", [room for room in LABORATORY.rooms if room != "games"])
def test_what_serves_the_laboratories_of_all_games_imports_none(room: str) -> None:
    assert strangers(LABORATORY.place(room), lambda name: not inside(name, "agents.games", "stuka_env.games")) == []


def test_the_package_imports_neither_laboratory_nor_tools() -> None:
    assert strangers(PACKAGE, lambda name: top(name) == "stuka_env" or top(name) not in PROJECT) == []


def test_tests_share_only_what_is_in_support() -> None:
    """No test imports a test, and nothing in support imports one either."""

    def is_a_test(name: str) -> bool:
        return top(name).startswith("test_") or (top(name) == "tests" and not inside(name, "tests.support"))

    assert strangers(ROOT / "tests", lambda name: not is_a_test(name)) == []


@pytest.mark.parametrize("folder", ["tests", "tools"])
def test_nobody_edits_the_path_of_imports(folder: str) -> None:
    edited = re.compile(r"\bsys\.path\s*(\[.*\]\s*)?\+?=|\bsys\.path\.(append|extend|insert)\b")
    sources = {file: file.read_text(encoding="utf-8") for file in (ROOT / folder).rglob("*.py")}
    assert [str(file.relative_to(ROOT)) for file, source in sources.items() if edited.search(source)] == []


def test_import_is_light() -> None:
    """Neither a learning library nor the compiled sequence of play is loaded before it is asked for."""
    heavy = (
        *("torch", "stable_baselines3", "sb3_contrib", "ray", "pygame", "numba"),
        *(
            "stuka_env.games.stuka.rules.sequence",
            "stuka_env.policy",
            "stuka_env.envs.vector",
            "stuka_env.flights.frozen_wars",
        ),
    )
    code = f"import sys, stuka_env; print(stuka_env.__file__); print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [str(PACKAGE / "__init__.py"), "[]"]


def test_what_is_imported_when_it_is_first_used_is_listed_and_there() -> None:
    import stuka_env
    from stuka_env.envs import vector
    from stuka_env.flights.frozen_wars import fly

    assert {"fly", "vector", "ENVIRONMENTS"} <= set(dir(stuka_env))
    assert stuka_env.fly is fly and stuka_env.vector is vector
    with pytest.raises(AttributeError, match="module 'stuka_env' has no attribute 'flight'"):
        stuka_env.flight  # noqa: B018


def test_package_data_is_declared_and_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for pattern in project["tool"]["setuptools"]["package-data"]["stuka_env"]:
        assert list(PACKAGE.glob(pattern)), pattern


def test_one_version_everywhere() -> None:
    import stuka_env

    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert stuka_env.__version__ == version("stuka-env") == cited[1]
    assert stuka_env.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_no_file_is_tracked_that_git_ignores() -> None:
    """A merge deletes an ignored folder in whose place a file is tracked: a link ``.venv`` takes the environment."""
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == []
