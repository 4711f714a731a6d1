"""The scripts of every game play the same compiled and as plain Python."""

import hashlib

import pytest

from agents.registry import make_policy, players_of
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.game import game_named
from tests.support.plain import plain_lines

WARS = {"stuka": 2, "interceptor": 4, "wing": 2, "support": 2}
"""Wars of the shortest id by game."""


def digests(game: str) -> list[str]:
    """Return a digest of a few wars of every script of a game."""
    lines = []
    spec, _ = game_named(game).envs.read_arguments(0)
    for name in players_of(game).scripts:
        flown = fly_wars(make_policy(name, game), spec, evaluation_seeds(9, WARS[game]), seed=9)
        digest = hashlib.sha256(flown.results.tobytes() + flown.logs.tobytes()).hexdigest()
        lines.append(f"{name} {digest[:16]} {int(flown.decisions.sum())}")
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("game", WARS)
def test_plain_python_and_compiled_scripts_agree(game: str) -> None:
    assert plain_lines(f"from {__name__} import digests; print(*digests({game!r}), sep=chr(10))") == digests(game)
