"""Every field of the charts changes play: each gets another legal value, and its wars are compared with ours."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from stuka_env.charts.axes import Cell
from stuka_env.charts.loader import ChartBook, LoadedCharts
from stuka_env.charts.words import ChartError
from stuka_env.engine import kernels
from stuka_env.engine.engine import Engine
from stuka_env.game import game_named
from tests.support.charts import CHARTED_GAMES, Place, book_of, free_cells, with_words, word_of
from tests.support.playing import make
from tests.support.samples import ChartWar, samples_of

WARS, STEPS = 64, 400
MOST_TRIED = 5
"""Most values of a field that are tried."""


class Play:
    """Random play of many wars under any charts, compared with the same actions under ours."""

    def __init__(self, war: ChartWar) -> None:
        env = make(war.env_id, **war.arguments)
        self.choose = samples_of(war.env_id).choose
        self.spec: Any = env.engine.spec
        self.setup = None if war.setup is None else env.game.envs.make_setup(war.setup, self.spec)
        self.ours = list(self.digests(self.spec.charts))

    def digests(self, charts: LoadedCharts[Any]) -> Iterator[bytes]:
        """Yield a digest of all wars before each step."""
        engine = Engine(WARS, replace(self.spec, charts=charts), autoreset=kernels.NEXT_STEP)
        view, rng = engine.new_view(compact=True), np.random.default_rng(0)
        engine.reset(view.buffers, list(range(WARS)), setup=self.setup)
        for _ in range(STEPS):
            wars = engine.wars
            yield hashlib.sha256(wars.mats.tobytes() + wars.reports["result"].tobytes()).digest()
            engine.step(self.choose(engine.masks, rng).astype(np.int64), view.buffers)

    def differs(self, charts: LoadedCharts[Any]) -> bool:
        """Whether play under other charts takes another course; not if they do not allow the set-up."""
        try:
            return any(own != theirs for own, theirs in zip(self.ours, self.digests(charts), strict=True))
        except ValueError:
            return False


def fields_of(cells: dict[Place, Cell]) -> dict[tuple[str, str], list[Place]]:
    """Return the places of the cells of each field, by file and name."""
    fields: dict[tuple[str, str], list[Place]] = {}
    for place, cell in cells.items():
        for field in cell.fields[:1]:
            fields.setdefault((place[0], field), []).append(place)
    return fields


def neighbour(cell: Cell, by: int) -> object:
    """Return the word some places further in the vocabulary of a cell, or before it at its end."""
    words = list(cell.word.samples)
    own = next((place for place, word in enumerate(words) if cell.word.parse(word) == cell.values), 0)
    return words[own + by if 0 <= own + by < len(words) else own - by]


def changes(cells: dict[Place, Cell], places: list[Place], dice: Random) -> Iterator[dict[Place, object]]:
    """Yield other words for a field: all cells moved, all at an end, two exchanged, or one of them anything."""
    for by in (1, -1):
        yield {place: neighbour(cells[place], by) for place in places}
    for end in (0, -1):
        yield {place: cells[place].word.samples[end] for place in places}
    for _ in range(9):
        one, other = dice.choice(places), dice.choice(places)
        yield {one: word_of(cells[other]), other: word_of(cells[one])}
        yield {one: dice.choice(cells[one].word.samples)}
        yield {one: neighbour(cells[one], 1)}


def other_charts(book: ChartBook[Any], cells: dict[Place, Cell], places: list[Place]) -> Iterator[LoadedCharts[Any]]:
    """Yield some charts that the loader accepts, with another value of a field."""
    count = 0
    for words in changes(cells, places, Random(0)):
        try:
            charts = with_words(book, words)
        except ChartError:
            continue
        if charts != book.ours:
            yield charts
            count += 1
        if count == MOST_TRIED:
            return


@pytest.mark.slow
@pytest.mark.parametrize("game", CHARTED_GAMES)
def test_every_field_of_the_charts_is_read_by_a_rule(game: str) -> None:
    samples, book = samples_of(game_named(game).ids[0]), book_of(game)
    cells, plays = free_cells(book), [Play(war) for war in samples.chart_wars]
    idle = {
        field
        for field, places in fields_of(cells).items()
        if not any(play.differs(charts) for charts in other_charts(book, cells, places) for play in plays)
    }
    assert idle == set(samples.idle_fields), sorted(idle ^ set(samples.idle_fields))
