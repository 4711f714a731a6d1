"""One HTTP request with a limit of the silence between the pieces of its reply, which another thread can stop.

The address of an endpoint is written into results and reports, so one that holds a key is refused. The key and secret
fields of the query come from environment variables.

A time limit of a socket bounds one read, so a server that sends a byte of a header now and then would hold a call for
ever. The request therefore runs in a thread of its own, which is abandoned at the limit.
"""

import http.client
import os
import re
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from stuka_env.io.quoting import quoted
from stuka_env.io.reading import MIB
from stuka_env.text.chat_request import is_header_value

KEY_VARIABLE = "STUKA_LLM_KEY"
"""Environment variable with the key."""
QUERY_VARIABLE = "STUKA_LLM_QUERY"
"""Environment variable with further fields of the query."""
COMPLETIONS = "/chat/completions"
"""Path of the call under the address of an endpoint."""
KEY_BEGINNINGS = ("sk-", "sk_", "key-", "gsk_", "hf_", "xai-", "AIza")
"""Beginnings of the keys of usual endpoints."""
SECRET_FIELD = re.compile(r"key|token|secret|passw|auth|credential|signature|^(sig|code|pwd)$", re.IGNORECASE)
"""Names of fields of a query that hold a key."""


class EndpointError(ValueError):
    """The endpoint cannot be used; the message is one line.

    Attributes:
        field: the field of the request that the endpoint refuses; empty if it names none.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def read_key() -> str:
    """Return the key; empty if there is none.

    Raises:
        EndpointError: it cannot be sent.
    """
    key = os.environ.get(KEY_VARIABLE, "")
    if key and not is_header_value(key):
        raise EndpointError(f"{KEY_VARIABLE}: the key has line breaks, spaces around it, or characters beyond ASCII")
    return key


def call_address(url: str, query: Mapping[str, str]) -> str:
    """Return the address of the calls: with ``/chat/completions`` at the end of its path, and with a query.

    Args:
        url: the address of an endpoint, with or without that end.
        query: further fields of the query.
    """
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix(COMPLETIONS) + COMPLETIONS
    own = [field for field in parse_qsl(parts.query, keep_blank_values=True) if field[0] not in query]
    fields = [*own, *query.items()]
    return parts._replace(path=path, query=urlencode(fields)).geturl()


def check_address(url: str) -> None:
    """Refuse an address that cannot be called, or that holds a key.

    Raises:
        EndpointError: the message is one line, without the key.
    """
    if not url.startswith(("http://", "https://")):
        raise EndpointError(f"address of the model: got {quoted(url)}, allowed is http://... or https://...")
    fault = ""
    try:
        parts = urlsplit(url)
        if parts.username is not None or parts.fragment or _has_key(url):
            fault = "a user, a fragment or a key"  # not quoted
        elif not parts.hostname or parts.port == 0 or not url.isprintable() or " " in url:
            fault = quoted(url)
        elif not (parts.path + parts.query).isascii():
            fault = quoted(url)
        else:
            parts.hostname.encode("idna")
    except ValueError:  # the port, a bracket, or the name of the host
        fault = quoted(url) if "@" not in url and "?" not in url else "an impossible one"
    if fault:
        raise EndpointError(
            f"address of the model: got {fault}, allowed is http://HOST:PORT/PATH or https://HOST/PATH?FIELD=VALUE; "
            f"the key is set in {KEY_VARIABLE}, secret fields of the query in {QUERY_VARIABLE}"
        )


def _has_key(url: str) -> bool:
    parts, secret = urlsplit(url), os.environ.get(KEY_VARIABLE)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    words = [*parts.path.split("/"), *(value for _, value in fields)]
    return (
        any(word.startswith(KEY_BEGINNINGS) for word in words)
        or any(SECRET_FIELD.search(name) for name, _ in fields)
        or bool(secret and secret in url)
    )


LARGEST_REPLY = 64 * MIB
"""Bytes of a reply that are read: a stream needs some hundred for each token."""
PIECE = 1 << 16
"""Bytes that are read at once."""
CALL_POLL = 0.1
"""Seconds between two looks at whether the call is to stop."""
STREAM_END = re.compile(rb"(?:^|[\r\n])data: ?\[DONE\]")
"""The last event of a stream; some servers leave the connection open behind it."""
LONGEST_END = 20
"""Bytes that the last event takes at most."""


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

    def header(self, name: str) -> str:
        """Return a header by its name in small letters; empty if there is none."""
        return next((value for key, value in self.headers.items() if key.lower() == name), "").strip()


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    silence: float,
    longest: float,
    stopped: threading.Event | None = None,
) -> HttpReply:
    """Return the reply to a request. Redirects are not followed, because they would carry a key along.

    Args:
        url: the address.
        body: the body of the request.
        headers: its headers.
        silence: seconds until the reply begins, and between two pieces of its body.
        longest: seconds that the whole call may take.
        stopped: an event that ends the call when it is set.

    Raises:
        TimeoutError: the server was silent for too long, or its reply takes too long.
        CallStoppedError: ``stopped`` was set.
        TooLargeError: the reply is larger than :data:`LARGEST_REPLY`.
        OSError, HTTPException, ValueError: the call failed, or its reply breaks off.
    """
    call = _Call(urllib.request.Request(url, body, dict(headers)), silence)
    end = time.monotonic() + longest
    threading.Thread(target=call.run, daemon=True).start()
    try:
        while not call.has_ended.wait(min(CALL_POLL, silence)):
            if stopped is not None and stopped.is_set():
                raise CallStoppedError
            if time.monotonic() >= call.last_piece + silence:
                raise TimeoutError(f"silence of {silence:g} seconds")
            if time.monotonic() >= end:
                raise TimeoutError(f"a reply without an end after {longest:g} seconds")
    finally:
        call.is_abandoned = True
    if call.error is not None:
        raise call.error
    assert call.reply is not None
    return call.reply


class _Call:
    """A request that runs in a thread."""

    def __init__(self, request: urllib.request.Request, silence: float) -> None:
        self.request, self.silence = request, silence
        self.last_piece = time.monotonic()
        self.has_ended = threading.Event()
        self.is_abandoned = False
        self.reply: HttpReply | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Make the request, and keep its reply or its error."""
        try:
            with _OPENER.open(self.request, timeout=self.silence + 1) as response:  # the other limit comes first
                self.last_piece = time.monotonic()
                self.reply = HttpReply(response.status, dict(response.headers), self._body_of(response))
        except Exception as error:
            self.error = error
        self.has_ended.set()

    def _body_of(self, response: http.client.HTTPResponse) -> bytes:
        body = bytearray()
        while not self.is_abandoned and (piece := response.read1(PIECE)):
            self.last_piece = time.monotonic()
            body += piece
            if len(body) > LARGEST_REPLY:
                raise TooLargeError(f"a reply of more than {LARGEST_REPLY // MIB} MiB")
            if STREAM_END.search(body, max(0, len(body) - len(piece) - LONGEST_END)):
                return bytes(body)
        if response.length:  # read1 ends silently where a connection breaks off
            raise http.client.IncompleteRead(bytes(body), response.length)
        return bytes(body)


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """A handler that returns replies of every status, and follows no redirect."""

    def http_response(self, request: Any, response: Any) -> Any:
        """Return the response as it is."""
        return response

    https_response = http_response


_OPENER = urllib.request.build_opener(_EveryStatus)
