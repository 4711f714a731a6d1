"""The fit of the luck of every game that declares one: from flown wars to a file that its game reads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra train of stuka-agents")

from agents.games.stuka.luck.recorder import load_luck_weights
from agents.luck.network import load_network
from agents.luck.parts import luck_parts
from stuka_env.game import game_named
from tools.luck_fit import main


def network_in(game: str) -> Callable[[Path], Any]:
    """Return a function that loads a network of luck."""
    parts = luck_parts(game)
    assert parts is not None
    return lambda path: load_network(path, game_named(game).envs.layout(parts.details)).last


READERS: dict[str, Callable[[Path], Any]] = {
    "stuka": load_luck_weights,
    "interceptor": network_in("interceptor"),
    "support": network_in("support"),
    "wing": network_in("wing"),
}


@pytest.mark.study  # it flies hundreds of wars
@pytest.mark.parametrize("game", READERS)
def test_a_fit_writes_what_the_game_reads(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "luck.npz"
    assert main(["--game", game, "--share", "0.01", "--output", str(path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"written: {path}"
    fitted = READERS[game](path)
    assert np.isfinite(fitted).all() and fitted.std() > 0


def test_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--game", "golf"])
    said = capsys.readouterr().err.splitlines()[-1]
    assert "'golf'" in said and all(game in said for game in READERS)
