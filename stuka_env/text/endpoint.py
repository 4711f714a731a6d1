"""Calls of a language model behind an endpoint that is compatible with OpenAI's chat completions.

A call that fails for a passing reason is repeated, after a pause that doubles. The key is read from an environment
variable for each call. It is neither kept nor written, and redirects are refused, because they would carry it along.
"""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from stuka_env.quoting import quoted
from stuka_env.text.reply import Completion

KEY_VARIABLE = "STUKA_LLM_KEY"
"""Environment variable with the key."""
COMPLETIONS = "/chat/completions"
"""Path of the call under the address of an endpoint."""
PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""Statuses after which a call is repeated."""
LARGEST_REPLY = 4 << 20
"""Bytes of a reply that are read."""
LONGEST_PAUSE = 60.0
"""Seconds of the longest pause before a call is repeated."""


class EndpointError(ValueError):
    """The endpoint cannot be used; the message is one line."""


class BudgetError(EndpointError):
    """The budget of calls or tokens is used up; the message is one line."""


@dataclass(frozen=True)
class CallBudget:
    """Limits of all calls of a run; None for no limit."""

    calls: int | None = None
    tokens: int | None = None


@dataclass
class Endpoint:
    """An endpoint and the calls so far. Threads can share it.

    Attributes:
        url: address, to which ``/chat/completions`` is added.
        model: name of the model.
        budget: limits.
        timeout: seconds that one call may take.
        attempts: calls until an endpoint that fails for passing reasons is given up.
        pause: seconds before the second attempt; it doubles with each further one.
        longest_reply: tokens of a reply.
    """

    url: str
    model: str
    budget: CallBudget = CallBudget()
    timeout: float = 120.0
    attempts: int = 6
    pause: float = 1.0
    longest_reply: int = 2000
    calls: int = 0
    tokens: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise EndpointError(f"address of the model: got {quoted(self.url)}, allowed is http://... or https://...")

    def complete(self, messages: Sequence[dict[str, str]]) -> Completion:
        """Return the model's reply to a conversation.

        Raises:
            BudgetError: the budget is used up; no call was made.
            EndpointError: the endpoint refuses the call, or has failed too often.
        """
        trouble = ""
        for attempt in range(self.attempts):
            if attempt:
                time.sleep(min(LONGEST_PAUSE, self.pause * 2 ** (attempt - 1)))
            self._take_call()
            try:
                completion = self._call(messages)
            except urllib.error.HTTPError as error:
                error.close()
                trouble = f"status {error.code}"
                if error.code not in PASSING:
                    raise EndpointError(f"{self.model} at {self.url}: {trouble}") from None
            except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
                trouble = type(error).__name__
            else:
                with self._lock:
                    self.tokens += completion.prompt_tokens + completion.reply_tokens
                return completion
        raise EndpointError(f"{self.model} at {self.url}: {self.attempts} calls failed, the last with {trouble}")

    def _take_call(self) -> None:
        """Count a call, unless the budget is used up."""
        with self._lock:
            if self.budget.calls is not None and self.calls >= self.budget.calls:
                raise BudgetError(f"the budget of {self.budget.calls} calls is used up")
            if self.budget.tokens is not None and self.tokens >= self.budget.tokens:
                raise BudgetError(f"the budget of {self.budget.tokens} tokens is used up")
            self.calls += 1

    def _call(self, messages: Sequence[dict[str, str]]) -> Completion:
        """Call the endpoint once; a reply of another form raises ValueError, LookupError or TypeError."""
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        body = {"model": self.model, "messages": list(messages), "max_tokens": self.longest_reply}
        request = urllib.request.Request(self.url.rstrip("/") + COMPLETIONS, json.dumps(body).encode(), headers)
        with _OPENER.open(request, timeout=self.timeout) as response:
            values = json.loads(response.read(LARGEST_REPLY))
        choice, usage = values["choices"][0], values.get("usage") or {}
        return Completion(
            str(choice["message"].get("content") or ""),
            choice.get("finish_reason") == "length",
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or 0),
        )


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A handler that follows no redirect."""

    def redirect_request(self, *_: Any) -> None:
        """Return no request, so that the redirect is an error."""


_OPENER = urllib.request.build_opener(_NoRedirects)
