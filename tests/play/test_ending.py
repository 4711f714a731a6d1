"""The end of a war in play: what it came to, and what can be done then; what the head says on the way there."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.games.stuka.codes import ACTS, SEGMENT_TITLES
from stuka_env.play import ending
from stuka_env.play.advice import make_adviser
from stuka_env.play.ending import (
    AGAIN,
    ANOTHER,
    COMPARE,
    LEAVE,
    REVIEW_COMMAND,
    SHARE_RESULT,
    SHOW,
    next_steps,
    review_meaning,
    review_page,
)
from stuka_env.play.session import Session, unused
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war
from stuka_env.replay import load, verify

pytest.importorskip("textual", reason="Textual is not installed: pip install 'stuka-env[play]'")
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static

from stuka_env.game import game_named
from stuka_env.play.app import Play
from stuka_env.play.dialogs import ResultScreen, log_view
from stuka_env.play.war_reader import so_far
from stuka_env.views import terminal
from tests.support.sitting import drive

STEPS = (SHOW, REVIEW_COMMAND, COMPARE, SHARE_RESULT, AGAIN, ANOTHER, LEAVE)
DOWN = {name: ["down"] * place for place, name in enumerate(STEPS)}
"""Keys that go to each step."""


def flown(folder: Path, table: bool = False) -> Session:
    """A mission of one decision, over."""
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 1, table), folder / "war.json")
    if table:
        session.roll("344")
    session.take(ACTS.index_of("NO_FLY", 0))
    return session


def told(app: Play) -> list[str]:
    return [notice.message for notice in app._notifications]


def test_fly_it_again_is_the_same_war_in_another_file(tmp_path: Path) -> None:
    session = flown(tmp_path)
    kept = session.path.read_bytes()

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press(*DOWN["again"], "enter")
        again = app.session.war
        assert not isinstance(app.screen, ResultScreen) and not again.over
        assert (again.env, again.arguments, again.seed) == (session.war.env, session.war.arguments, session.war.seed)
        assert again.journal == session.war.journal[: len(again.journal)]  # the same mission is rolled
        assert app.decision.has_focus and app.decision.listed
        await pilot.press("enter")
        assert load_war(tmp_path / "war-2.json").mat.tobytes() == app.session.war.mat.tobytes()

    drive(session, steps)
    assert session.path.read_bytes() == kept


def test_a_step_that_is_chosen_twice_is_done_once(tmp_path: Path) -> None:
    session = flown(tmp_path)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        for _ in range(2):
            app.post_message(ResultScreen.Chosen(AGAIN))
        await pilot.pause()
        assert app.session.path == tmp_path / "war-2.json" and len(app.screen_stack) == 1

    drive(session, steps)


def test_a_new_war_has_other_dice(tmp_path: Path) -> None:
    session = flown(tmp_path)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press(*DOWN["another"], "enter")
        assert app.session.war.seed != session.war.seed and app.session.war.arguments == session.war.arguments
        assert app.session.path == tmp_path / "war-2.json" and not app.session.war.over

    drive(session, steps)


@pytest.mark.slow
def test_watching_writes_the_replay_and_the_page(tmp_path: Path) -> None:
    session = flown(tmp_path)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press(*DOWN["watch"], "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert any("war-watch.html" in words for words in told(app))
        assert isinstance(app.screen, ResultScreen)  # the choice is still there

    drive(session, steps)
    assert "<html" in (tmp_path / "war-watch.html").read_text(encoding="utf-8")
    assert verify(load(tmp_path / "war-replay.json")).score == 0


def test_a_page_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    session = flown(tmp_path)
    (tmp_path / "war-watch.html").mkdir()

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert any("it is a folder" in words and "\n" not in words for words in told(app))

    drive(session, steps)


def test_the_review_is_named_where_it_cannot_be_run(tmp_path: Path) -> None:
    session = flown(tmp_path)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press(*DOWN["review"], "enter")
        assert any(f"stuka review {session.path}" in words for words in told(app))

    drive(session, steps)
    assert review_page(session) == tmp_path / "war-review.html"


@pytest.mark.parametrize(("installed", "said"), [(True, "half a minute"), (False, "clone of the repository")])
def test_the_review_is_found_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installed: bool, said: str
) -> None:
    class Entry:
        name = "review"

        def load(self) -> Any:
            return SimpleNamespace(serves=lambda game: True)

    monkeypatch.setattr("stuka_env.play.ending.entry_points", lambda group: [Entry()] if installed else [])
    monkeypatch.chdir(tmp_path)
    meaning = review_meaning(Session(War("Stuka/Mission-v0", {}, 1), "war.json"))
    assert said in meaning and "stuka review war.json" in meaning


@pytest.mark.parametrize(("code", "opened"), [("print('reviewed')", 1), ("raise SystemExit(2)", 0)])
def test_a_review_runs_as_a_program_and_its_page_is_opened(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, code: str, opened: int
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(ending, "command_line", lambda name, *words: [sys.executable, "-c", code, name, *words])
    monkeypatch.setattr("webbrowser.open", pages.append)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody presses Enter: it has an end all the same
    ending.run_review(["war.json"], tmp_path / "war-review.html")
    assert pages == [(tmp_path / "war-review.html").as_uri()] * opened
    assert ("reviewed" in capfd.readouterr().out) == bool(opened)


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (110, 40)])
def test_the_score_with_its_unit_is_in_sight_in_any_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    session = flown(tmp_path)
    results = session.war.parts.results

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        level, sheet = app.screen.query_one("#level", Static), app.screen.query_one("#sheet")
        assert sheet.region.contains_region(level.region) and level.region.height
        assert str(level.visual) == f"{session.war.parts.score(session.war)} points: {results.level(session.war)}"
        await pilot.press(*DOWN["leave"], "enter")

    drive(session, steps, size=size)


def test_leaving_and_coming_back_to_the_end(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        await pilot.press("escape")
        assert not isinstance(app.screen, ResultScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, ResultScreen)
        await pilot.press(*DOWN["leave"], "enter")

    assert drive(flown(tmp_path), steps).return_value == 0


def test_own_dice_are_rolled_again_at_the_table(tmp_path: Path) -> None:
    session = flown(tmp_path, table=True)

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        assert "your own dice" in app.export_screenshot().replace("&#160;", " ")
        await pilot.press(*DOWN["again"], "enter")
        assert app.session.war.table and app.session.war.need is not None

    drive(session, steps)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(110, 36), (80, 24), (60, 16)])
def test_the_steps_are_in_sight_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Any], app: Play) -> None:
        picture = app.export_screenshot().replace("&#160;", " ")
        for step in next_steps(app.session):
            assert step.label in picture
        assert "Mission none" not in picture and "1 mission not flown" in picture or size == (60, 16)
        assert "Together 0: Defeat." in picture or size == (60, 16)

    drive(flown(tmp_path), steps, size)


def test_names_of_files_count_on(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    assert unused(path) == tmp_path / "war-2.json"
    (tmp_path / "war-2.json").touch()
    assert unused(path) == unused(tmp_path / "war-2.json") == tmp_path / "war-3.json"
    assert unused(tmp_path / "case-blue.json") == tmp_path / "case-blue-2.json"


def test_the_head_says_what_has_been_earned_as_the_rules_count_it() -> None:
    war = War("Stuka/Operation-v0", {"operation": "citadel", "duration": "short"}, 3)
    pilot, said = make_adviser("doctrine"), list[str]()
    sheet = game_named("stuka").views.sheet
    while not war.over:
        said.append(terminal.head(sheet(war.mat, war.charts)).plain)
        war.take(pilot.consider(war.position()).choice)
    assert war.result is not None
    scores = [mission["score"] for played in war.played[:-1] for mission in played.lines]
    assert "0.0 points so far" in said[0] and sum(scores) > 0
    assert f"{sum(scores) / 6:.1f} points so far" in said[-1]  # six missions, whatever was flown of them
    assert terminal.head(sheet(war.mat, war.charts)).plain.endswith(f"FINAL SCORE {war.result['score']}")


def test_the_sheet_names_the_segment_above_its_missions() -> None:
    war = War("Stuka/Operation-v0", {"duration": "short"}, 1)
    while not war.over:
        war.take(war.legal[0][0])  # do not fly
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(log_view(war.parts.game.log_sheets.shown, so_far(war).log_sheet()))
    _, *lines = console.export_text().splitlines()
    titles = [number for number, line in enumerate(lines) if line.strip() in SEGMENT_TITLES]
    ended = [mission for played in war.played for mission in played.lines]
    assert titles[0] == 0 and len(titles) == len({mission["segment"] for mission in ended}) > 1
    assert len(lines) == len(titles) + len(ended)


@pytest.mark.slow
def test_rivals_and_the_line_to_share_are_pages_over_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    monkeypatch.setattr("stuka_env.play.sharing.review_installed", lambda session: False)
    session = flown(tmp_path)

    async def page_after(pilot: Pilot[Any], app: Play, step: str) -> str:
        await pilot.press(*DOWN[step], "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert not isinstance(app.screen, ResultScreen)
        words = app.export_screenshot().replace("&#160;", " ")
        await pilot.press("escape")
        assert isinstance(app.screen, ResultScreen)
        return words

    async def steps(pilot: Pilot[Any], app: Play) -> None:
        comparison = await page_after(pilot, app, "compare")
        assert all(words in comparison for words in ("you", "distilled", "old_hand", "final score", "not flown"))
        await pilot.press(*["up"] * DOWN["compare"].count("down"))
        assert "war-replay.json" in await page_after(pilot, app, "share")

    drive(session, steps, (110, 36))
