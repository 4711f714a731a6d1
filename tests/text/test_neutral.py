"""The neutral policy: its choices, its wars natively and by forced answers, and the count of forced answers."""

import pytest

from stuka_env.game import game_of
from stuka_env.games.interceptor.codes import Act as SecondAct
from stuka_env.games.stuka.codes import Act
from stuka_env.policy import NEUTRAL
from stuka_env.replay.recording import RecordReplay
from stuka_env.text import Refusal, Taken, TextGame
from stuka_env.text.answers import ANSWER_FORM
from stuka_env.text.compared_wars import played_by, spec_of
from stuka_env.text.memory import NO_TEXT
from stuka_env.text.open_question import HOW_TO_ANSWER, MOST_REFUSALS, OpenQuestion, Usage
from stuka_env.text.parts import NeutralPolicy, text_parts
from stuka_env.text.reply import Completion, cut_finish
from tests.support.each import each
from tests.support.text_players import begun

ENVS = ("Stuka/Mission-v0", "Stuka/Segment-v0", "Interceptor/Sortie-v0", "Interceptor/Month-v0")


@each(
    "game, legal, action",
    [
        ("stuka", range(10), Act.FLY + 1),
        ("stuka", [Act.NO_FLY, Act.FLY], Act.FLY),
        ("stuka", [Act.NO_FLY], Act.NO_FLY),
        ("stuka", [Act.NO_SPECIAL, Act.SC1000], Act.SC1000),
        ("stuka", [Act.GO_ON, Act.ABORT, Act.SEND_HOME, Act.RELIEVE], Act.GO_ON),
        ("stuka", [Act.TURN_BACK, Act.PRESS_ON], Act.PRESS_ON),
        ("stuka", [Act.DROP, Act.GAMBLE, Act.STRAFE, Act.HOLD], Act.DROP),
        ("interceptor", [SecondAct.FLY, SecondAct.STAY], SecondAct.FLY),
        ("interceptor", [SecondAct.BREAK_OFF, SecondAct.AIM_PORT], SecondAct.AIM_PORT),
        ("interceptor", [], 0),
    ],
)
def test_it_takes_the_first_option_that_is_no_refusal(game: str, legal: list[int], action: int) -> None:
    assert text_parts(game).neutral(list(legal)) == action


@each("env", ENVS)
def test_a_war_of_forced_answers_is_the_war_of_the_neutral_policy(env: str) -> None:
    game = game_of(env)
    assert game is not None
    native = played_by(NeutralPolicy(game.name), spec_of(game, env, {}), 3, 0)
    record = RecordReplay(begun(env, 3))
    record.reset(seed=3)
    forced = TextGame(record)
    while not forced.over:
        forced.answer_neutrally()
    assert record.replay().actions == native.actions
    assert record.replay().score == native.score


def opened(usage: Usage) -> tuple[OpenQuestion, RecordReplay]:
    record = RecordReplay(begun("Stuka/Mission-v0", 3))
    record.reset(seed=3)
    return OpenQuestion(TextGame(record), record, usage, "rules"), record


def test_after_too_many_refusals_the_neutral_policy_answers_and_is_named() -> None:
    usage = Usage()
    question, record = opened(usage)
    for _ in range(MOST_REFUSALS):
        assert not question.answered
        assert isinstance(question.reply(Completion("ask the weather", "", 1, 1)), Refusal)
    assert question.answered
    assert (usage.questions, usage.refusals, usage.forced) == (1, MOST_REFUSALS, 1)
    replay = record.replay()
    assert replay.actions == (Act.FLY + 1,)
    assert replay.policy_record.reasons == (f"forced: the answer of {NEUTRAL} after too many refused answers",)


@each(
    "finish, words, counted",
    [
        ("length", "The reply was cut at its longest length ('length')", (1, 0)),
        ("MAX_TOKENS", "The reply was cut at its longest length ('MAX_TOKENS')", (1, 0)),
        ("abort", "The reply is not complete: the endpoint ended it with 'abort'", (1, 0)),
        ("SAFETY", "A filter of the endpoint ended the reply ('SAFETY')", (0, 1)),
        ("content_filter", "A filter of the endpoint ended the reply ('content_filter')", (0, 1)),
    ],
)
def test_a_cut_reply_is_not_read_and_the_model_is_told(finish: str, words: str, counted: tuple[int, int]) -> None:
    usage = Usage()
    question, record = opened(usage)
    refusal = question.reply(Completion("Answer: 1", cut_finish(finish), 1, 1))
    assert isinstance(refusal, Refusal) and refusal.reason.startswith(f"{words}, so nothing in it was read.")
    assert question.messages[-1]["content"].startswith(f"Refused: {refusal.reason}\nAllowed is one of:\n1. Do not fly")
    assert question.messages[-1]["content"].endswith(f"The form of an answer is {ANSWER_FORM}.")
    assert ANSWER_FORM in HOW_TO_ANSWER
    assert record.replay().actions == ()
    assert isinstance(question.reply(Completion("Answer: 1", "", 1, 1)), Taken)
    assert (usage.questions, usage.refusals) == (1, 1)
    assert (usage.cut, usage.filtered) == counted


@each("finish", [
        None, "", "stop", "STOP", " Stop ", "eos", "EOS_TOKEN", "end_turn", "stop_sequence", "complete", "COMPLETED",
        "tool_calls", "function_call",
    ])  # fmt: skip
def test_a_complete_reply_is_read(finish: str | None) -> None:
    assert cut_finish(finish) == ""


@each("finish", ["error", "abort", "unknown", "other", "incomplete", "pause_turn", "stop?", 7, {}])
def test_every_other_end_of_a_reply_is_a_cut(finish: object) -> None:
    assert cut_finish(finish) == str(finish)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Is it 12?</think>Answer: 12", "Answer: 12"),
        ("<think>Is it 12?", NO_TEXT),
        ("", NO_TEXT),
    ],
)
def test_a_refused_reply_stays_in_the_conversation_without_its_reasoning(text: str, said: str) -> None:
    question, _ = opened(Usage())
    assert isinstance(question.reply(Completion(text, "", 1, 1, reasoning="Is it 12?")), Refusal)
    assert question.messages[-2] == {"role": "assistant", "content": said}
