"""The page inside another one, with #show: the mat and little else, which plays unless the viewer wants no motion."""

from typing import Any

from stuka_env.replay import Replay
from tests.support.chromium import IN_CHROMIUM

pytestmark = IN_CHROMIUM


def test_it_plays_by_itself_until_it_is_paused(visit: Any, short_operation: Replay) -> None:
    seen = visit(short_operation, place="#m=2&show", questions=False)
    button, begin = seen.page.locator("#play"), seen.text("#place")
    assert button.get_attribute("aria-label") == "Pause" and begin.startswith("mission 2, ")
    seen.page.wait_for_function("begin => document.getElementById('place').textContent !== begin", arg=begin)
    hidden = ("#missions", "#curve", "#opening", "#campaign", "#glossary", ".top", ".choices")
    assert not any(seen.page.locator(part).first.is_visible() for part in hidden)
    assert seen.page.locator(".mat").is_visible() and seen.page.evaluate("scrollY") == 0
    button.click()
    assert button.get_attribute("aria-label") == "Play"


def test_it_stands_still_for_a_viewer_who_wants_no_motion(visit: Any, short_operation: Replay) -> None:
    seen = visit(short_operation, questions=False)
    seen.page.emulate_media(reduced_motion="reduce")
    seen.page.goto("about:blank")
    seen.page.goto(seen.own + "#m=2&show")
    seen.page.wait_for_selector("html[data-ready=yes]")
    assert seen.page.locator("#play").get_attribute("aria-label") == "Play"
    assert seen.text("#place").startswith("mission 2, ")
    seen.page.emulate_media(reduced_motion="no-preference")
