"""Games are found by name: those of this package, and those that other distributions declare."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import stuka_env
from stuka_env.game import game_named, game_names, game_of
from stuka_env.registration import register_game
from tests.support.places import ROOT

OURS = ["stuka", "interceptor", "wing"]
"""The games of this package."""
FOREIGN = """
from stuka_env.registration import register_game

register_game(__name__, __file__, ("Skat/Hand-v0", "Skat/Evening-v0"))
"""
PROGRAM = """
import gymnasium, stuka_env
from stuka_env.code_cache import cache_folder
from stuka_env.game import game_named, game_names, games
print(*game_names())
print(*(game.name for game in games()))
print(gymnasium.spec("Skat/Evening-v0").kwargs)
print(cache_folder("skat").parts[-3:-1], cache_folder("stuka").parts[-3:-1])
"""


def declare(place: Path, games: dict[str, str]) -> None:
    """Write a distribution with games: their ``__init__.py`` by name."""
    info = place / "cards-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    lines = [f"{name} = cards.{name}\n" for name in games]
    (info / "entry_points.txt").write_text("[stuka_env.games]\n" + "".join(lines))
    for name, text in games.items():
        (place / "cards" / name).mkdir(parents=True)
        (place / "cards" / name / "__init__.py").write_text(text)


def run(place: Path) -> subprocess.CompletedProcess[str]:
    """Run the program with the distribution installed."""
    own = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(place)]), "STUKA_ENV_CACHE": str(place / "cache")}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_games_of_another_distribution_are_found_and_a_broken_one_costs_one_line(tmp_path: Path) -> None:
    """The game ``skat`` registers itself but has no record; the import of ``whist`` fails."""
    declare(tmp_path, {"skat": FOREIGN, "whist": "import no_such_library"})
    done = run(tmp_path)
    names, records, kwargs, folders = done.stdout.splitlines()
    assert names.split()[:3] == OURS and "skat" in names.split() and "whist" not in names.split()
    assert "skat" not in records.split() and records.split()[:3] == OURS
    assert kwargs == "{'game': 'skat', 'scale': 1}"
    assert folders == "('cards', 'skat') ('stuka_env', 'stuka')"
    said = done.stderr.splitlines()
    assert len(said) == 2 and all("cannot be imported and is left out" in line for line in said)
    assert "whist" in said[0] and "no_such_library" in said[0] and "skat" in said[1]


def test_the_games_of_the_package_are_declared_as_those_of_others_are() -> None:
    assert list(game_names()[:3]) == OURS
    assert stuka_env.ALL_ENVIRONMENTS == tuple(env for name in OURS for env in game_named(name).ids)
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f'{name} = "stuka_env.games.{name}"' in declared for name in OURS)


def test_a_name_belongs_to_one_package() -> None:
    with pytest.raises(
        ValueError, match="got 'stuka' of the package other.stuka, which is registered by stuka_env.games"
    ):
        register_game("other.stuka", __file__, ("Other/War-v0",))


def test_an_unknown_game_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match='game: got \'chess\', allowed is "stuka" or "interceptor"'):
        game_named("chess")
    assert game_of("Chess/Match-v0") is None
