"""The screen, driven by Textual's pilot: choosing in every way, refusals, table mode, advice, sizes."""

import io
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stuka_env.charts.copies import write_copies
from stuka_env.games.stuka.charts import BOOK, load_charts
from stuka_env.games.stuka.codes import ACTS
from stuka_env.play.advice import Opinion, make_adviser
from stuka_env.play.choices import above_words, choices
from stuka_env.play.session import Session
from stuka_env.play.typed_rolls import Position
from stuka_env.play.war import War

pytest.importorskip("textual", reason="needs the extra play of stuka-env")
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static

from stuka_env.game import game_named
from stuka_env.games.stuka.play.crew_screen import CrewScreen
from stuka_env.io.command_line import INTERRUPTED
from stuka_env.play.app import Play
from stuka_env.play.dialogs import OverlayScreen, ResultScreen
from stuka_env.views import terminal
from tests.support.sitting import drive, until


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(War("Stuka/Operation-v0", {}, 7), tmp_path / "war.json")


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


@pytest.mark.slow
def test_options_are_chosen_by_arrow_number_filter_and_mouse(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert marked(app) == "Fly 3 aircraft (Kette, target in zone 5)"  # never begins on giving up
        await pilot.press("down", "down", "up", "enter", "o")
        assert session.war.mat.mission.sent == 4
        await pilot.press("1", "1")  # there is an option 11: pilot 11
        assert marked(app).startswith(f"Flight leader: pilot 11 {session.war.crews.of(11)} (Green)")
        await pilot.press("3", "enter")
        assert session.war.mat.aircraft[0].pilot == 3
        await pilot.press("slash", *"gunner 10", "enter")
        assert [choice.label for choice in app.decision.listed] == [
            f"Aircraft 1: gunner 10 {session.war.crews.of(21)} (Veteran)"
        ]
        await pilot.press("enter")
        assert session.war.mat.aircraft[0].gunner == 10
        await pilot.click("#options", offset=(5, 1))
        assert session.war.mat.aircraft[1].pilot == 2

    drive(session, steps)


def test_a_number_that_no_option_has_takes_nothing(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("0", "enter")
        assert marked(app) == "" and len(session.war.played) == 1
        await pilot.press("2", "enter", "o")  # the crews one by one
        listed, turns = [choice.number for choice in app.decision.listed], len(session.war.played)
        assert listed == list(range(1, 12))
        for number in ("0", "12", "15", "99"):
            await pilot.press("escape", *number, "enter")
            assert marked(app) == "" and len(session.war.played) == turns, number
            assert "Go to an option first" in words(app, "#hint")
        await pilot.press("escape", "1", "1")
        assert app.decision.options.highlighted == 10
        await pilot.press("2")  # a new number, because none has three digits
        assert app.decision.options.highlighted == 1
        await pilot.press("slash", *"pilot 11", "enter", "1")
        assert marked(app) == ""
        await pilot.press("1")
        assert marked(app).startswith("Flight leader: pilot 11")
        await pilot.press("escape", "3", "7", "down")
        assert app.decision.options.highlighted == 0  # from none to the first
        await pilot.press("3", "enter")
        assert len(session.war.played) == turns + 1

    drive(session, steps)


def test_a_filter_is_ended_by_escape_or_when_nothing_is_left(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        everything = choices(session.war)
        await pilot.press("slash", *"fly 7")
        assert [choice.answer for choice in app.decision.listed] == [ACTS.index_of("FLY", 7)]
        await pilot.press("escape")
        assert app.decision.listed == everything and app.decision.has_focus
        await pilot.press("slash", *"zzz")
        assert app.decision.listed == []
        await pilot.press("enter")
        assert app.decision.listed == everything and len(session.war.played) == 1

    drive(session, steps)


def test_wrong_keys_do_nothing(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        before = session.path.read_bytes()
        await pilot.press(*"xyzXYZ!$%&(){}", "tab", "f1", "f12", "delete", "left", "right", "escape", "ctrl+z", "0")
        assert "no option 0" in words(app, "#hint")
        await pilot.press("left_square_bracket", "home", "end", "pageup", "pagedown", "ctrl+s", "shift+tab")
        assert session.path.read_bytes() == before
        await pilot.press("a")
        assert "--advise" in words(app, "#hint")

    drive(session, steps)


def test_undo_and_its_refusal(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("u")
        assert "nothing to take back" in words(app, "#hint")
        await pilot.press("enter", "enter", "u", "u")
        assert len(session.war.played) == 1 and session.war.question == "how many aircraft fly"
        await pilot.press("1", "enter")  # not flown: the next mission is rolled
        await pilot.press("u")
        assert "Dice were rolled" in words(app, "#hint") and len(session.war.played) == 2

    drive(session, steps)


@pytest.mark.slow
def test_pages_over_the_game_take_no_decisions(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        for key, title in (("question_mark", "Help"), ("j", "Journal"), ("r", "Careers")):
            await pilot.press(key)
            page = app.screen
            assert isinstance(page, OverlayScreen) and page.query_one("#page").border_title == title
            await pilot.press("down", "pagedown", "home", "end", "5", "u", "a")
            assert len(session.war.played) == 1
            await pilot.press("escape")
            assert app.screen is not page
        await pilot.press("2", "enter")
        assert len(session.war.played) == 2

    drive(session, steps)


def test_the_position_is_copied_and_shown(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        text = session.position_text()
        await pilot.press("p")
        assert app.clipboard == text and text in words(app, "#page Static").replace("\n", "").replace(" ", "")
        await pilot.press("escape", "down", "enter", "p")  # the crews are on a screen of their own
        assert app.clipboard == session.position_text() != text
        await pilot.press("escape")
        assert isinstance(app.screen, CrewScreen)

    drive(session, steps)


@pytest.mark.slow
def test_help_explains_the_question_and_the_words_on_the_screen(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("question_mark")
        told = words(app, "#page Static")
        assert told.startswith("To decide: how many aircraft fly")
        for explained in (
            "Kette",
            "Target",
            "Veteran",
            "Fly ... aircraft",
            "Whoever stays at home rests",
            "Do not fly",
        ):
            assert explained in told
        assert "Rudel Gamble" not in told and "Lucky Dog  " not in told  # not on the screen
        await pilot.press("escape", "enter", "question_mark")  # over the crews too
        assert "who leads the formation" in words(app, "#page Static")
        await pilot.press("escape")
        assert isinstance(app.screen, CrewScreen)

    drive(session, steps)


def test_the_result_and_a_replay_from_there(tmp_path: Path) -> None:
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 1), tmp_path / "war.json")

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("1", "enter")
        assert isinstance(app.screen, ResultScreen)
        assert "Defeat" in words(app, "#level")
        await pilot.press("w")
        assert (tmp_path / "war-replay.json").exists()
        await pilot.press("escape", "slash", "1")
        assert session.war.over and "no option 1" in words(app, "#hint")
        await pilot.press("u")  # no dice were rolled for it
        assert not session.war.over and app.decision.has_focus
        await pilot.press("q")

    assert drive(session, steps).return_value == 0


@pytest.mark.slow
@pytest.mark.parametrize(("key", "status"), [("q", 0), ("ctrl+q", 0), ("ctrl+c", INTERRUPTED), ("ctrl+d", INTERRUPTED)])
def test_leaving_from_anywhere(session: Session, key: str, status: int) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        if key != "q":  # in a page over the game, q closes it
            await pilot.press("question_mark")
        await pilot.press(key)

    assert drive(session, steps).return_value == status


# --- sizes ---


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24), (60, 16)])
def test_question_options_and_keys_are_in_sight(session: Session, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("enter", "o")
        await until(pilot, lambda: "Filter" in app.export_screenshot())  # the bottom line is laid out anew
        lines = app.export_screenshot().replace("&#160;", " ")
        for shown in ("who leads the formation", "Flight leader", "Veteran", "Mission", "Undo", "Leave"):
            assert shown in lines
        assert app.query_one("#board").size.height >= 3
        assert app.decision.options.size.height >= 3
        assert app.query_one("#journal").display == (size == (120, 40))

    drive(session, steps, size)


def test_too_small_a_terminal_says_so_and_takes_no_decision(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.resize_terminal(50, 12)
        await pilot.pause()
        assert app.query_one("#small").display and not app.query_one("#board").display
        assert "50 x 12" in words(app, "#small") and "60 x 16" in words(app, "#small")
        await pilot.press("enter", "2", "enter", "u", "slash", "a", "enter")
        assert len(session.war.played) == 1
        await pilot.resize_terminal(90, 30)
        await pilot.pause()
        assert not app.query_one("#small").display and app.decision.has_focus
        await pilot.press("enter")
        assert len(session.war.played) == 2

    drive(session, steps)


@pytest.mark.parametrize("width", [57, 77, 97, 117, 197])
def test_no_line_of_the_mat_is_cut(session: Session, width: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(150):
        session.war.take(int(rng.choice([index for index, _ in session.war.legal])))
    mat = session.war.mat
    mat["aircraft"]["status"] = 2
    mat["aircraft"]["pilot"] = mat["aircraft"]["gunner"] = np.arange(1, 11)
    mat["mission"]["formation"] = mat["mission"]["leg"] = 1
    for roster in ("pilots", "gunners"):
        mat[roster]["stress"], mat[roster]["wounds"], mat[roster]["duty"] = 2, 1, 2
    console = Console(width=width, record=True, file=io.StringIO())
    sheet = game_named("stuka").views.sheet(mat, session.war.charts)
    console.print(terminal.mat(sheet, width))
    drawn = console.export_text()
    assert "\N{HORIZONTAL ELLIPSIS}" not in drawn
    assert drawn.count("S2 W1") == 20
    assert all(len(line) <= width for line in drawn.splitlines())


# --- the table ---


@pytest.mark.slow
def test_dice_are_typed_and_letters_stay_commands(tmp_path: Path) -> None:
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 0, table=True), tmp_path / "war.json")

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert app.decision.typed == "" and not app.decision.options.display
        assert "1 to 6, 1 to 6, 1 to 6" in words(app, "#entry")
        await pilot.press(*"39 4", "enter")
        assert "allowed is 1 to 6, 1 to 6, 1 to 6" in words(app, "#hint") and session.war.need is not None
        await pilot.press(*["backspace"] * 4, *"x34u4", "enter")
        assert session.war.need is None and app.decision.has_focus
        await pilot.press("u")
        assert session.war.need is not None and app.decision.typed == ""
        await pilot.press("j")
        assert isinstance(app.screen, OverlayScreen)
        await pilot.press("escape", *"3 4 4", "enter")
        while session.war.need is None:
            await pilot.press("enter")
        assert session.war.need.choices and app.decision.has_focus
        await pilot.press("slash", *"rabbit", "enter", "enter")
        assert session.war.need.choices == (1, 2, 3)
        await pilot.press("2", "enter")
        stressed = f"Pilot 2 {session.war.crews.of(2)} (aircraft 2) now has 2 stress"
        assert session.war.need.choices == () and stressed in words(app, "#news")

    drive(session, steps)


# --- advice ---


class Slow:
    """An adviser who thinks until he is told to stop."""

    name = "slow"

    def __init__(self) -> None:
        self.done = threading.Event()
        self.seen: list[int] = []

    def consider(self, position: Position) -> Opinion:
        assert self.done.wait(10)
        self.seen.append(position.turn)
        legal = np.flatnonzero(position.mask[0]).tolist()
        return Opinion(legal[1], {legal[0]: 0.25, legal[1]: 0.75}, {legal[0]: 55.0, legal[1]: 58.5}, 57.25)


def test_advice_comes_while_the_game_goes_on(session: Session) -> None:
    adviser = Slow()

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert app.decision.border_subtitle == "slow is thinking"
        await pilot.press("a")
        assert "No advice yet" in words(app, "#hint")
        await pilot.press("enter", "u", "enter", "o")  # the screen is not frozen; old questions are of no interest
        adviser.done.set()
        await until(pilot, lambda: app.decision.opinion is not None)
        assert adviser.seen[-1] == 2 and len(adviser.seen) <= 3
        label = session.war.legal[1][1]
        assert app.decision.border_subtitle == f"slow expects a final score of 57.2: {label.partition(' (')[0]}"
        assert marked(app) != label
        await pilot.press("a")
        assert marked(app) == label
        lines = app.export_screenshot().replace("&#160;", " ")
        assert "75%" in lines and "25%" in lines and "-3.5" in lines and "★" in lines

    drive(session, steps, (120, 40), adviser)


class Torn:
    """Sees another option ahead of its choice, but is not sure; and was made for other wars."""

    name = "torn"

    def consider(self, position: Position) -> Opinion:
        legal = np.flatnonzero(position.mask[0]).tolist()
        worth = {legal[0]: 58.0, legal[1]: 57.4, legal[2]: 55.0}
        return Opinion(legal[1], {}, worth, 57.4, {legal[0]: 0.9, legal[2]: 0.4}, "not trained for such wars")


def test_why_the_star_is_not_at_the_highest_number_stands_beside_it(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await until(pilot, lambda: app.decision.opinion is not None)
        first, second = (label.partition(" (")[0] for _, label in session.war.legal[:2])
        assert app.decision.border_subtitle == f"torn expects a final score of 57.4: {second}"
        lines = app.export_screenshot().replace("&#160;", " ")
        assert "Not trained for such wars;" in lines and f"torn expects a final score of 57.4: {second}" in lines
        assert f"{first}: +0.6 ± 0.9 points, not enough to be sure." in " ".join(words(app, "#roll").split())
        assert "+0.6 ±0.9" in lines and "-2.4 ±0.4" in lines and "points ±" in lines and "how likely" not in lines

    drive(session, steps, (80, 24), Torn())


class Broken:
    name = "broken"

    def consider(self, position: Position) -> Opinion:
        raise RuntimeError("no idea\nat all")


def test_an_adviser_who_fails_stops_nothing(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        for _ in range(2):
            await until(pilot, lambda: "failed" in str(app.decision.border_subtitle))
            assert app.decision.border_subtitle == "broken failed: RuntimeError: no idea"
            await pilot.press("enter", "o")
        assert len(session.war.played) == 3

    drive(session, steps, adviser=Broken())


class Bracketed(Torn):
    """Has a name, doubts and a reason that Rich and Textual could take for markup, and a terminal for orders."""

    name = "x[/red][@click=app.leave]y\x1b[1A"

    def consider(self, position: Position) -> Opinion:
        if position.turn % 2:
            raise RuntimeError("[/bold] \x1b[2J [link=")
        return super().consider(position)._replace(limits="[/green]\x1b[2J", reason="[/b]\nall is well\x1b[1A")


def test_brackets_in_a_name_are_no_markup_and_control_characters_are_shown(session: Session) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        name = r"x[/red][@click=app.leave]y\x1b[1A"
        for _ in range(2):
            even = len(session.war.played) % 2
            await until(pilot, lambda: app.decision.opinion is not None or "failed" in shown(app))
            assert shown(app).startswith(name) and "[/bold]" in shown(app) or "expects" in shown(app), even
            await pilot.press("enter", "o")
        app.notify("[/red] 'a\x1b[1A'")
        await pilot.pause()
        lines = app.export_screenshot().replace("&#160;", " ")
        assert "[/red]" in lines and "\x1b" not in lines

    def shown(app: Play) -> str:
        return "" if app.decision._border_subtitle is None else app.decision._border_subtitle.plain

    drive(session, steps, (120, 40), Bracketed())


def test_a_chart_with_brackets_in_its_names_is_played_to_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "charts"
    write_copies(BOOK, folder, ["a5_victory", "events"])
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'^name = "(.*)"$', r'name = "\1 [/red] [@click=x]"', text, flags=re.MULTILINE)
        for level in load_charts().names.victory_levels:
            text = re.sub(f'^"?(levels.)?{level}"? =', rf'"\g<1>{level} [/red]" =', text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    war = War("Stuka/Mission-v0", {"charts": str(folder)}, 7)
    names = war.charts.names
    assert any("[/red]" in name for name in names.victory_levels) and "[/red]" in names.card_names[0]

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        while not app.session.war.over:
            app.attempt("take", app.session.war.legal[0][0])
            await pilot.pause()
            while isinstance(app.screen, OverlayScreen | CrewScreen) and not app.session.war.over:
                await pilot.press("o" if isinstance(app.screen, CrewScreen) else "escape")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert "[/red]" in app.export_screenshot()

    drive(Session(war, tmp_path / "war.json"), steps)


def test_policies_advise_and_see_no_dice(session: Session) -> None:
    opinion = make_adviser("doctrine").consider(session.war.position())
    assert opinion.choice in [index for index, _ in session.war.legal]
    assert (opinion.probabilities, opinion.worth, opinion.value) == ({}, {}, None)
    assert opinion.reason and [text.plain for text in above_words(opinion, [])] == [f"Why: {opinion.reason}"]


def test_points_by_a_rule_of_its_own_are_called_so() -> None:
    opinion = Opinion(3, {}, {3: 1.5, 4: 0.25}, None, reason="it hits", values_are="by its own rule")
    why, meaning, heads = (text.plain for text in above_words(opinion, []))
    assert (why, meaning) == ("Why: it hits", "Points beside its choice: by its own rule.")
    assert "points" in heads and above_words(opinion._replace(worth={}), [])[1:] == []


class Thinker:
    """A policy that can say what it thinks; for ``--advise tests.play.test_screen:Thinker``."""

    name = "thinker"

    def act(self, sight: Any, actions: Any) -> None:
        actions[:] = sight.masks.argmax(axis=1)

    def explain(self, sight: Any) -> Any:
        from stuka_env.policy import PolicyOutput

        legal = sight.masks > 0
        shares = (legal / legal.sum(axis=1, keepdims=True)).astype(np.float32)
        return PolicyOutput(shares, np.array([np.nan], np.float32), np.where(legal, 50, np.nan).astype(np.float32))


def test_a_thinking_policy_gives_its_thoughts(session: Session) -> None:
    opinion = make_adviser("tests.play.test_screen:Thinker").consider(session.war.position())
    legal = [index for index, _ in session.war.legal]
    assert (
        opinion.choice == legal[0]
        and list(opinion.probabilities) == legal
        and sum(opinion.probabilities.values()) > 0.999
    )
    assert list(opinion.worth) == legal and opinion.value is None
    assert opinion.compared(legal[1]) == 0 and opinion.compared(134) is None


@pytest.mark.parametrize("name", ["nobody", "nowhere:Nobody", "tests.play.test_screen:Broken"])
def test_an_adviser_who_is_none_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="^--advise: policy ") as error:
        make_adviser(name)
    assert "\n" not in str(error.value)
