"""All games by hand, as far as the house goes: the war of the environment, undo, files, tutorials, arguments."""

import random
import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.cli import main
from stuka_env.commands import closing_line, open_session
from stuka_env.declared.log_sheet import Debrief
from stuka_env.play.choices import choices, gives_up, heading, question_meaning
from stuka_env.play.keys import keys_of
from stuka_env.play.parts import play_parts
from stuka_env.play.session import Session
from stuka_env.play.text_door import terms_on_screen
from stuka_env.play.tutorial import TutorialSession
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war_file import SaveError, game_in, load_war, replay_of, save_war
from stuka_env.play.war_reader import so_far
from stuka_env.replay import verify
from tests.support.by_hand import NAMES, WARS, ByHand, any_action, play_arguments
from tests.support.each import each

every_game = pytest.mark.parametrize("one", WARS, ids=NAMES)
each_game = pytest.mark.parametrize("game", NAMES)


@every_game
def test_it_is_the_war_of_the_environment_also_with_every_decision_taken_twice(one: ByHand) -> None:
    env: Any = gymnasium.make(one.env, **one.arguments).unwrapped
    env.reset(seed=one.seed)
    war, rng = one.war(), np.random.default_rng(0)
    undone = refused = 0
    while not war.over:
        action, before = any_action(war, rng), war.mat.tobytes()
        assert sorted(index for index, _ in war.legal) == sorted(index for index, _ in env.legal_actions())
        war.take(action)
        env.step(action)
        after = war.mat.tobytes()
        assert after == env.engine.wars.mats.tobytes()
        try:
            war.undo()
        except CannotPlay as refusal:
            assert "Dice were rolled" in str(refusal)
            refused += 1
        else:
            assert war.mat.tobytes() == before
            undone += 1
            war.take(action)
        assert war.mat.tobytes() == after
    assert undone >= 3 and refused > 10
    ending = verify(replay_of(war))
    assert ending.finished and ending.score == war.parts.score(war) == war.points
    assert len(war.lines) == ending.lines


@every_game
def test_a_war_is_continued_from_its_file_at_every_decision(one: ByHand, tmp_path: Path) -> None:
    session, rng = Session(one.war(), tmp_path / "war.json"), np.random.default_rng(1)
    assert game_in(session.path) == one.game
    while len(session.war.played) < 25 and not session.war.over:
        session.take(any_action(session.war, rng))
        again = load_war(session.path)
        assert again.mat.tobytes() == session.war.mat.tobytes()
        assert (again.turns, again.legal, again.journal) == (
            session.war.turns,
            session.war.legal,
            session.war.journal,
        )


@every_game
def test_the_file_of_one_game_is_none_of_the_other(one: ByHand, tmp_path: Path) -> None:
    other = next(war for war in WARS if war.game != one.game)
    path = save_war(one.war(), tmp_path / "war.json")
    text = path.read_text().replace(one.env, other.env)
    path.write_text(text)
    with pytest.raises(SaveError, match="checksum"):
        load_war(path)


@every_game
def test_every_choice_has_a_number_a_label_and_a_meaning(one: ByHand) -> None:
    war, rng = one.war(), np.random.default_rng(2)
    for _ in range(60):
        if war.over:
            break
        listed = choices(war)
        assert sorted(choice.answer for choice in listed) == sorted(index for index, _ in war.legal)
        assert [choice.number for choice in listed] == list(range(1, len(listed) + 1))
        assert all(choice.label and choice.meaning.endswith(".") for choice in listed)
        giving_up = [gives_up(war, choice) for choice in listed]
        assert one.game == "stuka" or giving_up == sorted(giving_up)  # the other games list them last
        assert question_meaning(war) and heading(war).startswith("To decide: ")
        assert set(terms_on_screen(war)) <= set(war.parts.watch.glossary.meanings)
        war.take(any_action(war, rng))


@every_game
def test_what_has_ended_has_a_debrief(one: ByHand) -> None:
    war, rng, ended = one.war(), np.random.default_rng(3), list[Debrief]()
    while not war.over:
        played = len(war.played)
        war.take(any_action(war, rng))
        ended += so_far(war).ended_since(played)
    flown = [debrief.title for debrief in ended if debrief.flown]
    assert len(war.lines) > 1 and len(set(flown)) == len(flown)
    assert bool(flown) == (one.game != "support"), "a turn is too short for a debrief of its own"
    sections = so_far(war).debrief()
    assert len(sections) > 1 and all(title and lines for title, lines in sections)
    assert war.parts.results.level(war)


@each_game
def test_the_advice_of_the_tutorial_is_legal_and_leads_to_a_replay(game: str, tmp_path: Path) -> None:
    session = TutorialSession(tmp_path / "war.json", game=game)
    while not session.war.over:
        assert session.lesson is not None
        assert session.lesson.before in session.words or (session.lesson.again or "nothing") in session.words
        assert session.lesson.advised in dict(session.war.legal)
        session.take(session.lesson.advised)
        assert session.answer_text and "Not as advised" not in session.answer_text
    ending = verify(replay_of(session.war))
    assert ending.finished and ending.score == session.war.points > 0
    assert "you have flown" in session.closing_words


@each(
    "game, met",
    [
        ("interceptor", "BOMBER_DAMAGE BOMBER_DESTROYED DAMAGE WOUND"),
        ("wing", "COUNTER PLAYED ESCORTS_FIGHT COVERED DAMAGED COMPANY LEFT TARGET"),
    ],
)
def test_a_player_who_follows_the_tutorial_meets_what_a_war_can_bring(game: str, met: str, tmp_path: Path) -> None:
    session, kinds = TutorialSession(tmp_path / "war.json", game=game), set()
    while session.lesson is not None:
        session.take(session.lesson.advised)
        kinds |= {one.kind.name for one in session.war.played[-1].journal}
    assert set(met.split()) <= kinds


@each_game
@each("seed", range(4))
def test_any_decisions_lead_to_the_end_of_the_tutorial(game: str, seed: int, tmp_path: Path) -> None:
    dice, session = random.Random(seed), TutorialSession(tmp_path / "war.json", game=game)
    while not session.war.over:
        session.take(dice.choice(session.war.legal)[0])
        assert session.answer_text
    assert session.war.need is None
    again = session.again(session.war.seed)
    assert isinstance(again, TutorialSession) and again.war.parts.game.name == game


@each_game
def test_a_whole_war_after_the_tutorial_is_one_of_the_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    war = TutorialSession(tmp_path / "tutorial.json", game=game).again(7)
    assert war.war.env == play_parts(game).game.usual and war.path.name == play_parts(game).saved_war
    war.release()


@each_game
def test_the_game_of_the_command_line(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parts = play_parts(game)
    for words in (["--game", game], ["--env", parts.game.usual], ["--game", game, "--env", parts.game.usual]):
        session = open_session(play_arguments(*words))
        assert session.war.env == parts.game.usual and session.path.name == parts.saved_war
        assert parts.saved_war in closing_line(session)
        session.release()
    daily = open_session(play_arguments("--game", game, "--daily", "2026-11-24"))
    assert daily.war.env == parts.game.ids[0] and daily.path.name == f"{game}-2026-11-24-daily.json"
    daily.take(daily.war.legal[0][0])
    daily.release()
    again = open_session(play_arguments("--game", game, "--daily", "2026-11-24"))
    assert again.war.turns == daily.war.turns
    again.release()
    tutorial = open_session(play_arguments("--game", game, "--tutorial"))
    assert parts.lessons is not None and tutorial.war.env == parts.lessons.environment


def test_without_a_game_it_is_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = open_session(play_arguments())
    assert session.war.env == "Stuka/Operation-v0" and session.path.name == "stuka-war.json"
    session.release()


@each(
    "words, said",
    [
        (["--game", "chess"], "--game: got 'chess', allowed is stuka or interceptor"),
        (["--env", "Chess-v0"], "--env: got 'Chess-v0', allowed is Stuka/Mission-v0 or "),
        (["--game", "stuka", "--env", "Interceptor/Career-v0"], "allowed is Stuka/Mission-v0 or .* of the game stuka"),
        (
            ["--game", "interceptor", "--env", "Stuka/Mission-v0"],
            "--env: got 'Stuka/Mission-v0', allowed is Interceptor/",
        ),
        (["--game", "interceptor", "--operation", "citadel"], "--operation: the game interceptor has no such argument"),
        (["--enemy-quality"], "--enemy-quality: the game stuka has no such argument; allowed are --operation"),
        (["--env", "Interceptor/Month-v0", "--start", "1943-05"], "start: got '1943-05', allowed is none"),
        (["--game", "interceptor", "--unit", "I/JG 99"], "unit: got 'I/JG 99'"),
        (["--game", "interceptor", "--track", "general"], "track: got 'general'"),
        (["--game", "interceptor", "--advise", "old_hand"], "--advise: policy 'old_hand'"),
        (["--game", "interceptor", "--tutorial", "--month", "1943-05"], "--month: the tutorial has its own war"),
    ],
)
def test_what_does_not_fit_the_game_is_refused_in_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and len(error) < 500
    assert re.search(said, error), error
    assert list(tmp_path.iterdir()) == []


def test_a_saved_war_has_its_own_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save_war(WARS[1].war(), tmp_path / "war.json")
    with pytest.raises(ValueError, match="--game: the war of --load .* has its own, leave this out"):
        open_session(play_arguments("--load", str(path), "--game", "stuka"))
    session = open_session(play_arguments("--load", str(path)))
    assert session.war.parts.game.name == "interceptor"
    session.release()


@each_game
def test_the_keys_of_a_game_are_those_that_it_has(game: str) -> None:
    keys = {key.shown: key.command for key in keys_of(play_parts(game))}
    assert ("c" in keys) == (play_parts(game).seating is not None)
    assert keys["r"] == "record"


@each(
    "words, env",
    [
        (("--segment", "1942-08"), "Stuka/Segment-v0"),
        (("--segment", "1942-08", "--env", "Stuka/Mission-v0"), "Stuka/Mission-v0"),
        (("--game", "interceptor", "--month", "1943-07"), "Interceptor/Month-v0"),
        (("--env", "Interceptor/Sortie-v0", "--month", "1943-07"), "Interceptor/Sortie-v0"),
        (("--game", "wing", "--turn", "3"), "Wing/Mission-v0"),
    ],
)
def test_a_segment_or_a_month_implies_its_environment(
    words: tuple[str, ...], env: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = open_session(play_arguments(*words))
    assert session.war.env == env
    session.release()
