"""The reading of a chat completion: an object, or a stream of events.

A reply comes from a server of unknown kind. A whole reply in which nothing can be used is a completion with a fault, so
it is refused as an answer. Anything else is one line of an error.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from stuka_env.io.quoting import quoted
from stuka_env.io.reading import FileError, parse_json
from stuka_env.text.chat_errors import FILTER_WORDS, has_error, words_of_page
from stuka_env.text.reply import Completion, cut_finish, whole_text

MOST_TOKENS = 10**9
"""The largest number of tokens of a call that is believed."""
LINE_END = re.compile(r"\r\n|\n|\r")
EVENT_LINE = re.compile(r"(data|event|id|retry)?:")
"""Beginning of a line of a stream."""
LAST_EVENT = "[DONE]"
"""Data of the last event of a stream."""
THOUGHT_KEYS = ("reasoning_content", "reasoning", "thinking")
"""Keys of the reasoning beside a reply."""
THOUGHT_PART = re.compile("thinking|reasoning")
"""Part of the types of the parts of a reply that are reasoning."""
CALL_PART = re.compile("tool|function")
"""Part of the types of the parts of a reply that call a tool."""
FILTERED = "content_filter"
"""The finish of a reply to a prompt that a filter refuses."""
TOOL_CALL = "The reply calls a tool, but there is none, so nothing in it was read."
"""Fault of a reply that is a call of a tool."""


class IncompleteReplyError(ValueError):
    """A reply that breaks off or is no completion; the message is one line. Another call may help.

    Attributes:
        completion: what stands for it if no call helps; None if it is no reply of a model.
    """

    def __init__(self, message: str, completion: Completion | None = None) -> None:
        super().__init__(message)
        self.completion = completion


class ErrorReplyError(ValueError):
    """A reply under status 200 that is an error; the message is the JSON text of the error."""


def read_completion(body: bytes) -> Completion:
    """Return the completion in the body of a reply of status 200.

    Raises:
        ErrorReplyError: it has an error.
        IncompleteReplyError: it breaks off, or is no completion.
    """
    text = body.decode("utf-8-sig", "replace").strip()
    if not text:
        raise IncompleteReplyError("an empty reply")
    if text.startswith("<"):
        raise IncompleteReplyError(f"a page in place of JSON: {quoted(words_of_page(text))}; is the address right?")
    if EVENT_LINE.match(text):
        return _completion_of(_merged(_events(text)))
    try:
        values = parse_json(text)
    except FileError as error:
        raise IncompleteReplyError(f"no JSON: {error}") from None
    if not isinstance(values, dict):
        raise IncompleteReplyError(f"the reply: got {quoted(values)}, allowed is an object")
    return _completion_of(values)


def filtered() -> Completion:
    """Return the completion that stands for a prompt that a filter refuses."""
    return Completion("", FILTERED, 0, 0)


def unusable(fault: str) -> Completion:
    """Return the completion that stands for a reply in which nothing can be used.

    Args:
        fault: the reason in one sentence, for the model.
    """
    return Completion("", "", 0, 0, fault=fault)


# --- streams ---


def _events(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of a stream, up to its last event.

    Raises:
        IncompleteReplyError: it breaks off.
    """
    data, is_over = "", False
    for line in [*LINE_END.split(text), ""]:
        if not line.startswith("data:"):
            if data and not line:
                raise IncompleteReplyError("a stream that breaks off")
            continue
        data += line.removeprefix("data:").strip()
        if data == LAST_EVENT:
            return
        try:
            values = parse_json(data)
        except FileError:  # the object goes on in the next line
            continue
        data = ""
        if isinstance(values, dict):
            is_over = is_over or _finish_in(values) is not None
            yield values
    if not is_over:
        raise IncompleteReplyError("a stream that breaks off")


def _merged(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the completion that a stream makes up, in the form of a whole one.

    Raises:
        ErrorReplyError: an event is an error.
    """
    parts: list[Any] = []
    message: dict[str, Any] = {"content": parts}
    choice: dict[str, Any] = {"message": message, "finish_reason": None}
    usage: Any = None
    has_choice = False
    for event in events:
        _check_error(event)
        usage = event.get("usage") or usage
        first = _first_choice(event)
        if first is None:
            continue
        has_choice = True
        choice["finish_reason"] = first.get("finish_reason") or choice["finish_reason"]
        if isinstance(first.get("message"), dict):  # a last event that has the whole reply
            choice["message"] = first["message"]
        delta = first.get("delta")
        for key, value in (delta if isinstance(delta, dict) else {}).items():
            if key == "content":
                parts += [{"type": "text", "text": value}] if isinstance(value, str) else _as_list(value)
            elif isinstance(value, str) and key != "role":
                message[key] = message.get(key, "") + value
            elif value:
                message[key] = value
    return {"choices": [choice] if has_choice else [], "usage": usage}


def _first_choice(values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the first choice of an event, which may have a part of another one."""
    choices = values.get("choices")
    known = [each for each in choices if isinstance(each, dict)] if isinstance(choices, list) else []
    return next((each for each in known if not each.get("index")), None)


def _finish_in(values: Mapping[str, Any]) -> Any:
    first = _first_choice(values)
    return None if first is None else first.get("finish_reason")


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


# --- completions ---


def _check_error(values: Mapping[str, Any]) -> None:
    if has_error(values):
        raise ErrorReplyError(json.dumps(values))


def _completion_of(values: Mapping[str, Any]) -> Completion:
    """Return the completion in the values of a whole reply.

    Raises:
        ErrorReplyError: they are an error.
        IncompleteReplyError: they have no choice.
    """
    _check_error(values)
    choices = values.get("choices")
    if not isinstance(choices, list) or not choices:
        if FILTER_WORDS.search(json.dumps(values)):
            return filtered()
        nothing = unusable("The reply has nothing in it.") if "choices" in values else None
        raise IncompleteReplyError(
            "no choices" if choices == [] else f"choices: got {quoted(choices)}, allowed is a list of objects", nothing
        )
    choice = choices[0] if isinstance(choices[0], dict) else {}
    message = choice.get("message", choice.get("delta"))
    text, reasoning, fault = _read_message(message) if isinstance(message, dict) else ("", "", "")
    cut = cut_finish(choice.get("finish_reason"))
    if not isinstance(message, dict) and not cut:
        fault = f"The reply has {quoted(message)} in place of a message, so nothing in it was read."
    return Completion(whole_text(text), cut, *_tokens_of(values.get("usage")), whole_text(reasoning), fault)


def _read_message(message: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the text of a message, its reasoning, and its fault. Text and reasoning are texts, parts, or missing."""
    content = message.get("content")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else _as_list(content)
    texts: list[str] = []
    thoughts = [_words_of(next((message[key] for key in THOUGHT_KEYS if message.get(key)), ""))]
    fault, is_call = "", bool(message.get("tool_calls") or message.get("function_call"))
    for part in parts:
        kind, words = (str(part.get("type")), part.get("text")) if isinstance(part, dict) else ("", part)
        if THOUGHT_PART.search(kind):
            thoughts.append(_words_of(part.get("thinking") or words))
        elif isinstance(words, str):
            texts.append(words)
        elif CALL_PART.search(kind):
            is_call = True
        elif kind != "text":
            fault = fault or f"The reply has a part that is no text ({quoted(part)}), so nothing in it was read."
    text = "".join(texts) or str(message.get("refusal") or "")
    return text, "".join(thoughts), fault or (TOOL_CALL if is_call and not text else "")


def _words_of(part: Any) -> str:
    """Return the text of a part that reasons: a text, or a list of parts with texts."""
    if isinstance(part, list):
        return "".join(str(each.get("text") or "") for each in part if isinstance(each, dict))
    return str(part or "")


def _tokens_of(usage: Any) -> tuple[int, int, int]:
    """Return the tokens that were read, written, and read from the endpoint's cache; 0 where it does not count.

    An endpoint that counts ``input_tokens`` and ``cache_read_input_tokens`` counts the second apart from the first.
    """
    counts: Mapping[str, Any] = usage if isinstance(usage, dict) else {}
    details = counts.get("prompt_tokens_details") or counts.get("input_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    apart = [_count(counts.get(f"cache_{kind}_input_tokens")) for kind in ("read", "creation")]
    read = _count(counts.get("prompt_tokens")) or _count(counts.get("input_tokens")) + sum(apart)
    written = _count(counts.get("completion_tokens")) or _count(counts.get("output_tokens"))
    kept = _count(cached) or _count(counts.get("prompt_cache_hit_tokens")) or apart[0]
    return read, written, min(kept, read)


def _count(value: Any) -> int:
    """Return a number of tokens; 0 for anything else, and for one that no call can have."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 0 <= value <= MOST_TOKENS else 0
