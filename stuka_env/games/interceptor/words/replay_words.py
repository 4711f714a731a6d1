"""Replays in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Cause, Scale

LINE_NOUN = "sortie line"
"""Word for a line of the log sheet."""


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("start", "month") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a career has a level of victory."""
    is_career = INTERCEPTOR_ENVIRONMENTS.index(env) == Scale.CAREER
    level = f" ({result['level'].replace('_', ' ')})" if is_career else ""
    fate = "survived" if result["alive"] else f"killed {Cause[result['cause'].upper()].word}"
    return f"score {score}{level}, {fate}"
