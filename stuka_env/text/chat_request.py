"""A request for a chat completion: its settings, and its forms for servers that do not accept the usual one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from stuka_env.io.arguments import argument_error, one_of
from stuka_env.io.quoting import quoted

LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")
"""Names of the field with the most tokens of a reply. Endpoints accept one of them or both."""
MOST_REPLY_TOKENS = 16_384
"""Default of the most tokens of a reply: reasoning models need thousands before their answer."""
RESERVED_FIELDS = frozenset({"model", "messages", "stream", "stream_options", "n", "tools", "functions"})
"""Fields of a request that are no settings."""
RESERVED_HEADERS = frozenset({"authorization", "content-type", "content-length", "host", "connection", "user-agent"})
"""Headers, in small letters, that are no settings."""
HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


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
        query: further fields of the query of the address, likewise.

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
    query: Mapping[str, str] = field(default_factory=dict, repr=False)

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
        for name, text in self.query.items():
            if not isinstance(text, str) or not text.isprintable():
                raise ValueError(f"query: the value of {quoted(name)} is no text of printable characters")

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
        """The settings for a report: the fields that are sent, and the names of further headers and of the query."""
        names = {"headers": sorted(self.headers), "query": sorted(self.query)}
        return self.fields | {kind: listed for kind, listed in names.items() if listed}

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that are written nowhere."""
        return (*self.headers.values(), *self.query.values())


STREAM_WORDS = re.compile(r"(?<!up)stream", re.IGNORECASE)
"""Words of an error about streaming."""
SYSTEM_WORDS = re.compile(
    r"(system|developer).{0,20}(role|message|instruction|prompt)|\broles?\b|\bsystem\b.{0,20}support", re.IGNORECASE
)
"""Words of an error about the role of the first message."""


@dataclass(frozen=True)
class RequestForm:
    """A form of the requests.

    Attributes:
        streams: whether the reply is asked for as a stream.
        has_system: whether the rules are a message of the role ``system``, or stand before the question.
    """

    streams: bool = True
    has_system: bool = True

    def body(self, model: str, messages: Sequence[Mapping[str, str]], settings: RequestSettings) -> dict[str, Any]:
        """Return the fields of a request."""
        sent = [dict(message) for message in messages]
        if not self.has_system and sent[0]["role"] == "system":
            rules, question, *others = sent
            sent = [{**question, "content": f"{rules['content']}\n\n{question['content']}"}, *others]
        stream = {"stream": True, "stream_options": {"include_usage": True}} if self.streams else {}
        return {"model": model, "messages": sent, **stream, **settings.fields}

    def simpler(self, refusal: str, may_be_form: bool) -> "RequestForm | None":
        """Return the form in which a request is made after a refusal; None if there is no further one.

        Args:
            refusal: the words of the refusal.
            may_be_form: whether the refusal may be about the form although its words do not say so.
        """
        if self.has_system and SYSTEM_WORDS.search(refusal) and not STREAM_WORDS.search(refusal):
            return replace(self, has_system=False)
        if self.streams and (may_be_form or STREAM_WORDS.search(refusal)):
            return replace(self, streams=False)
        if self.has_system and (may_be_form or SYSTEM_WORDS.search(refusal)):
            return replace(self, has_system=False)
        return None
