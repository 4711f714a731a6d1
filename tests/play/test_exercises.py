"""Exercises without a screen: their selection and order, the file of the answers, the explanation, the command."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stuka_env.cli import main
from stuka_env.play.advice import Answer, make_adviser
from stuka_env.play.exercises.practice import Practice, Progress, key_of
from stuka_env.play.exercises.session import ExerciseSession, load_progress, open_exercises, save_progress
from stuka_env.play.lock import SaveLock
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import war_at
from stuka_env.play.war_file import SaveError, checksum
from stuka_env.position import read_position
from stuka_env.position.exercises import ExerciseSet, load_exercises
from tests.support.each import each


@pytest.fixture(scope="module")
def whole() -> ExerciseSet:
    return load_exercises("stuka")


@pytest.fixture
def few(whole: ExerciseSet) -> ExerciseSet:
    """Two exercises of each theme."""
    chosen = [one for theme in whole.themes for one in whole.of_themes([theme])[:2]]
    return replace(whole, exercises=tuple(chosen))


@pytest.fixture
def session(few: ExerciseSet, tmp_path: Path) -> ExerciseSession:
    return ExerciseSession(Practice(few, Progress()), tmp_path / "answers.json", None)


def wrong(exercise: Any) -> int:
    """Return an answer that is not the best."""
    return next(choice.action for choice in exercise.choices if choice.action != exercise.best)


def test_exercises_follow_one_another_until_all_have_an_answer(few: ExerciseSet) -> None:
    practice, shown = Practice(few, Progress()), []
    while practice.current is not None:
        shown.append(practice.current)
        assert practice.place == len(shown) and practice.answer is None
        practice.take(practice.current.best)
        assert practice.answer == practice.current.best
        practice.go_on()
    assert tuple(shown) == few.exercises
    assert practice.tally("")[1:] == (len(shown), len(shown), len(shown), 0.0)
    with pytest.raises(CannotPlay, match="every|All exercises"):
        practice.take(shown[0].best)


def test_an_answer_stays_and_costs_its_points(few: ExerciseSet) -> None:
    practice = Practice(few, Progress())
    assert practice.current is not None
    action = wrong(practice.current)
    practice.take(action)
    with pytest.raises(CannotPlay, match="has your answer"):
        practice.take(practice.current.best)
    tally = practice.tally(practice.current.theme)
    assert (tally.answered, tally.right) == (1, 0) and tally.lost == practice.current.loss(action) >= few.points


def test_a_theme_is_played_alone_and_begins_again_when_it_is_complete(few: ExerciseSet) -> None:
    practice = Practice(few, Progress())
    theme = practice.themes[-1]
    other = few.exercises[0]
    practice.take(other.best)
    practice.choose(theme, False)
    for _ in range(2):
        assert practice.current is not None and practice.current.theme == theme
        practice.take(practice.current.best)
        practice.go_on()
    assert practice.current is None and practice.place == 0
    practice.choose(theme, False)
    assert practice.current is not None and practice.tally(theme).answered == 0
    assert practice.tally(other.theme).answered == 1
    with pytest.raises(CannotPlay, match="no theme 'chess'"):
        practice.choose("chess", False)


def test_a_mixed_order_stays_until_the_order_of_the_file_is_chosen(whole: ExerciseSet) -> None:
    practice = Practice(whole, Progress())
    assert practice.order == list(whole.exercises)
    practice.choose("", True)
    mixed = practice.order
    assert mixed != list(whole.exercises) and sorted(mixed, key=lambda one: one.number) == list(whole.exercises)
    practice.choose("", True)
    assert practice.order == mixed == Practice(whole, practice.progress).order
    practice.choose("", False)
    assert practice.order == list(whole.exercises)


# --- the file ---


def test_the_answers_are_kept_at_every_answer(session: ExerciseSession, few: ExerciseSet) -> None:
    session.choose("", True)
    for _ in range(3):
        session.take(wrong(session.shown))
        kept = load_progress(session.path, few)
        assert kept == session.practice.progress and key_of(session.shown) in kept.answers
        session.go_on()
    again = ExerciseSession(Practice(few, kept), session.path, None)
    assert again.shown == session.shown and again.words == session.words


def test_without_a_file_nothing_has_an_answer(few: ExerciseSet, tmp_path: Path) -> None:
    assert load_progress(tmp_path / "none.json", few) == Progress()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "stuka-war 2"}, "another format"),
        ({"checksum": "0"}, "the checksum does not fit"),
        ({"theme": "chess"}, "does not fit the exercises"),
        ({"shuffle": "1"}, "does not fit the exercises"),
        ({"answers": {"1": 9_999}}, "does not fit the exercises"),
        ({"answers": {"0": 1}}, "does not fit the exercises"),
        ({"answers": {"1": [1]}}, "does not fit the exercises"),
        ({"answers": []}, "does not fit the exercises"),
        ({"exercises": "0" * 64}, "it answers the exercises of version"),
        ({"more": 1}, "got the entries"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_and_stays(
    few: ExerciseSet, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    path = save_progress(Progress(), few, tmp_path / "answers.json")
    contents = json.loads(path.read_text()) | change
    if "checksum" not in change:
        contents["checksum"] = checksum(contents)
    path.write_text(json.dumps(contents))
    with pytest.raises(SaveError, match=said) as refusal:
        load_progress(path, few)
    assert "\n" not in str(refusal.value) and json.loads(path.read_text()) == contents


def test_a_full_disk_ends_no_sitting(session: ExerciseSession) -> None:
    session.path = session.path.parent / "none" / "answers.json"
    session.take(session.shown.best)
    assert "cannot be written" in session.error_text and session.is_answered


def test_a_file_has_one_player_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    session = open_exercises(path, "all", False)
    with pytest.raises(SaveError, match="another window"):
        SaveLock(path, patience=0.0)
    session.release()
    again = open_exercises(path, None, False)
    assert again.asks_for_theme and not session.asks_for_theme
    again.release()


@pytest.mark.parametrize("action", [-1, 999, 10**30])
def test_an_action_that_is_no_choice_is_refused_and_the_file_stays(
    session: ExerciseSession, few: ExerciseSet, action: int
) -> None:
    session.take(session.shown.best)
    session.go_on()
    before = session.path.read_bytes()
    with pytest.raises(CannotPlay, match=f"Action {action} is none of the choices"):
        session.take(action)
    assert session.path.read_bytes() == before and not session.is_answered
    assert len(load_progress(session.path, few).answers) == 1


# --- the exercise and its explanation ---


def test_the_war_is_at_the_position_and_cannot_be_played_on(session: ExerciseSession) -> None:
    assert session.position_text() == session.shown.position
    shown, played = read_position(session.shown.position), read_position(session.war.position_text())
    assert played.mats.tobytes() == shown.mats.tobytes()
    assert {index for index, _ in session.war.legal} == {choice.action for choice in session.shown.choices}
    assert session.opinion is None and session.explanation(None) is None
    with pytest.raises(CannotPlay, match="Choose an answer first"):
        session.go_on()
    for act in (session.undo, session.undo_crews, session.replay, lambda: session.seat([1]), lambda: session.again(1)):
        with pytest.raises(CannotPlay):
            act()
    before = session.war.mat.tobytes()
    session.take(session.shown.best)
    assert session.war.mat.tobytes() == before


def test_a_wrong_answer_is_explained(session: ExerciseSession) -> None:
    shown, action = session.shown, wrong(session.shown)
    session.take(action)
    explanation, opinion = session.explanation(None), session.opinion
    assert explanation is not None and opinion is not None and not explanation.is_right
    assert f"loses {shown.loss(action):.1f} points" in explanation.verdict
    sections = dict(explanation.sections)
    figures = sections["The figures"]
    assert figures[0].endswith("the best.") and sum("(yours)" in line for line in figures) == 1
    assert len(figures) == len(shown.choices) + 2 and f"{shown.rollouts:,} pairs" in figures[-2]
    assert sections["The odds of the charts"]
    assert opinion.choice == shown.best and opinion.compared(action) == round(-shown.loss(action), 1)
    assert "0 of 1 right" in session.words


def test_the_reason_of_the_policy_is_part_of_it(session: ExerciseSession, few: ExerciseSet) -> None:
    pytest.importorskip("agents", reason="the laboratory is not installed")
    assert session.adviser is not None and session.adviser.name == few.policy
    opinion = make_adviser(few.policy).consider(session.war.position())
    session.take(session.shown.best)
    explanation = session.explanation(Answer(1, opinion, ""))
    assert explanation is not None and explanation.is_right and explanation.verdict.startswith("Right: ")
    title, lines = explanation.sections[0]
    assert title == f"What {few.policy} does" and opinion.reason[1:] in " ".join(lines)
    assert (lines[-1] == "The futures say otherwise.") == (opinion.choice != session.shown.best)


@pytest.mark.slow
def test_every_exercise_can_be_shown_and_explained(whole: ExerciseSet) -> None:
    for exercise in whole.exercises:
        war = war_at(exercise.position, exercise.number)
        assert {index for index, _ in war.legal} == {choice.action for choice in exercise.choices}
        odds = war.parts.game.envs.odds(war.engine, dict(war.legal))
        assert odds and all(words and not words.endswith(".") for words in odds.values()), exercise.number


# --- the command ---


@each(
    "words, said",
    [
        (["--theme", "chess"], "--theme: got 'chess', allowed is \"all\" or "),
        (["--mixed"], "--mixed: needs --theme"),
        (["--game", "dogfight"], "game: got 'dogfight', allowed is "),
        (["--save", "none/answers.json"], "'none/answers.json': there is no such folder"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status: Any = main(["exercises", *words])
    except SystemExit as end:
        status = end.code
    error = capsys.readouterr().err
    assert status == 2 and error.count("\n") == 1 and re.search(re.escape(said), error), error
    assert list(tmp_path.iterdir()) == []


def test_the_exercises_of_the_second_game_are_in_bombers(tmp_path: Path) -> None:
    session = open_exercises(tmp_path / "answers.json", "skills", False, game="interceptor")
    shown = session.shown
    worst = min(shown.choices, key=lambda choice: choice.difference)
    session.take(worst.action)
    explanation = session.explanation(None)
    assert explanation is not None and f"loses {-worst.difference:.2f} bombers." in explanation.verdict
    assert session.words.endswith(f"0 of 1 right, {-worst.difference:.2f} bombers lost.")
    assert session.opinion is not None
    assert (session.opinion.unit, session.opinion.compared(worst.action)) == ("bombers", round(worst.difference, 2))
    session.release()


def test_another_file_is_not_written_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "letter.json"
    path.write_text('{"dear": "friend"}')
    assert main(["exercises", "--save", str(path)]) == 2
    assert "no answers to exercises: another format" in capsys.readouterr().err
    assert path.read_text() == '{"dear": "friend"}'
