"""Reading of answers: the number of an option, its words, or JSON."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stuka_env.quoting import quoted

LONGEST_ANSWER = 20_000
"""Characters of an answer that are read."""
ANSWER_KEYS = ("answer", "number", "choice", "option")
"""Keys of a JSON object under which the answer is looked for."""
FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
ANSWER_LINE = re.compile(r"^[ \t*_#>-]*(?:final )?answer[ *_]*:[ *_]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
OPTION_NUMBER = re.compile(r"[#(\[]?(\d+)[.):\]]*")
MOST_DIGITS = 9
"""Digits of a number that are read."""
EMPHASIS = "*_ "
"""Marks of emphasis around an answer."""
MOST_NAMED = 5
"""Options that the message about an ambiguous answer names."""


@dataclass(frozen=True)
class Refusal:
    """A refused answer. Nothing has happened.

    Attributes:
        reason: the reason in one sentence.
        allowed: the options, with their numbers.
    """

    reason: str
    allowed: tuple[str, ...]

    def __str__(self) -> str:
        """Return the reason, and the options on a line each."""
        return "\n".join([self.reason, "Allowed is one of:", *self.allowed])


def value_of(text: str) -> Any:
    """Return the value in an answer: a JSON value, or the words as a text.

    The last line that begins with ``Answer:`` counts, or a fenced block, or else the whole text.
    """
    text = text[:LONGEST_ANSWER].strip()
    lines, fenced = ANSWER_LINE.findall(text), FENCED.findall(text)
    words = (lines or fenced or [text])[-1].strip().rstrip(EMPHASIS)
    try:
        value = json.loads(words)
    except (ValueError, RecursionError):
        return words
    if isinstance(value, dict):
        value = next((value[key] for key in ANSWER_KEYS if key in value), value)
    return value.strip() if isinstance(value, str) else value


def place_of(value: Any, options: Sequence[str]) -> int | str:
    """Return the place of the option that an answer names, from 0, or the reason why it names none.

    Args:
        value: a value of :func:`value_of`.
        options: the words of the options.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return _numbered(value, options)
    if not isinstance(value, str) or not value:
        return f"The answer {quoted(value)} is not a number or the words of an option."
    if number := OPTION_NUMBER.fullmatch(value):
        return _numbered(int(number[1][:MOST_DIGITS]), options)
    return _worded(value, options)


def _numbered(number: int, options: Sequence[str]) -> int | str:
    if 1 <= number <= len(options):
        return number - 1
    return f"There is no option {number}: the numbers are 1 to {len(options)}."


def _worded(text: str, options: Sequence[str]) -> int | str:
    """Return the place of the option with these words: all, those before the odds, or the beginning of one option."""
    for words in (text, re.sub(r"^\W*\d+\s*[.):\]]\s*", "", text)):
        for places in _matches(_plain(words), options):
            if len(places) == 1:
                return places[0]
            if places:
                named = "; ".join(options[place] for place in places[:MOST_NAMED])
                return f"The answer {quoted(text)} fits several options: {named}."
    return f"The answer {quoted(text)} is not the number or the words of an option."


def _matches(words: str, options: Sequence[str]) -> list[list[int]]:
    """Return the places of the options that fit, from the closest fit to the loosest."""
    if not words:
        return []
    complete = [_plain(option) for option in options]
    short = [_plain(option.partition(" (")[0]) for option in options]
    begins = [place for place, option in enumerate(complete) if option.startswith(words)]
    return [
        [place for place, option in enumerate(complete) if option == words],
        [place for place, option in enumerate(short) if option == words],
        begins,
    ]


def _plain(words: str) -> str:
    """Return words in small letters, without marks between them."""
    return " ".join(re.findall(r"[\w+-]+", words.casefold()))
