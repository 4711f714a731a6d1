"""Exercises in Chromium by clicks, keyboard and touch, at three widths in both themes; and copies of positions."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stuka_env.game import game_names
from stuka_env.play.exercises.practice import Practice
from stuka_env.play.exercises.session import load_progress
from stuka_env.play.war_file import load_war
from stuka_env.position.exercises import load_exercises
from tests.support.chromium import IN_CHROMIUM
from tests.support.game_player import PHONE, TABLET, WIDE, Player
from tests.support.game_server import GameProcess
from tests.support.slow import slow

pytest.importorskip("aiohttp", reason="aiohttp is not installed: pip install 'stuka-env[play]'")
pytestmark = IN_CHROMIUM

EXERCISES = load_exercises("stuka")
CLIPBOARD = ["clipboard-read", "clipboard-write"]
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
BOXES = """selectors => selectors.map((selector) => {
    const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [left, right, top, bottom];
})"""
"""Script that returns the boxes of elements in one call: advice that arrives can replace elements at any time."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "options"),
    [
        ("clicks", {"viewport": WIDE}),
        slow("keyboard", {"viewport": TABLET, "color_scheme": "dark"}),
        slow("touch", {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}),
    ],
)
def test_exercises_are_played_with_explanations(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path, way: str, options: dict[str, Any]
) -> None:
    theme = next(iter(EXERCISES.themes))
    player = Player(browser, start("--save", "answers.json", command="exercises"), **options)
    page, exercises = player.page, EXERCISES.of_themes([theme])
    page.locator("dialog#themes[open]").wait_for()
    if way == "keyboard":
        page.keyboard.press("Tab")
    player.after(lambda: player.use(way, "dialog#themes .steps li:nth-child(2) button", "Enter"))
    for number, exercise in enumerate(exercises[:2], 1):
        assert f"Exercise {number} of {len(exercises)}: " in page.locator("#lesson").text_content()
        assert not page.locator("#answered").is_visible() and page.locator(".yours").count() == 0
        place = [choice.action for choice in exercise.choices].index(exercise.best)
        if way == "keyboard":
            page.keyboard.press(str(place + 1))
        selector = f".option[data-answer='{exercise.best}']"
        player.after(lambda selector=selector: player.use(way, selector, "Enter"))  # type: ignore[misc]
        assert page.locator("#verdict").text_content().startswith("Right: ")
        assert page.locator(".advised .yours").count() == 1
        assert page.locator(".more").count() == len(exercise.choices) - 1
        heads = page.locator("#explanation h3").all_text_contents()
        assert heads[-2:] == ["The odds of the charts", "The figures"]
        next_box, verdict, bar = page.evaluate(BOXES, ["#next", "#verdict", "#commands"])
        assert 0 <= next_box[0] and next_box[1] <= page.viewport_size["width"] and verdict[0] >= 0
        assert next_box[3] - next_box[2] >= 44 and bar[3] == pytest.approx(page.viewport_size["height"], abs=1)
        assert page.evaluate("document.activeElement.id") == "next"
        player.after(lambda: player.use(way, "#next", "Enter"))
    progress = load_progress(tmp_path / "answers.json", EXERCISES)
    assert Practice(EXERCISES, progress).tally(theme)[2:] == (2, 2, 0.0)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert player.hosts() == {player.page.url.split("/")[2]} and player.errors == []


@pytest.mark.slow
def test_a_wrong_answer_and_the_keys(browser: Any, start: Callable[..., GameProcess]) -> None:
    player = Player(browser, start("--theme", "all", "--save", "answers.json", command="exercises"))
    page, exercise = player.page, EXERCISES.exercises[0]
    assert not player.is_open("themes")
    page.keyboard.press("n")
    page.locator("#hint.refused", has_text="Choose an answer first.").wait_for()
    worst = min(exercise.choices, key=lambda choice: choice.difference)
    player.after(page.locator(f".option[data-answer='{worst.action}']").click)
    assert f"loses {-worst.difference:.1f} points" in page.locator("#verdict").text_content()
    page.locator(f".option[data-answer='{exercise.best}']").click()
    page.locator("#hint.refused", has_text="has your answer").wait_for()
    for key, dialog in (("t", "themes"), ("?", "help")):
        page.keyboard.press(key)
        page.locator(f"dialog#{dialog}[open]").wait_for()
        page.keyboard.press("Escape")
    assert "the next exercise" in page.locator("dialog#help").text_content()
    assert "0 of 1 right" in page.locator("dialog#themes").text_content()
    player.after(lambda: page.keyboard.press("n"))
    assert "Exercise 2 of " in page.locator("#lesson").text_content() and player.errors == []


@pytest.mark.slow
def test_a_refusal_stays_when_advice_arrives(browser: Any, start: Callable[..., GameProcess]) -> None:
    """Advice comes as the same version of the state again, which draws the options anew."""
    player = Player(browser, start("--theme", "all", "--save", "answers.json", command="exercises"))
    page, sockets, states = player.page, [], []

    def listen(socket: Any) -> None:
        def hand_on(message: Any) -> None:
            if "state" in json.loads(message):
                states.append(message)
            socket.send(message)

        sockets.append(socket)
        socket.connect_to_server().on_message(hand_on)

    page.route_web_socket(re.compile("/socket$"), listen)
    page.reload()
    page.locator("html[data-version]").wait_for()
    page.locator(".option").first.focus()
    page.keyboard.press("n")
    refusal = page.locator("#hint.refused", has_text="Choose an answer first.")
    refusal.wait_for()
    page.locator(".option").first.evaluate("option => option.classList.add('drawn-before')")
    sockets[-1].send(states[-1])
    page.locator(".option.drawn-before").wait_for(state="detached")
    assert refusal.is_visible() and page.evaluate("document.activeElement.matches('.option')")


@pytest.mark.slow
def test_the_reason_of_the_policy_arrives(browser: Any, start: Callable[..., GameProcess]) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    player = Player(browser, start("--theme", "all", "--save", "answers.json", command="exercises"))
    player.after(player.page.locator(f".option[data-answer='{EXERCISES.exercises[0].best}']").click)
    player.page.locator("#explanation h3", has_text=f"What {EXERCISES.policy} does").wait_for()
    assert player.errors == []


@pytest.mark.slow
@pytest.mark.parametrize(("viewport", "theme"), [(PHONE, "light"), (WIDE, "dark")])
@pytest.mark.parametrize("played", game_names())
def test_the_position_is_copied_in_the_game(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path, theme: str, viewport: dict[str, int], played: str
) -> None:
    game = start("--game", played, "--seed", "7", "--save", "war.json")
    player = Player(browser, game, viewport=viewport, color_scheme=theme, permissions=CLIPBOARD)
    page, text = player.page, load_war(tmp_path / "war.json").position_text()
    place = "#crews-hint" if page.locator("#crews-page").is_visible() else "#hint"
    page.keyboard.press("p")
    page.locator(place, has_text="The position is copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == text
    bar, hint = page.evaluate(BOXES, ["#commands", place])
    assert hint[3] <= bar[2]  # the message is in sight
    page.evaluate("navigator.clipboard.writeText('')")
    commands = page.get_by_role("navigation", name="Commands")
    if viewport is PHONE:
        commands.get_by_role("button", name="More").click()
        commands = page.get_by_role("dialog", name="Commands")
    commands.get_by_role("button", name="Position").click()
    page.wait_for_function("text => navigator.clipboard.readText().then((copied) => copied === text)", arg=text)
    assert player.errors == []


@pytest.mark.slow
def test_a_position_is_shown_selected_where_copying_is_refused(
    browser: Any, start: Callable[..., GameProcess], tmp_path: Path
) -> None:
    player = Player(browser, start("--seed", "7", "--save", "war.json"), viewport=PHONE)
    player.page.add_init_script(NO_CLIPBOARD)
    player.page.reload()
    player.page.locator("html[data-version]").wait_for()
    text = load_war(tmp_path / "war.json").position_text()
    player.page.keyboard.press("p")
    player.page.locator("dialog#copy[open]").wait_for()
    assert player.page.evaluate("getSelection().toString()") == text
    (box,) = player.page.evaluate(BOXES, ["#copy"])
    assert 0 <= box[0] and box[1] <= PHONE["width"]
    player.page.keyboard.press("Escape")
    assert not player.is_open("copy") and player.errors == []


@pytest.mark.slow
def test_a_war_is_begun_at_a_position(browser: Any, start: Callable[..., GameProcess], tmp_path: Path) -> None:
    text = EXERCISES.exercises[0].position
    player = Player(browser, start("--position", text, "--seed", "3", "--save", "war.json"))
    assert "from a position" in player.page.locator("#about").text_content()
    player.after(player.page.locator(".option").first.click)
    war = load_war(tmp_path / "war.json")
    assert war.start == text and len(war.played) == 2 and player.errors == []
