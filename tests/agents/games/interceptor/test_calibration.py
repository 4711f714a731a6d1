"""The calibration's bands, and the table that prints them."""

from functools import cache

import pytest

from agents.games.interceptor.bands import BAND_PLAYERS, BANDS, MOVED
from agents.games.interceptor.calibrate import band_words, main, moved_words, outside, table
from agents.games.interceptor.measures import Figures, error_name, measure
from agents.games.interceptor.players import SCRIPTS, SECOND_GAME
from agents.plausible.bands import Band
from agents.registry import make_policy

FEW = 12
CAREERS, JOURNALS = 600, 100
SLACK = 3
"""Standard errors that a mean of few careers may lie outside its band."""


def test_a_band_holds_its_ends() -> None:
    assert Band(1, 2).holds(1) and Band(1, 2).holds(2) and not Band(1, 2).holds(2.1)


def test_every_band_names_a_figure_that_is_measured() -> None:
    figures = measure(make_policy("careful", SECOND_GAME), FEW, journals=2)
    assert set(figures) == {name for one in (*BANDS, "sorties") for name in (one, error_name(one))}
    text = table({"careful": figures})
    assert all(name in text for name in figures)
    assert band_words("bombers", "careful") == "[4.5, 7]" and band_words("bombers", "veteran") == ""


def test_a_figure_outside_its_band_is_named() -> None:
    middle = {figure: (band[1].low + band[1].high) / 2 for figure, band in BANDS.items()}
    assert outside({"careful": middle}) == []
    assert outside({"careful": {**middle, "bombers": 40.0}}) == ["careful: bombers 40.00, band [4.5, 7]"]


def test_the_command_measures_one_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--careers", str(FEW), "--journals", "0", "--players", "random"]) == 0
    text = capsys.readouterr().out
    assert "survive %" in text and all(line in text for line in moved_words())


def test_a_moved_band_holds_the_figure_that_its_first_one_missed() -> None:
    for move in MOVED:
        band = BANDS[move.figure][BAND_PLAYERS.index(move.player)]
        assert band.holds(move.measured) and not move.first.holds(move.measured)
        assert band.low <= move.first.low and band.high >= move.first.high


@cache
def measured(name: str) -> Figures:
    """Return the figures of a script over few careers, flown once for all tests."""
    return measure(make_policy(name, SECOND_GAME), CAREERS, journals=JOURNALS * (name in BAND_PLAYERS))


@pytest.mark.slow
@pytest.mark.parametrize("name", BAND_PLAYERS)
def test_the_bands_hold(name: str) -> None:
    """Few careers: each figure has a standard error, which the careers themselves show."""
    figures = measured(name)
    for figure, bands in BANDS.items():
        low, high = bands[BAND_PLAYERS.index(name)]
        slack = SLACK * figures[error_name(figure)]
        assert low - slack <= figures[figure] <= high + slack, f"{figure}: {figures[figure]:.2f}, band [{low}, {high}]"


@pytest.mark.slow
def test_the_order_of_the_players() -> None:
    figures = {name: measured(name) for name in SCRIPTS}
    bombers = {name: each["bombers"] for name, each in figures.items()}
    assert bombers["veteran"] > bombers["by_the_book"] > bombers["rash"] > bombers["random_flyer"]
    assert max(figures, key=lambda name: figures[name]["survive %"] * (name in BAND_PLAYERS)) == "careful"
