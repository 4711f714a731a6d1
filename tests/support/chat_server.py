"""A server on this machine that speaks the protocol of chat completions, with faults on request."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SLOW_SECONDS = 1.0
"""Seconds that a slow answer takes."""


class ChatServer(ThreadingHTTPServer):
    """The server. Each request takes the next fault, or is answered with the last option.

    Attributes:
        faults: faults to come: "slow", "broken", "empty", "busy", "refused", "moved", "illegal", "cut".
        requests: bodies of the requests.
        keys: their headers of authorization.
    """

    daemon_threads = True

    def __init__(self, faults: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self.faults = faults
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

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
        fault = self.server.faults.pop(0) if self.server.faults else ""
        if self.path != "/v1/chat/completions":
            return self.send_error(404)
        match fault:
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
        text = "Answer: ask the weather" if fault == "illegal" else f"I think.\nAnswer: {options_in(body)}"
        reason = "length" if fault == "cut" else "stop"
        message = {"role": "assistant", "content": "I think that the odds" if fault == "cut" else text}
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        choice = {"index": 0, "message": message, "finish_reason": reason}
        return self.reply(json.dumps({"choices": [choice], "usage": usage}).encode())

    def reply(self, contents: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(contents)))
        self.end_headers()
        self.wfile.write(contents)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


def options_in(body: dict[str, Any]) -> int:
    """Return the number of the last option of a question."""
    return int(re.findall(r"^(\d+)\. ", body["messages"][1]["content"], re.MULTILINE)[-1])


@contextmanager
def chat_server(*faults: str) -> Iterator[ChatServer]:
    """Run the server."""
    server = ChatServer(list(faults))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
