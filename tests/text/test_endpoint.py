"""One call of a language model: its settings, its deadline, replies of other forms, and what the endpoint says."""

import json
import socket
import threading
import time
from collections.abc import Mapping
from email.utils import formatdate
from typing import Any

import pytest

from stuka_env.text.chat_request import MOST_REPLY_TOKENS, RequestSettings
from stuka_env.text.endpoint import KEY_VARIABLE, CallBudget, Endpoint, EndpointError, LostCalls
from stuka_env.text.http_call import LARGEST_REPLY
from stuka_env.text.reply import Completion
from tests.support.chat_server import SLOW_SECONDS, ChatServer, RawReply, chat_server

HELLO = [{"role": "system", "content": ""}, {"role": "user", "content": "1. Yes\n2. No"}]
ANSWER = Completion("I think.\nAnswer: 2", "", 100, 10)
KEY = "sk-secret-of-the-test"
DEADLINE = 0.6
"""Seconds that a call may take in tests of the deadline."""


def endpoint(server: ChatServer, **words: Any) -> Endpoint:
    return Endpoint(**{"url": server.url, "model": "mock", "timeout": 10.0, "attempts": 3, "pause": 0.01, **words})


def completion(message: Any, usage: Any = None, **choice: Any) -> RawReply:
    return RawReply(json.dumps({"choices": [{"message": message, **choice}], "usage": usage}))


# --- settings ---


def test_the_default_leaves_room_for_reasoning() -> None:
    with chat_server() as server:
        endpoint(server).complete(HELLO)
        assert server.requests == [{"model": "mock", "messages": HELLO, "max_tokens": MOST_REPLY_TOKENS}]
    assert MOST_REPLY_TOKENS >= 16_000


@pytest.mark.parametrize(
    ("settings", "fields"),
    [
        ({"max_tokens": 9}, {"max_tokens": 9}),
        ({"max_tokens": 9, "limit_field": "max_completion_tokens"}, {"max_completion_tokens": 9}),
        ({"max_tokens": None}, {}),
        ({"max_tokens": None, "temperature": 0.0, "seed": 0}, {"temperature": 0.0, "seed": 0}),
        ({"max_tokens": None, "reasoning_effort": "low", "body": {"top_p": 0.5}},
         {"reasoning_effort": "low", "top_p": 0.5}),
    ],
)  # fmt: skip
def test_settings_are_fields_of_the_request(settings: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    with chat_server() as server:
        endpoint(server, settings=RequestSettings(**settings)).complete(HELLO)
        assert server.requests == [{"model": "mock", "messages": HELLO, **fields}]


def test_further_headers_are_sent_and_their_values_are_not_described() -> None:
    settings = RequestSettings(headers={"X-Title": "a title", "api-key": KEY})
    with chat_server() as server:
        endpoint(server, settings=settings).complete(HELLO)
        sent = {name.lower(): value for name, value in server.headers[0].items()}
    assert (sent["x-title"], sent["api-key"]) == ("a title", KEY)
    assert settings.described == {"max_tokens": MOST_REPLY_TOKENS, "headers": ["X-Title", "api-key"]}
    assert KEY not in repr(settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"body": {"messages": []}}, "body: got 'messages'"),
        ({"body": {"stream": True}}, "body: got 'stream'"),
        ({"body": {"temperature": 1}}, "body: got 'temperature'"),
        ({"headers": {"Authorization": "x"}}, "headers: got 'Authorization'"),
        ({"headers": {"a b": "x"}}, "headers: got 'a b'"),
        ({"headers": {"x-y": "secret\r\nX: 1"}}, "headers: the value of 'x-y' is no text of visible ASCII"),
        ({"limit_field": "tokens"}, "limit_field: got 'tokens'"),
    ],
)
def test_settings_that_cannot_be_sent_are_refused(settings: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message) as refusal:
        RequestSettings(**settings)
    assert "secret" not in str(refusal.value)


# --- addresses and keys ---


@pytest.mark.parametrize(
    ("url", "got"),
    [
        ("file:///etc/passwd", "'file:///etc/passwd'"),
        ("http://", "'http://'"),
        ("http:///v1", "'http:///v1'"),
        ("http://x:99999/v1", "'http://x:99999/v1'"),
        ("http://x:0/v1", "'http://x:0/v1'"),
        ("http://x:y/v1", "'http://x:y/v1'"),
        ("http://[::1/v1", "'http://[::1/v1'"),
        ("http://a..b/v1", "'http://a..b/v1'"),
        ("http://a b/v1", "'http://a b/v1'"),
        ("http://a/v1\n", r"'http://a/v1\\n'"),
        ("http://user:hidden@x/v1", "a user, a query or a key"),
        ("http://hidden@x/v1", "a user, a query or a key"),
        ("http://x/v1?key=hidden", "a user, a query or a key"),
        ("http://x/v1#hidden", "a user, a query or a key"),
        ("http://x/sk-hidden/v1", "a user, a query or a key"),
        ("http://x/hidden-in-the-environment/v1", "a user, a query or a key"),
    ],
)
def test_an_address_that_cannot_be_called_or_has_a_key_is_refused_at_once(
    url: str, got: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "hidden-in-the-environment")
    with pytest.raises(EndpointError) as refusal:
        Endpoint(url, "mock")
    assert str(refusal.value).startswith(f"address of the model: got {got}, allowed is http".replace(r"\\n", r"\n"))
    assert "hidden" not in str(refusal.value)


@pytest.mark.parametrize("key", ["hidden\n", "hid\r\nX: den", "hidden ü", " hidden", "hid\tden"])
def test_a_key_that_cannot_be_sent_is_refused_at_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, key)
    with pytest.raises(EndpointError, match="^STUKA_LLM_KEY: the key has line breaks") as refusal:
        Endpoint("http://127.0.0.1:1/v1", "mock")
    assert "hid" not in str(refusal.value)


# --- deadline ---


@pytest.mark.parametrize("fault", ["drip", "drip-head", "slow"])
def test_a_deadline_bounds_the_whole_call(fault: str) -> None:
    with chat_server(fault, fault) as server:
        begun, lost = time.monotonic(), LostCalls()
        model = endpoint(server, timeout=DEADLINE, attempts=2)
        with pytest.raises(EndpointError, match="2 calls failed, the last with no complete reply in 0.6 seconds"):
            model.complete(HELLO, lost=lost)
        assert 2 * DEADLINE <= time.monotonic() - begun < 2 * DEADLINE + 0.5
    assert (lost.calls, lost.reply_tokens) == (2, 2 * MOST_REPLY_TOKENS)
    assert (model.calls, model.tokens) == (2, lost.prompt_tokens + lost.reply_tokens)


def test_the_tokens_of_calls_that_time_out_use_up_the_budget() -> None:
    with chat_server("slow") as server:
        budget = CallBudget(tokens=1000)
        model = endpoint(server, timeout=SLOW_SECONDS / 5, budget=budget, settings=RequestSettings(max_tokens=1000))
        with pytest.raises(EndpointError, match="the budget of 1000 tokens is used up"):
            model.complete(HELLO)


@pytest.mark.parametrize("fault", ["drip", "busy"])
def test_a_call_and_a_pause_end_soon_after_they_are_stopped(fault: str) -> None:
    stopped = threading.Event()
    with chat_server(fault) as server:
        begun = time.monotonic()
        threading.Timer(0.3, stopped.set).start()
        with pytest.raises(EndpointError, match="the call was stopped"):
            endpoint(server, timeout=60.0, pause=60.0).complete(HELLO, stopped=stopped)
        assert time.monotonic() - begun < 1.0


# --- errors of the endpoint ---


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "no such\nmodel", "type": "x"}}, "no such model"),
        ({"error": "out of credit"}, "out of credit"),
        ({"message": "no access"}, "no access"),
        ({"detail": [{"loc": ["body"], "msg": "too long"}]}, "too long"),
        ("plain words", "plain words"),
        ("<html><head><title>403 Forbidden</title></head></html>", "403 Forbidden"),
        ({"error": {"message": f"Incorrect API key provided: {KEY}."}}, "Incorrect API key provided: ***."),
    ],
)
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_the_words_of_the_endpoint_are_printed(
    body: Any, words: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with chat_server(RawReply(body if isinstance(body, str) else json.dumps(body), status)) as server:
        with pytest.raises(EndpointError) as refusal:
            endpoint(server).complete(HELLO)
        assert str(refusal.value) == f"mock at {server.url}: status {status} ({words})"
        assert len(server.requests) == 1


def test_a_refused_field_is_named() -> None:
    words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    with chat_server(RawReply(json.dumps({"error": {"message": words}}), 400)) as server:
        with pytest.raises(EndpointError, match="it refuses the field 'max_tokens' of the request") as refusal:
            endpoint(server).complete(HELLO)
        assert refusal.value.field == "max_tokens"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 520, 529])
def test_a_passing_status_is_tried_again(status: int) -> None:
    with chat_server(RawReply("busy", status)) as server:
        model = endpoint(server)
        assert model.complete(HELLO) == ANSWER
        assert (model.calls, model.tokens) == (2, 110)


def test_an_error_under_status_200_is_an_error() -> None:
    with chat_server(RawReply('{"error": {"message": "no provider"}}')) as server:
        with pytest.raises(EndpointError, match=r"status 200 \(no provider\)"):
            endpoint(server).complete(HELLO)


@pytest.mark.parametrize("wait", ["0.4", "date"])
def test_a_pause_that_the_endpoint_asks_for_is_made(wait: str) -> None:
    asked = wait if wait != "date" else formatdate(time.time() + 2, usegmt=True)
    with chat_server(RawReply("busy", 429, {"Retry-After": asked})) as server:
        begun = time.monotonic()
        endpoint(server).complete(HELLO)
        assert time.monotonic() - begun >= (0.4 if wait != "date" else 0.5)


def test_an_endless_pause_is_not_made() -> None:
    with chat_server(RawReply("busy", 429, {"retry-after": "86400"})) as server:
        with pytest.raises(EndpointError, match=r"status 429 \(busy\); it asks to wait 86400 seconds"):
            endpoint(server).complete(HELLO)


@pytest.mark.parametrize(("fault", "is_spent"), [("slow", True), ("broken", True), ("empty", True), ("busy", False)])
def test_a_passing_fault_is_tried_again(fault: str, is_spent: bool) -> None:
    with chat_server(fault) as server:
        lost = LostCalls()
        model = endpoint(server, timeout=SLOW_SECONDS / 2, settings=RequestSettings(max_tokens=1000))
        assert model.complete(HELLO, lost=lost) == ANSWER
        assert (model.calls, lost.calls) == (2, 1)
        assert model.tokens == 110 + lost.prompt_tokens + lost.reply_tokens
        assert lost.reply_tokens == (1000 if is_spent else 0)


def test_an_endpoint_that_keeps_failing_is_given_up() -> None:
    with chat_server(*["busy"] * 9) as server:
        with pytest.raises(EndpointError, match="3 calls failed, the last with status 429"):
            endpoint(server).complete(HELLO)
        assert len(server.requests) == 3
    with pytest.raises(EndpointError, match=r"3 calls failed, the last with URLError \(.*refused"):
        endpoint(server).complete(HELLO)


def test_a_host_that_does_not_speak_tls_is_given_up_at_once() -> None:
    with chat_server() as server:
        model = endpoint(server, url=server.url.replace("http:", "https:"))
        with pytest.raises(EndpointError, match=r"URLError \(.*WRONG_VERSION_NUMBER"):
            model.complete(HELLO)
        assert model.calls == 1


def test_an_unknown_host_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    model = Endpoint("http://nowhere.invalid/v1", "mock", pause=0.01)
    with pytest.raises(EndpointError, match="Name or service not known"):
        model.complete(HELLO)
    assert model.calls == 1


@pytest.mark.parametrize(("fault", "status"), [("refused", 401), ("moved", 307)])
def test_a_refusal_and_a_redirect_are_final(fault: str, status: int) -> None:
    with chat_server(fault) as server:
        with pytest.raises(EndpointError, match=f"status {status}"):
            endpoint(server).complete(HELLO)
        assert len(server.requests) == 1


# --- replies ---


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (completion({"content": [{"type": "text", "text": "Answer: "}, {"type": "text", "text": "2"}]}),
         Completion("Answer: 2", "", 0, 0)),
        (completion({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm"}]},
                                 {"type": "text", "text": "2"}]}), Completion("2", "", 0, 0, reasoning="Hm")),
        (completion({"content": "2", "reasoning_content": "Hm"}), Completion("2", "", 0, 0, reasoning="Hm")),
        (completion({"content": "2", "reasoning": "Hm"}), Completion("2", "", 0, 0, reasoning="Hm")),
        (completion({"content": None, "refusal": "I will not."}), Completion("I will not.", "", 0, 0)),
        (completion({"content": None}, finish_reason="length"), Completion("", "length", 0, 0)),
        (completion({"content": "2"}, {"prompt_tokens": 9, "completion_tokens": 1,
                                       "prompt_tokens_details": {"cached_tokens": 8}}),
         Completion("2", "", 9, 1, 8)),
        (completion({"content": "2"}, {"prompt_tokens": 9.0, "prompt_cache_hit_tokens": 3}),
         Completion("2", "", 9, 0, 3)),
        (completion({"content": "2"}, {"prompt_tokens": None}), Completion("2", "", 0, 0)),
    ],
)  # fmt: skip
def test_replies_of_usual_forms_are_read(reply: RawReply, expected: Completion) -> None:
    with chat_server(reply) as server:
        assert endpoint(server).complete(HELLO) == expected


@pytest.mark.parametrize("reason", ["length", "MAX_TOKENS", "error", "content_filter"])
def test_a_reply_that_the_endpoint_cut_is_marked(reason: str) -> None:
    with chat_server(completion({"content": "Answer: 1"}, finish_reason=reason)) as server:
        assert endpoint(server).complete(HELLO).cut_by == reason


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (completion(None), "choices[0].message: got None, allowed is an object"),
        (completion("2"), "choices[0].message: got '2', allowed is an object"),
        (completion({"content": 2}), "choices[0].message.content: got 2"),
        (completion({"content": [{"type": "image"}]}), "a part of the content: got {'type': 'image'}"),
        (completion({"content": None, "tool_calls": [{}]}), "a call of a tool, although none was offered"),
        (completion({"content": "2"}, [1]), "usage: got [1], allowed is an object"),
        (completion({"content": "2"}, {"prompt_tokens": -5}), "usage.prompt_tokens: got -5"),
        (completion({"content": "2"}, {"completion_tokens": 10**12}), "usage.completion_tokens: got 1000000000000"),
        (completion({"content": "2"}, {"prompt_tokens": "many"}), "usage.prompt_tokens: got 'many'"),
        (completion({"content": "2"}, {"prompt_tokens": True}), "usage.prompt_tokens: got True"),
        (completion({"content": "2"}, {"prompt_tokens": 10**40}), "no JSON: a whole number of more than 30 digits"),
        (completion({"content": "2"}, {"prompt_tokens": float("inf")}), "no JSON: broken JSON: Infinity"),
        (RawReply("[" * 3_000_000), "no JSON: nested deeper than 100 levels"),
        (RawReply("[]"), "the reply: got [], allowed is an object"),
        (RawReply('{"choices": {}}'), "choices: got {}, allowed is a list of objects"),
        (RawReply('{"choices": ["2"]}'), "choices: got ['2'], allowed is a list of objects"),
        (RawReply('data: {"choices": []}\n\ndata: [DONE]\n'), "a stream, although none was asked for"),
        (RawReply("<!doctype html><title>Welcome</title>"), "a page in place of JSON: 'Welcome'"),
        (RawReply("hello"), "no JSON: broken JSON in line 1, column 1"),
    ],
)
def test_a_reply_of_another_form_is_one_line_after_one_call(reply: RawReply, words: str) -> None:
    with chat_server(reply) as server:
        lost = LostCalls()
        with pytest.raises(EndpointError) as refusal:
            endpoint(server).complete(HELLO, lost=lost)
        assert str(refusal.value).startswith(f"mock at {server.url}: no chat completion: {words}")
        assert "\n" not in str(refusal.value)
        assert (len(server.requests), lost.calls) == (1, 1)


def test_a_reply_that_is_too_large_is_given_up() -> None:
    with chat_server(RawReply(" " * (LARGEST_REPLY + 1))) as server:
        with pytest.raises(EndpointError, match="a reply of more than 4 MiB"):
            endpoint(server).complete(HELLO)
        assert len(server.requests) == 1
