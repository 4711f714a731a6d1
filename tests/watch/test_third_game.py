"""The page of the third game in a real browser: the map at every width, losses in the graphs, names, links."""

import os
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.wing.charts import load_charts
from stuka_env.replay import Flight, Replay
from tests.support.chromium import CHROMIUM
from tests.support.replays import recorded
from tests.support.slow import slow

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
WIDTHS = (390, 820, 1440)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: `make browser` installs it, as root"),
]
OUTSIDE = """() => [...document.querySelectorAll('.ground .place, .ground .place > b')].filter((one) => {
    const box = one.getBoundingClientRect(), home = one.closest('.ground').getBoundingClientRect();
    const isBeside = box.left < home.left - 1 || box.right > home.right + 1;
    return isBeside || box.top < home.top - 1 || box.bottom > home.bottom + 1;
}).map((one) => one.textContent)"""
"""Script that returns the places of the map, and their names, that are cut off at its edges."""


@pytest.mark.slow
def test_a_whole_campaign_by_keyboard(visit: Any, campaign_flight: Flight) -> None:
    seen, names = visit(campaign_flight.replay), load_charts().names.boxes
    assert seen.text("h1").lower() == "a wing and a prayer"
    seen.press("Home")
    for moment in campaign_flight.scenes():
        assert seen.lines(".options .label") == [text for _, text in moment.legal]
        here = seen.page.locator(".place.here").get_attribute("title")
        assert here.startswith(names[int(moment.mat["mission"]["box"])])
        assert seen.page.locator(".place.tone-present").count() == sum(
            text.startswith("Fly to ") for _, text in moment.legal
        )
        seen.press("ArrowRight")
    assert seen.text(".question") == "The campaign is over"
    assert seen.text(".points").startswith(f"Final score {campaign_flight.replay.score}, ")


def test_missions_with_a_loss_of_points_have_a_bar_below_the_line(visit: Any, campaign_flight: Flight) -> None:
    seen = visit(campaign_flight.replay)
    points = [line["points"] for moment in campaign_flight.moments for line in moment.lines]
    bars = seen.page.locator("#graphs figure").first.locator("rect.war-fill-0")
    heights = bars.evaluate_all("(all) => all.map((one) => Number(one.getAttribute('height')))")
    assert min(points) < 0
    assert [height > 0 for height in heights] == [bool(number) for number in points]
    tops = bars.evaluate_all("(all) => all.map((one) => Number(one.getAttribute('y')))")
    zero = max(top for top, number in zip(tops, points, strict=True) if number <= 0)
    assert all((top < zero) == (number > 0) for top, number in zip(tops, points, strict=True))


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
@pytest.mark.parametrize("width", [WIDTHS[0], *map(slow, WIDTHS[1:])])
def test_it_fits_every_width(visit: Any, campaign_flight: Flight, width: int, scheme: str, tmp_path: Path) -> None:
    seen = visit(campaign_flight.replay, width=width, scheme=scheme)
    for _ in range(0, len(campaign_flight.moments), 9):
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
        assert seen.page.evaluate(OUTSIDE) == []
        seen.press(*["ArrowRight"] * 9)
    folder = Path(os.environ.get("STUKA_SCREENSHOTS") or tmp_path)
    seen.page.screenshot(path=folder / f"watch-campaign-{width}-{scheme}.png")


def test_map_and_decision_are_on_one_screen(visit: Any, campaign_flight: Flight) -> None:
    """Map, mission and question at 1440 x 900, above the controls."""
    seen = visit(campaign_flight.replay, width=1440)
    fold = seen.page.locator(".controls").bounding_box()["y"]
    for part in (".panel-map", ".panel-mission", ".deciding"):
        box = seen.page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= fold, (part, box, fold)


def test_the_map_is_read_out_as_its_places_of_interest(visit: Any, short_campaign: Replay) -> None:
    words = visit(short_campaign).page.locator(".panel-map .drawn").get_attribute("aria-label")
    assert words.startswith("Map: 8th Air Force Base, ")
    assert "target" in words and "visited" not in words


def test_a_single_mission_has_a_score_without_a_level(visit: Any) -> None:
    replay = recorded("Wing/Mission-v0")
    seen = visit(replay)
    seen.press("End")
    assert seen.text(".points") == f"Final score {replay.score}"
