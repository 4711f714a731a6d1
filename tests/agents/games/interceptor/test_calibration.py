"""The calibration's bands, and the table that prints them."""

import pytest

from agents.games.interceptor.bands import BANDS, PLAYERS, SIMULATED, Band
from agents.games.interceptor.calibrate import band_words, main, outside, table
from agents.games.interceptor.measures import measure
from agents.games.interceptor.players import SCRIPTS, make_script

FEW = 12
CAREERS, JOURNALS = 600, 60
SLACK = 3
"""Standard errors that a mean of few careers may lie outside its band."""


def test_a_band_holds_its_ends() -> None:
    assert Band(1, 2).holds(1) and Band(1, 2).holds(2) and not Band(1, 2).holds(2.1)


def test_every_band_names_a_figure_that_is_measured() -> None:
    figures = measure(make_script("careful"), FEW, 2)
    assert set(BANDS) | set(SIMULATED) <= set(figures)
    assert figures["careers"] == FEW and figures["illegal"] == 0
    assert sum(value for name, value in figures.items() if name.startswith("ladder")) == pytest.approx(100)
    text = table({"careful": figures})
    assert all(name in text for name in figures)
    assert band_words("bombers", "careful") == "[4.5, 7]" and band_words("bombers", "veteran") == ""


def test_a_figure_outside_its_band_is_named() -> None:
    middle = {figure: (band[1].low + band[1].high) / 2 for figure, band in BANDS.items()}
    assert outside({"careful": middle}) == []
    assert outside({"careful": {**middle, "bombers": 40.0}}) == ["careful: bombers 40.00, band [4.5, 7]"]


def test_the_command_measures_one_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--careers", str(FEW), "--journals", "0", "--players", "random"]) == 0
    assert "survive %" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_the_bands_hold(name: str) -> None:
    """Few careers: the mean of the bombers has a standard error, and so has the share of survivors."""
    figures = measure(make_script(name), CAREERS, JOURNALS)
    place = PLAYERS.index(name)
    errors = {"bombers": figures["standard error"], "survive %": 100 * 0.5 / CAREERS**0.5}
    for figure, bands in BANDS.items():
        low, high = bands[place]
        slack = SLACK * errors.get(figure, 0.05 * high)
        assert low - slack <= figures[figure] <= high + slack, f"{figure}: {figures[figure]:.2f}, band {bands[place]}"


@pytest.mark.slow
def test_the_order_of_the_players() -> None:
    figures = {name: measure(make_script(name), CAREERS, 0) for name in SCRIPTS}
    bombers = {name: each["bombers"] for name, each in figures.items()}
    assert bombers["veteran"] > bombers["by_the_book"] > bombers["rash"] > bombers["random_flyer"]
    assert max(figures, key=lambda name: figures[name]["survive %"] * (name in PLAYERS)) == "careful"
