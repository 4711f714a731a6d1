"""The figures of the calibration of the third game: frozen, and held by campaigns of the same seeds."""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from agents.evaluation.intervals import Measures, mean_of
from agents.games.wing.calibrate import CALIBRATED, main
from agents.games.wing.measures import campaign_figures, fly_campaigns, phase_figures
from agents.games.wing.players import THIRD_GAME
from agents.registry import make_policy
from stuka_env.flights.episodes import Flown
from stuka_env.games.wing.codes import Campaign
from tests.support.each import each
from tests.support.places import ROOT

FROZEN = json.loads((ROOT / "docs" / "results" / "wing" / "calibration.json").read_text(encoding="utf-8"))
FEW, MANY = 60, 500
SLACK = 4
"""Standard errors that a figure of fewer campaigns may be away from the frozen one."""
EXACT = 1e-3
PAIRS = [(campaign, name) for campaign in Campaign for name in CALIBRATED]


@cache
def flown(campaign: Campaign, name: str, count: int) -> Flown:
    """Return the campaigns of a player, flown once for all tests."""
    return fly_campaigns(make_policy(name, THIRD_GAME), campaign, count)


def strangers(figures: Measures, frozen: Mapping[str, tuple[float, float]], count: int) -> list[str]:
    """Return the figures of so many campaigns that are too far from the frozen ones."""
    return [
        f"{name}: {figures[name].value:.3f}, frozen {value} ± {error}"
        for name, (value, error) in frozen.items()
        if name in figures
        and abs(figures[name].value - value) > SLACK * error * math.sqrt(FROZEN["count"] / count) + EXACT
    ]


@each("campaign", [Campaign.SHORT_1942, Campaign.SINGLE])
@each("name", CALIBRATED)
def test_few_campaigns_have_the_frozen_figures(name: str, campaign: Campaign) -> None:
    figures = campaign_figures(flown(campaign, name, FEW), campaign)
    assert strangers(figures, FROZEN["campaigns"][campaign.name.lower()][name], FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize(("campaign", "name"), PAIRS)
def test_campaigns_have_the_frozen_figures(campaign: Campaign, name: str) -> None:
    figures = campaign_figures(flown(campaign, name, MANY), campaign)
    assert strangers(figures, FROZEN["campaigns"][campaign.name.lower()][name], MANY) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", CALIBRATED)
def test_the_phases_of_the_war_have_the_frozen_figures(name: str) -> None:
    for phase, figures in phase_figures(flown(Campaign.FULL, name, MANY)).items():
        assert strangers(figures, FROZEN["phases"][name][phase], MANY) == [], phase


@pytest.mark.slow
def test_the_order_of_the_players() -> None:
    """Each is better than the one before it by many standard errors; a random player is no worse than all wrong."""
    points = {name: mean_of(flown(Campaign.FULL, name, MANY).scores) for name in CALIBRATED}
    order = [points[name] for name in ("random", "cautious", "by_the_book", "best")]
    for worse, better in zip(order, order[1:], strict=False):
        assert better.value - worse.value > SLACK * math.hypot(worse.error, better.error)
    assert points["random"].value > points["all_wrong"].value


def test_a_figure_that_is_too_far_away_is_named() -> None:
    figures = campaign_figures(flown(Campaign.SHORT_1942, "best", FEW), Campaign.SHORT_1942)
    frozen = FROZEN["campaigns"]["short_1942"]
    assert any(line.startswith("points: ") for line in strangers(figures, frozen["all_wrong"], FEW))


def test_the_command_writes_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    assert main(["--campaigns", "3", "--output", str(path)]) == 0
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["count"] == 3 and written["campaigns"].keys() == FROZEN["campaigns"].keys()
    assert written["campaigns"]["full"]["best"].keys() == FROZEN["campaigns"]["full"]["best"].keys()
