"""Charts of players: a folder that cannot be read is refused in one line.

The states of play under other charts are accepted, and the observations stay in their space.
"""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stuka_env.charts.words import ChartError
from stuka_env.engine.engine import Engine
from stuka_env.engine.state import capture, resume
from stuka_env.game import game_named
from tests.support.charts import CHARTED_GAMES, book_of, random_charts
from tests.support.contract import make
from tests.support.samples import samples_of
from tests.support.slow import slow

STEPS = 40
UNREADABLE: list[tuple[bytes | None, str]] = [
    (None, ": expected a folder with chart files, got nothing"),
    (b"", "title: expected "),
    (b"title = = 3", ": expected a TOML file, got: "),
    (b"title = '\xff\xfe'", ": expected a TOML file, got: "),
]
"""Contents of a chart file, or None for a missing folder, and a part of the refusal."""


def refusal(game: str, folder: Path) -> str:
    with pytest.raises(ChartError) as caught:
        book_of(game).load(folder)
    message = str(caught.value)
    assert str(folder) in message and "expected" in message and "got" in message and "\n" not in message
    return message


@pytest.mark.parametrize("game", CHARTED_GAMES)
def test_a_folder_that_cannot_be_read_is_refused(game: str, tmp_path: Path) -> None:
    chart = next(iter(book_of(game).ours.files))
    for number, (contents, says) in enumerate(UNREADABLE):
        folder = tmp_path / str(number)
        if contents is not None:
            folder.mkdir()
            (folder / f"{chart}.toml").write_bytes(contents)
        assert says in refusal(game, folder)
    (tmp_path / "file").write_text("")
    assert "got a file" in refusal(game, tmp_path / "file")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "notes.txt").write_text("not a chart")
    refusal(game, tmp_path / "notes")
    (tmp_path / "notes" / "a0_of_another_game.toml").write_text("")
    assert f"file name: expected one of {chart}.toml, " in refusal(game, tmp_path / "notes")


@pytest.mark.parametrize("seeds", [range(2), slow(range(2, 20))])
@pytest.mark.parametrize("game", CHARTED_GAMES)
def test_the_states_of_play_under_other_charts_are_accepted(game: str, seeds: range) -> None:
    for seed in seeds:
        charts = random_charts(book_of(game), seed)
        for env_id in game_named(game).ids:
            engine = Engine(1, replace(make(env_id).engine.spec, charts=charts))
            view, rng = engine.new_view(), np.random.default_rng(seed)
            engine.reset(view.buffers, [seed])
            for _ in range(STEPS):
                assert (np.abs(view.observations) <= 1).all(), (env_id, seed)
                resume(engine, json.loads(json.dumps(capture(engine))))
                if engine.wars.reports["over"][0]:
                    break
                engine.step(samples_of(env_id).choose(engine.masks, rng).astype(np.int64), view.buffers)
