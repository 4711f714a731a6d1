"""The page of the third game in a real browser: the map at every width, losses in the graphs, names, links."""

import os
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.wing.charts import load_charts
from stuka_env.replay import Flight, Replay, fly
from tests.support.chromium import IN_CHROMIUM
from tests.support.replays import recorded
from tests.support.slow import slow

WIDTHS = (390, 820, 1440)
pytestmark = IN_CHROMIUM
OUTSIDE = """() => [...document.querySelectorAll('.ground .place, .ground .place > b')].filter((one) => {
    const box = one.getBoundingClientRect(), home = one.closest('.ground').getBoundingClientRect();
    const isBeside = box.left < home.left - 1 || box.right > home.right + 1;
    return one.checkVisibility() && (isBeside || box.top < home.top - 1 || box.bottom > home.bottom + 1);
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
    """Map and question of the first move at 1440 x 900, above the controls."""
    seen = visit(campaign_flight.replay, width=1440)
    while "where the formation flies" not in seen.text(".question"):
        seen.press("ArrowRight")
    fold = seen.page.locator(".controls").bounding_box()["y"]
    for part in (".panel-map", ".deciding"):
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


# --- campaigns that begin later, and the map at its steps ---

DOTS = """() => [...new Set([...document.querySelectorAll('.ground .dot')].map((one) => one.className))].map((look) => {
    const style = getComputedStyle(document.querySelector('.ground .' + look.split(' ').join('.')));
    return [look, [style.backgroundColor, style.width, style.borderRadius, style.borderTopWidth].join()];
})"""
"""Script that returns the kinds of dot on the map with how they are drawn."""


@pytest.fixture(scope="module")
def late() -> Replay:
    """The beginning of the campaign of 1944: missions 14 to 16."""
    return recorded("Wing/Campaign-v0", campaign="short_1944", steps=150)


def test_a_mission_has_the_number_of_the_log_sheet_everywhere(visit: Any, late: Replay) -> None:
    seen = visit(late, width=1440)
    seen.page.locator("#missions button").nth(1).click()
    assert seen.text("[aria-current=step] b") == "15" and seen.text("#place") == "mission 15, step 1"
    assert seen.text(".mission strong") == "Mission 15 (14 to 23)"
    assert seen.page.evaluate("location.hash") == "#m=15&d=1"
    assert seen.lines(".journal li")[-1].startswith("Mission 15: the target is ")
    assert seen.text(".ended summary").startswith("Mission 14, ")
    assert "15" in seen.page.locator("#curve svg text").all_text_contents()
    flight = fly(late)
    number = next(moment.number for moment in flight.moments if moment.line == 1)
    name, step = flight.place_of(number)
    assert (name, flight.address_of(number)) == ("15", f"#m=15&d={step}")
    seen = visit(late, place=f"#m=15&d={step}")
    assert seen.text("#place") == f"mission 15, step {step}"


def test_the_way_of_the_last_mission_is_not_drawn_under_the_next_target(visit: Any, late: Replay) -> None:
    seen = visit(late)
    own = seen.page.locator(".ground line.tone-own")
    seen.page.locator("#missions button").nth(1).click()
    assert own.count() == 0 and seen.page.locator(".place.passed").count() == 0
    seen.press("ArrowLeft")
    assert seen.text("#place").startswith("mission 14, ") and own.count() > 2


@pytest.mark.parametrize("width", [390, slow(1440)])
def test_each_level_of_flak_is_drawn_in_its_own_way(visit: Any, late: Replay, width: int) -> None:
    looks = dict(visit(late, width=width).page.evaluate(DOTS))
    assert len(looks) == 4 == len(set(looks.values()))


def test_the_strip_covers_the_pieces_of_the_map(visit: Any, late: Replay) -> None:
    seen = visit(late, width=1440)
    seen.page.set_viewport_size({"width": 1440, "height": 700})  # the page is long enough to scroll so far
    seen.page.evaluate(
        """() => { const here = document.querySelector('.place.here').getBoundingClientRect();
        scrollBy(0, here.top - document.getElementById('missions').offsetHeight / 2); }"""
    )
    on_top = """() => {
        const { left, top, width, height } = document.querySelector('.place.here').getBoundingClientRect();
        return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#missions')); }"""
    assert seen.page.evaluate(on_top)
