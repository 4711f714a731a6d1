"""The form of a chat completion: the settings of a request, and the reading of replies and of error messages.

A reply comes from a server of unknown kind. Anything of another form is one line of an error.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stuka_env.arguments import argument_error, one_of
from stuka_env.quoting import printable, quoted
from stuka_env.reading import FileError, parse_json
from stuka_env.text.http_call import HttpReply
from stuka_env.text.reply import Completion, cut_finish, whole_text

LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
"""Names of the field with the most tokens of a reply. Endpoints accept one of them or both."""
MOST_REPLY_TOKENS = 16_384
"""Default of the most tokens of a reply: reasoning models need thousands before their answer."""
RESERVED_FIELDS = frozenset({"model", "messages", "stream", "n", "tools", "functions"})
"""Fields of a request that are no settings."""
RESERVED_HEADERS = frozenset({"authorization", "content-type", "content-length", "host", "connection", "user-agent"})
"""Headers, in small letters, that are no settings."""
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
MOST_TOKENS = 10**9
"""The largest number of tokens of a call that is believed."""
LONGEST_ENDPOINT_WORDS = 300
"""Characters of an endpoint's message that are printed."""


class ReplyFormError(ValueError):
    """A reply of another form than a chat completion; the message is one line. Another call would not help."""


class IncompleteReplyError(ValueError):
    """A reply that breaks off or has nothing in it; the message is one line. Another call may help."""


def is_header_value(value: Any) -> bool:
    """Return whether a value can be that of a header, such as a key: visible ASCII, with spaces inside at most."""
    return isinstance(value, str) and bool(re.fullmatch(r"[!-~]+( +[!-~]+)*", value))


@dataclass(frozen=True, kw_only=True)
class RequestSettings:
    """The settings of all requests to a model, beside the conversation.

    Attributes:
        max_tokens: most tokens of a reply, reasoning included; None to send no limit.
        limit_field: name of the field with that number, one of :data:`LIMIT_FIELDS`.
        temperature: temperature of sampling; None for the endpoint's own.
        reasoning_effort: effort of reasoning in the endpoint's words, such as "low"; empty for its own.
        seed: seed of sampling; None for none.
        body: further fields of the request.
        headers: further headers. They can hold keys, so their values are written nowhere.

    Raises:
        ValueError: a setting is not allowed.
    """

    max_tokens: int | None = MOST_REPLY_TOKENS
    limit_field: str = LIMIT_FIELDS[0]
    temperature: float | None = None
    reasoning_effort: str = ""
    seed: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        one_of("limit_field", self.limit_field, LIMIT_FIELDS)
        taken = RESERVED_FIELDS | {*LIMIT_FIELDS, "temperature", "reasoning_effort", "seed"}
        for name in self.body:
            if name in taken:
                raise argument_error("body", name, f"another field than {', '.join(sorted(taken))}")
        for name, value in self.headers.items():
            if not HEADER_NAME.fullmatch(name) or name.lower() in RESERVED_HEADERS:
                raise argument_error("headers", name, f"a header other than {', '.join(sorted(RESERVED_HEADERS))}")
            if not is_header_value(value):
                raise ValueError(f"headers: the value of {quoted(name)} is no text of visible ASCII characters")

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the request that are sent."""
        known = {
            self.limit_field: self.max_tokens,
            "temperature": self.temperature,
            "reasoning_effort": self.reasoning_effort or None,
            "seed": self.seed,
        }
        return {name: value for name, value in known.items() if value is not None} | dict(self.body)

    @property
    def described(self) -> dict[str, Any]:
        """The settings for a report: the fields that are sent, and the names of further headers."""
        return self.fields | ({"headers": sorted(self.headers)} if self.headers else {})


# --- replies ---


def read_completion(reply: HttpReply) -> Completion:
    """Return the completion in a reply.

    Raises:
        ReplyFormError: it has another form.
        IncompleteReplyError: it breaks off, or has no choices.
    """
    values = _json_of(reply)
    _check(isinstance(values, dict), "the reply", values, "an object")
    choices = values.get("choices")
    if choices == []:
        raise IncompleteReplyError("no choices")
    _check(isinstance(choices, list) and isinstance(choices[0], dict), "choices", choices, "a list of objects")
    choice = choices[0]
    message = choice.get("message")
    _check(isinstance(message, dict), "choices[0].message", message, "an object")
    text, reasoning = _text_of(message)
    read, written, cached = _tokens_of(values.get("usage"))
    cut = cut_finish(choice.get("finish_reason"))
    return Completion(whole_text(text), cut, read, written, cached, whole_text(reasoning))


def _json_of(reply: HttpReply) -> Any:
    text = reply.body.decode("utf-8", "replace").strip()
    if text.startswith(("data:", "event:", ":")):
        raise ReplyFormError("a stream, although none was asked for")
    if text.startswith("<"):
        raise ReplyFormError(f"a page in place of JSON: {quoted(_words_of_page(text))}; is the address right?")
    if not text:
        raise IncompleteReplyError("an empty reply")
    try:
        return parse_json(text)
    except FileError as error:
        kind = IncompleteReplyError if str(error) == "cut off" else ReplyFormError
        raise kind(f"no JSON: {error}") from None


def _check(fits: bool, name: str, got: Any, allowed: str) -> None:
    if not fits:
        raise ReplyFormError(f"{name}: got {quoted(got)}, allowed is {allowed}")


def _text_of(message: Mapping[str, Any]) -> tuple[str, str]:
    """Return the text of a message and its reasoning. Each is a text, a list of parts, or missing."""
    content = message.get("content")
    if not content and message.get("tool_calls"):
        raise ReplyFormError("a call of a tool, although none was offered")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    _check(isinstance(parts, list), "choices[0].message.content", content, "a text or a list of parts")
    texts: list[str] = []
    thoughts = [str(message.get("reasoning_content") or message.get("reasoning") or "")]
    for part in parts:
        _check(isinstance(part, dict), "a part of the content", part, "an object")
        if part.get("type") in ("thinking", "reasoning"):
            thoughts.append(_words_of(part.get("thinking") or part.get("text")))
        else:
            _check(isinstance(part.get("text"), str), "a part of the content", part, "an object with a text")
            texts.append(part["text"])
    return "".join(texts) or str(message.get("refusal") or ""), "\n".join(filter(None, thoughts))


def _words_of(part: Any) -> str:
    """Return the text of a part that reasons: a text, or a list of parts with texts."""
    if isinstance(part, list):
        return "".join(str(each.get("text") or "") for each in part if isinstance(each, dict))
    return str(part or "")


def _tokens_of(usage: Any) -> tuple[int, int, int]:
    """Return the tokens that were read, written, and read from the endpoint's cache; 0 where it does not count."""
    usage = {} if usage is None else usage
    _check(isinstance(usage, dict), "usage", usage, "an object")
    details = usage.get("prompt_tokens_details") or {}
    _check(isinstance(details, dict), "usage.prompt_tokens_details", details, "an object")
    cached = details.get("cached_tokens") or usage.get("prompt_cache_hit_tokens")
    counts = {name: usage.get(name) for name in ("prompt_tokens", "completion_tokens")} | {"cached_tokens": cached}
    read, written, kept = (_count(name, value) for name, value in counts.items())
    return read, written, min(kept, read)


def _count(name: str, value: Any) -> int:
    number = 0 if value is None else value
    is_whole = isinstance(number, int | float) and not isinstance(number, bool) and number == int(number)
    _check(is_whole and 0 <= number <= MOST_TOKENS, f"usage.{name}", value, f"a whole number from 0 to {MOST_TOKENS}")
    return int(number)


# --- errors ---


def endpoint_message(reply: HttpReply, secrets: Sequence[str] = ()) -> str:
    """Return the endpoint's own words in a reply with an error, on one line and without secrets; empty if none.

    Args:
        reply: the reply.
        secrets: texts that are removed, such as the key: some endpoints repeat it.
    """
    text = reply.body.decode("utf-8", "replace").strip()
    try:
        words = _message_in(parse_json(text))
    except FileError:
        words = _words_of_page(text) if text.startswith("<") else text
    for secret in filter(None, secrets):
        words = words.replace(secret, "***")
    return printable(" ".join(words.split()), LONGEST_ENDPOINT_WORDS)


def error_in(reply: HttpReply) -> bool:
    """Return whether a reply has an error in place of a completion, as some gateways send it under status 200."""
    try:
        values = parse_json(reply.body.decode("utf-8", "replace"))
    except FileError:
        return False
    return isinstance(values, dict) and bool(values.get("error")) and not values.get("choices")


def refused_field(message: str, settings: RequestSettings) -> str:
    """Return the field of a request that an endpoint's message names; empty if it names none."""
    named = [name for name in settings.fields if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message)]
    return named[0] if named else ""


def _message_in(values: Any) -> str:
    """Return the message in the values of an error; endpoints have several forms."""
    for key in ("error", "message", "detail", "msg", "errors"):
        if isinstance(values, dict) and values.get(key):
            return _message_in(values[key])
    if isinstance(values, list) and values:
        return _message_in(values[0])
    return str(values) if isinstance(values, str | int | float) else quoted(values, LONGEST_ENDPOINT_WORDS)


def _words_of_page(text: str) -> str:
    """Return the words of a page: its title, or else its text without tags."""
    start = text[: 1 << 14]
    title = re.search(r"<title[^>]*>([^<]*)", start, re.IGNORECASE)
    return " ".join((title[1] if title else re.sub(r"<[^>]*>?", " ", start)).split())
