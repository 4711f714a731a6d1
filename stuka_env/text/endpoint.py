"""Calls of a language model behind an endpoint that is compatible with OpenAI's chat completions.

A call that fails for a passing reason is repeated, after a pause that doubles or that the endpoint asks for. The key is
read from an environment variable for each call. It is neither kept nor written, and redirects are refused, because they
would carry it along.
"""

import email.utils
import json
import random
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPException
from urllib.error import URLError

from stuka_env.io.quoting import printable
from stuka_env.text.chat_errors import FORM_STATUSES, RATE_LIMIT, EndpointFault, fault_of, is_success, refused_field
from stuka_env.text.chat_reply import (
    TOOL_CALL,
    ErrorReplyError,
    IncompleteReplyError,
    filtered,
    read_completion,
    unusable,
)
from stuka_env.text.chat_request import RequestForm, RequestSettings
from stuka_env.text.http_call import KEY_VARIABLE as KEY_VARIABLE
from stuka_env.text.http_call import CallStoppedError, HttpReply, call_address, check_address, post, read_key
from stuka_env.text.http_call import EndpointError as EndpointError
from stuka_env.text.reply import Completion

MINUTE = 60.0
LONGEST_SILENCE = 30 * MINUTE
"""Seconds without a reply after which an endpoint is given up. No single call takes longer."""
LONGEST_PAUSE = MINUTE
"""Seconds of the longest pause before a call is repeated, unless the endpoint asks for a longer one."""
JITTER = 0.25
"""Largest part of a pause that is added to it at random, so that threads do not call at the same moment."""
LONGEST_FAULT = 120
"""Characters of the system's reason for a failed call that are printed."""
CHARACTERS_OF_TOKEN = 4
"""Characters of a token, to estimate what a call without a reply has read."""
STOPPED = "the call was stopped"


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
        is_limit: whether the endpoint has answered that it is called too often.
        may_be_spent: whether the endpoint may have read and written nevertheless.
        completion: the reply that is returned if the fault does not pass; None to give up the endpoint.
    """

    def __init__(
        self,
        words: str,
        *,
        pause: float = 0.0,
        is_limit: bool = False,
        may_be_spent: bool = False,
        completion: Completion | None = None,
    ) -> None:
        super().__init__(words)
        self.pause, self.is_limit, self.may_be_spent, self.completion = pause, is_limit, may_be_spent, completion


class _RefusedFormError(Exception):
    """The endpoint does not accept the form of the request.

    Attributes:
        simpler: the form in which it is asked again.
    """

    def __init__(self, simpler: RequestForm) -> None:
        super().__init__()
        self.simpler = simpler


@dataclass
class Endpoint:
    """An endpoint and the calls so far. Threads can share it.

    Attributes:
        url: address; ``/chat/completions`` is added to its path unless it ends so.
        model: name of the model.
        budget: limits.
        timeout: seconds of silence after which a call is given up: before its reply, and between two pieces of it.
        attempts: calls until an endpoint that fails for passing reasons is given up. Those that it refuses because it
            is called too often do not count.
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
    _replies: int = field(default=0, init=False, repr=False)
    """Replies so far. After the first one, address, host and form of the requests are known to be right."""
    _form: RequestForm = field(default=RequestForm(), init=False, repr=False)
    _last_reply: float = field(default=0.0, init=False, repr=False)
    _pause_end: float = field(default=0.0, init=False, repr=False)
    """Time until which no thread calls."""
    _limits: int = field(default=0, init=False, repr=False)
    """Pauses in a row because the endpoint was called too often."""
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        check_address(self.url)
        read_key()

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
            EndpointError: the endpoint refuses the call, has failed too often, is silent, or ``stopped`` was set.
        """
        stopped = threading.Event() if stopped is None else stopped
        lost = LostCalls() if lost is None else lost
        begun, failures, form = time.monotonic(), 0, self._form
        while True:
            self._wait_for_turn(stopped)
            self._take_call()
            call_begun = time.monotonic()
            try:
                completion = self._call(messages, form, stopped)
            except _RefusedFormError as refusal:
                self._lose(messages, lost, False)
                form = refusal.simpler
            except _PassingFaultError as fault:
                failures += not fault.is_limit
                if failures >= self.attempts and fault.completion is not None:
                    return _timed(fault.completion, call_begun)
                self._lose(messages, lost, fault.may_be_spent)
                if failures >= self.attempts:
                    raise self._error(f"{self.attempts} calls failed, the last with {fault}") from None
                self._check_silence(fault, begun)
                self._pause(fault, failures, call_begun, stopped)
            except EndpointError:
                self._lose(messages, lost, False)
                raise
            except CallStoppedError:
                self._lose(messages, lost, True)
                raise EndpointError(STOPPED) from None
            else:
                with self._lock:
                    self.tokens += completion.prompt_tokens + completion.reply_tokens
                    self._limits, self._last_reply = 0, time.monotonic()
                return _timed(completion, call_begun)

    # --- figures ---

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

    # --- pauses ---

    def _check_silence(self, fault: _PassingFaultError, begun: float) -> None:
        """Give the endpoint up if nobody has got a reply for too long, or if it asks to wait for too long."""
        silence = time.monotonic() - max(begun, self._last_reply)
        if silence >= LONGEST_SILENCE:
            minutes = LONGEST_SILENCE / MINUTE
            raise self._error(f"no reply for {minutes:.0f} minutes, the last call failed with {fault}") from None
        if silence + fault.pause > LONGEST_SILENCE:
            raise self._error(f"{fault}; it asks to wait {fault.pause:.0f} seconds") from None

    def _pause(self, fault: _PassingFaultError, failures: int, call_begun: float, stopped: threading.Event) -> None:
        """Wait after a fault. A pause that is for everybody is made by all threads before their next calls."""
        if not fault.is_limit and not fault.pause:
            self._wait(min(LONGEST_PAUSE, self.pause * 2 ** (failures - 1)), stopped)
            return
        with self._lock:
            if call_begun >= self._pause_end:  # not one of the calls that were under way when the pause began
                self._limits += 1
            pause = fault.pause or min(LONGEST_PAUSE, self.pause * 2 ** min(self._limits - 1, 30))
            self._pause_end = max(self._pause_end, time.monotonic() + pause)

    def _wait_for_turn(self, stopped: threading.Event) -> None:
        while (remaining := self._pause_end - time.monotonic()) > 0:
            self._wait(remaining, stopped)

    def _wait(self, seconds: float, stopped: threading.Event) -> None:
        if stopped.wait(seconds * (1 + random.uniform(0, JITTER))):
            raise EndpointError(STOPPED)

    # --- calls ---

    def _call(self, messages: Sequence[Mapping[str, str]], form: RequestForm, stopped: threading.Event) -> Completion:
        contents = json.dumps(form.body(self.model, messages, self.settings)).encode()
        key = read_key()
        headers = {"Content-Type": "application/json", **self.settings.headers}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        address, longest = call_address(self.url, self.settings.query), max(LONGEST_SILENCE, self.timeout)
        try:
            reply = post(address, contents, headers, silence=self.timeout, longest=longest, stopped=stopped)
        except TimeoutError as error:
            raise _PassingFaultError(str(error), may_be_spent=True) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            words = f"{type(error).__name__} ({printable(reason, LONGEST_FAULT)})"
            if not self._replies and _is_final(reason):
                raise self._error(words) from None
            raise _PassingFaultError(words, may_be_spent=not isinstance(error, URLError)) from None
        secrets = (key, *self.settings.secrets)
        if not is_success(reply.status):
            return self._completion_of_error(fault_of(reply.status, reply.body, secrets), reply, form)
        try:
            completion = read_completion(reply.body)
        except ErrorReplyError as error:
            return self._completion_of_error(fault_of(reply.status, str(error), secrets), reply, form)
        except IncompleteReplyError as error:
            raise _PassingFaultError(str(error), may_be_spent=True, completion=error.completion) from None
        with self._lock:
            self._form, self._replies = form, self._replies + 1
        return completion

    def _completion_of_error(self, fault: EndpointFault, reply: HttpReply, form: RequestForm) -> Completion:
        """Return the reply that an error stands for: its prompt or its reply has been refused, not the request.

        Raises:
            _RefusedFormError: another form of the request may be accepted.
            _PassingFaultError: the error may pass.
            EndpointError: it does not.
        """
        if fault.is_filtered:
            return filtered()
        if fault.is_tool_call:
            return unusable(TOOL_CALL)
        refused = refused_field(fault.words, self.settings)
        may_be_form = fault.status in FORM_STATUSES and not refused
        simpler = None if self._replies or refused else form.simpler(fault.body, may_be_form)
        if simpler is not None and (fault.is_final or fault.status in (0, HTTPStatus.INTERNAL_SERVER_ERROR)):
            raise _RefusedFormError(simpler)
        if not fault.is_final:
            pause = _pause_asked_for(reply)
            raise _PassingFaultError(fault.words, pause=pause, is_limit=fault.status == RATE_LIMIT)
        raise self._error(
            fault.words + (f"; it refuses the field {refused!r} of the request" if refused else ""), refused
        )

    def _error(self, words: str, refused: str = "") -> EndpointError:
        return EndpointError(f"{self.model} at {self.url}: {words}", refused)


def _timed(completion: Completion, begun: float) -> Completion:
    """Return a reply with the time since its request."""
    return replace(completion, milliseconds=round(1000 * (time.monotonic() - begun)))


def _is_final(reason: object) -> bool:
    """Whether another call fails in the same way: the host is unknown, or does not speak TLS as it must."""
    if isinstance(reason, ssl.SSLError):
        return isinstance(reason, ssl.SSLCertVerificationError) or reason.reason == "WRONG_VERSION_NUMBER"
    return isinstance(reason, socket.gaierror) and reason.errno == socket.EAI_NONAME


def _pause_asked_for(reply: HttpReply) -> float:
    """Return the seconds that a reply asks to wait: a number, or a date; 0 if neither."""
    thousandths, text = reply.header("retry-after-ms"), reply.header("retry-after")
    try:
        if thousandths:
            return max(0.0, float(thousandths) / 1000)
        return max(0.0, float(text)) if text.replace(".", "", 1).isdigit() else _seconds_until(text)
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _seconds_until(date: str) -> float:
    return max(0.0, email.utils.parsedate_to_datetime(date).timestamp() - time.time())
