"""The board of a scene: at least half of the first screen on desks, with drawings that fill it; folded panels open."""

from typing import Any

import pytest

from stuka_env.replay import Replay
from tests.support.chromium import CHROMIUM
from tests.support.replays import recorded
from tests.support.slow import slow

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: `make browser` installs it, as root"),
]
STEPS = 60
SHARES = """(steps) => {
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    const area = ({ width, height }) => width * height, box = (element) => element.getBoundingClientRect();
    const low = [];
    let maps = 0, fights = 0;
    for (let step = 0; step < steps; step++) {
        press("ArrowRight");
        const map = document.querySelector(".mat .stand-first .map:not(:has(.cells-of-map))");
        if (!map) continue;
        const board = map.closest("figure");
        map.matches(".close") ? fights++ : maps++;
        const ground = map.querySelector(".ground");
        const ofScreen = area(box(board)) / (innerWidth * innerHeight), ofBoard = area(box(ground)) / area(box(board));
        if (ofScreen < 0.5 || ofBoard < 2 / 3) low.push([step, ofScreen, ofBoard]);
    }
    return [maps, fights, low];
}"""
"""Script that returns the number of steps with a map and with a fight, and the steps in which it is too small."""
COVERED = """() => {
    const all = (what) => [...document.querySelectorAll(`.stand-first .place${what}`)];
    const boxed = (one) => [one.textContent, one.getBoundingClientRect()], names = all(" > b").map(boxed);
    const own = all(".here").map(boxed);
    const apart = (one, other) => one.right - 1 <= other.left || one.bottom - 1 <= other.top;
    const meet = (one, other) => !apart(one, other) && !apart(other, one);
    return names.flatMap(([words, name], i) => [...names.slice(i + 1), ...own]
        .filter(([, other]) => meet(name, other)).map(([other]) => `${words} / ${other}`));
}"""
"""Script that returns the names on the board that cover another one, or the own formation."""


@pytest.fixture(scope="module")
def campaign() -> Replay:
    return recorded("Wing/Campaign-v0", 300)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), slow(1440, 900)])
def test_the_board_has_half_of_the_first_screen(visit: Any, campaign: Replay, width: int, height: int) -> None:
    seen = visit(campaign, width=width)
    seen.page.set_viewport_size({"width": width, "height": height})
    maps, fights, low = seen.page.evaluate(SHARES, STEPS)
    assert maps > 2 and fights > 2 and low == []


def test_names_on_the_map_cover_no_other_one(visit: Any, campaign: Replay) -> None:
    seen = visit(campaign, width=1280)
    covered = []
    for _ in range(STEPS):
        seen.press("ArrowRight")
        if seen.page.locator(".stand-first .map:not(.close)").count():
            covered.append(seen.page.evaluate(COVERED))
    assert len(covered) > 10 and sum(map(bool, covered)) <= len(covered) // 6, [names for names in covered if names]


def test_a_folded_panel_opens_and_closes(visit: Any, campaign: Replay) -> None:
    seen = visit(campaign, width=1280)
    panel = seen.page.locator(".panel-campaign")
    button = panel.get_by_role("button", name="Campaign")
    assert button.get_attribute("aria-expanded") == "false" and not panel.locator(".drawn").is_visible()
    button.click()
    assert button.get_attribute("aria-expanded") == "true" and panel.locator(".drawn").is_visible()
    seen.press("ArrowRight")
    assert panel.locator(".drawn").is_visible()
    button.click()
    assert not panel.locator(".drawn").is_visible()
