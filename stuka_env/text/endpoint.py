"""Calls of a language model behind an endpoint that is compatible with OpenAI's chat completions.

A call that fails for a passing reason is repeated, after a pause that doubles or that the endpoint asks for. The key is
read from an environment variable for each call. It is neither kept nor written, and redirects are refused, because they
would carry it along.
"""

import email.utils
import json
import os
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import NoReturn
from urllib.parse import urlsplit

from stuka_env.quoting import printable, quoted
from stuka_env.text.chat_request import (
    IncompleteReplyError,
    ReplyFormError,
    RequestSettings,
    endpoint_message,
    error_in,
    is_header_value,
    read_completion,
    refused_field,
)
from stuka_env.text.http_call import CallStoppedError, HttpReply, TooLargeError, post
from stuka_env.text.reply import Completion

KEY_VARIABLE = "STUKA_LLM_KEY"
"""Environment variable with the key."""
COMPLETIONS = "/chat/completions"
"""Path of the call under the address of an endpoint."""
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""Statuses after which a call is repeated; those from 520 on are of common gateways."""
LONGEST_PAUSE = 60.0
"""Seconds of the longest pause before a call is repeated, unless the endpoint asks for a longer one."""
LONGEST_WAIT = 600.0
"""Seconds of the longest pause that an endpoint may ask for; after a longer one it is given up."""
LONGEST_FAULT = 120
"""Characters of the system's reason for a failed call that are printed."""
CHARACTERS_OF_TOKEN = 4
"""Characters of a token, to estimate what a call without a reply has read."""
KEY_BEGINNINGS = ("sk-", "sk_", "key-", "gsk_", "hf_", "xai-", "AIza")
"""Beginnings of the keys of usual endpoints."""


class EndpointError(ValueError):
    """The endpoint cannot be used; the message is one line.

    Attributes:
        field: the field of the request that the endpoint refuses; empty if it names none.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class BudgetError(EndpointError):
    """The budget of calls or tokens is used up; the message is one line."""


@dataclass(frozen=True)
class CallBudget:
    """Limits of all calls of a run; None for no limit."""

    calls: int | None = None
    tokens: int | None = None


@dataclass
class LostCalls:
    """Calls that brought no reply.

    Attributes:
        calls: number of such calls.
        prompt_tokens: tokens that those which timed out may have read, an estimate.
        reply_tokens: tokens that they may have written: the most that was allowed.
    """

    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0


class _PassingFaultError(Exception):
    """A fault after which the call is repeated.

    Attributes:
        pause: seconds that the endpoint asks to wait.
        may_be_spent: whether the endpoint may have read and written nevertheless.
    """

    def __init__(self, words: str, pause: float = 0.0, may_be_spent: bool = False) -> None:
        super().__init__(words)
        self.pause, self.may_be_spent = pause, may_be_spent


@dataclass
class Endpoint:
    """An endpoint and the calls so far. Threads can share it.

    Attributes:
        url: address, to which ``/chat/completions`` is added.
        model: name of the model.
        budget: limits.
        timeout: seconds that one call may take, from its beginning to the last byte of its reply.
        attempts: calls until an endpoint that fails for passing reasons is given up.
        pause: seconds before the second attempt; it doubles with each further one.
        settings: settings of the requests.

    Raises:
        EndpointError: the address or the key cannot be used.
    """

    url: str
    model: str
    budget: CallBudget = CallBudget()
    timeout: float = 120.0
    attempts: int = 6
    pause: float = 1.0
    settings: RequestSettings = RequestSettings()
    calls: int = 0
    tokens: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __post_init__(self) -> None:
        _check_address(self.url)
        _key()

    def complete(
        self,
        messages: Sequence[Mapping[str, str]],
        *,
        stopped: threading.Event | None = None,
        lost: LostCalls | None = None,
    ) -> Completion:
        """Return the model's reply to a conversation.

        Args:
            messages: the conversation, with ``role`` and ``content``.
            stopped: an event that ends the call when it is set.
            lost: record to which the calls without a reply are added.

        Raises:
            BudgetError: the budget is used up; no call was made.
            EndpointError: the endpoint refuses the call, has failed too often, or ``stopped`` was set.
        """
        lost = LostCalls() if lost is None else lost
        fault = _PassingFaultError("")
        for attempt in range(self.attempts):
            if attempt:
                self._wait(attempt, fault, stopped)
            self._take_call()
            try:
                completion = self._call(messages, stopped)
            except _PassingFaultError as error:
                fault = error
                self._lose(messages, lost, fault.may_be_spent)
            except EndpointError:
                self._lose(messages, lost, False)
                raise
            except CallStoppedError:
                self._lose(messages, lost, True)
                raise EndpointError("the call was stopped") from None
            else:
                with self._lock:
                    self.tokens += completion.prompt_tokens + completion.reply_tokens
                return completion
        raise self._error(f"{self.attempts} calls failed, the last with {fault}")

    def _take_call(self) -> None:
        """Count a call, unless the budget is used up."""
        with self._lock:
            if self.budget.calls is not None and self.calls >= self.budget.calls:
                raise BudgetError(f"the budget of {self.budget.calls} calls is used up")
            if self.budget.tokens is not None and self.tokens >= self.budget.tokens:
                raise BudgetError(f"the budget of {self.budget.tokens} tokens is used up")
            self.calls += 1

    def _lose(self, messages: Sequence[Mapping[str, str]], lost: LostCalls, may_be_spent: bool) -> None:
        """Count a call without a reply, and the tokens that it may have cost."""
        lost.calls += 1
        if may_be_spent:
            read = sum(len(message["content"]) for message in messages) // CHARACTERS_OF_TOKEN
            written = self.settings.max_tokens or 0
            lost.prompt_tokens += read
            lost.reply_tokens += written
            with self._lock:
                self.tokens += read + written

    def _wait(self, attempt: int, fault: _PassingFaultError, stopped: threading.Event | None) -> None:
        """Wait before an attempt as long as the endpoint asks for, or twice as long as before the last one."""
        if fault.pause > LONGEST_WAIT:
            raise self._error(f"{fault}; it asks to wait {fault.pause:.0f} seconds")
        pause = max(fault.pause, min(LONGEST_PAUSE, self.pause * 2 ** (attempt - 1)))
        if (stopped or threading.Event()).wait(pause):
            raise EndpointError("the call was stopped")

    def _call(self, messages: Sequence[Mapping[str, str]], stopped: threading.Event | None) -> Completion:
        """Call the endpoint once."""
        body = {"model": self.model, "messages": list(messages), **self.settings.fields}
        key = _key()
        headers = {"Content-Type": "application/json", **self.settings.headers}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        address, contents = self.url.rstrip("/") + COMPLETIONS, json.dumps(body).encode()
        try:
            reply = post(address, contents, headers, seconds=self.timeout, stopped=stopped)
        except TooLargeError as error:
            raise self._error(str(error)) from None
        except TimeoutError:
            raise _PassingFaultError(f"no complete reply in {self.timeout:g} seconds", may_be_spent=True) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            words = f"{type(error).__name__} ({printable(reason, LONGEST_FAULT)})"
            if _is_final(reason):
                raise self._error(words) from None
            raise _PassingFaultError(words) from None
        if reply.status != HTTPStatus.OK or error_in(reply):
            self._refuse(reply, key)
        try:
            return read_completion(reply)
        except ReplyFormError as error:
            raise self._error(f"no chat completion: {error}") from None
        except IncompleteReplyError as error:
            raise _PassingFaultError(str(error), may_be_spent=True) from None

    def _refuse(self, reply: HttpReply, key: str) -> NoReturn:
        """Raise the error of a reply with another status, with the endpoint's own words."""
        message = endpoint_message(reply, (key, *self.settings.headers.values()))
        words = f"status {reply.status}" + (f" ({message})" if message else "")
        if reply.status in PASSING:
            raise _PassingFaultError(words, _retry_after(reply))
        refused = refused_field(message, self.settings)
        raise self._error(words + (f"; it refuses the field {refused!r} of the request" if refused else ""), refused)

    def _error(self, words: str, refused: str = "") -> EndpointError:
        return EndpointError(f"{self.model} at {self.url}: {words}", refused)


def _is_final(reason: object) -> bool:
    """Whether another call fails in the same way: the host is unknown, or does not speak TLS as it must."""
    if isinstance(reason, ssl.SSLError):
        return isinstance(reason, ssl.SSLCertVerificationError) or reason.reason == "WRONG_VERSION_NUMBER"
    return isinstance(reason, socket.gaierror) and reason.errno == socket.EAI_NONAME


def _key() -> str:
    """Return the key; empty if there is none.

    Raises:
        EndpointError: it cannot be sent.
    """
    key = os.environ.get(KEY_VARIABLE, "")
    if key and not is_header_value(key):
        raise EndpointError(f"{KEY_VARIABLE}: the key has line breaks, spaces around it, or characters beyond ASCII")
    return key


def _check_address(url: str) -> None:
    """Refuse an address that cannot be called, or that holds a key: it is written into results and reports."""
    if not url.startswith(("http://", "https://")):
        raise EndpointError(f"address of the model: got {quoted(url)}, allowed is http://... or https://...")
    fault = ""
    try:
        parts = urlsplit(url)
        secret = os.environ.get(KEY_VARIABLE)
        has_key = any(segment.startswith(KEY_BEGINNINGS) for segment in parts.path.split("/"))
        if parts.username is not None or parts.query or parts.fragment or has_key or (secret and secret in url):
            fault = "a user, a query or a key"  # not quoted
        elif not parts.hostname or parts.port == 0 or not url.isprintable() or " " in url:
            fault = quoted(url)
        else:
            parts.hostname.encode("idna")
    except ValueError:  # the port, a bracket, or the name of the host
        fault = quoted(url) if "@" not in url and "?" not in url else "an impossible one"
    if fault:
        raise EndpointError(
            f"address of the model: got {fault}, allowed is http://HOST:PORT/PATH or https://HOST/PATH; "
            f"the key is set in {KEY_VARIABLE}"
        )


def _retry_after(reply: HttpReply) -> float:
    """Return the seconds that a reply asks to wait: a number, or a date; 0 if neither."""
    text = next((value for name, value in reply.headers.items() if name.lower() == "retry-after"), "").strip()
    try:
        return max(0.0, float(text)) if text.replace(".", "", 1).isdigit() else _seconds_until(text)
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _seconds_until(date: str) -> float:
    return max(0.0, email.utils.parsedate_to_datetime(date).timestamp() - time.time())
