"""Other charts of every game: only reconstructed cells move, by a rung, in order, and a draw can be made again.

``tests/tools/test_chart_bank.py`` draws sets of each bank again.
"""

import numpy as np
import pytest

from agents.plausible.cells import Address
from stuka_env.charts.loader import LoadedCharts
from tests.support.charts import book_of
from tests.support.plausible import FIRST_DRAWS, PLAUSIBLE, draw

each_game = pytest.mark.parametrize("game", PLAUSIBLE)
LEAST_MOVABLE = {"stuka": 300, "interceptor": 300, "support": 140, "wing": 300}
"""Cells that may move. In Air Support most reconstructed cells are of maps, and of units in their hexes."""


def texts(charts: "LoadedCharts[object]") -> dict[tuple[str, Address], str]:
    """Return the text of every cell, card and level."""
    found: dict[tuple[str, Address], str] = {}
    for name, file in charts.files.items():
        found |= {(name, cell.path + cell.labels): cell.text for cell in file.cells}
        found |= {(name, (key, entry.name)): entry.text for key in file.lists for entry in file.lists[key]}
    return found


@each_game
def test_the_cells_are_those_of_the_charts(game: str) -> None:
    cells = PLAUSIBLE[game].cells
    places = [(cell.chart, cell.address) for cell in cells.cells]
    assert len(set(places)) == len(places)
    movable = {where for where, cell in zip(places, cells.cells, strict=True) if cell.low < cell.high}
    assert movable <= set(cells.reconstructed) and len(movable) > LEAST_MOVABLE[game]
    assert all(cell.low <= cell.ours <= cell.high and cell.high - cell.low <= 2 for cell in cells.cells)


@each_game
def test_only_reconstructed_cells_move_and_by_a_rung(game: str) -> None:
    ours, plausible = book_of(game).ours, PLAUSIBLE[game]
    cells, before = plausible.cells, texts(ours)
    for number in FIRST_DRAWS:
        rungs = draw(game, number)
        charts = plausible.charts_of(rungs, "a draw")
        after = texts(charts)
        assert before.keys() == after.keys()
        differing = {where for where in before if before[where] != after[where]}
        assert differing == set(cells.moved(rungs)) <= set(cells.reconstructed)
        assert {ours.files[name].provenance[address].kind for name, address in differing} == {"reconstructed"}
        assert np.abs(rungs - cells.ours).max() == 1 and cells.in_order(rungs)
        assert cells.share_moved(rungs, plausible.views[0]) >= 0.5
        assert all(plausible.near_ours.keeps(rungs, place) for place in range(len(cells.cells)))
        for name, file in charts.files.items():
            assert file.head == ours.files[name].head and file.provenance == ours.files[name].provenance


@each_game
def test_a_draw_can_be_made_again(game: str) -> None:
    first, plausible = draw(game, 1), PLAUSIBLE[game]
    assert (plausible.attempt_rungs(0, 1, 0) == first).all()
    others = [plausible.attempt_rungs(0, 1, 1), plausible.attempt_rungs(1, 1, 0), draw(game, 2)]
    assert all((other != first).any() for other in others)


@each_game
def test_ours_unmoved_is_ours(game: str) -> None:
    assert PLAUSIBLE[game].charts_of(PLAUSIBLE[game].cells.ours, "again").sha256 == book_of(game).ours.sha256
