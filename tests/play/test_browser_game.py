"""The game in Chromium: by clicks, by keyboard and by touch, in both themes, and after its server was killed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.game import game_names
from stuka_env.games.wing.words.crew_names import PEOPLE
from stuka_env.play.parts import play_parts
from stuka_env.play.war_file import load_war
from tests.support.chromium import IN_CHROMIUM
from tests.support.game_player import MILLISECONDS, PHONE, Player
from tests.support.game_server import GameProcess, turns_of
from tests.support.slow import slow

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")
pytestmark = IN_CHROMIUM


IS_IN_SIGHT = """(selector) => {
  const box = (element) => element.getBoundingClientRect(), end = box(document.getElementById("commands")).top + 1;
  const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  return all.length > 0 && all.every((one) => box(one).top >= -1 && box(one).bottom <= end);
}"""
"""Script that tells whether the visible elements of a selector are wholly above the commands."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "options"),
    [
        ("clicks", {}),
        slow("keyboard", {"viewport": {"width": 820, "height": 1100}}),
        slow("touch", {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    ],
)
@pytest.mark.parametrize("played", [name for name in game_names() if play_parts(name).lessons is not None])
def test_the_tutorial_to_its_end(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path, way: str, options: dict[str, Any], played: str
) -> None:
    game = start("--game", played, "--tutorial", "--save", "war.json")
    player = Player(browser, game, **options)
    page, answers = player.page, 0
    while not player.is_open("end"):
        lesson = page.locator("#lesson")
        assert lesson.text_content() and lesson.text_content() in page.locator("#said").text_content()
        for seen in ("#lesson", "#heading, #crews-title"):  # the page may still be scrolling
            page.wait_for_function(IS_IN_SIGHT, arg=seen, timeout=2_000)
        if page.locator("#crews-fly").count() and page.locator("#crews-page").is_visible():
            assert player.last_box(".seat")["x"] + 20 < page.viewport_size["width"]
            assert player.last_box("#commands")["bottom"] == pytest.approx(page.viewport_size["height"], abs=1)
            player.after(lambda: player.use(way, "#crews-fly", "Enter"))
        else:
            advised = page.locator(".advised .option")
            advised.wait_for()
            if way == "keyboard":
                page.keyboard.press("a")
            player.after(lambda: player.use(way, ".advised .option", "Enter"))
        answers += 1
        if player.is_open("debrief"):
            assert page.evaluate("document.getElementById('debrief').scrollTop") == 0  # it begins at its top
            player.use(way, "dialog#debrief .main", "Enter")
    war = load_war(tmp_path / "war.json")
    assert war.result is not None and answers > 8
    assert page.locator(".final-score").text_content() == str(war.parts.score(war))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert player.hosts() == {f"127.0.0.1:{game.port}"} and player.errors == []


@pytest.mark.slow
def test_a_killed_server_loses_nothing(browser: Any, start: Callable[..., GameProcess], tmp_path: Path) -> None:
    game, path = start("--env", "Stuka/Mission-v0", "--seed", "7", "--save", "war.json"), tmp_path / "war.json"
    player = Player(browser, game)
    player.after(player.page.locator(".option").nth(2).click)
    player.after(player.page.locator("#crews-fly").click)
    heading, turns = player.page.locator("#heading").text_content(), turns_of(path)
    game.kill()
    player.page.locator("#warning").wait_for()
    assert "stuka play --load" in player.page.locator("#warning").text_content()
    again = Player(browser, start("--load", "war.json"))
    assert again.page.locator("#heading").text_content() == heading and turns_of(path) == turns
    again.after(again.page.locator(".option").first.click)
    assert turns_of(path) == turns + 1 and again.errors == []


@pytest.mark.slow
def test_crews_change_places_by_click_drag_and_keyboard(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    player = Player(browser, start("--seed", "7", "--save", "war.json"))
    page = player.page
    player.after(page.locator(".option").nth(1).click)

    def seat(name: str) -> str:
        return str(page.locator(f"[data-seat='{name}'] b").text_content()).split()[0]

    def wait_for(name: str, person: str) -> None:
        page.locator(f"[data-seat='{name}'] b", has_text=re.compile(rf"^{person} ")).wait_for()

    assert [seat("1-0"), seat("2-0"), seat("1-1")] == ["P1", "P2", "G1"]
    page.locator("[data-seat='1-0']").click()
    page.locator("[data-person='0-7']").click()
    wait_for("1-0", "P7")
    page.locator("[data-person='0-2']").click()  # the person first, then the seat
    page.locator("[data-seat='1-0']").click()
    wait_for("1-0", "P2")
    assert seat("2-0") == "P7"  # they have changed places
    page.locator("[data-person='1-9']").drag_to(page.locator("[data-seat='3-1']"))
    wait_for("3-1", "G9")
    page.locator("[data-person='0-9']").drag_to(page.locator("[data-seat='3-1']"))
    page.locator("#crews-hint", has_text="Only a gunner").wait_for()
    page.locator("[data-seat='1-0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # the seat of gunner 1, then the person who follows
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for("1-1", "G2")
    assert page.locator("[data-way='last_time'], [data-way='advised']").count() == 0  # nobody has flown or advises
    page.keyboard.press("s")
    page.locator("#crews-hint", has_text="Nobody has flown yet.").wait_for()
    page.locator("#crews-fly").focus()
    player.after(lambda: page.keyboard.press("Enter"))
    mat = load_war(tmp_path / "war.json").mat
    assert mat["aircraft"]["pilot"][:3].tolist() == [2, 7, 3] and mat["aircraft"]["gunner"][:3].tolist() == [2, 1, 9]
    player.after(lambda: page.keyboard.press("u"))  # all crews at once
    assert page.locator("#crews-page").is_visible() and turns_of(tmp_path / "war.json") == 2
    assert player.errors == []


@pytest.mark.slow
def test_groups_of_equals_are_seated_and_the_others_told(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    """The third game: a card is a group, with its odds in the selected place, and a change lists its costs."""
    words = ("--env", "Wing/Campaign-v0", "--campaign", "short_1944", "--seed", "7", "--advise", "best")
    player = Player(browser, start(*words, "--save", "war.json"))
    page = player.page
    assert page.locator("#crews-title").text_content().startswith("Crews. Card ")
    names = [f"C{number} {PEOPLE.names(7).of(number)}" for number in range(1, 19)]
    lead = page.locator("[data-seat='1-0'] b")
    assert lead.text_content() == names[0]
    cards = page.locator("[data-person^='0-']")
    assert cards.locator("b").all_text_contents() == ["Veteran", "Trained", "Green"]
    assert page.locator(".place-odds").count() == 0
    page.locator("[data-seat='1-0']").click()
    odds = page.locator(".place-odds").all_text_contents()
    assert [text.startswith("its aim hits with ") for text in odds] == [True] * 3
    cards.nth(1).click()
    told = page.get_by_role("list", name="Changed elsewhere").get_by_role("listitem")
    told.first.wait_for()
    assert lead.text_content() == names[4] and told.count() == 1
    assert told.text_content().startswith("Right place of element Tail: crew 4 ")
    assert page.locator("#said").text_content() == told.text_content()
    cards.nth(2).drag_to(page.locator("[data-seat='2-0']"))
    page.locator("[data-seat='2-0'] b", has_text=names[12]).wait_for()
    assert told.text_content().endswith(" stays at home.")
    page.locator("[data-seat='2-0']").drag_to(page.locator("[data-seat='1-1']"))
    page.locator("#crews-hint", has_text="Only a bomber can sit there.").wait_for()
    page.locator("[data-seat='2-0']").drag_to(page.locator("[data-seat='1-0']"))  # they exchange places
    page.locator("[data-seat='1-0'] b", has_text=names[12]).wait_for()
    page.keyboard.press("a")
    page.locator(".crews-way", has_text="as best would").wait_for()
    page.keyboard.press("b")
    page.locator(".crews-way", has_text="Filled: best crews.").wait_for()
    assert lead.text_content() == names[0] and told.count() == 0
    page.locator("[data-seat='1-0']").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.seat") == "2-0"
    page.locator("#crews-fly").focus()
    player.after(lambda: page.keyboard.press("Enter"))
    assert load_war(tmp_path / "war.json").mat["seats"]["crew"].tolist() == list(range(12))
    assert player.errors == []


def test_keys_filter_advice_and_dialogs(browser: Any, start: Callable[..., GameProcess]) -> None:
    player = Player(browser, start("--seed", "7", "--save", "war.json", "--advise", "old_hand"))
    page = player.page
    page.locator(".advised").wait_for()
    assert "Why: " in page.locator("#advice").text_content()

    def focused() -> str:
        return str(page.evaluate("document.activeElement.textContent"))

    assert "Fly 3 aircraft" in focused()  # not the option that gives the mission up
    page.keyboard.press("ArrowDown")
    assert "Fly 4 aircraft" in focused()
    page.keyboard.press("9")
    assert "Fly 10 aircraft" in focused()
    page.keyboard.press("a")
    assert "Fly 3 aircraft" in focused()
    page.keyboard.press("/")
    page.keyboard.type("fly 8")
    assert page.locator(".option").all_text_contents()[0].startswith("7Fly 8") and page.locator(".option").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".option").count() > 5
    for key, dialog in (("j", "whole-journal"), ("r", "record"), ("?", "help")):
        page.keyboard.press(key)
        page.locator(f"dialog#{dialog}[open]").wait_for()
        assert len(page.locator(f"dialog#{dialog}").text_content()) > 100
        page.keyboard.press("Escape")
        assert not player.is_open(dialog)
    page.keyboard.press("u")
    page.locator("#hint.refused", has_text="nothing to take back").wait_for()
    page.locator(".panel-track figcaption").hover()
    assert "Mission Track: " in page.locator(".panel-track figcaption").get_attribute("title")  # the glossary
    assert player.errors == []


def test_own_dice_are_typed(browser: Any, start: Callable[..., GameProcess], tmp_path: Path) -> None:
    words = ("--table", "--env", "Stuka/Mission-v0", "--segment", "1941-06", "--save", "war.json")
    player = Player(browser, start(*words))
    page = player.page
    assert "roll" in page.locator("#heading").text_content()
    page.keyboard.type("9 9 9")
    page.keyboard.press("Enter")
    page.locator("#hint.refused", has_text="allowed is 1 to 6").wait_for()
    page.locator("#faces").fill("344")
    player.after(page.locator("#dice button").click)
    assert "how many aircraft fly" in page.locator("#heading").text_content()
    assert turns_of(tmp_path / "war.json") == 1
    player.after(lambda: page.keyboard.press("u"))
    assert "roll" in page.locator("#heading").text_content() and player.errors == []


def test_both_themes_have_their_own_colours(browser: Any, start: Callable[..., GameProcess]) -> None:
    game = start("--seed", "7", "--save", "war.json")
    papers = []
    for theme in ("light", "dark"):
        page = Player(browser, game, color_scheme=theme).page
        papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        ink = page.evaluate("getComputedStyle(document.querySelector('.option')).color")
        assert ink not in papers
    assert len(set(papers)) == 2


@pytest.mark.slow
def test_the_end_offers_the_rivals_and_a_line_to_share(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    game = start("--daily", "2026-11-24", "--advise", "doctrine")
    player = Player(browser, game)
    page = player.page
    while not player.is_open("end"):
        if page.locator("#crews-page").is_visible():
            player.after(page.locator("#crews-fly").click)
        else:
            page.locator(".advised .option").wait_for()
            player.after(page.locator(".advised .option").click)
        if player.is_open("debrief"):
            page.locator("dialog#debrief .main").click()
    war = load_war(tmp_path / "stuka-2026-11-24-daily.json")
    assert war.seed == 20261124 and war.result is not None
    page.locator("dialog#end button", has_text="Beat the agent").click()
    page.locator("dialog#rivals[open]").wait_for()
    heads = page.locator("dialog#rivals thead th").all_text_contents()
    assert heads == ["mission", "you", "distilled", "old_hand"]
    assert page.locator("dialog#rivals tfoot td").first.text_content() == str(war.result["score"])
    with player.context.expect_page() as opened:
        page.locator("dialog#rivals a").click()
    opened.value.locator("html[data-ready]").wait_for(timeout=MILLISECONDS)
    assert "by hand" in opened.value.title() and "old_hand" in opened.value.title()
    opened.value.close()
    page.keyboard.press("Escape")
    page.locator("dialog#end button", has_text="Share it").click()
    page.locator("dialog#share[open]").wait_for()
    line = page.locator("#share-line").input_value()
    assert (
        "war of 2026-11-24" in line and f"{war.result['score']} points" in line and "par " in line and "luck " in line
    )
    with page.expect_download() as download:
        page.locator("dialog#share a").click()
    assert download.value.suggested_filename == "stuka-2026-11-24-daily-replay.json"
    page.keyboard.press("Escape")
    page.locator("dialog#end button", has_text="Review it").click()
    page.locator("dialog#end .sheet-status a").wait_for()
    assert game.status(f"/{game.token}/review") == 200
    player.after(page.locator("dialog#end button", has_text="Fly it again").click)
    assert not player.is_open("end") and (tmp_path / "stuka-2026-11-24-daily-2.json").exists()
    assert player.errors == []


@pytest.mark.slow
def test_cards_are_drawn_by_number_and_by_letters(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    """The second game at the table: dice are typed as in the first, cards with the filter that is open for them."""
    game = start("--env", "Interceptor/Sortie-v0", "--month", "1943-05", "--unit", "II/JG 1", "--track", "officer",
                 "--table", "--save", "war.json")  # fmt: skip
    player = Player(browser, game)
    page = player.page

    def typed(words: str) -> None:
        page.keyboard.type(words)
        player.after(lambda: page.keyboard.press("Enter"))

    for words in ("4 5", "33"):
        if page.locator(".option", has_text="Nothing more for the pilot").count():
            player.after(page.locator(".option", has_text="Nothing more for the pilot").click)
        typed(words)
    player.after(page.locator(".option", has_text="Fly against").click)
    for words in ("34", "4", "1"):
        typed(words)
    player.after(page.locator(".option", has_text="Attack the B-17Fs").click)
    typed("2 3")
    player.after(page.locator(".option", has_text="Fire at the port wing").first.click)
    assert page.locator("#help-line").text_content() == "For the pilot."
    assert page.locator(".option").count() == 60
    page.keyboard.type("3")
    assert page.locator(".option").count() == 11  # 3, and 30 to 39
    typed("0")
    for words in ("34", "34", "34"):
        typed(words)
    assert page.locator("#help-line").text_content() == "For the bomber."
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    assert "30 cannot be drawn now" in page.locator("#hint").text_content()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("into a cloud")
    assert page.locator(".option").count() == 1
    player.after(lambda: page.keyboard.press("Enter"))
    assert load_war(tmp_path / "war.json").mat["deck"]["enemy"] == 47
    page.keyboard.press("r")
    page.wait_for_selector("dialog#record[open]")
    page.keyboard.press("Escape")
    assert player.errors == []


def test_a_click_on_a_hex_chooses_its_option(browser: Any, start: Callable[..., GameProcess], tmp_path: Path) -> None:
    game = start("--env", "Support/Battle-v0", "--scenario", "village", "--seed", "3", "--save", "war.json")
    player = Player(browser, game)
    hexes = player.page.locator("[data-answers]")
    (answer,) = hexes.first.get_attribute("data-answers").split()
    player.after(hexes.first.click)
    turn = load_war(tmp_path / "war.json").turns[-1]
    assert turn.action == int(answer)
    assert player.errors == []
