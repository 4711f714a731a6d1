"""The reading of chat completions: objects, streams, and replies in which nothing can be used."""

import json
from typing import Any

import pytest

from stuka_env.text.chat_reply import TOOL_CALL, ErrorReplyError, IncompleteReplyError, read_completion
from stuka_env.text.reply import Completion
from tests.support.chat_server import stream_events
from tests.support.each import each

USAGE = {"prompt_tokens": 9, "completion_tokens": 1}


def whole(message: Any, usage: Any = None, **choice: Any) -> bytes:
    return json.dumps({"choices": [{"message": message, **choice}], "usage": usage}).encode()


def streamed(*deltas: Any, usage: Any = None, finish: str | None = "stop", end: str = "\n\n") -> bytes:
    choices = [{"index": 0, "delta": delta} for delta in deltas] + [{"index": 0, "delta": {}, "finish_reason": finish}]
    events = [*({"choices": [choice]} for choice in choices), {"choices": [], "usage": usage}]
    return "".join(f"data: {text}{end}" for text in [*map(json.dumps, events), "[DONE]"]).encode()


@each("message, expected", [
        ({"content": [{"type": "text", "text": "Answer: "}, {"type": "text", "text": "2"}]}, ("Answer: 2", "")),
        ({"content": [{"type": "output_text", "text": "Answer: 2"}]}, ("Answer: 2", "")),
        ({"content": ["Answer: ", "2"]}, ("Answer: 2", "")),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]},
                      {"type": "text", "text": "2"}]}, ("2", "Hm")),
        ({"content": [{"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "2"}]}, ("2", "")),
        ({"content": "2", "reasoning_content": "Hm"}, ("2", "Hm")),
        ({"content": "2", "reasoning": "Hm"}, ("2", "Hm")),
        ({"content": None, "refusal": "I will not."}, ("I will not.", "")),
        ({"content": "2", "tool_calls": [{"function": {"name": "look"}}]}, ("2", "")),
        ({"content": None}, ("", "")),
        ({}, ("", "")),
    ])  # fmt: skip
def test_messages_of_usual_forms_are_read_whole_and_as_a_stream(message: Any, expected: tuple[str, str]) -> None:
    text, reasoning = expected
    for body in (whole(message, USAGE), streamed(message, usage=USAGE), streamed(message, usage=USAGE, end="\r\n\r\n")):
        assert read_completion(body) == Completion(text, "", 9, 1, reasoning=reasoning)


@each(
    "message, fault",
    [
        ({"content": None, "tool_calls": [{"function": {"name": "look"}}]}, TOOL_CALL),
        ({"content": "", "function_call": {"name": "look"}}, TOOL_CALL),
        ({"content": [{"type": "tool_use", "name": "look", "input": {}}]}, TOOL_CALL),
        (
            {"content": [{"type": "image_url", "image_url": {}}]},
            "The reply has a part that is no text ({'image_url'",
        ),
        ({"content": [{"type": "text", "text": "2"}, {"type": "hologram"}]}, "The reply has a part that is no text"),
        ({"content": 2}, "The reply has a part that is no text (2)"),
        ({"content": {"a": 1}}, "The reply has a part that is no text ({'a': 1})"),
    ],
)
def test_a_reply_in_which_nothing_can_be_used_has_a_fault(message: Any, fault: str) -> None:
    for body in (whole(message), streamed(message)):
        assert read_completion(body).fault.startswith(fault)


@each("message", [None, "2", 2, []])
def test_a_reply_without_a_message_has_a_fault(message: Any) -> None:
    assert read_completion(whole(message)).fault.endswith("in place of a message, so nothing in it was read.")


@pytest.mark.parametrize("choices", [["2"], [[]], [None]])
def test_a_reply_with_another_choice_has_a_fault(choices: Any) -> None:
    assert read_completion(json.dumps({"choices": choices}).encode()).fault


@each("finish", ["length", "max_tokens", "content_filter", "error", "abort"])
def test_the_finish_is_read_whole_and_as_a_stream(finish: str) -> None:
    for body in (whole({"content": "Answer: 1"}, finish_reason=finish), streamed({"content": "1"}, finish=finish)):
        assert read_completion(body).cut_by == finish


def test_a_filtered_prompt_without_a_message_is_cut_by_the_filter() -> None:
    body = json.dumps({"choices": [{"finish_reason": "content_filter"}]}).encode()
    assert read_completion(body) == Completion("", "content_filter", 0, 0)


@each("usage, tokens", [
        (USAGE | {"prompt_tokens_details": {"cached_tokens": 8}}, (9, 1, 8)),
        ({"prompt_tokens": 9.0, "prompt_cache_hit_tokens": 3}, (9, 0, 3)),
        ({"input_tokens": 9, "output_tokens": 1}, (9, 1, 0)),
        ({"input_tokens": 9, "output_tokens": 1, "input_tokens_details": {"cached_tokens": 8}}, (9, 1, 8)),
        ({"input_tokens": 9, "output_tokens": 1, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 30},
         (59, 1, 20)),
        ({"prompt_tokens": None}, (0, 0, 0)),
        ({"prompt_tokens": -5, "completion_tokens": 10**12}, (0, 0, 0)),
        ({"prompt_tokens": "many", "completion_tokens": True}, (0, 0, 0)),
        ({"prompt_tokens": 9, "prompt_tokens_details": [1]}, (9, 0, 0)),
        ([1], (0, 0, 0)),
        (None, (0, 0, 0)),
    ])  # fmt: skip
def test_tokens_are_counted_whole_and_as_a_stream(usage: Any, tokens: tuple[int, int, int]) -> None:
    for body in (whole({"content": "2"}, usage), streamed({"content": "2"}, usage=usage)):
        assert read_completion(body) == Completion("2", "", *tokens)


def test_pieces_of_a_stream_are_joined() -> None:
    text, reasoning = ["Answer", ":", " \u20282", ""], ["H", "m"]
    deltas = [{"reasoning_content": piece} for piece in reasoning] + [{"content": piece} for piece in text]
    assert read_completion(streamed(*deltas)) == Completion("Answer: \u20282", "", 0, 0, reasoning="Hm")


def test_a_stream_may_have_comments_names_and_objects_over_several_lines() -> None:
    lines = [
        ": waiting",
        "",
        "event: message",
        "id: 1",
        'data: {"choices": [{"delta":',
        'data: {"content": "2"}}]}',
        "",
    ]
    lines += ['data: {"choices": [{"index": 1, "delta": {"content": "other"}}]}', "data:[DONE]", "", "more"]
    assert read_completion("\n".join(lines).encode()).text == "2"


def test_the_last_event_may_have_the_whole_reply() -> None:
    last = {"choices": [{"message": {"content": "Answer: 2"}, "finish_reason": "stop"}]}
    body = f'data: {{"choices": [{{"delta": {{"content": "Answer"}}}}]}}\n\ndata: {json.dumps(last)}\n\n'
    assert read_completion(body.encode()) == Completion("Answer: 2", "", 0, 0)


def test_a_stream_may_end_without_its_last_event_but_not_without_a_finish() -> None:
    *events, last = stream_events("Answer: 2", "stop", USAGE)
    assert read_completion(b"".join(events)) == Completion("Answer: 2", "", 9, 1)
    for count in range(len(events) - 1):
        with pytest.raises(IncompleteReplyError):
            read_completion(b"".join(events[:count]))


@each(
    "body, words",
    [
        ("", "an empty reply"),
        ("<!doctype html><title>Welcome</title>", "a page in place of JSON: 'Welcome'; is the address right?"),
        ("hello", "no JSON: broken JSON in line 1, column 1"),
        ('{"choices": [', "no JSON: cut off"),
        ("[" * 300_000, "no JSON: nested deeper than 100 levels"),
        ("[]", "the reply: got [], allowed is an object"),
        ('{"ok": true}', "choices: got None, allowed is a list of objects"),
        ('{"choices": {}}', "choices: got {}, allowed is a list of objects"),
        ('{"choices": []}', "no choices"),
        ("data: [DONE]", "no choices"),
        (": waiting\n\n", "a stream that breaks off"),
        ('data: {"choices"', "a stream that breaks off"),
        ('{"choices": [{"message": {}}], "usage": {"prompt_tokens": Infinity}}', "no JSON: broken JSON: Infinity"),
    ],
)
def test_what_breaks_off_or_is_no_completion_is_named(body: str, words: str) -> None:
    with pytest.raises(IncompleteReplyError) as fault:
        read_completion(body.encode())
    assert str(fault.value).startswith(words)


@each(
    "error",
    [
        {"error": "x"},
        {"error": {"message": "x"}, "choices": [{"message": {"content": "2"}}]},
        {"choices": [{"error": {"message": "x"}}]},
        {"message": "x"},
        {"detail": [{"msg": "x"}], "choices": []},
    ],
)
def test_an_error_is_found_whole_and_in_a_stream(error: Any) -> None:
    text = json.dumps(error)
    for body in (text, f"data: {text}\n\n", f"event: error\ndata: {text}\n\ndata: [DONE]\n\n"):
        with pytest.raises(ErrorReplyError) as fault:
            read_completion(body.encode())
        assert json.loads(str(fault.value)) == error
