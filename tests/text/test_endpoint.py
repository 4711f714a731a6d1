"""One call of a language model: its settings, its time limits, what the endpoint says, and servers that misbehave."""

import json
import socket
import threading
import time
from collections.abc import Mapping
from email.utils import formatdate
from typing import Any

import pytest

from stuka_env.text import http_call
from stuka_env.text.chat_errors import FORM_STATUSES
from stuka_env.text.chat_reply import TOOL_CALL
from stuka_env.text.chat_request import MOST_REPLY_TOKENS, RequestSettings
from stuka_env.text.endpoint import JITTER, KEY_VARIABLE, LONGEST_PAUSE, CallBudget, Endpoint, EndpointError, LostCalls
from stuka_env.text.http_call import post
from stuka_env.text.reply import Completion
from tests.support.chat_server import SLOW_SECONDS, ChatServer, RawReply, chat_server, stream_events
from tests.support.each import each

HELLO = [{"role": "system", "content": ""}, {"role": "user", "content": "1. Yes\n2. No"}]
STREAM = {"stream": True, "stream_options": {"include_usage": True}}
ANSWER = Completion("I think.\nAnswer: 2", "", 100, 10)
KEY = "sk-secret-of-the-test"
DEADLINE = 0.6
"""Seconds that a call may take in tests of the deadline."""


def endpoint(server: ChatServer, **words: Any) -> Endpoint:
    return Endpoint(**{"url": server.url, "model": "mock", "timeout": 10.0, "attempts": 3, "pause": 0.01, **words})


# --- settings ---


def test_the_default_leaves_room_for_reasoning() -> None:
    with chat_server() as server:
        endpoint(server).complete(HELLO)
        assert server.requests == [{"model": "mock", "messages": HELLO, **STREAM, "max_tokens": MOST_REPLY_TOKENS}]
    assert MOST_REPLY_TOKENS >= 16_000


@each("settings, fields", [
        ({"max_tokens": 9}, {"max_tokens": 9}),
        ({"max_tokens": 9, "limit_field": "max_completion_tokens"}, {"max_completion_tokens": 9}),
        ({"max_tokens": None}, {}),
        ({"max_tokens": None, "temperature": 0.0, "seed": 0}, {"temperature": 0.0, "seed": 0}),
        ({"max_tokens": None, "reasoning_effort": "low", "body": {"top_p": 0.5}},
         {"reasoning_effort": "low", "top_p": 0.5}),
    ])  # fmt: skip
def test_settings_are_fields_of_the_request(settings: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    with chat_server() as server:
        endpoint(server, settings=RequestSettings(**settings)).complete(HELLO)
        assert server.requests == [{"model": "mock", "messages": HELLO, **STREAM, **fields}]


def test_further_headers_are_sent_and_their_values_are_not_described() -> None:
    settings = RequestSettings(headers={"X-Title": "a title", "api-key": KEY})
    with chat_server() as server:
        endpoint(server, settings=settings).complete(HELLO)
        sent = {name.lower(): value for name, value in server.headers[0].items()}
    assert (sent["x-title"], sent["api-key"]) == ("a title", KEY)
    assert settings.described == {"max_tokens": MOST_REPLY_TOKENS, "headers": ["X-Title", "api-key"]}
    assert KEY not in repr(settings)


@each(
    "settings, message",
    [
        ({"body": {"messages": []}}, "body: got 'messages'"),
        ({"body": {"stream": True}}, "body: got 'stream'"),
        ({"body": {"stream_options": {}}}, "body: got 'stream_options'"),
        ({"body": {"temperature": 1}}, "body: got 'temperature'"),
        ({"headers": {"Authorization": "x"}}, "headers: got 'Authorization'"),
        ({"headers": {"a b": "x"}}, "headers: got 'a b'"),
        ({"headers": {"x-y": "secret\r\nX: 1"}}, "headers: the value of 'x-y' is no text of visible ASCII"),
        ({"query": {"x-y": "secret\n"}}, "query: the value of 'x-y' is no text of printable characters"),
        ({"query": {"x-y": 1}}, "query: the value of 'x-y' is no text"),
        ({"limit_field": "tokens"}, "limit_field: got 'tokens'"),
    ],
)
def test_settings_that_cannot_be_sent_are_refused(settings: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message) as refusal:
        RequestSettings(**settings)
    assert "secret" not in str(refusal.value)


# --- addresses and keys ---

SECRET = "a user, a fragment or a key"


@each(
    "end, query, path",
    [
        ("", {}, "/v1/chat/completions"),
        ("/", {}, "/v1/chat/completions"),
        ("/chat/completions", {}, "/v1/chat/completions"),
        ("/chat/completions/", {}, "/v1/chat/completions"),
        ("?api-version=2024-10-21", {}, "/v1/chat/completions?api-version=2024-10-21"),
        ("/chat/completions?api-version=1", {"code": "a b&c"}, "/v1/chat/completions?api-version=1&code=a+b%26c"),
        ("?a=1&a=2&b=3&c", {"b": "4"}, "/v1/chat/completions?a=1&a=2&c=&b=4"),
    ],
)
def test_an_address_may_have_a_query_and_the_whole_path(end: str, query: Mapping[str, str], path: str) -> None:
    with chat_server() as server:
        model = endpoint(server, url=server.url + end, settings=RequestSettings(query=query))
        assert model.complete(HELLO) == ANSWER
        assert server.paths == [path]


def test_values_of_further_fields_of_the_query_are_not_described() -> None:
    settings = RequestSettings(query={"code": KEY})
    assert settings.described == {"max_tokens": MOST_REPLY_TOKENS, "query": ["code"]}
    assert KEY not in repr(settings)
    with chat_server(RawReply(f"no such code: {KEY}", 401)) as server:
        with pytest.raises(EndpointError, match=r"no such code: \*\*\*"):
            endpoint(server, settings=settings).complete(HELLO)


@each(
    "url, got",
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
        ("http://user:hidden@x/v1", SECRET),
        ("http://hidden@x/v1", SECRET),
        ("http://x/v1?key=hidden", SECRET),
        ("http://x/v1?api-version=1&api_key=hidden", SECRET),
        ("http://x/v1?access-token=hidden", SECRET),
        ("http://x/v1?v=sk-hidden", SECRET),
        ("http://x/v1?v=hidden-in-the-environment", SECRET),
        ("http://x/v1#hidden", SECRET),
        ("http://x/sk-hidden/v1", SECRET),
        ("http://x/hidden-in-the-environment/v1", SECRET),
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


@each("key", ["hidden\n", "hid\r\nX: den", "hidden ü", " hidden", "hid\tden"])
def test_a_key_that_cannot_be_sent_is_refused_at_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, key)
    with pytest.raises(EndpointError, match="^STUKA_LLM_KEY: the key has line breaks") as refusal:
        Endpoint("http://127.0.0.1:1/v1", "mock")
    assert "hid" not in str(refusal.value)


# --- deadline ---


@pytest.mark.parametrize("fault", ["drip-head", "slow"])
def test_silence_before_a_reply_is_bounded(fault: str) -> None:
    with chat_server(fault, fault) as server:
        begun, lost = time.monotonic(), LostCalls()
        model = endpoint(server, timeout=DEADLINE, attempts=2)
        with pytest.raises(EndpointError, match="2 calls failed, the last with silence of 0.6 seconds"):
            model.complete(HELLO, lost=lost)
        assert 2 * DEADLINE <= time.monotonic() - begun < 2 * DEADLINE + 0.5
    assert (lost.calls, lost.reply_tokens) == (2, 2 * MOST_REPLY_TOKENS)
    assert (model.calls, model.tokens) == (2, lost.prompt_tokens + lost.reply_tokens)


def test_a_stream_may_take_longer_than_the_silence_between_its_pieces() -> None:
    with chat_server("pause") as server:
        begun = time.monotonic()
        assert endpoint(server, timeout=DEADLINE, attempts=1).complete(HELLO) == ANSWER
        assert time.monotonic() - begun > 2 * DEADLINE


@pytest.mark.parametrize(("timeout", "longest"), [(DEADLINE / 2, 60.0), (10.0, DEADLINE)])
def test_silence_within_a_reply_and_an_endless_reply_are_bounded(timeout: float, longest: float) -> None:
    """The server sends a byte now and then: too rarely for the first limit, for ever for the second."""
    with chat_server("drip") as server:
        with pytest.raises(TimeoutError):
            post(f"{server.url}/chat/completions", json.dumps({"messages": HELLO}).encode(), {}, silence=timeout,
                 longest=longest)  # fmt: skip


def test_a_connection_that_stays_open_behind_a_stream_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    events = stream_events("Answer: 2", "stop", {"prompt_tokens": 9})
    stays_open = {"Content-Length": str(sum(map(len, events)) + 100)}
    with chat_server(RawReply(b"".join(events), headers=stays_open)) as server:
        assert endpoint(server).complete(HELLO) == Completion("Answer: 2", "", 9, 0)


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


@each(
    "body, words",
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
@each("status", [400, 401, 403, 404, 422])
def test_the_words_of_the_endpoint_are_printed(
    body: Any, words: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with chat_server(*[RawReply(body if isinstance(body, str) else json.dumps(body), status)] * 3) as server:
        with pytest.raises(EndpointError) as refusal:
            endpoint(server).complete(HELLO)
        assert str(refusal.value) == f"mock at {server.url}: status {status} ({words})"
        assert len(server.requests) == (1 if status not in FORM_STATUSES else 3)


def test_a_refused_field_is_named() -> None:
    words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    with chat_server(RawReply(json.dumps({"error": {"message": words}}), 400)) as server:
        with pytest.raises(EndpointError, match="it refuses the field 'max_tokens' of the request") as refusal:
            endpoint(server).complete(HELLO)
        assert refusal.value.field == "max_tokens"


@each("status", [429, 500, 502, 503, 504, 520, 529])
def test_a_passing_status_is_tried_again(status: int) -> None:
    with chat_server(RawReply("busy", status)) as server:
        model = endpoint(server)
        assert model.complete(HELLO) == ANSWER
        assert (model.calls, model.tokens) == (2, 110)


@each(
    "error",
    [
        {"error": {"code": 429, "message": "slow down"}},
        {"error": {"message": "no provider"}},
        {"error": "internal error"},
        {"error": {"type": "overloaded_error", "message": "Overloaded"}},
        {"choices": [{"error": {"code": 502, "message": "provider failed"}, "finish_reason": "error"}]},
        {"choices": None, "base_resp": {"status_code": 1002, "status_msg": "rate limit"}},
        {"code": 1302, "msg": "too many requests", "success": False},
        {"detail": "the worker has died"},
    ],
)
@each("is_stream", [False, True])
def test_a_passing_error_under_status_200_is_tried_again(error: Any, is_stream: bool) -> None:
    text = json.dumps(error)
    part = stream_events("Answer: 1", "stop", {})[1].decode()
    with chat_server(RawReply(f"{part}data: {text}\n\ndata: [DONE]\n\n" if is_stream else text)) as server:
        assert endpoint(server).complete(HELLO) == ANSWER


@each(
    "error, words",
    [
        ({"error": {"code": 401, "message": "who are you"}}, "who are you"),
        ({"error": {"code": "401", "message": "who are you"}}, "who are you"),
        ({"error": {"message": "Invalid API key"}}, "Invalid API key"),
        ({"error": {"type": "not_found_error", "message": "model: mock"}}, "model: mock"),
        ({"error": "The model mock does not exist"}, "The model mock does not exist"),
        ({"error": {"message": "Insufficient credits"}}, "Insufficient credits"),
    ],
)
def test_an_error_of_the_configuration_under_status_200_is_final(error: Any, words: str) -> None:
    with chat_server(RawReply(json.dumps(error))) as server:
        with pytest.raises(EndpointError) as refusal:
            endpoint(server).complete(HELLO)
        assert str(refusal.value) == f"mock at {server.url}: status 200 ({words})"
        assert len(server.requests) == 1


@pytest.mark.parametrize("wait", ["0.4", "date"])
def test_a_pause_that_the_endpoint_asks_for_is_made(wait: str) -> None:
    asked = wait if wait != "date" else formatdate(time.time() + 2, usegmt=True)
    with chat_server(RawReply("busy", 429, {"Retry-After": asked})) as server:
        begun = time.monotonic()
        endpoint(server).complete(HELLO)
        assert time.monotonic() - begun >= (0.4 if wait != "date" else 0.5)


def test_calls_that_are_refused_because_of_their_number_are_no_attempts() -> None:
    with chat_server(*["busy"] * 7) as server:
        model = endpoint(server, attempts=1, pause=0.001)
        lost = LostCalls()
        assert model.complete(HELLO, lost=lost) == ANSWER
        assert (model.calls, lost.calls) == (8, 7)


def test_credit_that_is_used_up_does_not_pass() -> None:
    body = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}
    with chat_server(RawReply(json.dumps(body), 429)) as server:
        with pytest.raises(EndpointError, match=r"status 429 \(You exceeded your current quota\)"):
            endpoint(server).complete(HELLO)


def test_threads_share_a_pause() -> None:
    """One call is refused; the calls of the other threads wait too."""
    times: list[float] = []
    with chat_server(RawReply("busy", 429, {"Retry-After": "0.5"})) as server:
        model = endpoint(server)

        def ask() -> None:
            model.complete(HELLO)
            times.append(time.monotonic())

        first = threading.Thread(target=ask)
        begun = time.monotonic()
        first.start()
        while not server.requests or not model._pause_end:
            time.sleep(0.01)
        others = [threading.Thread(target=ask) for _ in range(4)]
        for each in others:
            each.start()
        for each in (first, *others):
            each.join()
    assert len(server.requests) == 6
    assert all(each - begun >= 0.5 for each in times)


@each("part", [0.0, 0.4, 1.0])
def test_a_wait_is_longer_by_a_random_part(part: float) -> None:
    waits: list[float] = []

    class Waiting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            return True

    with pytest.MonkeyPatch.context() as patch, chat_server("busy") as server:
        patch.setattr("stuka_env.text.endpoint.random.uniform", lambda least, most: least + (most - least) * part)
        with pytest.raises(EndpointError):
            endpoint(server, pause=1000.0).complete(HELLO, stopped=Waiting())
    assert waits == [pytest.approx(LONGEST_PAUSE * (1 + JITTER * part), rel=0.01)]


def test_an_endpoint_that_gives_no_reply_for_half_an_hour_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Endpoint, "_wait", lambda model, seconds, stopped: now.append(now.pop() + seconds))
    with chat_server(*["busy"] * 5, "", *["busy"] * 60) as server:
        model = endpoint(server, pause=1.0)
        assert model.complete(HELLO) == ANSWER
        assert now == [1 + 2 + 4 + 8 + 16]
        with pytest.raises(EndpointError, match="no reply for 30 minutes, the last call failed with status 429"):
            model.complete(HELLO)
        assert now[0] - 31 == pytest.approx(1800, abs=60)
        assert len(server.requests) < 50


def test_a_pause_that_ends_after_half_an_hour_of_silence_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Endpoint, "_wait", lambda model, seconds, stopped: now.append(now.pop() + seconds))
    with chat_server(*[RawReply("busy", 503, {"Retry-After": "1000"})] * 2) as server:
        with pytest.raises(EndpointError, match=r"status 503 \(busy\); it asks to wait 1000 seconds"):
            endpoint(server).complete(HELLO)
        assert (now, len(server.requests)) == ([1000.0], 2)


def test_an_endless_pause_is_not_made() -> None:
    with chat_server(RawReply("busy", 429, {"retry-after": "86400"})) as server:
        with pytest.raises(EndpointError, match=r"status 429 \(busy\); it asks to wait 86400 seconds"):
            endpoint(server).complete(HELLO)


@each("fault, is_spent", [("slow", True), ("broken", True), ("empty", True), ("busy", False)])
def test_a_passing_fault_is_tried_again(fault: str, is_spent: bool) -> None:
    with chat_server(fault) as server:
        lost = LostCalls()
        model = endpoint(server, timeout=SLOW_SECONDS / 2, settings=RequestSettings(max_tokens=1000))
        assert model.complete(HELLO, lost=lost) == ANSWER
        assert (model.calls, lost.calls) == (2, 1)
        assert model.tokens == 110 + lost.prompt_tokens + lost.reply_tokens
        assert lost.reply_tokens == (1000 if is_spent else 0)


def test_an_endpoint_that_keeps_failing_is_given_up() -> None:
    with chat_server(*[RawReply("down", 503)] * 9) as server:
        with pytest.raises(EndpointError, match="3 calls failed, the last with status 503"):
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


# --- servers that misbehave ---


def test_a_reply_that_is_cut_anywhere_is_tried_again() -> None:
    """The whole connection is cut, in the head and in the body, of a stream and of an object."""
    body = json.dumps({"choices": [{"message": {"content": "Answer: 2"}, "finish_reason": "stop"}]}, indent=1).encode()
    stream = b"".join(stream_events("Answer: 1", "stop", {"prompt_tokens": 1}))
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(stream), stream)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    wholes = [
        head + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        head + b"\r\n" + body,
        head + b"\r\n" + stream[: stream.index(b'"stop"')],
        head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked[: chunked.index(b"data: [DONE]")],
    ]
    cut = [whole[:place] for whole in wholes for place in range(0, len(whole), 3)]
    with chat_server(*cut) as server:
        model = endpoint(server, attempts=len(cut) + 1, pause=0.0)
        assert model.complete(HELLO) == ANSWER
        assert model.calls == len(cut) + 1 > 300


@each(
    "body",
    [
        "",
        "hello",
        "[]",
        "2",
        '{"ok": true}',
        "<!doctype html><title>Welcome</title>",
        "[" * 3_000_000,
        '{"choices": []}',
    ],
)
def test_what_is_no_reply_is_tried_again_and_named_in_one_line(body: str) -> None:
    with chat_server(RawReply(body)) as server:
        assert endpoint(server).complete(HELLO) == ANSWER
    if "choices" not in body:
        with chat_server(*[RawReply(body)] * 3) as server:
            with pytest.raises(EndpointError, match="^mock at .*: 3 calls failed, the last with [^\n]*$"):
                endpoint(server).complete(HELLO)


def test_a_reply_that_stays_empty_is_refused_as_an_answer() -> None:
    with chat_server(*["empty"] * 3) as server:
        assert endpoint(server).complete(HELLO).fault == "The reply has nothing in it."


def test_a_reply_that_is_too_large_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_call, "LARGEST_REPLY", 1 << 20)
    with chat_server(RawReply(" " * (1 << 21))) as server:
        assert endpoint(server).complete(HELLO) == ANSWER


@each("status, error", [
        (400, {"error": {"code": "content_filter", "message": "The response was filtered due to the prompt triggering "
                         "Azure OpenAI's content management policy. Please modify your prompt and retry."}}),
        (400, {"error": {"message": "Invalid prompt: your prompt was flagged as potentially violating our policy."}}),
        (403, {"error": {"code": 403, "message": "Your input was flagged", "metadata": {"reasons": ["violence"]}}}),
        (400, {"code": "DataInspectionFailed", "message": "Input data may contain inappropriate content."}),
        (200, {"error": {"code": "content_policy_violation", "message": "rejected"}}),
        (200, {"choices": [], "promptFeedback": {"blockReason": "SAFETY"}}),
    ])  # fmt: skip
def test_a_filtered_prompt_is_a_refused_answer(status: int, error: Any) -> None:
    with chat_server(RawReply(json.dumps(error), status)) as server:
        completion = endpoint(server).complete(HELLO)
        assert completion.is_filtered and not completion.text
        assert len(server.requests) == 1


def test_a_call_of_a_tool_that_the_endpoint_does_not_know_is_a_refused_answer() -> None:
    error = {"error": {"code": "tool_use_failed", "message": "Failed to call a function.", "failed_generation": "x"}}
    with chat_server(RawReply(json.dumps(error), 400)) as server:
        assert endpoint(server).complete(HELLO).fault == TOOL_CALL


@each("status", [400, 401, 403])
@each(
    "body",
    [
        '{"error": {"message": "Your account was flagged for a violation of our policies"}}',
        "<html><title>403 Forbidden</title>Your request has been blocked.</html>",
        '{"error": {"message": "Model names are case-sensitive"}}',
        '{"error": {"message": "Failed to parse the body of the request"}}',
    ],
)
def test_an_error_of_the_configuration_is_no_filtered_prompt(status: int, body: str) -> None:
    with chat_server(*[RawReply(body, status)] * 3) as server:
        with pytest.raises(EndpointError, match=f"status {status}"):
            endpoint(server).complete(HELLO)


STREAM_REFUSALS = [
    RawReply('{"error": {"message": "Streaming is not supported"}}', 400),
    RawReply('{"error": {"param": "stream", "message": "Your organization must be verified", "code": "x"}}', 400),
    RawReply('{"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]}', 422),
    RawReply('{"error": {"message": "stream is not implemented"}}', 500),
    RawReply('{"error": "stream: unsupported"}'),
    RawReply("", 501),
    RawReply("Bad Request", 400),
]


@each("refusal", STREAM_REFUSALS)
def test_a_server_that_refuses_streams_is_asked_once_without(refusal: RawReply) -> None:
    with chat_server() as server:
        server.rule = lambda request: refusal if "stream" in request else None
        model, lost = endpoint(server, attempts=1), LostCalls()
        assert [model.complete(HELLO, lost=lost) for _ in range(3)] == [ANSWER] * 3
        assert [request.get("stream") for request in server.requests] == [True, None, None, None]
        assert (model.calls, lost.calls, model.tokens) == (4, 1, 330)


def test_plain_json_in_answer_to_a_request_for_a_stream_is_read() -> None:
    with chat_server() as server:
        server.streams = False
        assert endpoint(server).complete(HELLO) == ANSWER


SYSTEM_REFUSALS = [
    RawReply('{"error": {"message": "System role not supported"}}', 400),
    RawReply('{"error": "Conversation roles must alternate user/assistant/user/assistant/..."}', 400),
    RawReply('{"error": {"message": "Developer instruction is not enabled for models/mock"}}', 400),
    RawReply('{"error": {"message": "Jinja exception: System role not supported"}}', 500),
    RawReply('{"error": {"message": "Unsupported value: messages[0].role does not support system"}}', 400),
    RawReply("Bad Request", 400),
]


@each("refusal", SYSTEM_REFUSALS)
def test_a_model_without_a_system_role_gets_the_rules_before_the_question(refusal: RawReply) -> None:
    rules, question = {"role": "system", "content": "Rules."}, HELLO[1]
    with chat_server() as server:
        server.rule = lambda request: refusal if request["messages"][0]["role"] == "system" else None
        model = endpoint(server, attempts=1)
        assert [model.complete([rules, question]) for _ in range(2)] == [ANSWER] * 2
        assert server.requests[-1]["messages"] == [{"role": "user", "content": "Rules.\n\n1. Yes\n2. No"}]
        assert len(server.requests) <= 4


def test_the_form_of_the_requests_stays_after_the_first_reply() -> None:
    with chat_server("", *[RawReply("the stream has ended", 500)] * 2, "", RawReply("the system role", 400)) as server:
        model = endpoint(server)
        assert model.complete(HELLO) == model.complete(HELLO) == ANSWER
        with pytest.raises(EndpointError, match="status 400"):
            model.complete(HELLO)
        assert all(request["stream"] for request in server.requests)
