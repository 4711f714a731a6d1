"""Compiled code of several games: an edit of one, or its first compilation, does not concern the others.

The tests run a small package with two games. Their compiled functions differ in nothing that Numba sees: file name,
qualified name, signature and bytecode are the same. Only the constant that they freeze is another one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from stuka_env.compiling import code_cache
from stuka_env.compiling.code_cache import COMPLETE, SHARED, SHARED_FILES, cache_folder, first_time, games_of, locked
from stuka_env.io.game_packages import DEFAULT_GAME as FIRST
from tests.support.cache_folders import forget_folders
from tests.support.places import ROOT
from tests.support.slow import slow

SECOND = "second"
HOMES = {game: f"stuka_env.games.{game}" for game in (FIRST, SECOND)}
WORTHS = {FIRST: 1, SECOND: 1000}
RULE = """
from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.philox import face, philox
from {home}.codes import WORTH

@compiled
def score(seed: int) -> int:
    return WORTH * face(philox(seed, 0, 0, 0, 0, 0)[0], 100)

@compiled
def total(seeds: int) -> int:
    result = 0
    for seed in range(seeds):
        result += score(seed)
    return result
"""
POLICY = """
from stuka_env.compiling.compilation import compiled
from {home}.rules.rule import score

@compiled
def choose(seed: int) -> int:
    return score(seed) + 1
"""
PROGRAM = f"""
import importlib, sys
from stuka_env.compiling.compilation import compile_all
homes = {HOMES}

def loaded(function):
    return sum(function.stats.cache_hits.values()) if hasattr(function, "stats") else 0

for game in sys.argv[1:]:
    rule, policy = importlib.import_module(homes[game] + ".rules.rule"), importlib.import_module(f"policy_{{game}}")
    compile_all([rule.total])
    print(game, rule.total(9), policy.choose(9), loaded(rule.total) + loaded(policy.choose))
"""


class Report(NamedTuple):
    """Results of one game in a process."""

    total: int
    choice: int
    loaded: int
    """Functions called from Python, of 2, whose code was in the cache."""


class Run(NamedTuple):
    """Results of a process."""

    reports: dict[str, Report]
    announced: list[str]
    """Games whose first compilation was announced, in order."""


class Games:
    """A package with two games, a policy for each of them outside it, and a cache."""

    def __init__(self, place: Path) -> None:
        self.place, self.package = place, place / "stuka_env"
        for name in SHARED_FILES:
            (self.package / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "stuka_env" / name, self.package / name)
        for game, home in HOMES.items():
            place.joinpath(*home.split("."), "rules").mkdir(parents=True)
            place.joinpath(*home.split("."), "rules", "rule.py").write_text(RULE.format(home=home))
            (place / f"policy_{game}.py").write_text(POLICY.format(home=home))
            self.set_worth(game, WORTHS[game])
        for folder in (self.package, *self.package.rglob("*/")):
            (folder / "__init__.py").touch()
        (place / "program.py").write_text(PROGRAM)

    def set_worth(self, game: str, worth: int) -> None:
        """Edit the constant of a game."""
        self.place.joinpath(*HOMES[game].split("."), "codes.py").write_text(f"WORTH = {worth}\n")

    def run(self, *games: str, cache: str = "cache", plain: bool = False) -> Run:
        """Compile and call the functions of some games, in this order, in a process of its own."""
        own = {"PYTHONPATH": str(self.place), code_cache.CACHE_VARIABLE: str(self.place / cache)}
        environment = os.environ | own | {"NUMBA_DISABLE_JIT": str(int(plain))}
        command = [sys.executable, "-B", str(self.place / "program.py"), *games]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
        rows = [line.split() for line in run.stdout.splitlines()]
        reports = {row[0]: Report(*map(int, row[1:])) for row in rows}
        said = run.stderr.splitlines()
        assert all("compiling the rules, once" in line for line in said), run.stderr
        folders = [Path(line.partition("kept in ")[2]).parent.name for line in said]
        return Run(reports, folders)


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """The two games as they are, never edited."""
    return Games(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def plain(shipped: Games) -> dict[str, Report]:
    """The results of plain Python."""
    return shipped.run(FIRST, SECOND, plain=True).reports


def test_plain_python_sees_two_games(plain: dict[str, Report]) -> None:
    assert 1000 * plain[FIRST].total == plain[SECOND].total > 0


@pytest.mark.slow
@pytest.mark.parametrize("order", [(FIRST, SECOND), slow((SECOND, FIRST))], ids=["first", "second"])
def test_two_games_in_one_process_equal_plain_python(
    shipped: Games, plain: dict[str, Report], order: tuple[str, str]
) -> None:
    """In either order, compiled there or loaded from what the other order has compiled."""
    compiled = shipped.run(*order, cache=f"cache {order}")
    assert compiled == Run(plain, list(order))
    loaded = shipped.run(*reversed(order), cache=f"cache {order}")
    assert loaded == Run({game: report._replace(loaded=2) for game, report in plain.items()}, [])


@pytest.mark.slow
def test_games_are_edited_and_compiled_one_by_one(tmp_path: Path, plain: dict[str, Report]) -> None:
    games = Games(tmp_path)
    first, second = plain[FIRST], plain[SECOND]
    assert games.run(FIRST) == Run({FIRST: first}, [FIRST])
    assert games.run(SECOND) == Run({SECOND: second}, [SECOND]), "compiling the first game leaves the second cold"
    kept = set(tmp_path.rglob("philox*.nbc"))
    assert {path.relative_to(tmp_path / "cache" / "stuka_env").parts[0] for path in kept} == {SHARED}

    games.set_worth(SECOND, 2000)
    second = Report(2 * second.total, 2 * (second.choice - 1) + 1, 0)
    assert games.run(FIRST, SECOND) == Run({FIRST: first._replace(loaded=2), SECOND: second}, [SECOND])
    games.set_worth(FIRST, 3)
    first = Report(3 * first.total, 3 * (first.choice - 1) + 1, 0)
    assert games.run(FIRST, SECOND) == Run({FIRST: first, SECOND: second._replace(loaded=2)}, [FIRST])
    with (games.package / "compiling" / "philox.py").open("a") as file:
        file.write("# edited\n")
    assert games.run(SECOND, FIRST) == Run({FIRST: first, SECOND: second}, [SECOND, FIRST])


def folder(game: str) -> Path:
    """Return the cache folder of a game."""
    found = cache_folder(game)
    assert found is not None
    return found


@pytest.mark.usefixtures("empty_cache")
def test_each_game_has_its_own_mark_and_lock(capsys: pytest.CaptureFixture[str]) -> None:
    with locked(folder(FIRST)), first_time(SECOND) as cold:
        assert cold
    assert "waiting" not in capsys.readouterr().err
    assert (folder(SECOND) / COMPLETE).exists() and not (folder(FIRST) / COMPLETE).exists()
    with first_time(SECOND) as cold:
        assert not cold
    with first_time(FIRST) as cold:
        assert cold


@pytest.mark.usefixtures("empty_cache")
def test_each_game_keeps_its_own_last_folders() -> None:
    """So do the shared files."""
    ages = range(2 * code_cache.OLD_FOLDERS)
    for game in (FIRST, SECOND, SHARED):
        for age in ages:
            mark = folder(game).parent / f"old{age}" / COMPLETE
            mark.parent.mkdir()
            mark.touch()
            then = mark.stat().st_mtime - (age + 1) * code_cache.HOUR
            os.utime(mark, (then, then))
    with first_time(SECOND):
        pass
    kept = {game: len(list(folder(game).parent.glob(f"*/{COMPLETE}"))) for game in (FIRST, SECOND, SHARED)}
    assert kept == {FIRST: len(ages), SECOND: code_cache.OLD_FOLDERS + 1, SHARED: code_cache.OLD_FOLDERS + 1}


def test_the_game_of_a_source_follows_from_its_path() -> None:
    places = {
        "games/stuka/rules/attack.py": FIRST,
        "engine/kernels.py": SHARED,
        "policy.py": FIRST,
        "games/second/rules/attack.py": SECOND,
        "games/second/policy.py": SECOND,
        "compiling/philox.py": SHARED,
        "engine/memory.py": SHARED,
    }
    assert {place: code_cache.game_of(code_cache.PACKAGE / place) for place in places} == places


def test_the_games_of_a_file_outside_the_package_are_those_that_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest of a file that uses two games has the sources of both."""
    games = Games(tmp_path)
    monkeypatch.setattr(code_cache, "PACKAGE", games.package)
    names = (
        "helper",
        "stuka_env.compiling.philox",
        "stuka_env.games.stuka.rules.rule",
        "stuka_env.games.second.rules.rule",
    )
    imported = {name: tmp_path.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    monkeypatch.setattr(code_cache, "file_of", lambda name: (imported[name],) if name in imported else ())
    (tmp_path / "helper.py").write_text("from stuka_env.games.second.rules import rule\n")
    texts = {
        "": (FIRST,),
        "import stuka_env.compiling.philox": (FIRST,),
        "from stuka_env.games.stuka.rules.rule import score": (FIRST,),
        "import stuka_env.games.second.rules.rule": (SECOND,),
        "import helper, stuka_env.compiling.philox": (SECOND,),
        "import helper, stuka_env.games.stuka.rules.rule": (SECOND, FIRST),
    }
    for number, (text, expected) in enumerate(texts.items()):
        file = tmp_path / f"policy{number}.py"
        file.write_text(text)
        assert games_of(file) == expected, text


@pytest.mark.usefixtures("empty_cache")
def test_a_file_that_uses_two_games_depends_on_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(tmp_path / "games")
    monkeypatch.setattr(code_cache, "PACKAGE", games.package)
    monkeypatch.setattr(code_cache, "games_of", lambda source: (FIRST, SECOND))
    (tmp_path / "policy.py").touch()
    folders = []
    for edited in (FIRST, SECOND, FIRST):
        forget_folders()
        folders.append(code_cache.folder_of(tmp_path / "policy.py"))
        games.set_worth(edited, 5 + len(folders))
    assert len(set(folders)) == 3
