"""The second game on the screen of a terminal, driven by Textual's pilot."""

import io
from pathlib import Path
from typing import Any

import pytest

from stuka_env.games.interceptor.codes import Decision
from stuka_env.play.choices import choices
from stuka_env.play.session import Session
from stuka_env.play.tutorial import TutorialSession
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war

pytest.importorskip("textual", reason="needs the extra play of stuka-env")
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static

from stuka_env.play.app import Play
from stuka_env.play.dialogs import OverlayScreen, ResultScreen
from stuka_env.views import terminal
from tests.support.each import each
from tests.support.sitting import drive

ARGUMENTS = {"month": "1943-05", "unit": "II/JG 1"}


def sortie(folder: Path, seed: int = 4, *, table: bool = False) -> Session:
    return Session(War("Interceptor/Sortie-v0", ARGUMENTS, seed, table), folder / "war.json")


def words(app: Play, name: str) -> str:
    """Return the plain text of a pane."""
    drawn = app.screen.query_one(name, Static).visual
    console = Console(width=app.size.width, record=True, file=io.StringIO())
    console.print(getattr(drawn, "_renderable", drawn))
    return console.export_text()


def marked(app: Play) -> str:
    """The label of the option in hand."""
    place = app.decision.options.highlighted
    return "" if place is None else app.decision.listed[place].label


def decision(app: Play) -> Decision:
    return Decision(int(app.session.war.mat["cursor"]["decision"]))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_sortie_by_keys_and_its_end(tmp_path: Path, seed: int) -> None:
    session = sortie(tmp_path, seed)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert app.title == "INTERCEPTOR ACE" and "Sortie" in words(app, "#head")
        for _ in range(120):
            if isinstance(app.screen, OverlayScreen) and not isinstance(app.screen, ResultScreen):
                await pilot.press("escape")
            if session.war.over:
                break
            assert marked(app)
            await pilot.press("enter")
        assert isinstance(app.screen, ResultScreen)
        assert ("the pilot lives" in words(app, "#level")) == bool((session.war.result or {})["alive"])
        await pilot.press("w")
        assert (tmp_path / "war-replay.json").exists()
        await pilot.press("escape", "q")

    assert drive(session, steps).return_value == 0
    assert load_war(session.path).over


@pytest.mark.slow
def test_a_month_by_keys_shows_its_sorties(tmp_path: Path) -> None:
    session = Session(War("Interceptor/Month-v0", {"month": "1943-04", "track": "nco"}, 2), tmp_path / "war.json")

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        debriefs = 0
        while not session.war.over:
            if isinstance(app.screen, OverlayScreen):
                debriefs += 1
                await pilot.press("escape")
            else:
                await pilot.press("enter")
        flown = sum(line["status"] == "flown" for line in session.war.lines)
        assert 1 <= flown <= len(session.war.lines) <= 4
        assert debriefs >= flown - 1  # the last one lies under the result
        while app.screen.is_modal:
            await pilot.press("escape")
        await pilot.press("r")
        assert app.screen.query_one("#page").border_title == "Log sheet"
        assert "Apr 1943" in words(app, "#page Static")

    drive(session, steps)


def test_undo_help_and_the_journal(tmp_path: Path) -> None:
    session = sortie(tmp_path)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert decision(app) == Decision.TRACK
        await pilot.press("2", "enter")
        assert decision(app) == Decision.SKILL and "Unteroffizier" in words(app, "#mat")
        await pilot.press("u")  # the unit was rolled for it
        assert "Dice were rolled" in words(app, "#hint") or decision(app) == Decision.TRACK
        await pilot.press("question_mark")
        told = words(app, "#page Static")
        assert "the log sheet" in told and "all crews" not in told and "Prestige" in told
        await pilot.press("escape", "j")
        assert app.screen.query_one("#page").border_title == "Journal"
        await pilot.press("escape", "c")
        assert "No crews are asked for" in words(app, "#hint")

    drive(session, steps)


def test_what_gives_up_is_last_and_not_in_hand(tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json", game="interceptor")
    while session.war.mat["cursor"]["decision"] != Decision.BURST:
        assert session.lesson is not None
        session.take(session.lesson.advised)
    labels = [choice.label for choice in choices(session.war)]
    assert labels[0].startswith("Fire at the port wing (mean ") and labels[-1] == "Break off the pass"

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert marked(app) == labels[0]
        assert "Long range" in words(app, "#lesson")

    drive(session, steps)


def test_cards_are_typed_by_number_and_narrowed_by_letters(tmp_path: Path) -> None:
    session = sortie(tmp_path, table=True)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        rolls = {"A1": "45", "B9": "33", "B1": "34", "A3": "4", "A3_ESCORT": "1", "A3_YB40": "23", "B3": "34"}

        async def on_to_a_card() -> None:
            war = session.war
            while war.need is None or war.need.chart.name != "CARD":
                if war.need is not None:
                    await pilot.press(*rolls[war.need.chart.name], "enter")
                elif decision(app) == Decision.SKILL:
                    await pilot.press("end", "enter")
                else:
                    await pilot.press("enter")

        await on_to_a_card()
        assert app.decision.border_title is not None and "draw a combat card" in str(app.decision.border_title)
        assert "For the pilot" in words(app, "#roll") and len(app.decision.listed) == 60
        await pilot.press("6", "1")
        assert "There is no option 61" in words(app, "#hint") and marked(app) == ""
        await pilot.press("enter", "1")
        assert session.war.need is not None and marked(app).startswith("Card 1:")
        await pilot.press("escape", "3", "0", "enter")
        await on_to_a_card()
        assert "For the bomber" in words(app, "#roll")
        await pilot.press("3", "0")
        assert "Number 30 cannot be drawn now" in words(app, "#hint") and marked(app) == ""
        await pilot.press("slash", *"cloud")
        assert [choice.number for choice in app.decision.listed] == [47]
        await pilot.press("enter", "enter")
        assert session.war.mat["deck"]["enemy"] == 47

    drive(session, steps)


@each("size", [(60, 16), (80, 24), (100, 30), (120, 40)])
def test_question_options_and_keys_are_in_sight_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    session = TutorialSession(tmp_path / "war.json", game="interceptor")
    while session.war.mat["cursor"]["decision"] != Decision.BURST:
        assert session.lesson is not None
        session.take(session.lesson.advised)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.pause(0.1)
        shown = app.export_screenshot().replace("&#160;", " ")
        for text in ("INTERCEPTOR ACE", "how to attack the bomber", "Fire at the port wing", "Undo", "Leave"):
            assert text in shown
        assert app.decision.options.size.height >= 1 and app.query_one("#board").size.height >= 1

    drive(session, steps, size)


@each("width", [57, 77, 97, 117])
def test_no_line_of_the_mat_is_cut(tmp_path: Path, width: int) -> None:
    war = War("Interceptor/Career-v0", {"start": "1943-10"}, 7)
    for _ in range(40):
        if war.over:
            break
        console = Console(width=width, record=True, file=io.StringIO())
        console.print(terminal.mat(war.parts.game.views.sheet(war.mat, war.charts), width))
        text = console.export_text()
        assert "…" not in text and max(map(len, text.splitlines())) <= width
        war.take(war.legal[0][0])
