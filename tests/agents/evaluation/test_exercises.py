"""``evaluate.py --exercises``: scores of answers, of policies and of language models."""

import csv
import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from agents.commands import evaluate as main
from agents.evaluation import exercise_scores
from agents.evaluation.exercise_scores import answers_of, exercise_inputs, losses_of, score_of, score_table
from agents.evaluation.language_models import LanguageModel
from agents.evaluation.trivial_answers import (
    NUMBER_READER,
    PLACE_READER,
    PLAIN_NUMBER_READER,
    chance_of_largest,
    trivial_answers,
)
from stuka_env.policy import load_policy
from stuka_env.position.exercises import Exercise, ExerciseChoice, ExerciseSet, games_with_exercises, load_exercises
from tests.support.chat_server import ChatServer, chat_server
from tests.support.each import each
from tests.support.read_exercises import question_of_exercise
from tests.support.slow import slow, study

WHOLE = load_exercises("stuka")
FIRST = dataclasses.replace(WHOLE, exercises=WHOLE.exercises[:1])
THEMES = tuple(WHOLE.themes)
SOME = 60
"""Exercises of the tests of the command."""
READERS = (PLACE_READER, NUMBER_READER, PLAIN_NUMBER_READER)
LARGE = 500
"""Exercises of a large set."""
MOST_ABOVE_CHANCE = 5.0
"""Points by which a reader without odds may beat chance, in per cent of best answers."""


def exercise(number: int, theme: str, *differences: float) -> Exercise:
    """Return an exercise whose actions are counted from 10, the first of them the best."""
    choices = tuple(ExerciseChoice(10 + place, value, 0.1) for place, value in enumerate((0.0, *differences)))
    first = WHOLE.exercises[0]
    return dataclasses.replace(first, number=number, theme=theme, best=10, choices=choices)


@pytest.fixture
def some_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the command the first exercises of each game: the positions of all take seconds."""

    def load_some(game: str) -> ExerciseSet:
        whole = load_exercises(game)
        return dataclasses.replace(whole, exercises=whole.exercises[:SOME])

    monkeypatch.setattr(exercise_scores, "load_exercises", load_some)


def last_option(one: Exercise) -> int:
    """Return the last option of an exercise as a model reads it."""
    return question_of_exercise(one).options[-1].actions[0]


def small_set(*exercises: Exercise) -> ExerciseSet:
    return dataclasses.replace(WHOLE, exercises=exercises)


SMALL = small_set(
    exercise(1, THEMES[0], -2.0, -6.0), exercise(2, THEMES[0], -1.5), exercise(3, THEMES[1], -4.0, -3.0, -9.0)
)


def test_losses_are_the_differences_and_those_of_illegal_answers_the_largest() -> None:
    assert losses_of(SMALL.exercises, np.array([10, 11, 12])).tolist() == [0.0, 1.5, 3.0]
    assert losses_of(SMALL.exercises, np.array([99, 99, 99])).tolist() == [6.0, 1.5, 9.0]


def test_scores_are_shares_and_means_in_all_and_by_theme() -> None:
    score = score_of("mock", SMALL, np.array([10, 11, 99]))
    assert (score.policy, score.illegal) == ("mock", 1)
    assert score.all.best.mean == pytest.approx(100 / 3) and score.all.loss.mean == pytest.approx(3.5)
    assert list(score.themes) == list(THEMES[:2])
    assert (score.themes[THEMES[0]].best.mean, score.themes[THEMES[0]].loss.mean) == (50.0, 0.75)
    assert (score.themes[THEMES[1]].exercises, score.themes[THEMES[1]].best.low) == (1, None)
    table = score_table([score], SMALL)
    assert "mock" in table and "1 illegal answer" in table


@pytest.mark.parametrize("step", [10, slow(1)])
@pytest.mark.parametrize("game", games_with_exercises())
def test_a_script_answers_as_the_file_notes(game: str, step: int) -> None:
    """Each exercise in the audit, and one of ten before it."""
    read = load_exercises(game)
    whole = dataclasses.replace(read, exercises=read.exercises[::step])
    inputs = exercise_inputs(whole.exercises, 0)
    for name in whole.scripts:
        answers = answers_of(load_policy(name, game), whole, inputs)
        right = [name in one.right for one in whole.exercises]
        assert (answers == [one.best for one in whole.exercises]).tolist() == right, name


@pytest.mark.usefixtures("some_of_each")
def test_the_command_writes_figures_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--exercises", "--policies", "old_hand", "random", "--output", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{SOME} exercises of stuka")
    results = json.loads((tmp_path / "results.json").read_text())
    assert [one["policy"] for one in results["policies"]] == ["old_hand", "random", *READERS]
    assert results["policies"][0]["all"]["exercises"] == SOME
    with (tmp_path / "exercises.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * SOME
    own = [row for row in rows if row["policy"] == "old_hand"]
    share = 100 * sum(row["answer"] == row["best"] for row in own) / len(own)
    assert results["policies"][0]["all"]["best"]["mean"] == pytest.approx(share)


@pytest.mark.usefixtures("some_of_each")
def test_the_command_asks_those_of_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--exercises", "interceptor", "--policies", "champion", "--output", str(tmp_path)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert f"{SOME} exercises of interceptor" in shown and "bombers lost" in shown
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["continued_by"] == "champion"
    assert main(["--exercises", "golf", "--output", str(tmp_path)]) == 2
    assert "exercises: got 'golf', allowed is " in capsys.readouterr().err


@each(
    "words, message",
    [
        (["--env", "Stuka/Mission-v0"], "--env: not allowed with --exercises"),
        (["--episodes", "3"], "--episodes: not allowed with --exercises"),
        (["--track", "mission"], "--track: not allowed with --exercises"),
        (["--check", "a.json"], "--check: not allowed with --exercises"),
        (["--start", "1943-05"], "--start: not allowed with --exercises"),
        (["--ray"], "--ray: not allowed with --exercises"),
        (["--resume"], "--resume: not allowed with --exercises"),
        (["--policies", "a=old_hand,kette"], "policies: got 'a', allowed is one policy for each name"),
        (["--policies", "golf"], "golf"),
    ],
)
def test_other_options_are_refused_in_one_line(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--exercises", "--output", str(tmp_path / "out"), *words]) == 2
    refusal = capsys.readouterr().err.strip()
    assert message in refusal and "\n" not in refusal
    assert not (tmp_path / "out").exists()


# --- language models ---


def test_a_language_model_answers_each_exercise_once_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    monkeypatch.setenv("STUKA_LLM_CALLS", "3")
    few = dataclasses.replace(WHOLE, exercises=WHOLE.exercises[:5])
    with chat_server() as server:
        with pytest.raises(ValueError, match="the budget of 3 calls is used up; the answers so far are in"):
            LanguageModel(f"llm:mock@{server.url}").in_exercises(few)
        monkeypatch.delenv("STUKA_LLM_CALLS")
        model = LanguageModel(f"llm:mock@{server.url}")
        answers = model.in_exercises(few)
        asked = 5 + model.figures()["lost_calls"]  # the end of the budget breaks off the calls under way
        assert len(server.requests) == asked
        assert all("To decide:" in request["messages"][1]["content"] for request in server.requests)
        again = LanguageModel(f"llm:mock@{server.url}").in_exercises(few)
        assert len(server.requests) == asked
    assert answers.tolist() == again.tolist() == [last_option(one) for one in few.exercises]
    assert (model.figures()["calls"], model.figures()["wars"]) == (5, 5)


def test_a_form_without_odds_is_asked_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    few = dataclasses.replace(WHOLE, exercises=WHOLE.exercises[:3])
    with chat_server() as server:
        for odds in ("yes", "no"):
            monkeypatch.setenv("STUKA_LLM_ODDS", odds)
            LanguageModel(f"llm:mock@{server.url}").in_exercises(few)
        asked = [request["messages"][1]["content"] for request in server.requests]
    by_number = {one: question_of_exercise(one, odds=False).numbered[0] for one in few.exercises}
    assert len(asked) == 6 and len(list(tmp_path.iterdir())) == 2
    assert sorted(map(len, asked[:3])) > sorted(map(len, asked[3:]))
    assert all(any(first in question for question in asked[3:]) for first in by_number.values())


def test_a_refused_answer_of_a_language_model_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    few = dataclasses.replace(WHOLE, exercises=WHOLE.exercises[:2])
    with chat_server("illegal") as server:
        model = LanguageModel(f"llm:mock@{server.url}")
        assert model.in_exercises(few).tolist() == [last_option(one) for one in few.exercises]
    assert (model.figures()["calls"], model.figures()["refusals"], model.figures()["forced"]) == (3, 1, 0)


def kept_answers(folder: Path, server: ChatServer) -> Path:
    """Let a language model answer an exercise and return the file of its answers."""
    LanguageModel(f"llm:mock@{server.url}").in_exercises(FIRST)
    (file,) = folder.rglob("answers.jsonl")
    return file


@each(
    "old, new",
    [
        ('"actions":[', '"actions":[999,'),
        ('"actions":[', '"actions":[0,'),
        ('"actions":[', '"actions":["1",'),
        ('"exercise":', '"task":'),
        ('"exercise":', '"exercise":1,"task":'),
        ('"calls":1', '"calls":-1'),
        ('"usage":', '"usage":7,"figures":'),
        ('"format":', '"form":'),
        ('"player":"mock"', '"player":"another"'),
    ],
)
def test_answers_of_another_form_are_refused(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    with chat_server() as server:
        file = kept_answers(tmp_path, server)
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))
        with pytest.raises(ValueError, match="cannot be continued|is another war") as refusal:
            LanguageModel(f"llm:mock@{server.url}").in_exercises(FIRST)
        assert "\n" not in str(refusal.value) and str(file) in str(refusal.value)


@each("end", ["", "\n", '{"exercise": "pos', '{"exercise"\n'])
def test_an_incomplete_or_empty_last_line_of_the_answers_is_dropped(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    with chat_server() as server:
        file = kept_answers(tmp_path, server)
        file.write_text(file.read_text() + end)
        LanguageModel(f"llm:mock@{server.url}").in_exercises(FIRST)
        assert len(server.requests) == 1


def test_refused_replies_to_an_exercise_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUKA_LLM_FOLDER", str(tmp_path))
    monkeypatch.setenv("STUKA_LLM_CALLS", "1")
    with chat_server("illegal") as server:
        with pytest.raises(ValueError, match="the budget of 1 calls is used up"):
            LanguageModel(f"llm:mock@{server.url}").in_exercises(FIRST)
        model = LanguageModel(f"llm:mock@{server.url}")
        model.in_exercises(FIRST)
        assert len(server.requests[1]["messages"]) == 4
    assert (model.figures()["calls"], model.figures()["refusals"]) == (2, 1)


# --- readers that do not play ---


def test_the_options_of_a_question_have_an_order_of_their_own() -> None:
    orders = []
    for one in WHOLE.exercises[:20]:
        read, plain = question_of_exercise(one), question_of_exercise(one, odds=False)
        actions = [option.actions[0] for option in read.options]
        assert sorted(actions) == [choice.action for choice in one.choices]
        assert (
            [option.actions[0] for option in plain.options]
            == actions
            == [option.actions[0] for option in question_of_exercise(one).options]
        )
        orders.append(actions == sorted(actions))
    assert 0 < sum(orders) < len(orders)


def test_the_chance_of_a_reader_of_numbers_is_his_answer_where_one_option_has_the_largest() -> None:
    some = small_set(*WHOLE.exercises[::25])
    answers = trivial_answers(some)[PLAIN_NUMBER_READER].tolist()
    chances = [chance_of_largest(one) for one in some.exercises]
    sure = [place for place, chance in enumerate(chances) if chance in {0.0, 1.0}]
    assert len(sure) > len(chances) / 2 and all(0 < chance <= 1 / 2 for chance in chances if chance not in {0.0, 1.0})
    assert all((answers[place] == some.exercises[place].best) == bool(chances[place]) for place in sure)


@pytest.mark.parametrize("game", ["support", *map(study, ("stuka", "interceptor", "wing"))])
def test_no_place_and_no_number_of_an_option_tells_the_best(game: str) -> None:
    exercises = load_exercises(game)
    chance = 100 * np.mean([1 / len(one.choices) for one in exercises.exercises])
    answers = trivial_answers(exercises)
    assert tuple(answers) == READERS
    most = chance + MOST_ABOVE_CHANCE
    assert score_of(PLACE_READER, exercises, answers[PLACE_READER]).all.best.mean <= most
    assert 100 * np.mean([chance_of_largest(one) for one in exercises.exercises]) <= most
    if len(exercises.exercises) >= LARGE:  # in a small set the order of equal options is worth more than the bar
        assert score_of(PLAIN_NUMBER_READER, exercises, answers[PLAIN_NUMBER_READER]).all.best.mean <= most
    assert not score_of(NUMBER_READER, exercises, answers[NUMBER_READER]).illegal
