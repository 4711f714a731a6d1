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
from tests.support.imports import imports
from tests.support.places import ROOT

PACKAGE = ROOT / "stuka_env"
GAMES = PACKAGE / "games"
FIRST_GAME = GAMES / "stuka"
PROJECT = ("stuka_env", "agents", "evaluate", "train", "tools", "tests")
"""Top-level names that are ours."""

RULES_MAY = {"numpy", "numba", "typing", "collections", "enum", "math"}
CHARTS_MAY = set(sys.stdlib_module_names) | {"numpy"}
HOUSE = (
    *(
        "version",
        "io",
        "declared",
        "render",
        "compiling",
        "charts",
        "registration",
        "game",
        "policy",
        "views",
        "engine",
    ),
    *("position", "envs", "networks", "gpu", "replay", "wrappers", "extractor", "flights", "watch", "text", "play"),
    *("building", "commands", "cli", "__main__"),
)
"""The rooms of the package outside its games. Each imports only those before it."""
ABOVE_GAMES = ("replay", "flights", "building", "commands", "cli")
"""Rooms that a game may not import: its declarations stand below them."""
ABOVE_PARTS = ("watch", "text")
"""Rooms of which a game may import only the module of declarations, ``parts``."""
PAGE_MAY = ("stuka_env.replay", "stuka_env.watch")
"""Rooms that the module ``watch`` of a game may import too: pages and their replays."""
ROOMS = {
    "codes": (),
    "charts": ("codes",),
    "rules": ("codes", "charts.shape"),
    "scenario": ("codes", "charts", "rules"),
    "position": ("codes", "charts", "rules", "scenario"),
}
"""Rooms that every game has, each with the rooms of the same game that it may import."""
ROOMS_BY_GAME: dict[str, dict[str, tuple[str, ...]]] = {
    "stuka": {
        **ROOMS,
        "observation": ("codes", "charts", "rules"),
        "odds": ("codes", "charts.shape", "rules", "observation.layout"),
        "words": ("codes", "charts", "rules"),
        "sheet": ("codes", "charts", "words", "rules"),
        "option_odds": ("codes", "charts.shape", "odds", "words"),
        "networks": ("codes", "observation", "odds.layout"),
        "watch": ("codes", "charts", "rules", "scenario", "words", "sheet"),
        "play": (
            "codes",
            "charts",
            "rules",
            "words",
            "sheet",
            "watch",
        ),
        "text": ("codes", "charts", "words", "sheet"),
    },
    "interceptor": {
        **ROOMS,
        "observation": ("codes", "charts", "rules"),
        "engine": ("codes", "charts", "rules", "observation", "scenario"),
        "words": ("codes", "charts", "rules", "scenario"),
        "sheet": ("codes", "charts", "words", "rules"),
        "watch": ("codes", "charts", "rules", "scenario", "words", "sheet"),
        "play": ("codes", "charts", "rules", "words", "sheet", "watch"),
        "text": ("codes", "charts", "words", "sheet"),
    },
    "wing": {
        **ROOMS,
        "observation": ("codes", "charts", "rules"),
        "engine": ("codes", "charts", "rules", "observation"),
        "words": ("codes", "charts", "rules"),
        "sheet": ("codes", "charts", "words", "rules", "observation.derived"),
        "watch": ("codes", "charts", "scenario", "words", "sheet"),
        "text": ("codes", "words"),
        "play": ("codes", "charts", "rules", "words", "text"),
    },
}
"""Rooms of each game, in the same way."""


def inside(name: str, *modules: str) -> bool:
    """Is ``name`` one of ``modules`` or in one of them?"""
    return any(name == module or name.startswith(module + ".") for module in modules)


def top(name: str) -> str:
    """The distribution part of a dotted name."""
    return name.partition(".")[0]


def strangers(folder: Path, allowed: Callable[[str], bool]) -> list[str]:
    """The imports under ``folder`` that are not allowed, as 'file: name'."""
    files = [folder] if folder.suffix == ".py" else sorted(folder.rglob("*.py"))
    assert files, f"no Python file at {folder}"
    found = []
    for file in files:
        parts = file.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        names = imports(file.read_text(encoding="utf-8"), module, is_package)
        found += [f"{file.relative_to(ROOT)}: {name}" for name in names if not allowed(name)]
    return found


def test_imports_are_read_whatever_their_form() -> None:
    source = (
        "import a.b\nfrom . import c\nfrom ..d import e\ndef f():\n    from g import h as i\n    import_module('j.k')\n"
    )
    assert sorted(imports(source, "p.q.r")) == ["a.b", "g.h", "j.k", "p.d.e", "p.q.c"]
    assert imports("from . import c\nfrom .d import e", "p.q", is_package=True) == ("p.q.c", "p.q.d.e")


def test_a_stranger_is_found() -> None:
    assert strangers(Path(__file__), lambda name: top(name) != "tomllib") == ["tests/test_architecture.py: tomllib"]


@pytest.mark.parametrize("room", HOUSE)
def test_a_room_of_the_house_imports_only_the_rooms_before_it(room: str) -> None:
    place = PACKAGE / room
    before = tuple(f"stuka_env.{name}" for name in HOUSE[: HOUSE.index(room) + 1])
    source = place if place.is_dir() else place.with_suffix(".py")
    assert strangers(source, lambda name: not inside(name, *PROJECT) or inside(name, *before)) == []


def test_the_order_of_the_house_is_complete() -> None:
    files = {file.stem for file in PACKAGE.glob("*.py")} - {"__init__"}
    assert files | {place.parent.name for place in PACKAGE.glob("*/__init__.py")} == {*HOUSE, "games"}
    assert len(files) <= MOST_LOOSE_MODULES


MOST_LOOSE_MODULES = 9
"""Modules beside ``__init__`` at the root of the package."""


def test_the_networks_of_the_first_game_import_only_its_codes_and_its_observation() -> None:
    """These rooms are enough to load a saved agent."""
    own = tuple(f"stuka_env.games.stuka.{room}" for room in ("codes", "observation", "odds.layout", "networks"))
    house = tuple(f"stuka_env.{name}" for name in HOUSE[: HOUSE.index("networks") + 1])
    room = FIRST_GAME / "networks"
    assert strangers(room, lambda name: not inside(name, *PROJECT) or inside(name, *house, *own)) == []


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
    "stuka_env/play/browser/page.py": "parts of the game's page",
    "agents/evaluation/plots.py": "parts of the laboratory's page",
}
"""Modules that may read a file themselves, and what."""


def test_a_file_that_a_user_can_name_is_read_within_limits() -> None:
    """By :mod:`stuka_env.io.reading`, which takes no pipe, no device and nothing without an end."""
    sources = [file for folder in ("stuka_env", "agents") for file in (ROOT / folder).rglob("*.py")]
    own = [file.relative_to(ROOT).as_posix() for file in sources if READS.search(file.read_text(encoding="utf-8"))]
    assert sorted(set(own) - set(OWN_READERS)) == []


@pytest.mark.parametrize("game", ROOMS_BY_GAME)
def test_rules_and_odds_import_no_other_library_than_numpy_and_numba(game: str) -> None:
    for room in {"rules", "odds"} & set(ROOMS_BY_GAME[game]):
        assert strangers(GAMES / game / room, lambda name: inside(name, "stuka_env") or top(name) in RULES_MAY) == []


@pytest.mark.parametrize("game", ROOMS_BY_GAME)
def test_charts_import_no_other_library_than_numpy(game: str) -> None:
    assert strangers(GAMES / game / "charts", lambda name: inside(name, "stuka_env") or top(name) in CHARTS_MAY) == []


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
    parts = file.relative_to(ROOT).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = ".".join(parts[:-1] if is_package else parts)
    names = imports(file.read_text(encoding="utf-8"), module, is_package)
    return {file_of(name) for name in names if top(name) in WITHOUT_CYCLES}


WITHOUT_CYCLES = ("stuka_env", "agents", "tools")
"""Top-level folders whose modules must not import each other in a circle, by a string either."""


def test_no_module_imports_itself_through_others() -> None:
    files = [file for folder in WITHOUT_CYCLES for file in (ROOT / folder).rglob("*.py")]
    graph = {file.relative_to(ROOT).as_posix(): imported_files(file) for file in files}
    for name, found in graph.items():
        found.discard(name)  # a package that imports one of its own names
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_game_in_a_browser_needs_no_screen_of_the_terminal() -> None:
    screens = ("app", "dialogs", "panel", "style")
    refused = ("textual", *(f"stuka_env.play.{name}" for name in screens))
    assert strangers(PACKAGE / "play" / "browser", lambda name: not inside(name, *refused)) == []
    rooms = [file for file in (*GAMES.glob("*/play/*.py"), *GAMES.glob("*/play.py")) if file.stem != "crew_screen"]
    assert [file for file in rooms if strangers(file, lambda name: not inside(name, *refused))] == []
    shared = [file for file in (PACKAGE / "play").glob("*.py") if file.stem != "__init__"]
    assert [file for file in shared if strangers(file, lambda name: not inside(name, "stuka_env.play.browser"))] == []


@pytest.mark.parametrize("game", ROOMS_BY_GAME)
def test_a_game_imports_nothing_of_another_game_and_only_what_knows_none(game: str) -> None:
    rooms = [room for room in HOUSE if room not in (*ABOVE_GAMES, *ABOVE_PARTS)]
    may = (f"stuka_env.games.{game}", *(f"stuka_env.{room}" for room in rooms))
    parts = tuple(f"stuka_env.{room}.parts" for room in ABOVE_PARTS)
    found = strangers(GAMES / game, lambda name: not inside(name, *PROJECT) or inside(name, *may, *parts))
    page = f"stuka_env/games/{game}/watch.py"
    assert [one for one in found if not (one.startswith(page) and inside(one.partition(": ")[2], *PAGE_MAY))] == []


@pytest.mark.parametrize(("game", "room"), [(game, room) for game, rooms in ROOMS_BY_GAME.items() for room in rooms])
def test_a_room_of_a_game_imports_only_the_rooms_below_it(game: str, room: str) -> None:
    home = f"stuka_env.games.{game}"
    ours = tuple(f"{home}.{name}" for name in (room, f"{game.upper()}_ENVIRONMENTS", *ROOMS_BY_GAME[game][room]))
    place = GAMES / game / room
    source = place if place.is_dir() else place.with_suffix(".py")
    assert strangers(source, lambda name: not inside(name, home) or inside(name, *ours)) == []


@pytest.mark.parametrize("other", ["agents", "evaluate", "train", "tools", "tests"])
def test_package_never_imports(other: str) -> None:
    assert strangers(PACKAGE, lambda name: not inside(name, other)) == []


BASE = (
    "game_rooms",
    *("progress", "rows", "seeds", "stopping", "straying_wars", "config_file", "learner_parts", "config_parts"),
    "value_file",
    "registry",
)
FIRST_LABORATORY = "games.stuka"
PLANNER, LUCK = f"{FIRST_LABORATORY}.planner", f"{FIRST_LABORATORY}.luck"
IMPROVEMENT, SCORES = f"{FIRST_LABORATORY}.improvement", f"{FIRST_LABORATORY}.evaluation"
OWN_PLAYERS = (f"{FIRST_LABORATORY}.players", f"{FIRST_LABORATORY}.scripts")
LABORATORY: dict[str, tuple[str, ...]] = {
    "chances": (),
    "clones": (),
    "progress": (),
    "rows": (),
    "value_file": (),
    "seeds": (),
    "stopping": (),
    "game_rooms": (),
    "straying_wars": ("rows",),
    "config_file": (),
    "learner_parts": ("game_rooms",),
    "config_parts": ("learner_parts",),
    "reasoned_script": (),
    f"{FIRST_LABORATORY}.scripts": ("reasoned_script",),
    "random_policy": (),
    "luck": ("game_rooms", "random_policy", "rows", "seeds", "value_file"),
    "registry": ("game_rooms", "random_policy", "reasoned_script"),
    f"{FIRST_LABORATORY}.players": ("registry", f"{FIRST_LABORATORY}.scripts"),
    "learned": BASE,
    "planner": ("clones", "game_rooms", "learner_parts"),
    PLANNER: (*BASE, "clones", *OWN_PLAYERS, "learned", "planner"),
    f"{FIRST_LABORATORY}.learning": (*BASE, *OWN_PLAYERS, "learned", PLANNER),
    IMPROVEMENT: (*BASE, *OWN_PLAYERS, "learned", PLANNER),
    LUCK: (f"{FIRST_LABORATORY}.scripts", "luck", PLANNER, "seeds", "value_file"),
    "solver": (),
    "evaluation": (*BASE, "learned", "luck", "random_policy"),
    SCORES: (*BASE, *OWN_PLAYERS, "evaluation", "learned", LUCK, PLANNER),
    "plausible": ("game_rooms",),
    f"{FIRST_LABORATORY}.plausible": (SCORES, "plausible"),
    "review": (*BASE, "clones", "luck"),
    f"{FIRST_LABORATORY}.review": (*BASE, "clones", "review", f"{FIRST_LABORATORY}.scripts", LUCK, PLANNER),
    "exercises": (*BASE, "clones", "review"),
    f"{FIRST_LABORATORY}.exercises": (*OWN_PLAYERS, "exercises", f"{FIRST_LABORATORY}.review", LUCK, PLANNER),
    "games.interceptor": (
        *BASE,
        "chances",
        "clones",
        "evaluation",
        "exercises",
        "learned",
        "luck",
        "plausible",
        "planner",
        "reasoned_script",
        "review",
    ),
    "games.wing": (*BASE, "chances", "evaluation", "exercises", "luck", "plausible", "reasoned_script", "review"),
    "training": (*BASE, "evaluation", "learned"),
    "rllib": (*BASE, "evaluation", "training"),
    "commands": ("evaluation", "game_rooms", "games", "learned", "review", "rllib", "training"),
    "programs": ("commands",),
}
"""Rooms and modules of ``agents``, each with those that it may import. All of these stand above it, so there is no
cycle."""
ALL_LABORATORIES = "games"
"""The folder of all games, which the commands may import."""


def test_the_table_of_the_laboratory_is_complete_and_without_cycles() -> None:
    home = ROOT / "agents"
    rooms = {path.parent.relative_to(home) for path in home.rglob("*.py")} - {Path()}
    named = {".".join(room.parts) for room in rooms if room.parts[0] != ALL_LABORATORIES or len(room.parts) > 2}
    modules = {path.stem for path in home.glob("*.py")} - {"__init__"}
    assert [room for room in sorted(named | modules) if not inside(room, *LABORATORY)] == []
    places = {room: home / Path(*room.split(".")) for room in LABORATORY}
    assert [room for room, place in places.items() if not (place.is_dir() or place.with_suffix(".py").is_file())] == []
    order = list(LABORATORY)
    for room, allowed in LABORATORY.items():
        assert set(allowed) - {ALL_LABORATORIES} <= set(order[: order.index(room)]), room


@pytest.mark.parametrize("room", LABORATORY)
def test_a_room_of_the_laboratory_imports_only_the_rooms_of_its_row(room: str) -> None:
    folder = ROOT / "agents" / Path(*room.split("."))
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    ours = tuple(f"agents.{name}" for name in (room, *LABORATORY[room]))
    for file in files:
        may = ("agents.commands",) if file.name == "__main__.py" else ours
        assert strangers(file, lambda name, may=may: top(name) != "agents" or inside(name, *may)) == []  # type: ignore[misc]


KNOW_THE_FIRST_GAME = ("commands",)
"""The module of the laboratory outside ``games`` that imports a game: the command ``evaluate.py`` has its options."""


@pytest.mark.parametrize(
    "room", [room for room in LABORATORY if top(room) != ALL_LABORATORIES and room not in KNOW_THE_FIRST_GAME]
)
def test_what_serves_the_laboratories_of_all_games_imports_none(room: str) -> None:
    place = ROOT / "agents" / room
    source = place if place.is_dir() else place.with_suffix(".py")
    assert strangers(source, lambda name: not inside(name, "agents.games", "stuka_env.games")) == []


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
