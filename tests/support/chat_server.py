"""A server on this machine that speaks the protocol of chat completions, with faults on request."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Player = Callable[[str], str]
"""A function that returns the reply to a question."""
Counter = Callable[[str], int]
"""A function that returns the tokens of a text."""
SLOW_SECONDS = 1.0
"""Seconds that a slow answer takes."""
DRIP_SECONDS = 0.5
"""Seconds between the bytes of an answer that never ends."""
MOST_DRIPS = 60
PAUSE_SECONDS = 0.25
"""Seconds between two pieces of a stream that pauses."""


@dataclass(frozen=True)
class RawReply:
    """A reply that is sent as it is."""

    body: bytes | str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Fault = str | RawReply | bytes
"""A fault by its name, a reply, or all bytes of a connection."""
Rule = Callable[[dict[str, Any]], RawReply | None]
"""A function that returns the refusal of a request, or None."""


class ChatServer(ThreadingHTTPServer):
    """The server. Each request takes the next fault, or is answered by the player.

    Attributes:
        player: writes the replies; the usual one takes the last option.
        tokens: counts tokens; None to count 100 that are read and 10 that are written for every call.
        faults: faults to come: "slow", "drip", "drip-head", "pause", "broken", "empty", "busy", "refused", "moved",
            "illegal", "cut", a reply, or all bytes of a connection.
        rule: refuses requests.
        streams: whether it answers a request for a stream with one.
        requests: bodies of the requests.
        paths: their paths with the query.
        keys: their headers of authorization.
        headers: all their headers.
    """

    daemon_threads = True

    def __init__(self, faults: list[Fault], player: Player, tokens: Counter | None) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self.player = player
        self.tokens = tokens
        self.faults = faults
        self.rule: Rule = lambda request: None
        self.streams = True
        self.paths: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about clients that have left."""


class ChatHandler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.keys.append(self.headers["Authorization"])
        self.server.headers.append(dict(self.headers))
        self.server.paths.append(self.path)
        fault = self.server.rule(body) or (self.server.faults.pop(0) if self.server.faults else "")
        if self.path.partition("?")[0] != "/v1/chat/completions":
            return self.send_error(404)
        match fault:
            case bytes():
                self.wfile.write(fault)
                return
            case RawReply():
                body_of = fault.body if isinstance(fault.body, bytes) else fault.body.encode()
                return self.reply(body_of, fault.status, fault.headers)
            case "drip" | "drip-head":
                return self.drip(in_head=fault == "drip-head")
            case "busy":
                return self.send_error(429)
            case "refused":
                return self.send_error(401)
            case "moved":
                self.send_response(307)
                self.send_header("Location", "http://127.0.0.1:1/v1/chat/completions")
                return self.end_headers()
            case "broken":
                return self.reply(b'{"choices": [')
            case "empty":
                return self.reply(b'{"choices": []}')
            case "slow":
                time.sleep(SLOW_SECONDS)
        asked = [each["content"] for each in body["messages"] if each["role"] == "user"]
        question = next(one for one in reversed(asked) if not one.startswith("Refused: "))
        text = "Answer: ask the weather" if fault == "illegal" else self.server.player(question)
        reason = "length" if fault == "cut" else "stop"
        message = {"role": "assistant", "content": "I think that the odds" if fault == "cut" else text}
        read, written = self.usage(body, text)
        usage = {"prompt_tokens": read, "completion_tokens": written}
        if body.get("stream") and self.server.streams:
            return self.stream(message, reason, usage, PAUSE_SECONDS if fault == "pause" else 0.0)
        choice = {"index": 0, "message": message, "finish_reason": reason}
        return self.reply(json.dumps({"choices": [choice], "usage": usage}).encode())

    def stream(self, message: dict[str, str], reason: str, usage: dict[str, int], pause: float) -> None:
        """Send a reply in pieces."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for event in stream_events(message["content"], reason, usage):
            self.wfile.write(event)
            time.sleep(pause)

    def usage(self, body: dict[str, Any], text: str) -> tuple[int, int]:
        count = self.server.tokens
        return (100, 10) if count is None else (sum(count(each["content"]) for each in body["messages"]), count(text))

    def drip(self, in_head: bool) -> None:
        """Send a byte now and then, in the headers or in the body."""
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: " + (b"" if in_head else b"yes\r\n\r\n"))
            for _ in range(MOST_DRIPS):
                self.wfile.write(b" ")
                time.sleep(DRIP_SECONDS)

    def reply(self, contents: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(contents)))
        self.end_headers()
        self.wfile.write(contents)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


def stream_events(text: str, reason: str, usage: dict[str, int]) -> list[bytes]:
    """Return the events of a reply as a stream."""
    deltas = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in re.split(r"(?<=\n)", text))]
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": reason})
    values = [{"choices": [choice], "usage": None} for choice in choices]
    events = [json.dumps(each) for each in [*values, {"choices": [], "usage": usage}]]
    return [f"data: {event}\n\n".encode() for event in [*events, "[DONE]"]]


def last_option(question: str) -> str:
    """Return a reply that takes the last option of a question."""
    return "I think.\nAnswer: " + re.findall(r"^(\d+)\. ", question, re.MULTILINE)[-1]


@contextmanager
def chat_server(*faults: Fault, player: Player = last_option, tokens: Counter | None = None) -> Iterator[ChatServer]:
    """Run the server."""
    server = ChatServer(list(faults), player, tokens)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
