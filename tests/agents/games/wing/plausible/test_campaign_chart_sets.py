"""Other charts of the third game: what moves, which sums hold, the reasons to reject a draw, and the bank."""

from typing import Any

import numpy as np
import pytest

from agents.games.wing.plausible.declared import BANDS, PLAUSIBLE, SCRIPT_BANDS, figures_of
from agents.plausible.bands import Band, CheckFlight, ScriptBands
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import COUNTERS
from tests.support.each import each
from tests.support.plausible import FIRST_DRAWS, draw

CELLS = PLAUSIBLE.cells
FACTS = ("name", "at", "next", "from_base", "year", "target", "box")
"""Last words of addresses of cells that never move."""
each_draw = each("number", FIRST_DRAWS)


@each_draw
def test_facts_never_move(number: int) -> None:
    rungs = draw("wing", number)
    moved = set(CELLS.moved(rungs))
    assert not [address for _, address in moved if set(FACTS) & set(address[2:])]


@each_draw
def test_sums_stay_near_ours(number: int) -> None:
    rungs = draw("wing", number)
    charts, ours = PLAUSIBLE.charts_of(rungs, "a draw").record, BANK.book.ours.record
    assert int(charts["cup"].sum()) == COUNTERS
    assert abs(int(charts["meetings"].sum()) - int(ours["meetings"].sum())) <= 2
    assert ((charts["sites"] > 0) == (ours["sites"] > 0)).all()
    for rating in ("performance", "air_combat", "bombing"):
        assert abs(int(charts["crews"][rating].sum()) - int(ours["crews"][rating].sum())) <= 1
        assert (np.diff(charts["crews"][rating].astype(int)) >= 0).all()
    assert (np.diff(charts["bombers"]["air_combat"].astype(int)).reshape(-1)[::2] >= 0).all()


def test_a_script_outside_its_bands_rejects_charts() -> None:
    flown: list[int] = []

    def figures(charts: Any, wars: int) -> dict[str, tuple[float, float]]:
        flown.append(wars)
        return {"points": (charts, 1.0), "sent": (5.0, 0.1)}

    bands = {"points": Band(0, 10)}
    script = ScriptBands(script="x", figures=figures, bands=bands, flights=(CheckFlight(2, slack=3), CheckFlight(9)))
    assert script.rejection(5) is None and flown == [2, 9]
    assert script.rejection(12) == "x's points" and flown[2:] == [2, 9]
    assert script.rejection(14) == "x's points" and flown[4:] == [2]


@pytest.mark.parametrize("number", (0, 639))
def test_the_script_is_in_its_bands_under_a_set_of_the_bank(number: int) -> None:
    figures = figures_of(BANK.charts(number), SCRIPT_BANDS.flights[-1].wars)
    assert [name for name, band in BANDS.items() if not band.holds(figures[name].value)] == []
