"""Other charts of the second game: what moves, what moves together, which shares hold, and the sets of the bank."""

from collections import Counter

import numpy as np
import pytest

from agents.games.interceptor.bands import PLAUSIBLE_BANDS
from agents.games.interceptor.measures import error_name, measure
from agents.games.interceptor.plausible import declared
from agents.games.interceptor.plausible.declared import (
    CAREERS,
    CAREERS_SEED,
    ESCORTED,
    PLAUSIBLE,
    SCRIPT,
    SCRIPT_BANDS,
    implausible,
    meets_raids,
)
from agents.games.interceptor.players import SECOND_GAME
from agents.registry import make_policy
from stuka_env.games.interceptor.charts import BANK, escorted_share, load_charts, mean_defensive_fire, meeting_share
from stuka_env.games.interceptor.codes import DESTROYED, GROUP_DAMAGE, Meeting, Month, System
from stuka_env.games.interceptor.observation import CHART_CELLS, SHOWN_MOST
from tests.support.each import each
from tests.support.plausible import FIRST_DRAWS, draw

CHECKED = range(0, BANK.parts["wide"].start, 80)
"""The sets of the bank that are checked again."""
OURS = load_charts()
CELLS = PLAUSIBLE.cells
SAMPLE = [numbers[place] for numbers in BANK.parts.values() for place in (0, -1)]
each_draw = each("number", FIRST_DRAWS)


def test_the_cells_are_those_of_the_charts() -> None:
    counted = Counter(chart for chart, _ in CELLS.reconstructed)
    assert sum(counted.values()) == 1501 and counted["cards"] == 603
    assert sum(cell.low < cell.high for cell in CELLS.cells) > 1000


@each_draw
def test_tied_cells_move_together(number: int) -> None:
    rungs = draw("interceptor", number)
    steps = rungs - CELLS.ours
    tied = {places for places in CELLS.tied if len(places) > 1}
    assert len(tied) > 20 and any(steps[list(places)].any() for places in tied)
    assert all(len(set(steps[list(places)].tolist())) == 1 for places in tied)
    record = PLAUSIBLE.charts_of(rungs, "a draw").record
    port, starboard = np.array(record["b3"])[:2, 2:]
    mirror = {
        System.PORT_WING: System.STARBOARD_WING,
        System.ENGINE_1: System.ENGINE_4,
        System.ENGINE_2: System.ENGINE_3,
    }
    assert [mirror.get(System(int(system)), int(system)) for system in port] == starboard.tolist()
    enemies = record["enemies"]
    assert (enemies["firepower"].sum(axis=-1) == enemies["all_firepower"]).all()


@each_draw
def test_what_rises_or_falls_in_ours_still_does(number: int) -> None:
    rungs = draw("interceptor", number)
    record = PLAUSIBLE.charts_of(rungs, "a draw").record
    fire = np.array(record["cards"]["fire"]).astype(int)
    assert (np.diff(fire, axis=1) >= 0).all()
    for name in ("b7", "b8", "b9", "tank", "c2"):
        assert (np.diff(np.array(record[name]).astype(int)[2:]) >= 0).all(), name


@each_draw
def test_shares_stay_near_ours(number: int) -> None:
    rungs = draw("interceptor", number)
    charts = PLAUSIBLE.charts_of(rungs, "a draw")
    assert abs(mean_defensive_fire(charts) - mean_defensive_fire(OURS)) <= 9 / 60 + 1e-9
    for month in Month:
        for meeting in (Meeting.RAID, Meeting.SWEEP):
            assert abs(meeting_share(charts, month, meeting) - meeting_share(OURS, month, meeting)) <= 3 / 36 + 1e-9
    for code, width in ((GROUP_DAMAGE, 2), (DESTROYED, 1)):
        counts = [(one.record["cards"]["fire"] == code).sum(axis=0).astype(int) for one in (charts, OURS)]
        assert np.abs(counts[0] - counts[1]).max() <= width


def test_a_share_that_leaves_its_bounds_is_seen() -> None:
    rungs = CELLS.ours
    places = [place for place, cell in enumerate(CELLS.cells) if cell.address[-1] == "defensive_fire"]
    assert all(PLAUSIBLE.near_ours.keeps(rungs, place) for place in places)
    rungs[places[:9]] += 1
    assert all(PLAUSIBLE.near_ours.keeps(rungs, place) for place in places)
    rungs[places[9]] += 1
    assert not any(PLAUSIBLE.near_ours.keeps(rungs, place) for place in places)


def test_the_reasons_to_reject_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert implausible(OURS) is None and meets_raids(OURS)
    draws = [PLAUSIBLE.charts_of(PLAUSIBLE.attempt_rungs(0, number, 0), "a draw") for number in range(1, 30)]
    reasons = {implausible(charts) for charts in draws}
    assert {"raids in range", "share of escorted raids", None} <= reasons
    plausible = next(charts for charts in draws if implausible(charts) is None)
    assert all(abs(escorted_share(plausible, month) - escorted_share(OURS, month)) <= ESCORTED for month in Month)
    middle = {name: (band.low + band.high) / 2 for name, band in PLAUSIBLE_BANDS.items()}
    middle |= {error_name(name): 0.0 for name in PLAUSIBLE_BANDS}
    monkeypatch.setattr(declared, "measure", lambda *_, **__: middle)
    assert PLAUSIBLE.rejection(plausible) is PLAUSIBLE.script_rejection(plausible) is None
    for name, band in PLAUSIBLE_BANDS.items():
        monkeypatch.setattr(declared, "measure", lambda *_, name=name, band=band, **__: middle | {name: band.high + 1})
        assert PLAUSIBLE.script_rejection(plausible) == f"by_the_book's {name}"


# --- the bank ---


@each("number", SAMPLE)
def test_a_set_of_the_bank_is_plausible(number: int) -> None:
    assert implausible(BANK.charts(number)) is None


def test_the_script_is_in_its_bands() -> None:
    charts = BANK.charts(BANK.parts["evaluation"][0])
    figures = measure(make_policy(SCRIPT, SECOND_GAME), CAREERS, seed=CAREERS_SEED, charts=charts)
    assert all(band.holds(figures[name]) for name, band in PLAUSIBLE_BANDS.items())


def test_large_codes_of_the_cards_are_shown_next_to_the_largest_number() -> None:
    shown = {int(code) for code in np.unique(CHART_CELLS.codes(CHART_CELLS.rows))}
    assert DESTROYED not in shown and GROUP_DAMAGE not in shown and SHOWN_MOST in shown


@pytest.mark.slow
def test_one_set_in_eighty_counts() -> None:
    """The drawing checked all of them."""
    charts = {number: BANK.charts(number) for number in CHECKED}
    rejected = {number: implausible(one) or SCRIPT_BANDS.rejection(one) for number, one in charts.items()}
    assert {number: reason for number, reason in rejected.items() if reason} == {}
