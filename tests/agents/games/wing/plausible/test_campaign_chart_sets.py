"""Other charts of the third game: what moves, which sums hold, the reasons to reject a draw, and the bank."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from agents.games.wing.plausible.declared import BANDS, PLAUSIBLE, SCRIPT_BANDS, figures_of
from agents.plausible.bands import Band, CheckFlight, ScriptBands
from agents.plausible.cells import Rungs
from stuka_env.games.wing.charts import BANK
from stuka_env.games.wing.codes import COUNTERS
from tools.chart_bank import BANK_SEED

CELLS = PLAUSIBLE.cells
FACTS = ("name", "at", "next", "from_base", "year", "target", "box")
"""Last words of addresses of cells that never move."""
FIRST_DRAWS = range(1, 3)


@cache
def draw(number: int) -> Rungs:
    """Return one of the first draws of the study, made once for all tests."""
    return PLAUSIBLE.attempt_rungs(0, number, 0)


@pytest.fixture(params=FIRST_DRAWS)
def rungs(request: pytest.FixtureRequest) -> Rungs:
    return draw(request.param)


def test_only_reconstructed_cells_move_and_facts_never(rungs: Rungs) -> None:
    moved = set(CELLS.moved(rungs))
    assert moved <= set(CELLS.reconstructed) and CELLS.in_order(rungs)
    assert not [address for _, address in moved if set(FACTS) & set(address[2:])]
    assert CELLS.share_moved(rungs, PLAUSIBLE.views[0]) >= 0.5


def test_sums_stay_near_ours(rungs: Rungs) -> None:
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


def test_a_set_can_be_drawn_again() -> None:
    """One of the first draws for the third set is the set."""
    draws = (PLAUSIBLE.attempt_rungs(BANK_SEED, 3, attempt) for attempt in range(3))
    assert BANK.sets().digests[2] in {PLAUSIBLE.charts_of(rungs, "again").sha256 for rungs in draws}
