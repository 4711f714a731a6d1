"""Errors of an endpoint: their words, their status, and their kind. Endpoints send them in many forms."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from stuka_env.io.quoting import printable, quoted
from stuka_env.io.reading import FileError, parse_json
from stuka_env.text.chat_request import RequestSettings

LONGEST_ENDPOINT_WORDS = 300
"""Characters of an endpoint's message that are printed."""
LONGEST_BODY = 1 << 14
"""Characters of an error in which words are looked for."""
SHORTEST_SECRET = 8
"""Characters of the shortest text that is removed from a message."""
FINAL = frozenset({400, 401, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431, 451, 501, 505})
"""Statuses of errors that another call does not mend; redirects are among them too."""
FORM_STATUSES = frozenset({400, 405, 406, 415, 422, 501})
"""Statuses that may refuse the form of a request."""
RATE_LIMIT = int(HTTPStatus.TOO_MANY_REQUESTS)
NOT_ABOUT_CONTENTS = frozenset({401, 402, 404, RATE_LIMIT})
"""Statuses of errors that are not about a prompt or a reply."""
NO_CREDIT = "insufficient_quota"
"""The word of an error of status 429 that does not pass."""
STATUS_WORDS = (
    (RATE_LIMIT, r"rate.?limit|too.?many|overload|throttl|at capacity"),
    (401, r"authenti|unauthori[sz]ed|api.?key"),
    (402, r"insufficient|billing|credit|payment|balance"),
    (404, r"not.?found|no such|(does not|doesn't) exist|unknown.?model"),
    (403, r"permission|forbidden"),
)
"""Statuses by the words of errors without one."""
FILTER_WORDS = re.compile(
    r"content.{0,3}(filter|polic|management|moderation|safety|blocked|inspection)|responsible.?ai|moderation|flagged"
    r"|safety|prohibited|inappropriate|(?<!case.)sensitive|data.?inspection|guardrail|block_?reason"
    r"|violat\w+ .{0,30}(polic|guidelines|terms)"
    r"|(prompt|input|request|output|response)\b.{0,40}\b(blocked|filtered|rejected by)",
    re.IGNORECASE,
)
"""Words of an error about the contents of a prompt or of a reply."""
ACCOUNT_WORDS = re.compile(r"account|organi[sz]ation|api.?key|subscription", re.IGNORECASE)
"""Words of an error about the user, and not about contents."""
TOOL_WORDS = re.compile(
    r"tool_use_failed|failed_generation|failed to call a (tool|function)|parse input at pos"
    r"|(invalid|parse|malformed|unknown).{0,20}(tool|function).?call",
    re.IGNORECASE,
)
"""Words of an error about a tool that the model has called."""
ERROR_KEYS = ("error", "message", "detail", "msg", "errors", "base_resp", "status_msg")
"""Keys of the words of an error, from the outside to the inside."""
STATUS_KEYS = ("status", "status_code", "http_status", "code", "type")
"""Keys of the status of an error."""


@dataclass(frozen=True)
class EndpointFault:
    """An error in place of a reply.

    Attributes:
        status: its status: that of the reply, or the one that an error under status 200 names; 0 if it names none.
        words: the status of the reply, and the endpoint's own words.
        body: the beginning of all that was sent.
    """

    status: int
    words: str
    body: str

    @property
    def is_final(self) -> bool:
        """Whether another call has the same error: it is about the configuration."""
        return self.status in FINAL or 300 <= self.status < 400 or self.is_without_credit

    @property
    def is_without_credit(self) -> bool:
        """Whether a limit was met that does not pass."""
        return self.status == RATE_LIMIT and NO_CREDIT in self.body

    @property
    def is_filtered(self) -> bool:
        """Whether a filter refuses the contents of the prompt or of the reply."""
        is_about_contents = bool(FILTER_WORDS.search(self.body)) and not ACCOUNT_WORDS.search(self.body)
        return self.status not in NOT_ABOUT_CONTENTS and is_about_contents and not self.body.startswith("<")

    @property
    def is_tool_call(self) -> bool:
        """Whether the model has called a tool that the endpoint does not know."""
        return self.status not in NOT_ABOUT_CONTENTS and bool(TOOL_WORDS.search(self.body))


def is_success(status: int) -> bool:
    """Return whether a reply of this status should have a completion."""
    return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


def fault_of(status: int, body: bytes | str, secrets: Sequence[str] = ()) -> EndpointFault:
    """Return the error in a reply.

    Args:
        status: status of the reply.
        body: the reply, or the part of it that has the error.
        secrets: texts that are removed from the words, such as the key: some endpoints repeat it.
    """
    text = (body if isinstance(body, str) else body.decode("utf-8", "replace")).strip()
    try:
        values = parse_json(text)
        words = _message_in(values)
    except FileError:
        values, words = None, words_of_page(text) if text.startswith("<") else text
    for secret in secrets:
        words = words.replace(secret, "***") if len(secret) >= SHORTEST_SECRET else words
    message = printable(" ".join(words.split()), LONGEST_ENDPOINT_WORDS)
    return EndpointFault(
        _status_in(values) if is_success(status) else status,
        f"status {status}" + (f" ({message})" if message else ""),
        text[:LONGEST_BODY],
    )


def has_error(values: Mapping[str, Any]) -> bool:
    """Return whether an object is an error in place of a completion, or has one beside its choices."""
    choices = values.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if values.get("error") or isinstance(first, dict) and first.get("error"):
        return True
    return not choices and any(values.get(key) for key in ERROR_KEYS)


def refused_field(message: str, settings: RequestSettings) -> str:
    """Return the field of a request that an endpoint's message names; empty if it names none."""
    named = [name for name in settings.fields if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message)]
    return named[0] if named else ""


def words_of_page(text: str) -> str:
    """Return the words of a page: its title, or else its text without tags."""
    start = text[:LONGEST_BODY]
    title = re.search(r"<title[^>]*>([^<]*)", start, re.IGNORECASE)
    return " ".join((title[1] if title else re.sub(r"<[^>]*>?", " ", start)).split())


def _message_in(values: Any) -> str:
    """Return the message in the values of an error; endpoints have several forms."""
    if isinstance(values, dict) and not any(values.get(key) for key in ERROR_KEYS):
        choices = values.get("choices")
        return _message_in(choices[0]) if isinstance(choices, list) and choices else quoted(values)
    for key in ERROR_KEYS:
        if isinstance(values, dict) and values.get(key):
            return _message_in(values[key])
    if isinstance(values, list) and values:
        return _message_in(values[0])
    return str(values) if isinstance(values, str | int | float) else quoted(values, LONGEST_ENDPOINT_WORDS)


def _status_in(values: Any) -> int:
    """Return the status that an error under status 200 names, as a number or in words; 0 if it names none."""
    marks = [str(mark) for mark in _marks_in(values)]
    numbers = [int(mark) for mark in marks if re.fullmatch(r"[45]\d\d", mark)]
    if numbers:
        return numbers[0]
    words = " ".join([*marks, _message_in(values)])
    return next((status for status, form in STATUS_WORDS if re.search(form, words, re.IGNORECASE)), 0)


def _marks_in(values: Any) -> Iterator[Any]:
    """Yield the values under the keys of a status, from the outside to the inside."""
    if isinstance(values, dict):
        yield from (values[key] for key in STATUS_KEYS if isinstance(values.get(key), str | int))
    inner = values.values() if isinstance(values, dict) else values if isinstance(values, list) else ()
    for each in inner:
        yield from _marks_in(each)
