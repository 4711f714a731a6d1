"""Charts of players: the states of play under them are accepted, and the observations stay in their space."""

import json
from dataclasses import replace

import numpy as np
import pytest

from stuka_env.engine.engine import Engine
from stuka_env.engine.state import capture, resume
from stuka_env.game import game_named
from tests.support.charts import CHARTED_GAMES, book_of, random_charts
from tests.support.contract import make
from tests.support.samples import samples_of
from tests.support.slow import slow

STEPS = 40


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
