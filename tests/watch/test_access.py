"""The page without a mouse and without eyes: landmarks, lists, and the meanings of terms by keyboard and by touch."""

from typing import Any

import pytest

from stuka_env.games.stuka.words.glossary import GLOSSARY
from stuka_env.replay import Replay
from tests.support.chromium import IN_CHROMIUM
from tests.support.contrast import CONTRAST, pale_words
from tests.support.replays import recorded

pytestmark = IN_CHROMIUM
OUTSIDE = """() => [...document.body.children].filter((one) => one.checkVisibility() && !one.matches(
    'header, nav[aria-label], main, section[aria-label], dialog, a[href^="#"], [aria-live], script, style'
)).map((one) => one.outerHTML.slice(0, 80))"""
"""Script that returns the visible parts of the page that belong to no landmark."""


@pytest.mark.slow
def test_every_part_is_in_a_landmark(visit: Any, short_operation: Replay) -> None:
    seen = visit(short_operation)
    assert seen.page.evaluate(OUTSIDE) == []
    names = ("What happened", "Decision", "Mat", "Playback", "Result")
    assert [seen.page.get_by_role("region", name=name, exact=True).count() for name in names] == [1] * len(names)
    assert seen.page.get_by_role("navigation", name="Missions").is_visible()
    seen = visit(short_operation, short_operation)
    assert seen.page.get_by_role("region", name="Decision, chance").count() == 2


def test_the_entries_of_the_journal_are_items_of_a_list(visit: Any, short_operation: Replay) -> None:
    seen = visit(short_operation)
    log = seen.page.get_by_role("log", name="Journal, chance")
    assert log.get_by_role("list").count() == 1
    assert log.get_by_role("list").get_by_role("listitem").count() == log.locator("li").count() > 1


def test_the_options_can_be_scrolled_without_a_mouse(visit: Any, short_operation: Replay) -> None:
    """Its keys scroll the list, and do not change the step."""
    seen = visit(short_operation)
    seen.page.set_viewport_size({"width": 1280, "height": 500})
    options, place = seen.page.get_by_role("list", name="Options", exact=True), seen.text("#place")
    options.focus()
    assert seen.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Options"
    seen.press("ArrowDown", "End")
    assert seen.text("#place") == place


def test_terms_are_explained_by_keyboard(visit: Any, short_operation: Replay) -> None:
    seen = visit(short_operation)
    seen.press("t")
    dialog = seen.page.get_by_role("dialog", name="Terms")
    assert dialog.is_visible()
    terms = dialog.get_by_role("term").all_inner_texts()
    assert "Mission Track" in terms and set(terms) <= set(GLOSSARY)
    meanings = dialog.get_by_role("definition").all_inner_texts()
    assert meanings == [GLOSSARY[term] for term in terms]
    place = seen.text("#place")
    seen.press("ArrowRight", "t")
    assert dialog.is_hidden() and seen.text("#place") == place
    seen.page.get_by_role("button", name="Terms").click()
    assert dialog.is_visible() and dialog.get_by_role("term").all_inner_texts() == terms


def test_a_term_is_explained_where_it_is_touched(visit: Any, short_operation: Replay) -> None:
    """A mouse has its tooltip, and opens nothing."""
    seen = visit(short_operation)
    dialog = seen.page.get_by_role("dialog", name="Terms")
    caption = seen.page.locator("figcaption", has_text="Mission Track")
    caption.click()
    assert dialog.is_hidden()
    caption.evaluate("one => one.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))")
    assert dialog.get_by_role("term").all_inner_texts() == ["Mission Track"]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("env", ["Stuka/Mission-v0", "Interceptor/Sortie-v0", "Wing/Mission-v0"])
def test_words_can_be_read(visit: Any, env: str, scheme: str) -> None:
    """Also the legends of several replays, and the decision of one that waits for the other."""
    replays = [recorded(env, steps) for steps in (2, 5, 6)]
    seen, waiting = visit(*replays, scheme=scheme, width=1440, questions=False), 0
    for _ in range(8):
        seen.press("ArrowRight")
        assert pale_words(seen.page) == []
        for number in "321":  # a finished war stands first, and one of the others waits
            seen.press(number)
            waiting += seen.page.locator(".pane.chosen.waits").count()
    assert waiting
    assert len(seen.page.evaluate(CONTRAST, 21)) > 10  # the script sees the words
