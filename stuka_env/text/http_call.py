"""One HTTP request with a deadline for the whole call, which another thread can stop.

A time limit of a socket bounds one read, so a server that sends a byte now and then would hold a call for ever. The
request therefore runs in a thread of its own, which is left behind at the deadline.
"""

import http.client
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LARGEST_REPLY = 4 << 20
"""Bytes of a reply that are read."""
PIECE = 1 << 16
"""Bytes that are read at once."""
CALL_POLL = 0.1
"""Seconds between two looks at whether the call is to stop."""


class CallStoppedError(Exception):
    """The call was stopped by another thread."""


class TooLargeError(ValueError):
    """The reply is larger than allowed."""


@dataclass(frozen=True)
class HttpReply:
    """A reply of a server, whatever its status."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def post(
    url: str, body: bytes, headers: Mapping[str, str], *, seconds: float, stopped: threading.Event | None = None
) -> HttpReply:
    """Return the reply to a request. Redirects are not followed, because they would carry a key along.

    Args:
        url: the address.
        body: the body of the request.
        headers: its headers.
        seconds: seconds that the whole call may take.
        stopped: an event that ends the call when it is set.

    Raises:
        TimeoutError: there was no complete reply in time.
        CallStoppedError: ``stopped`` was set.
        TooLargeError: the reply is larger than :data:`LARGEST_REPLY`.
        OSError, HTTPException, ValueError: the call failed.
    """
    call = _Call(urllib.request.Request(url, body, dict(headers)), time.monotonic() + seconds, seconds)
    threading.Thread(target=call.run, daemon=True).start()
    try:
        while not call.has_ended.wait(min(CALL_POLL, max(0.0, call.deadline - time.monotonic()))):
            if stopped is not None and stopped.is_set():
                raise CallStoppedError
            if time.monotonic() >= call.deadline:
                raise TimeoutError
    finally:
        call.is_abandoned = True
    if call.error is not None:
        raise call.error
    assert call.reply is not None
    return call.reply


class _Call:
    """A request that runs in a thread."""

    def __init__(self, request: urllib.request.Request, deadline: float, seconds: float) -> None:
        self.request, self.deadline, self.seconds = request, deadline, seconds
        self.has_ended = threading.Event()
        self.is_abandoned = False
        self.reply: HttpReply | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Make the request, and keep its reply or its error."""
        try:
            with _OPENER.open(self.request, timeout=self.seconds + 1) as response:  # the deadline comes first
                self.reply = HttpReply(response.status, dict(response.headers), self._body_of(response))
        except Exception as error:
            self.error = error
        self.has_ended.set()

    def _body_of(self, response: http.client.HTTPResponse) -> bytes:
        body = bytearray()
        while not self.is_abandoned and (piece := response.read1(PIECE)):
            body += piece
            if len(body) > LARGEST_REPLY:
                raise TooLargeError(f"a reply of more than {LARGEST_REPLY >> 20} MiB")
        return bytes(body)


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """A handler that returns replies of every status, and follows no redirect."""

    def http_response(self, request: Any, response: Any) -> Any:
        """Return the response as it is."""
        return response

    https_response = http_response


_OPENER = urllib.request.build_opener(_EveryStatus)
