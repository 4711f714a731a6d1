"""Games are found by name: those of this package, and those that other distributions declare."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import stuka_env
from stuka_env.game import game_named, game_names, game_of
from stuka_env.io.quoting import LAST_READER
from stuka_env.registration import register_game
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.samples import GAMES

OURS = ["stuka", "interceptor", "support", "wing"]
"""The games of this package."""
FOREIGN = """
from stuka_env.registration import register_game

register_game(__name__, __file__, ("Skat/Hand-v0", "Skat/Evening-v0"))
"""
PROGRAM = """
import gymnasium, stuka_env
from stuka_env.compiling.code_cache import cache_folder
from stuka_env.game import game_named, game_names, games
print(*game_names())
print(*(game.name for game in games()))
print(gymnasium.spec("Skat/Evening-v0").kwargs)
print(cache_folder("skat").parts[-3:-1], cache_folder("stuka").parts[-3:-1])
"""


SKAT = ("skat", "Skat/Hand-v0 Skat/Evening-v0", FOREIGN)
"""A game: its package, its entry point, and its ``__init__.py``."""
BROKEN = ("whist", "Whist/Game-v0", "import no_such_library")


def declare(place: Path, *games: tuple[str, str, str]) -> None:
    """Write a distribution with games."""
    info = place / "cards-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    lines = [f"{entry} = cards.{name}\n" for name, entry, _ in games]
    (info / "entry_points.txt").write_text("[stuka_env.games]\n" + "".join(lines))
    for name, _, text in games:
        (place / "cards" / name).mkdir(parents=True)
        (place / "cards" / name / "__init__.py").write_text(text)


def run(place: Path, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program with the distribution installed."""
    own = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(place)]), "STUKA_ENV_CACHE": str(place / "cache")}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=120)


IDS = """
import sys, gymnasium, stuka_env
print([name for name in sys.modules if name.startswith("cards")])
print(gymnasium.spec("Skat/Evening-v0").kwargs, "Whist/Game-v0" in gymnasium.registry)
"""


def test_ids_are_known_without_an_import_of_the_game(tmp_path: Path) -> None:
    declare(tmp_path, SKAT, BROKEN)
    done = run(tmp_path, IDS)
    assert done.stdout.splitlines() == ["[]", "{'game': 'skat', 'scale': 1} True"]
    assert done.stderr == ""


def test_an_older_entry_point_without_ids_is_refused(tmp_path: Path) -> None:
    declare(tmp_path, SKAT, ("whist", "whist", BROKEN[2]))
    done = run(tmp_path, IDS)
    assert done.stdout.splitlines() == ["[]", "{'game': 'skat', 'scale': 1} False"]
    assert done.stderr == (
        "stuka_env: game: got the entry point 'whist', allowed is one named by ids; the last commit that reads older "
        f"formats is {LAST_READER}; whist is left out\n"
    )


@each("game, line", [
        (BROKEN, "game: whist cannot be imported (ModuleNotFoundError: No module named 'no_such_library')"),
        (("whist", "Whist/Game-v0", ""), "game: the package cards.whist does not register 'whist'"),
        (
            ("whist", "Whist/Game-v0", FOREIGN.replace("Skat/Hand-v0\", \"Skat/Evening-v0\"", "A/B-v0\",")),
            "game: whist cannot be imported (ValueError: game: cards.whist has the ids ('A/B-v0',), "
            "its entry point declares ('Whist/Game-v0',))",
        ),
        (
            ("whist", "Whist/Game-v0", FOREIGN.replace('"Skat/Hand-v0", "Skat/Evening-v0"', '"Whist/Game-v0",')),
            "game: whist cannot be imported (ModuleNotFoundError: No module named 'cards.whist.game')",
        ),
    ])  # fmt: skip
def test_a_broken_game_is_one_line_when_its_id_is_made(game: tuple[str, str, str], line: str, tmp_path: Path) -> None:
    declare(tmp_path, game)
    program = """
import gymnasium, stuka_env
for kind in (gymnasium.make, lambda env: gymnasium.make_vec(env, 2, "vector_entry_point")):
    try:
        kind("Whist/Game-v0")
    except ValueError as error:
        print(error)
"""
    done = run(tmp_path, program)
    assert (done.stdout, done.stderr) == (f"{line}\n" * 2, "")


def test_a_folder_that_hides_the_module_of_a_game_is_named(tmp_path: Path) -> None:
    declare(tmp_path, ("whist", "Whist/Game-v0", ""))
    (tmp_path / "cards/whist/__init__.py").unlink()
    done = run(tmp_path, "import gymnasium, stuka_env; gymnasium.make('Whist/Game-v0')")
    line = f"game: cards.whist is the folder {tmp_path / 'cards/whist'} here, which hides the module of the game"
    assert line in done.stderr.splitlines()[-1]


def test_an_id_of_another_game_is_left_out(tmp_path: Path) -> None:
    declare(tmp_path, ("skat", "Stuka/Mission-v0", FOREIGN), ("whist", "Whist/Game/v0/", ""))
    done = run(tmp_path, "import gymnasium, stuka_env; print(gymnasium.spec('Stuka/Mission-v0').kwargs)")
    assert done.stdout == "{'game': 'stuka', 'scale': 0}\n"
    first, second = done.stderr.splitlines()
    assert "got the id Stuka/Mission-v0 of skat, which is registered already; skat is left out" in first
    assert "Whist/Game/v0/" in second and "whist is left out" in second


@pytest.mark.slow
def test_games_of_another_distribution_are_found_and_a_broken_one_costs_one_line(tmp_path: Path) -> None:
    """The game ``skat`` registers itself but has no record; the import of ``whist`` fails."""
    declare(tmp_path, SKAT, BROKEN)
    done = run(tmp_path, PROGRAM)
    names, records, kwargs, folders = done.stdout.splitlines()
    assert names.split()[: len(OURS)] == OURS and "skat" in names.split() and "whist" not in names.split()
    assert "skat" not in records.split() and records.split()[: len(OURS)] == OURS
    assert kwargs == "{'game': 'skat', 'scale': 1}"
    assert folders == "('cards', 'skat') ('stuka_env', 'stuka')"
    said = done.stderr.splitlines()
    assert len(said) == 2 and all("cannot be imported" in line and "is left out" in line for line in said)
    assert "whist" in said[0] and "no_such_library" in said[0] and "skat" in said[1]


def test_the_games_of_the_package_come_first() -> None:
    assert list(game_names()[: len(OURS)]) == OURS
    assert stuka_env.ALL_ENVIRONMENTS == tuple(env for name in OURS for env in game_named(name).ids)


def test_a_name_belongs_to_one_package() -> None:
    with pytest.raises(
        ValueError, match="got 'stuka' of the package other.stuka, which is registered by stuka_env.games"
    ):
        register_game("other.stuka", __file__, ("Other/War-v0",))


def test_an_unknown_game_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match='game: got \'chess\', allowed is "stuka" or "interceptor"'):
        game_named("chess")
    assert game_of("Chess/Match-v0") is None


def test_the_contract_suite_leaves_an_installed_game_without_samples_out(tmp_path: Path) -> None:
    assert [game.name for game in GAMES] == [*OURS, "dogfight"]
    source = ROOT / "examples" / "dogfight" / "dogfight"
    texts = {file.name: file.read_text().replace("dogfight", "cards.duel") for file in source.glob("*.py")}
    declare(tmp_path, ("duel", "Duel/Fight-v0", texts.pop("__init__.py").replace("Dogfight/", "Duel/")))
    for name, text in texts.items():
        (tmp_path / "cards" / "duel" / name).write_text(text)
    program = """
from stuka_env.game import games
from tests.support.samples import GAMES
print({game.name for game in games()} - {game.name for game in GAMES})
"""
    done = run(tmp_path, program)
    assert (done.stdout, done.stderr) == ("{'duel'}\n", "")
