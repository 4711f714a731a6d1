"""Wars by hand that begin at a position: of both games, saved, taken back, compared, with dice of the player's own."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.commands import open_session
from stuka_env.game import DEFAULT_GAME
from stuka_env.play.rivals import fly_rival
from stuka_env.play.session import Session
from stuka_env.play.sharing import war_name
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War, war_at
from stuka_env.play.war_file import SaveError, checksum, load_war, replay_of, save_war, war_json
from stuka_env.replay import fly, verify
from tests.support.by_hand import NAMES, WARS, ByHand, any_action, play_arguments
from tests.support.each import each

both = pytest.mark.parametrize("one", WARS, ids=NAMES)


def flown(war: War, turns: int, seed: int = 0) -> War:
    """Take some random decisions."""
    rng = np.random.default_rng(seed)
    for _ in range(turns):
        if not war.over:
            war.take(any_action(war, rng))
    return war


def position_in(one: ByHand, turns: int = 12) -> tuple[War, str]:
    """Return a war of a game after some decisions, and its position."""
    war = flown(one.war(), turns)
    return war, war.position_text()


def same(war: War, other: War) -> bool:
    return (war.mat.tobytes(), war.turns, war.legal, war.journal) == (
        other.mat.tobytes(),
        other.turns,
        other.legal,
        other.journal,
    )


@both
def test_a_war_begins_at_the_position_of_another(one: ByHand) -> None:
    before, text = position_in(one)
    war = war_at(text, 11)
    assert war.question.partition(" ")[0] == before.question.partition(" ")[0]
    assert [index for index, _ in war.legal] == [index for index, _ in before.legal]
    assert war.points == before.points and war.arguments == before.arguments and war.journal == []
    assert war.position_text() == text and war_name(war).endswith("seed 11, from a position")
    flown(war, 1000)
    assert war.over and verify(replay_of(war)).score == war.points
    with pytest.raises(CannotPlay, match="where a decision is open"):
        war.position_text()


@both
def test_the_dice_come_from_the_seed(one: ByHand) -> None:
    _, text = position_in(one)
    wars = [flown(war_at(text, seed), 40) for seed in (1, 1, 2)]
    assert same(wars[0], wars[1]) and not same(wars[0], wars[2])


@both
def test_it_is_saved_continued_taken_back_and_begun_again(one: ByHand, tmp_path: Path) -> None:
    _, text = position_in(one)
    session = Session(war_at(text, 3), tmp_path / "war.json")
    with pytest.raises(CannotPlay, match="just begun"):
        session.undo()
    undone, rng = 0, np.random.default_rng(1)
    while len(session.war.played) < 40 and not session.war.over:
        before = session.war.mat.tobytes()
        session.take(any_action(session.war, rng))
        assert same(load_war(session.path), session.war)
        try:
            session.undo()
        except CannotPlay:
            continue
        undone += 1
        assert session.war.mat.tobytes() == before
        session.take(any_action(session.war, rng))
    assert undone > 1
    again = session.again(3)
    assert again.war.position_text() == text and again.path != session.path


@both
def test_a_replay_begins_at_the_position(one: ByHand) -> None:
    _, text = position_in(one)
    war = flown(war_at(text, 5), 30)
    replay = replay_of(war)
    assert replay.options == {"position": text}
    moments = fly(replay).moments
    assert moments[0].mat.tobytes() == war_at(text, 5).mat.tobytes()
    assert [entry.text for moment in moments for entry in moment.journal] == [entry.text for entry in war.journal]


@both
def test_at_the_table_the_first_roll_follows_the_first_decision(one: ByHand, tmp_path: Path) -> None:
    _, text = position_in(one)
    session, rng = Session(war_at(text, 5, table=True), tmp_path / "war.json"), np.random.default_rng(0)
    while len(session.war.played) < 15 and not session.war.over:
        need = session.war.need
        if need is None:
            session.take(any_action(session.war, rng))
        elif need.choices:
            session.take(int(rng.choice(need.choices)))
        else:
            session.roll(" ".join(str(rng.integers(1, side + 1)) for side in need.sides))
    assert same(load_war(session.path), session.war)
    assert session.war.turns[0].rolls == () and any(turn.rolls for turn in session.war.turns)
    verify(replay_of(session.war))


def test_a_roll_is_missing_where_no_position_is() -> None:
    war = WARS[0].war(table=True)
    with pytest.raises(CannotPlay, match="where a decision is open"):
        war.position_text()


def test_a_rival_flies_from_the_position_on() -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    _, text = position_in(WARS[0])
    war = war_at(text, 3)
    rival = fly_rival(war, "old_hand", 2)
    assert len(rival.lines) == 2 and rival.replay.options == {"position": text}


@both
def test_a_changed_position_in_a_file_is_refused(one: ByHand, tmp_path: Path) -> None:
    _, text = position_in(one)
    path = save_war(war_at(text, 3), tmp_path / "war.json")
    for value in (text[:-1], 7, None):
        contents = war_json(war_at(text, 3)) | {"position": value}
        contents |= {"checksum": checksum(contents)}
        path.write_text(json.dumps(contents))
        with pytest.raises(SaveError, match="position|not go on"):
            load_war(path)


def test_the_position_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for one in WARS:
        _, text = position_in(one)
        session = open_session(play_arguments("--position", text, "--seed", "4"))
        assert session.war.position_text() == text and session.war.seed == 4
        assert session.path.name == one.parts.saved_war
        session.release()
        again = open_session(play_arguments("--load", session.path.name))
        assert again.war.start == text
        again.release()


@each(
    "words, said",
    [
        (["--tutorial"], "--position: the tutorial has its own war"),
        (["--daily"], "--position: the war of the day has its own dice"),
        (["--env", "Stuka/Mission-v0"], "--env: the war of --position has its own, leave this out"),
        (["--operation", "citadel"], "--operation: the war of --position has its own"),
        (["--enemy-quality"], "--enemy-quality: the war of --position has its own"),
        (["--game", "interceptor"], "--game: got 'interceptor', the position is one of stuka"),
        (["--load", "war.json"], "--position: the war of --load 'war.json' has its own"),
    ],
)
def test_what_contradicts_a_position_is_refused_in_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    war, text = position_in(WARS[0])
    assert war.parts.game.name == DEFAULT_GAME
    assert main(["play", "--position", text, *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and re.search(said, error), error
    assert list(tmp_path.iterdir()) == []


@each("text", ["", "nonsense", "Stuka-Mission-v0.1.x", "Stuka-Mission-v0"])
def test_a_text_that_is_no_position_is_refused_in_one_line(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--position", text]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "position: " in error
    assert list(tmp_path.iterdir()) == []
