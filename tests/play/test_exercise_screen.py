"""The exercises in a terminal, driven by Textual's pilot: themes, answers, explanations, the position, sizes."""

import io
from pathlib import Path
from typing import Any

import pytest

from stuka_env.play.exercises.session import ExerciseSession, open_exercises
from stuka_env.policy import installed_policies

pytest.importorskip("textual", reason="needs the extra play of stuka-env")
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static

from stuka_env.io.command_line import INTERRUPTED
from stuka_env.play.dialogs import OverlayScreen
from stuka_env.play.exercises.app import ExerciseApp, ThemeScreen
from tests.support.sitting import drive_app, until

WIDE, LOW = (130, 44), (80, 24)


@pytest.fixture
def session(tmp_path: Path) -> ExerciseSession:
    return open_exercises(tmp_path / "answers.json", "all", False)


def words(app: ExerciseApp, name: str) -> str:
    """Return the plain text of a pane, in one line."""
    drawn = app.screen.query_one(name, Static).visual
    console = Console(width=app.size.width, record=True, file=io.StringIO())
    console.print(getattr(drawn, "_renderable", drawn))
    return " ".join(console.export_text().split())


async def answer(pilot: Pilot[Any], app: ExerciseApp, action: int) -> None:
    """Choose an option by its arrows."""
    places = [choice.answer for choice in app.decision.listed]
    app.decision.options.highlighted = places.index(action)
    await pilot.press("enter")


@pytest.mark.slow
def test_a_right_and_a_wrong_answer_with_their_explanations(session: ExerciseSession) -> None:
    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        first = session.shown
        assert words(app, "#lesson").startswith("Exercise 1 of ")
        assert words(app, "#recent") == "" and app.decision.opinion is None
        await answer(pilot, app, first.best)
        assert "Right: " in words(app, "#lesson") and "1 of 1 right, 0.0 points lost." in words(app, "#lesson")
        if session.adviser is not None:
            title = f"What {session.adviser.name} does"
            await until(pilot, lambda: title in words(app, "#recent"))
        for title in ("The odds of the charts", "The figures"):
            assert title in words(app, "#recent")
        assert app.decision.opinion is not None and app.decision.opinion.choice == first.best
        await pilot.press("enter")
        second = session.shown
        assert second is not first and app.decision.opinion is None and words(app, "#recent") == ""
        await answer(pilot, app, next(one.action for one in second.choices if one.action != second.best))
        assert "Not the best: " in words(app, "#lesson") and "1 of 2 right" in words(app, "#lesson")
        await pilot.press("n")
        assert session.shown not in (first, second)
        await pilot.press("n")
        assert "Choose an answer first." in words(app, "#hint")

    drive_app(ExerciseApp(session), steps, WIDE)


def test_the_advice_is_not_shown_before_the_answer(session: ExerciseSession) -> None:
    if session.practice.exercises.policy not in installed_policies():
        pytest.skip("the laboratory is not installed")

    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await until(pilot, lambda: app._advice is not None)
        await pilot.pause()
        assert app.decision.opinion is None and words(app, "#roll") == "" and app.decision.border_subtitle == ""

    drive_app(ExerciseApp(session), steps, WIDE)


@pytest.mark.slow
def test_on_a_small_screen_the_explanation_is_a_page(session: ExerciseSession) -> None:
    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await pilot.press("e")
        assert "Choose an answer first." in words(app, "#hint")
        await answer(pilot, app, session.shown.best)
        assert isinstance(app.screen, OverlayScreen) and "The figures" in words(app, "#page Static")
        await pilot.press("enter")
        assert not isinstance(app.screen, OverlayScreen) and session.is_answered
        await pilot.press("e")
        assert isinstance(app.screen, OverlayScreen)
        await pilot.press("escape", "enter")
        assert not session.is_answered and session.practice.place == 2

    drive_app(ExerciseApp(session), steps, LOW)


@pytest.mark.slow
def test_the_themes_are_chosen_from_a_list(tmp_path: Path) -> None:
    session = open_exercises(tmp_path / "answers.json", None, False)
    themes = session.practice.themes

    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        assert isinstance(app.screen, ThemeScreen)
        await pilot.press("down", "down", "m", "enter")
        assert session.practice.progress.theme == session.shown.theme == themes[1]
        assert session.practice.progress.shuffle is not None and not session.asks_for_theme
        await answer(pilot, app, session.shown.best)
        await pilot.press("escape", "t")
        assert isinstance(app.screen, ThemeScreen)
        lines = app.screen.query_one("#themes").options  # type: ignore[attr-defined]
        assert "1 of 1 right" in str(lines[0].prompt) and "1 of 1 right" in str(lines[2].prompt)
        await pilot.press("escape")
        assert session.is_answered  # a closed list changes nothing

    drive_app(ExerciseApp(session), steps, WIDE)


@pytest.mark.slow
def test_after_the_last_exercise_of_a_theme_the_list_opens(session: ExerciseSession) -> None:
    theme = min(session.practice.themes, key=lambda one: len(session.practice.of_theme(one)))
    session.choose(theme, False)
    *others, last = session.practice.of_theme(theme)
    for exercise in others:
        assert session.shown is exercise
        session.take(exercise.best)
        session.go_on()

    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await answer(pilot, app, last.best)
        await pilot.press("enter")
        assert isinstance(app.screen, ThemeScreen) and session.is_over
        await pilot.press("escape", "enter")  # nothing is left to answer: the list again
        assert isinstance(app.screen, ThemeScreen)
        await pilot.press("enter")
        assert session.shown is session.practice.of_theme(theme)[0] and not session.is_over

    drive_app(ExerciseApp(session), steps, WIDE)


def test_the_position_is_copied_and_shown(session: ExerciseSession) -> None:
    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await pilot.press("p")
        assert app.clipboard == session.shown.position
        page = words(app, "#page Static").replace(" ", "")
        assert session.shown.position in page and f"play--position{session.shown.position}" in page
        await pilot.press("escape", "question_mark")
        assert "the next exercise" in words(app, "#page Static")

    drive_app(ExerciseApp(session), steps, WIDE)


def test_ctrl_c_loses_no_answer(session: ExerciseSession, tmp_path: Path) -> None:
    shown = session.shown

    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await answer(pilot, app, shown.best)
        await pilot.press("ctrl+c")

    assert drive_app(ExerciseApp(session), steps, WIDE).return_value == INTERRUPTED
    session.release()
    again = open_exercises(tmp_path / "answers.json", None, False)
    assert again.practice.tally("").answered == 1 and again.shown is not shown
    again.release()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 16), (59, 15), (200, 60)])
def test_it_fits_every_size(session: ExerciseSession, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Any], app: ExerciseApp) -> None:
        await pilot.press("enter", "escape", "t", "escape", "p", "escape")
        assert session.is_answered == (not app.cramped)

    drive_app(ExerciseApp(session), steps, size)
