"""The end of a war in play: what it came to, and what can be done then; what the head says on the way there."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.game import game_named
from stuka_env.games.stuka.codes import ACTS, SEGMENT_TITLES
from stuka_env.play.advice import make_adviser
from stuka_env.play.ending import make_watch_page, next_steps, review_meaning, review_page
from stuka_env.play.session import Session, unused
from stuka_env.play.text_door import TextDoor, log_text
from stuka_env.play.war import War
from stuka_env.play.war_file import load_war
from stuka_env.replay import load, verify


def flown(folder: Path, table: bool = False) -> Session:
    """A mission of one decision, over."""
    session = Session(War("Stuka/Mission-v0", {"segment": "1941-06"}, 1, table), folder / "war.json")
    if table:
        session.roll("344")
    session.take(ACTS.index_of("NO_FLY", 0))
    return session


def test_the_same_war_again_is_in_another_file(tmp_path: Path) -> None:
    session = flown(tmp_path)
    kept = session.path.read_bytes()
    again = session.again(session.war.seed)
    assert not again.war.over and again.path == tmp_path / "war-2.json"
    assert (again.war.env, again.war.arguments, again.war.seed) == (session.war.env, session.war.arguments, 1)
    assert again.war.journal == session.war.journal[: len(again.war.journal)]  # the same mission is rolled
    again.take(again.war.legal[0][0])
    assert load_war(tmp_path / "war-2.json").mat.tobytes() == again.war.mat.tobytes()
    assert session.path.read_bytes() == kept


@pytest.mark.slow
def test_watching_writes_the_replay_and_the_page(tmp_path: Path) -> None:
    assert "war-watch.html" in make_watch_page(flown(tmp_path), is_opened=False)
    assert "<html" in (tmp_path / "war-watch.html").read_text(encoding="utf-8")
    assert verify(load(tmp_path / "war-replay.json")).score == 0


def test_a_page_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "war-watch.html").mkdir()
    with pytest.raises(ValueError, match="it is a folder") as refused:
        make_watch_page(flown(tmp_path), is_opened=False)
    assert "\n" not in str(refused.value)


def test_the_review_has_its_page_beside_the_war(tmp_path: Path) -> None:
    session = flown(tmp_path)
    assert f"stuka review {session.path}" in review_meaning(session)
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


def test_own_dice_are_rolled_again_at_the_table(tmp_path: Path) -> None:
    session = flown(tmp_path, table=True)
    assert any("your own dice" in step.meaning for step in next_steps(session))
    again = session.again(session.war.seed)
    assert again.war.table and again.war.need is not None


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
        said.append(sheet(war.mat, war.charts).score.words)
        war.take(pilot.consider(war.position()).choice)
    assert war.result is not None
    scores = [mission["score"] for played in war.played[:-1] for mission in played.lines]
    assert "0.0 points so far" in said[0] and sum(scores) > 0
    assert f"{sum(scores) / 6:.1f} points so far" in said[-1]  # six missions, whatever was flown of them
    assert sheet(war.mat, war.charts).score.words.endswith(f"FINAL SCORE {war.result['score']}")


def test_the_sheet_names_the_segment_above_its_missions() -> None:
    war = War("Stuka/Operation-v0", {"duration": "short"}, 1)
    while not war.over:
        war.take(war.legal[0][0])  # do not fly
    lines = [line for line in log_text(war) if line]
    titles = [number for number, line in enumerate(lines) if line.strip() in SEGMENT_TITLES]
    ended = [mission for played in war.played for mission in played.lines]
    assert titles[0] == 0 and len(titles) == len({mission["segment"] for mission in ended}) > 1
    assert len(lines) == 2 * len(titles) + len(ended)  # each segment has the names of the columns


@pytest.mark.slow
def test_rivals_and_the_line_to_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    monkeypatch.setattr("stuka_env.play.sharing.review_installed", lambda session: False)
    door = TextDoor(flown(tmp_path))
    door.greeting()
    comparison = "\n".join(door.read("Beat the agent"))
    assert all(words in comparison for words in ("you", "distilled", "old_hand", "final score", "not flown"))
    assert "war-replay.json" in "\n".join(door.read("Share it"))
