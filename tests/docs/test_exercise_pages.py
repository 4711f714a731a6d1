"""The pages of exercises that need no Python: the choice, the size, the words of the terminal, and the progress."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stuka_env.play.exercises.explanation import explain
from stuka_env.play.war import war_at
from stuka_env.position.exercises import Exercise, games_with_exercises, load_exercises
from tests.support.axe import severe_faults
from tests.support.chromium import in_chromium, started
from tests.support.slow import slow
from tools.exercise_pages import EXERCISES_ON_A_PAGE, chosen_exercises, exercise_page

LARGEST_EXERCISE_PAGE = 250_000
GAMES_OF_PAGES = ("stuka", *(slow(game) for game in games_with_exercises() if game != "stuka"))


def test_themes_have_equal_shares_and_alternate() -> None:
    for game in games_with_exercises():
        exercises = load_exercises(game)
        chosen, counts = chosen_exercises(exercises), Counter(one.theme for one in exercises.exercises)
        shares = Counter(one.theme for one in chosen)
        assert len(chosen) == len(set(chosen)) == min(EXERCISES_ON_A_PAGE, len(exercises.exercises))
        most = max(shares.values())
        assert all(share in (most, most - 1) or share == counts[theme] for theme, share in shares.items())
        assert len({one.theme for one in chosen[: len(shares)]}) == len(shares)
        largest = counts.most_common(1)[0][0]
        all_of, own = ([one.number for one in ones if one.theme == largest] for ones in (exercises.exercises, chosen))
        assert own[0] == all_of[0] and own[-1] in all_of[-(1 + len(all_of) // len(own)) :], "spread over the theme"


@pytest.fixture(scope="module")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function that returns the file of the page of a game, which it writes once."""
    folder = tmp_path_factory.mktemp("pages")

    def written(game: str) -> Path:
        file = folder / f"{game}.html"
        if not file.exists():
            file.write_text(exercise_page(game), encoding="utf-8")
        return file

    return written


@pytest.mark.parametrize("game", GAMES_OF_PAGES)
def test_a_page_is_small_and_loads_nothing(file_of: Callable[[str], Path], game: str) -> None:
    text = file_of(game).read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST_EXERCISE_PAGE and "default-src 'none'" in text


@pytest.fixture
def tab(file_of: Callable[[str], Path]) -> Iterator[Callable[..., Any]]:
    """A function that opens the page of a game from its file; at the end nothing may have gone wrong on it."""
    errors: list[str] = []
    with started() as browser:

        def opened(game: str = "stuka", **options: Any) -> Any:
            page = browser.new_context(**options).new_page()
            page.on("console", lambda message: errors.append(message.text))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(file_of(game).as_uri())
            page.wait_for_selector("html[data-ready=yes]")
            return page

        yield opened
    assert errors == []


def reopened(page: Any) -> None:
    """Load the page again without the exercise in its address."""
    address = page.url.partition("#")[0]
    page.goto("about:blank")  # else the page itself would change the address once more
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]")


def place_of(exercise: Exercise, action: int) -> str:
    """Return the number of an option of the first exercises, which are listed in order."""
    return str([choice.action for choice in exercise.choices].index(action) + 1)


def expected(exercise: Exercise, action: int) -> tuple[str, list[str]]:
    """Return the verdict and the lines of the explanation in the terminal, without the reason of a policy."""
    war, exercises = war_at(exercise.position, exercise.number), load_exercises("stuka")
    explanation = explain(exercise, war, action, exercises=exercises, advice=None)
    return explanation.verdict, [line for _, lines in explanation.sections for line in lines]


@in_chromium
def test_it_is_answered_with_the_keyboard_and_keeps_the_answers(tab: Callable[..., Any]) -> None:
    page, (first, second, *_) = tab(), chosen_exercises(load_exercises("stuka"))
    page.keyboard.press(place_of(first, first.best))
    verdict, lines = expected(first, first.best)
    assert page.inner_text("#verdict") == verdict and verdict.startswith("Right: ")
    assert page.locator("#explanation li").all_inner_texts()[-len(lines) :] == lines
    page.keyboard.press("Enter")
    assert "Exercise 2 of 60: " in page.inner_text("#tally")
    worst = min(second.choices, key=lambda choice: choice.difference)
    page.keyboard.press(place_of(second, worst.action))
    assert page.inner_text("#verdict") == expected(second, worst.action)[0]
    assert page.locator(".taken .yours").count() == 1 and "the best" in page.inner_text(".better")
    assert f"1 of 2 right, {-worst.difference:.1f} points lost." in page.inner_text("#tally")
    reopened(page)
    assert "Exercise 3 of 60: " in page.inner_text("#tally") and "1 of 2 right" in page.inner_text("#tally")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#reset")
    assert page.inner_text("#tally") == "Exercise 1 of 60: Rudel Gamble."
    reopened(page)
    assert page.inner_text("#tally") == "Exercise 1 of 60: Rudel Gamble."


@in_chromium
def test_a_theme_is_played_to_its_end(tab: Callable[..., Any]) -> None:
    page = tab("interceptor")
    page.select_option("#theme", "wingman")
    count = page.locator("#strip button").count()
    for number in range(1, count + 1):
        assert page.inner_text("#tally").startswith(f"Exercise {number} of {count}: Wingman.")
        page.locator(".option").first.click()
        page.keyboard.press("n")
    assert page.inner_text("#verdict").startswith("Every exercise of this theme has your answer.")
    page.evaluate("location.hash = '#1'")
    page.locator("#tally", has_text="Exercise 1 of 60: ").wait_for()


@in_chromium
def test_the_browser_may_have_kept_anything(tab: Callable[..., Any]) -> None:
    page = tab()
    for kept in ("null", "[3]", "}", '{"1": 999, "2": "x", "toString": 1}'):
        page.locator(".option").first.click()
        page.evaluate("kept => localStorage.setItem(localStorage.key(0), kept)", kept)
        reopened(page)
        assert page.inner_text("#tally") == "Exercise 1 of 60: Rudel Gamble."


IN_SIGHT = """() => [...document.querySelectorAll("#heading, .option")].every((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth && box.height > 20;
})"""


@in_chromium
@pytest.mark.parametrize("game", GAMES_OF_PAGES)
def test_question_and_options_are_in_sight_on_a_phone(tab: Callable[..., Any], game: str) -> None:
    page = tab(game, viewport={"width": 390, "height": 844}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for _ in range(5):
        assert page.evaluate(IN_SIGHT), page.inner_text("#tally")
        page.locator(".option").first.tap()
        box = page.locator("#next").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844 and box["height"] >= 44
        page.tap("#next")


@in_chromium
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", games_with_exercises())
def test_axe_finds_nothing_serious(tab: Callable[..., Any], game: str, scheme: str) -> None:
    page = tab(game, color_scheme=scheme)
    assert severe_faults(page) == []
    page.locator(".option").first.click()
    assert severe_faults(page) == []
