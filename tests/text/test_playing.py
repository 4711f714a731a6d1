"""Questions and answers of a war: both forms, history, refusals, and the functions without a session."""

import json

import gymnasium
import pytest

from stuka_env.text import Refusal, Taken, TextGame, observe, read_answer, rules_summary
from stuka_env.text.answers import Cause
from stuka_env.text.open_question import model_rules
from tests.support.each import each
from tests.support.text_players import begun

MISSION, SORTIE = "Stuka/Mission-v0", "Interceptor/Sortie-v0"
MOST_WORDS = 1500
"""Words of a summary of the rules."""


@pytest.mark.parametrize("env", [MISSION, SORTIE])
def test_both_forms_say_the_same(env: str) -> None:
    game = TextGame(begun(env, 3))
    text, values = game.observe(), json.loads(game.observe("json"))
    assert f"To decide: {values['question']}" in text
    assert all(f"{option['number']}. {option['words']}" in text for option in values["options"])
    assert all(f"- {event}" in text for event in values["events"])
    assert values["events"]
    for name, words in values["state"].items():
        assert f"{name}: {words}" in text if isinstance(words, str) else all(f"- {line}" in text for line in words)


def test_the_history_is_that_since_the_last_question() -> None:
    game = TextGame(begun(MISSION, 3))
    assert "Mission (A1): 5 and 5 = 10" in game.observe()
    taken = game.answer("Fly 6 aircraft")
    assert isinstance(taken, Taken)
    assert (taken.words, taken.actions) == ("Fly 6 aircraft (Staffel)", (5,))
    assert "A Staffel of 6 aircraft is mustered." in game.observe()
    assert "Mission (A1)" not in game.observe()
    assert game.observe() == game.observe()


def test_a_refusal_says_why_and_what_is_legal_and_changes_nothing() -> None:
    game = TextGame(begun(MISSION, 3))
    before = game.observe(), game.war.get_state()
    refusal = game.answer("Fly 11 aircraft")
    assert isinstance(refusal, Refusal)
    assert str(refusal).splitlines()[:3] == [
        "The answer 'Fly 11 aircraft' is not the number or the words of an option.",
        "Allowed is one of:",
        "1. Do not fly",
    ]
    assert (game.observe(), game.war.get_state()) == before
    assert (game.refusals, game.questions, game.result["refusals"]) == (1, 0, 1)


@each(
    "answer, cause",
    [
        ("Fly 11 aircraft", Cause.FORM),
        ("Answer: Fly 11 aircraft", Cause.NEVER_LEGAL),
        ("Answer: 40", Cause.NEVER_LEGAL),
        ("I think that 1 is best", Cause.FORM),
        ("Answer: 1 or 2", Cause.FORM),
        ("Fly 5 aircraft", Cause.ILLEGAL_NOW),
        ("Answer: Do not fly", Cause.ILLEGAL_NOW),
        ('{"answer": [[1, 1], [1, 2]]}', Cause.ILLEGAL_NOW),
    ],
)
def test_a_refusal_has_its_cause(answer: str, cause: Cause) -> None:
    """The question is about the crews; how many aircraft fly was the question before."""
    game = TextGame(begun(MISSION, 3))
    game.answer("Fly 6 aircraft")
    refusal = game.answer(answer)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is cause


def test_the_end_has_the_result_and_takes_no_answer() -> None:
    game = TextGame(begun(MISSION, 3))
    game.answer("Do not fly")
    assert game.over
    assert game.result == {
        "finished": True,
        "score": 0,
        "result": {"score": 0, "destroyed": 0, "kia": 0, "no_fly": 1, "missions": 1, "level": "Defeat"},
        "questions": 1,
        "refusals": 0,
    }
    assert "The war is over: " in game.observe()
    assert json.loads(game.observe("json"))["result"]["score"] == 0
    assert game.answer("1") == Refusal("The war is over.", ())
    assert game.refusals == 0


def test_the_reward_is_added_up() -> None:
    game = TextGame(begun(MISSION, 3))
    for answer in ("Fly 6", "1", "1", "1", "1"):
        assert isinstance(game.answer(answer), Taken)
    while not game.over:
        assert isinstance(game.answer("Drop the bombs"), Taken)
    assert round(100 * game.reward) == game.result["score"] == 41


def test_one_answer_drops_all_bombs() -> None:
    game = TextGame(begun(MISSION, 3))
    for answer in ("Fly 6", "1", "1", "1", "1"):
        game.answer(answer)
    taken = game.answer("All the same")
    assert isinstance(taken, Taken)
    assert len(set(taken.actions)) == 1
    assert len(taken.actions) == 6
    assert game.over


@pytest.mark.parametrize("env", [MISSION, SORTIE])
def test_functions_read_the_open_decision_alone(env: str) -> None:
    war = begun(env, 3)
    for label in (label for _, label in war.legal_actions()):
        assert label in observe(war)
    assert [read_answer(war, str(number)) for number in (1, 2)] == [index for index, _ in war.legal_actions()[:2]]
    assert isinstance(read_answer(war, "0"), Refusal)
    assert json.loads(observe(war, "json"))["question"] in observe(war)


def test_functions_ask_for_each_seat_and_know_the_end() -> None:
    war = begun(MISSION, 3)
    war.step(5)
    assert "To decide: who leads the formation, in aircraft 1\n1. Flight leader: pilot 1" in observe(war)
    war.reset(seed=3)
    war.step(0)
    assert read_answer(war, "1") == Refusal("The war is over.", ())
    assert '"score": 0' in observe(war)


def test_an_environment_without_a_journal_can_be_observed_but_not_played() -> None:
    war = gymnasium.make(MISSION)
    war.reset(seed=3)
    assert "Since the last question" not in observe(war)
    with pytest.raises(ValueError, match="allowed is an environment made with journal=True"):
        TextGame(war)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="env: got .*, allowed is a single environment of stuka_env"):
        observe(gymnasium.make("CartPole-v1"))
    with pytest.raises(ValueError, match='form: got .xml., allowed is "text" or "json"'):
        observe(begun(MISSION, 3), "xml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='game: got .chess., allowed is "stuka" or "interceptor"'):
        rules_summary("chess")


@pytest.mark.parametrize("game", ["stuka", "interceptor"])
def test_a_summary_of_the_rules_is_short(game: str) -> None:
    assert 500 < len(rules_summary(game).split()) <= MOST_WORDS


def test_a_summary_explains_the_brackets_of_the_track() -> None:
    game = TextGame(begun(MISSION, 3))
    assert "Mission Track: [airfield] - 1 (Medium Armor) - 2" in game.observe()
    rules = " ".join(rules_summary("stuka").split())
    assert "Round brackets say what is in a zone" in rules
    assert "[1 (Staffel outbound)] - 2 - 3 (Medium Armor)" in rules
    sortie = TextGame(begun(SORTIE, 3))
    while "Endurance track: base - [1 (" not in sortie.observe():
        sortie.answer_neutrally()
    assert '"1 - [2 (you)] - 3" says that you are in box 2' in rules_summary("interceptor")


@pytest.mark.parametrize("game", ["stuka", "interceptor"])
def test_what_a_model_reads_neither_advises_nor_asks_for_few_words(game: str) -> None:
    rules = model_rules(game).casefold()
    assert not [
        words for words in ("known to work", "simple players", "survive.", "strong skill", "briefly") if words in rules
    ]


@pytest.mark.parametrize("env", [MISSION, SORTIE])
def test_an_entry_of_the_journal_reads_as_its_sentence(env: str) -> None:
    entries = begun(env, 3).journal
    assert entries
    assert [str(entry) for entry in entries] == [entry.text for entry in entries]
