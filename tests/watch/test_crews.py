"""Names, careers and the glossary on the page, in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.stuka.codes import SEATS
from stuka_env.games.stuka.words.careers import Careers, fate_words
from stuka_env.games.stuka.words.glossary import GLOSSARY
from stuka_env.replay import Moment, Replay
from tests.support.chromium import IN_CHROMIUM, started
from tests.support.pages import page_of

pytestmark = IN_CHROMIUM


PASSAGES = """JSON.parse(document.getElementById('data').textContent).wars[0].frames.map(
    (frame) => Boolean(frame.passage))"""
"""Whether each frame is a passage between decisions."""


@pytest.fixture(scope="module")
def page(short_operation: Replay, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The page, opened once; nothing may have gone wrong on it at the end."""
    folder = tmp_path_factory.mktemp("page")
    file = folder / "page.html"
    file.write_text(page_of(folder, short_operation))
    trouble: list[str] = []
    with started() as chromium:
        opened = chromium.new_page(viewport={"width": 1280, "height": 900})
        opened.set_default_timeout(120_000)
        opened.on("console", lambda message: trouble.append(message.text))
        opened.on("pageerror", lambda error: trouble.append(str(error)))
        opened.goto(Path(file).as_uri())
        opened.wait_for_selector("html[data-ready=yes]")
        yield opened
        chromium.close()
    assert trouble == []


def go_to(page: Any, number: int) -> None:
    """To a decision, every question a step."""
    page.evaluate("document.getElementById('questions').checked || document.getElementById('questions').click()")
    slider, passages = page.locator("#slider"), page.evaluate(PASSAGES)
    step = [place for place, is_passage in enumerate(passages) if not is_passage][number]
    slider.evaluate("(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", step)


def test_the_cards_name_their_crews(page: Any, short_moments: list[Moment]) -> None:
    flying = [moment for moment in short_moments if moment.mat["mission"]["leg"] and moment.action is not None]
    for moment in (flying[0], flying[-1]):
        go_to(page, moment.number)
        cards = page.locator(".panel-cards").text_content()
        aircraft = moment.mat["aircraft"][0]
        assert f"P{aircraft['pilot']} {moment.crews.of(int(aircraft['pilot']))}" in cards
        assert f"G{aircraft['gunner']} {moment.crews.of(SEATS + int(aircraft['gunner']))}" in cards
        label = page.locator(".panel-cards .drawn").get_attribute("aria-label")
        assert f"P{aircraft['pilot']} {moment.crews.of(int(aircraft['pilot']))}, " in label


def test_everybody_has_a_line(page: Any, short_moments: list[Moment]) -> None:
    careers = Careers(short_moments[0].crews, short_moments[0].mat)
    for moment in short_moments:
        careers.add(moment.journal, moment.lines)
    expected = careers.by_place()
    page.keyboard.press("c")
    assert page.locator("#record").is_visible()
    lines = page.locator("#record tbody tr:not(.story)")
    assert page.locator("#record tbody th").all_inner_texts() == [career.name for career in expected]
    assert lines.locator("td:nth-child(4)").all_inner_texts() == [fate_words(career) for career in expected]
    assert lines.locator("td:nth-child(5)").all_inner_texts() == [str(len(career.flown)) for career in expected]
    page.keyboard.press("c")
    assert page.locator("#record").is_hidden()


def test_a_career_opens_and_leads_to_its_missions(page: Any) -> None:
    page.locator("#open-record").click()
    before = page.locator("#slider").input_value()
    page.keyboard.press("ArrowRight")  # the page behind it stays where it is
    assert page.locator("#slider").input_value() == before
    opener = page.locator("#record tbody th button").first
    opener.focus()
    page.keyboard.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    mission = page.locator("#record .story:not([hidden]) li button").last
    number = int(mission.inner_text().partition(":")[0])
    mission.click()
    assert page.locator("#record").is_hidden()
    assert page.locator("#place").inner_text().startswith(f"mission {number},")
    page.locator("#open-record").click()
    page.keyboard.press("Escape")
    assert page.locator("#record").is_hidden()


def test_words_have_their_meaning(page: Any, short_moments: list[Moment]) -> None:
    page.locator(".panel-track figcaption").hover()
    told = page.locator(".panel-track figcaption").get_attribute("title")
    assert told == f"Mission Track: {GLOSSARY['Mission Track']}"  # nothing about missions
    attack = next(moment for moment in short_moments if any("Rudel Gamble" in text for _, text in moment.legal))
    go_to(page, attack.number)
    option = page.locator(".options .label", has_text="Rudel Gamble").first
    option.hover()
    assert option.get_attribute("title").splitlines() == [
        f"{term}: {GLOSSARY[term]}" for term in ("Rudel Gamble", "DRM", "Expected")
    ]
    page.locator("#glossary summary").click()
    assert page.locator("#glossary dt").all_inner_texts() == list(GLOSSARY)
    assert page.locator("#glossary dd").all_inner_texts() == list(GLOSSARY.values())


def test_every_column_is_in_sight_and_has_a_heading(page: Any) -> None:
    """On an ordinary screen; a phone scrolls it."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.keyboard.press("c")
    page.locator("#record tbody th button").first.click()
    assert all(page.locator("#record thead th").all_inner_texts())
    within = "[...document.querySelectorAll('#record .scroll')].every((one) => one.scrollWidth <= one.clientWidth)"
    assert page.evaluate(within)
    page.keyboard.press("Escape")


def test_it_fits_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.keyboard.press("c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#record").bounding_box()["width"] <= 390
    assert page.evaluate("(one => one.scrollWidth > one.clientWidth)(document.querySelector('#record .scroll'))")
    assert page.locator("#record .hint").evaluate("one => getComputedStyle(one).opacity") == "1"
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 900})
