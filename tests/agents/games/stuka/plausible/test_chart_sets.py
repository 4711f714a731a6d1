"""Other charts: what moves, what stays, what must stay in order, and which draws count."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from agents.games.stuka.evaluation.calibration import REGULAR_BARBAROSSA, Calibration, outside_band
from agents.games.stuka.plausible import declared
from agents.games.stuka.plausible.declared import PLAUSIBLE, implausible, in_force, plausible_through, through_shares
from agents.plausible import sets
from agents.plausible.cells import Address
from agents.plausible.sets import PlausibleCharts
from stuka_env.charts.words import ChartError
from stuka_env.games.stuka.charts import LoadedCharts, load_charts, through_share
from stuka_env.games.stuka.codes import Segment
from tests.support.each import each
from tests.support.plausible import FIRST_DRAWS, draw

OURS = load_charts()
CELLS = PLAUSIBLE.cells
each_draw = each("number", FIRST_DRAWS)
FINE = Calibration(land_score=55.0, destroyed=7.0, best_bonus=0.2, score=60.0)


def is_read(address: Address) -> bool:
    """Whether a Regular Barbarossa reads a cell."""
    return in_force(address, REGULAR_BARBAROSSA)


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch) -> list[Calibration]:
    """Replace doctrine's calibration by the figures of this list, then by figures within the band."""
    said: list[Calibration] = []
    monkeypatch.setattr(declared, "calibrate", lambda *_, **__: said.pop(0) if said else FINE)
    return said


def test_the_cells_are_those_of_the_charts() -> None:
    counted = Counter(chart for chart, _ in CELLS.reconstructed)
    assert sum(counted.values()) == 547 and counted["b2_escorts"] == 205
    assert sum(cell.low < cell.high for cell in CELLS.cells) > 500


@each_draw
def test_what_rises_or_falls_in_ours_still_does(number: int) -> None:
    rungs = draw("stuka", number)
    record = PLAUSIBLE.charts_of(rungs, "a draw").record
    scores = np.array(record["a2"])[1:].astype(int)
    assert (np.diff(scores, axis=1) <= 0).all() and (np.diff(scores, axis=0) >= 0).all()
    removed = np.array(record["b2"])[:, 1:, 1:].astype(int)
    assert all((np.diff(removed, axis=axis) <= 0).all() for axis in range(3))
    for name in ("c2_attack", "c2_landing", "c2_bailout", "c3", "c4", "c7", "c6_destroyed", "a1_zone"):
        faces = slice(1, 7 if name == "c7" else None)
        assert (np.diff(np.array(record[name]).astype(int)[faces]) >= 0).all(), name


def test_what_is_out_of_order_is_seen() -> None:
    rungs = CELLS.ours
    assert CELLS.in_order(rungs)
    place = next(place for place, cell in enumerate(CELLS.cells) if cell.address == ("score", "Large", "8"))
    rungs[place] = CELLS.cells[place].low - 1
    assert not CELLS.in_order(rungs)


def test_words_that_cannot_be_are_refused() -> None:
    with pytest.raises(ChartError, match=r"score.Large.8: expected a score .* got 'all'"):
        PLAUSIBLE.file_of(OURS.files["a2_accuracy"], {("score", "Large", "8"): "all"})


def test_the_quick_shares_are_those_of_the_charts() -> None:
    for rungs in (CELLS.ours, *(draw("stuka", number) for number in FIRST_DRAWS)):
        charts = PLAUSIBLE.charts_of(rungs, "a draw")
        exact = np.array([through_share(charts, segment) for segment in Segment])
        assert through_shares()(rungs) == pytest.approx(exact)
        assert plausible_through(exact)
    assert not plausible_through(exact[::-1]) and not plausible_through(exact + 0.1)


def test_a_set_that_counts(fine: list[Calibration]) -> None:
    found = PLAUSIBLE.draw_set(0, 1)
    assert found.attempt == sum(found.rejected.values())
    assert CELLS.share_moved(found.rungs) >= 0.5
    assert CELLS.share_moved(found.rungs, is_read) >= 0.5
    assert implausible(found.charts) is None
    assert (PLAUSIBLE.attempt_rungs(0, 1, found.attempt) == found.rungs).all()
    fine += [FINE._replace(destroyed=8.5), FINE._replace(land_score=49.0)]
    later = PLAUSIBLE.draw_set(0, 1)
    assert later.attempt > found.attempt
    judged = {reason: count for reason, count in later.rejected.items() if reason.startswith("doctrine's")}
    assert judged == {"doctrine's destroyed": 1, "doctrine's land_score": 1}


def test_a_wide_set_counts_whatever_doctrine_does_under_it(fine: list[Calibration]) -> None:
    fine += [FINE._replace(destroyed=8.5)]
    found = PLAUSIBLE.draw_set(0, 1, wide=True)
    assert implausible(found.charts) is None and len(fine) == 1


def test_draws_that_do_not_count(fine: list[Calibration], monkeypatch: pytest.MonkeyPatch) -> None:
    assert PLAUSIBLE.why_not(CELLS.ours, "ours", wide=True) == ("too few cells moved", None)

    def refuses(*_: Any) -> LoadedCharts:
        raise ChartError("no")

    monkeypatch.setattr(sets, "MOST_ATTEMPTS", 2)
    monkeypatch.setattr(PlausibleCharts, "too_few_moved", lambda *_: False)
    monkeypatch.setattr(PlausibleCharts, "charts_of", refuses)
    with pytest.raises(ValueError, match=r"set 3: none of 2 draws counts: \{'refused by the loader': 2\}"):
        PLAUSIBLE.draw_set(0, 3)


def test_the_band_is_doctrines() -> None:
    assert outside_band(FINE) == []
    assert outside_band(FINE._replace(best_bonus=0.36, destroyed=5.4)) == ["destroyed", "best_bonus"]


def test_half_of_what_is_read_must_move_too() -> None:
    """Moves in columns of other operations alone do not count."""
    rungs = CELLS.ours
    for place, cell in enumerate(CELLS.cells):
        if not is_read(cell.address):
            rungs[place] = cell.high if cell.high > cell.ours else cell.low
    assert CELLS.share_moved(rungs) > 0.2 and CELLS.share_moved(rungs, is_read) == 0
