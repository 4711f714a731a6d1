"""The page of both games without scrolling, with a screen reader and with a finger."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.game import game_names
from stuka_env.play.choices import choices, gives_up
from stuka_env.play.parts import play_parts
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war, save_war
from stuka_env.position.exercises import load_exercises
from tests.support.chromium import IN_CHROMIUM
from tests.support.game_player import PHONE, Player
from tests.support.game_server import GameProcess, turns_of
from tests.support.slow import slow

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")
pytestmark = IN_CHROMIUM

SCREENS = [(390, 844), (820, 1180), (1280, 720), (1440, 900)]
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
STEPS = 20
MOST_SHOWN = 3
"""Lines of what happened above the question."""
ENVIRONMENTS = {
    "stuka": "Stuka/Operation-v0",
    "interceptor": "Interceptor/Career-v0",
    "support": "Support/Battle-v0",
    "wing": "Wing/Campaign-v0",
    "dogfight": "Dogfight/Fight-v0",
}
IN_SIGHT = """() => {
  const box = (element) => element.getBoundingClientRect(), bar = box(document.getElementById("commands"));
  const isShown = (element) => {
    const own = box(element), log = element.closest("[role=log]");
    const isInLog = !log || (own.top >= box(log).top - 1 && own.bottom <= box(log).bottom + 1);
    return own.height > 0 && own.top >= 0 && own.bottom <= bar.top + 1 && isInLog;
  };
  const lists = [...document.querySelectorAll("main ol")].filter((list) => list.checkVisibility());
  const isReached = ({ left, right, top, bottom }) =>
    left >= 0 && right <= window.innerWidth && top >= bar.top && bottom <= window.innerHeight;
  const newest = lists.filter((list) => !list.querySelector("button")).map((list) => list.lastElementChild);
  const heading = document.querySelector("main section[aria-labelledby=heading] h2");
  const option = document.querySelector("main ol button");
  return {
    events: newest.filter((item) => item && isShown(item)).map((item) => item.textContent),
    newest: newest.filter(Boolean).map((item) => item.textContent),
    said: document.querySelector("[aria-live=polite]").textContent,
    heading: heading.textContent,
    question: isShown(heading),
    option: !option || isShown(option),
    bar: [...document.querySelectorAll("nav button")].map(box).every(isReached),
    width: document.documentElement.scrollWidth <= window.innerWidth,
    losses: document.querySelectorAll("#entries .fresh.look-3").length,
    losses_shown: document.querySelectorAll("#events .look-3").length,
  };
}"""
"""Parts that are wholly in sight: the newest events, the question, its first option, and the commands."""


STRAY = """() => {
  const all = (selector) => [...document.body.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const landmarks = "header, main, nav, dialog, [aria-live], .skip";
  const outside = all("p, h1, h2, h3, ol, ul, button, input, figure, dl").filter((one) => !one.closest(landmarks));
  const orphans = all("li").filter((one) => !one.parentElement.matches("ol:not([role]), ul:not([role])"));
  const nameless = all("section, [role=log], [role=group], nav, dialog, input")
    .filter((one) => !one.matches("[aria-label], [aria-labelledby]") && !one.labels?.length);
  return [...outside, ...orphans, ...nameless].map((one) => one.outerHTML.slice(0, 80));
}"""
"""Elements outside of every landmark, lines without a list, and parts of the page without a name."""


CLOSED = """() => {
  document.querySelector("dialog#debrief .main").click();
  return Boolean(document.activeElement.closest("#options, #crews-fly"));
}"""
"""Close the debrief by its button, and tell whether the keyboard is on an option then, or on the button of the crews,
before any other event."""


CLIPPED = """() => [...document.querySelectorAll(".drawn .space")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
"""Words of the spaces of tracks that do not have room for them."""


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_words_of_spaces_are_not_clipped(browser: Any, start: Callable[..., GameProcess], width: int) -> None:
    fights = [one for one in load_exercises("interceptor").exercises if one.decision == "DOGFIGHT"]
    game = start("--position", fights[0].position, "--save", "war.json")
    page = Player(browser, game, viewport={"width": width, "height": 844}).page
    page.locator(".space", has_text="disadvantaged").wait_for()
    assert page.locator(".space", has_text="bombs").count() == 2
    assert page.evaluate(CLIPPED) == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [SCREENS[0], *(slow(*screen) for screen in SCREENS[1:])])
@pytest.mark.parametrize("played", game_names())
def test_what_happened_and_the_question_are_in_sight_at_every_step(
    browser: Any, start: Callable[..., GameProcess], width: int, height: int, played: str
) -> None:
    game = start("--game", played, "--seed", "7", "--save", "war.json")
    player = Player(browser, game, viewport={"width": width, "height": height})
    page, seen = player.page, 0
    for _ in range(STEPS):
        if not page.get_by_role("dialog").count() and not page.get_by_role("button", name="These crews fly").count():
            sight = page.evaluate(IN_SIGHT)
            assert sight["question"] and sight["option"] and sight["bar"] and sight["width"], sight
            if sight["newest"]:
                assert sight["events"], sight
                seen += sight["events"][-1] in sight["said"]
            assert sight["losses_shown"] >= min(sight["losses"], MOST_SHOWN), sight
            assert sight["said"].endswith(sight["heading"]), sight
        if player.is_open("end"):
            break
        if player.is_open("debrief"):
            assert page.evaluate(CLOSED)
        else:
            player.after(lambda: page.keyboard.press("Enter"))
    assert seen > STEPS // 3 and player.errors == []


def war_with_risk(path: Path, played: str) -> War:
    """Save a war at a decision with an option that gives something up."""
    war = War(ENVIRONMENTS[played], {}, 7)
    while not any(gives_up(war, choice) for choice in choices(war)):
        war.take(war.legal[-1][0])
    save_war(war, path)
    return war


@pytest.mark.slow
@pytest.mark.parametrize("played", [name for name in game_names() if play_parts(name).words.gives_up])
def test_a_risky_option_needs_a_second_tap(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path, played: str
) -> None:
    path = tmp_path / "war.json"
    war = war_with_risk(path, played)
    risky = next(choice for choice in choices(war) if gives_up(war, choice))
    player = Player(browser, start("--load", "war.json"), **TOUCH)
    page, turns = player.page, turns_of(path)
    options = page.get_by_role("main").get_by_role("list").get_by_role("button")
    option = options.filter(has_text=risky.label).first
    option.tap()
    option.get_by_text("Tap again to choose this.").wait_for()
    assert turns_of(path) == turns
    option.press("ArrowDown")  # the keyboard goes on; the tap waits
    player.after(option.tap)
    assert turns_of(path) > turns and player.errors == []


def test_a_tap_on_another_option_and_a_click_need_no_second_one(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    path = tmp_path / "war.json"
    war = war_with_risk(path, "stuka")
    turns = turns_of(path)
    listed = choices(war)
    (risky,) = [place for place, choice in enumerate(listed) if gives_up(war, choice)]
    game = start("--load", "war.json")
    player = Player(browser, game, **TOUCH)
    options = player.page.get_by_role("main").get_by_role("list").get_by_role("button")
    options.nth(risky).tap()
    player.after(options.nth(risky + 1).tap)
    assert turns_of(path) == turns + 1
    player.after(lambda: player.page.keyboard.press("u"))
    mouse = Player(browser, game)
    mouse.after(mouse.page.get_by_role("main").get_by_role("list").get_by_role("button").nth(risky).click)
    assert turns_of(path) == turns + 1 and mouse.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("played", game_names())
def test_the_other_commands_are_behind_one_button_on_a_phone(
    browser: Any, start: Callable[..., GameProcess], played: str
) -> None:
    player = Player(browser, start("--game", played, "--seed", "7", "--save", "war.json"), **TOUCH)
    page = player.page
    bar = page.get_by_role("navigation", name="Commands")
    bar.get_by_role("button", name="More").tap()
    dialog = page.get_by_role("dialog", name="Commands")
    dialog.get_by_role("button", name="Write replay").tap()
    page.get_by_text("Replay written: war-replay.json").wait_for()
    assert not dialog.is_visible()
    bar.get_by_role("button", name="More").tap()
    dialog.get_by_role("button", name="Filter" if played == "stuka" else "Log sheet").tap()
    if played == "stuka":
        assert page.get_by_label("Letters of the options to show").evaluate("input => input === document.activeElement")
    else:
        page.get_by_role("dialog", name="Log sheet").wait_for()
    assert player.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("played", game_names())
def test_everything_is_in_a_landmark_and_every_line_in_a_list(
    browser: Any, start: Callable[..., GameProcess], played: str
) -> None:
    player = Player(browser, start("--game", played, "--seed", "7", "--save", "war.json"))
    player.after(lambda: player.page.keyboard.press("Enter"))
    assert player.page.evaluate(STRAY) == []


@pytest.mark.slow
@pytest.mark.parametrize(("played", "term"), [("stuka", "Mission Track"), ("interceptor", "Endurance")])
def test_the_words_on_the_screen_are_explained_by_keyboard_and_by_touch(
    browser: Any, start: Callable[..., GameProcess], played: str, term: str
) -> None:
    game = start("--game", played, "--seed", "7", "--save", "war.json")
    for options in ({}, TOUCH):
        player = Player(browser, game, **options)
        if options:
            player.page.get_by_role("button", name="Help").tap()
        else:
            player.page.keyboard.press("?")
        help_dialog = player.page.get_by_role("dialog", name="Help")
        terms = help_dialog.get_by_role("term").all_text_contents()
        meanings = help_dialog.get_by_role("definition").all_text_contents()
        assert any(term in shown for shown in terms) and len(terms) == len(meanings) > 10 and all(meanings)
        if options:
            help_dialog.get_by_role("button", name="Close").tap()
            player.page.get_by_text(f"{term} track" if played == "interceptor" else term, exact=True).first.tap()
            assert term in player.page.get_by_role("dialog", name="Terms").text_content()
        assert player.errors == []


@pytest.mark.slow
def test_a_number_that_no_option_has_takes_nothing(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    war = War("Stuka/Operation-v0", {}, 7)
    war.take(war.legal[1][0])  # the leader is one of eleven pilots
    assert len(choices(war)) == 11
    player = Player(browser, start("--position", war.position_text(), "--seed", "7", "--save", "war.json"))
    page, turns = player.page, turns_of(tmp_path / "war.json")
    page.keyboard.press("o")  # one by one
    page.get_by_role("heading", name="To decide").wait_for()
    for number in ("0", "12", "99"):
        for digit in number:
            page.keyboard.press(digit)
        page.get_by_text(f"There is no option {number}.").wait_for()
        page.keyboard.press("Enter")
        page.get_by_text("Go to an option first.").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("1")
    player.after(lambda: page.keyboard.press("Enter"))
    assert load_war(tmp_path / "war.json").mat["aircraft"]["pilot"][0] == 11
    assert turns_of(tmp_path / "war.json") == turns + 1 and player.errors == []


@pytest.mark.slow
def test_the_end_keeps_the_next_steps_at_hand(browser: Any, start: Callable[..., GameProcess], tmp_path: Path) -> None:
    war = War("Stuka/Mission-v0", {"segment": "1941-06"}, 7)
    while not war.over:
        war.take(war.legal[-1][0])
    save_war(war, tmp_path / "war.json")
    score = f"{war.parts.score(war)} points: {war.parts.results.level(war)}"
    player = Player(browser, start("--load", "war.json"), **TOUCH)
    page = player.page
    end = page.get_by_role("dialog", name="The end")
    assert end.get_by_text(score).is_visible() and not end.get_by_role("button", name="Close").evaluate(
        "button => button === document.activeElement"
    )
    page.keyboard.press("Enter")  # a key too many
    assert end.is_visible()
    page.keyboard.press("Escape")
    end.wait_for(state="hidden")
    page.keyboard.press("Enter")
    end.wait_for()
    box, steps = end.bounding_box(), end.get_by_role("button").all()
    assert len(steps) > 5 and all(step.bounding_box()["y"] < box["y"] + box["height"] - 40 for step in steps)
    assert player.errors == []
