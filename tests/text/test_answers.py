"""Reading of answers: the corpus of reply forms, reasons of refusals, time, and foreign text."""

import json
import random
import time
from itertools import cycle
from pathlib import Path

import pytest

from stuka_env.games.stuka.text import CREW_ROW
from stuka_env.text import Taken, TextGame
from stuka_env.text.answers import LONGEST_ANSWER, Unplaced, read_reply
from stuka_env.text.reasoning import without_reasoning
from tests.support.each import each
from tests.support.reply_forms import OPTIONS, REPLY_FORMS
from tests.support.slow import slow
from tests.support.text_players import begun

FORMS = [(reply, number) for forms in REPLY_FORMS.values() for reply, number in forms.items()]
MORE_FORMS: dict[str, list[str]] = json.loads((Path(__file__).parent / "reply_forms.json").read_text("utf-8"))
"""Further replies by their right reading; "3 or refused" takes option 2 back."""
CHOICES = (
    "Answer: 2", "**Answer: 2**", "I choose 2", "The answer is 2", '{"answer": 2}', "<answer>2</answer>", "\\boxed{2}",
    "2", "Option 2", "Answer: 2. Fly 3 aircraft (Kette)", "Answer: Fly 3 aircraft (Kette)", "Antwort: 2", "答案：2",
    "Choose 2", "**Final Answer**\n2", "Action: 2",
)  # fmt: skip
"""Replies that choose option 2."""
BETWEEN = (". ", ", ", " - ", " — ", "; ", "\n", "\n\n", " (", ": ", "... ", "! ", "? ", " ")
"""Texts between an answer and its correction."""
CHANGES = (
    "no, 3", "No, 3.", "wait, 3", "Wait, no, 3", "actually 3", "on second thought 3", "scratch that, 3",
    "correction: 3", "sorry, 3", "oops, 3", "I mean 3", "hmm, 3", "hold on, 3", "make that 3", "or rather 3",
    "better 3", "instead 3", "never mind, 3", "my mistake: 3", "let me correct that: 3", "I change my mind, 3",
    "that's wrong, 3", "not 2 but 3", "after further thought, 3", "I take that back: 3", "switching to 3",
    "revised: 3", "EDIT: the answer is 3", "I should choose 3", "it should be 3", "the correct answer is 3",
    "nein, 3", "doch 3", "non, 3", "plutôt 3", "no, mejor 3", "anzi 3", "não, 3", "нет, 3", "лучше 3", "不，3",
    "应该是3", "いや、3", "やっぱり3", "아니, 3", "hayır, 3", "nie, 3", "nee, 3", "لا، 3", "नहीं, 3", "không, 3",
    "ไม่ 3", "όχι, 3", "ні, 3",
)  # fmt: skip
"""Corrections to option 3."""
LEAST_FORMS = 400
MOST_SECONDS = 2.0
"""Seconds of processor time for a reply of the longest length; all take a third of it."""
FRAGMENTS = (
    " ", "\n", "`", "```", "{", "[", "[[", '{"a":', "<answer>", "\\boxed{", "Answer: ", "so ", "my ", "I choose ", "1 ",
    "1,", "-", "*", "_", "#", "(", '"', "<think>", "</think>", "<|channel|>", "~~", "\\text{", "<b ", "$", "option ",
    "Answer: 2 or ", "a. ", ": ", "\ue000", "1: pilot 3, gunner 5;", "<|", "</s>", "½", "\ufdfa", "answer is ",
    "Option 2\nx\n\nOption 3\nx\n\n",
)  # fmt: skip
"""Texts whose repetition could take a pattern long."""


def number_of(reply: str) -> int | None:
    """Return the number of the option that a reply names, or None."""
    read = read_reply(reply, OPTIONS)
    return read + 1 if isinstance(read, int) else None


def test_the_corpus_is_large_and_has_replies_that_must_be_refused() -> None:
    assert len(FORMS) >= LEAST_FORMS
    assert sum(number is None for _, number in FORMS) > len(FORMS) / 8


@each("kind", REPLY_FORMS)
def test_a_reply_names_the_right_option_or_none(kind: str) -> None:
    assert {reply: number_of(reply) for reply in REPLY_FORMS[kind]} == REPLY_FORMS[kind]


@each("right", MORE_FORMS)
def test_further_forms_are_read_or_refused(right: str) -> None:
    allowed = {None if word == "refused" else int(word) for word in right.split(" or ")}
    read = {reply: number_of(reply) for reply in MORE_FORMS[right]}
    assert {reply: number for reply, number in read.items() if number not in allowed} == {}


def test_an_option_that_is_taken_back_is_never_read() -> None:
    between = cycle(BETWEEN)
    replies = [f"{choice}{next(between)}{change}" for choice in CHOICES for change in CHANGES]
    assert [reply for reply in replies if number_of(reply) == 2] == []
    assert all(number_of(choice) == 2 for choice in CHOICES)


@each(
    "reply, reason",
    [
        ("0", "There is no option 0: the numbers are 1 to 6."),
        ("-1", "There is no option -1: the numbers are 1 to 6."),
        ("9" * 5000, "There is no option 999999999: the numbers are 1 to 6."),
        ("", "The answer '' is not a number or the words of an option."),
        ("true", "The answer 'true' is not the number or the words of an option."),
        ('{"answer": true}', "The answer True is not a number or the words of an option."),
        ("[" * 10_000, "is not the number or the words of an option."),
        ("attack", "The answer 'attack' is not the number or the words of an option."),
        ("drop", f"The answer 'drop' fits several options: {OPTIONS[3]}; {OPTIONS[4]}."),
        ("Answer: 2\nAnswer: 3", f"The answer fits several options: {OPTIONS[1]}; {OPTIONS[2]}."),
        ("3. Fly 3 aircraft", "has the number of one option and the words of another."),
        ("Answer: 2\n\nNo, that is too risky.", "The reply takes its answer back. One answer is needed."),
        ("<think>2", "The reply ends within its reasoning, so it has no answer."),
    ],
)
def test_an_answer_that_names_none_has_a_reason(reply: str, reason: str) -> None:
    read = read_reply(reply, OPTIONS)
    assert isinstance(read, Unplaced)
    assert reason in read.reason


def test_the_end_of_a_long_reply_is_read() -> None:
    assert number_of("Perhaps it is 3.\n" * LONGEST_ANSWER + "\nAnswer: 2") == 2
    assert number_of("<think>" + "Answer: 3\n" * LONGEST_ANSWER + "</think>2") == 2
    assert without_reasoning("<think>" + "Answer: 3\n" * LONGEST_ANSWER) is None


@pytest.mark.parametrize("beginning", [slow(""), slow("```"), slow("Answer: 2 ")])
def test_no_reply_takes_long(beginning: str) -> None:
    seconds = {}
    for fragment in FRAGMENTS:
        reply = beginning + fragment * (LONGEST_ANSWER // len(fragment)) + "x"
        begin = time.process_time()
        read_reply(reply, OPTIONS, CREW_ROW)
        seconds[fragment] = time.process_time() - begin
    assert {fragment: taken for fragment, taken in seconds.items() if taken >= MOST_SECONDS} == {}


def test_any_text_is_read_or_refused() -> None:
    rng = random.Random(0)
    alphabet = [*FRAGMENTS, "2", "Fly 3 aircraft", "</answer>", "}", "]", '"answer": 2', "because", "\u2028", "\x00"]
    for _ in range(500):
        reply = "".join(rng.choices(alphabet, k=rng.randint(1, 30)))
        read = read_reply(reply, OPTIONS, CREW_ROW)
        assert isinstance(read, Unplaced) or 0 <= read < len(OPTIONS)


@pytest.mark.parametrize("env", ["Stuka/Mission-v0", "Interceptor/Career-v0", "Wing/Mission-v0"])
def test_every_option_is_read_by_its_words(env: str) -> None:
    rng, game = random.Random(1), TextGame(begun(env, 3))
    while not game.over and game.questions < 30:
        options = [option.words for option in game.question.options]
        for number, words in enumerate(options, 1):
            forms = [words, f"**{number}. {words}**", f"Answer: {words}", f'Answer: "{words}"']
            forms.append(f"I choose option {number}: {words}")
            assert [read_reply(form, options) for form in forms] == [number - 1] * len(forms), words
        assert isinstance(game.answer(str(rng.randint(1, len(options)))), Taken)


@each(
    "form",
    [
        "Answer: {}",
        "**{}**",
        "\\boxed{{{}}}",
        '{{"answer": {}}}\nThat is it.',
        "Answer: Option {}",
        "<think>1 or 2?\nAnswer: 1</think>{}",
        "Answer: 1\n\nNo, that is wrong.\n\nI choose {}.",
    ],
)
def test_the_form_of_the_answers_does_not_decide_the_score(form: str) -> None:
    game = TextGame(begun("Stuka/Mission-v0", 3))
    while not game.over:
        options = [option.words for option in game.question.options]
        number = next((at for at, words in enumerate(options, 1) if words.startswith(("Fly 6", "Drop"))), 1)
        assert isinstance(game.answer(form.format(number)), Taken)
    assert (game.result["score"], game.refusals) == (41, 0)


@pytest.mark.parametrize(
    "reply", ["Change to the Bf 109", "Answer: Change to the Bf 109", "Answer: 2. No, change to the Bf 109"]
)
def test_an_option_that_begins_with_words_of_a_correction_is_read(reply: str) -> None:
    assert read_reply(reply, ["Change to the Bf 109", "Keep the Fw 190"]) == 0


@pytest.mark.parametrize("reply", ["Move to zone Ruhr", "As I believe.\nAnswer: Move to zone Ruhr (boxes: Dutch 1)"])
def test_an_option_that_begins_with_words_of_a_label_is_read(reply: str) -> None:
    assert read_reply(reply, ["Move to zone Dutch (boxes: Ruhr 1)", "Move to zone Ruhr (boxes: Dutch 1)"]) == 1
