"""Replays in one line."""

from collections.abc import Mapping
from typing import Any

LINE_NOUN = "mission"
"""Word for a line of the log sheet."""


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("operation", "segment", "duration") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of a war in words."""
    return f"score {score} ({result['level']}), {result['destroyed']} aircraft lost, {result['kia']} killed"
