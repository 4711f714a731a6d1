"""Replays in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.stuka.codes import Phase

LINE_NOUN = "mission"
"""Word for a line of the log sheet."""
THE_FLIGHT = "the flight"
PASSAGES = {
    **dict.fromkeys(range(Phase.TAKE_OFF, Phase.ATTACK_RUN), THE_FLIGHT),
    Phase.ATTACK_RUN: "the attack",
    Phase.ATTACK: "the attack",
    Phase.BEFORE_LANDING: "the landings",
    Phase.LANDING: "the landings",
}
"""Titles of the passages between decisions, by the phase of their steps."""


def passage_of(mat: Any) -> str:
    """Return the title of the passage that the next step of a mat belongs to, or ''."""
    return PASSAGES.get(int(mat["cursor"]["phase"]), "")


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("operation", "segment", "duration") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of a war in words."""
    return f"score {score} ({result['level']}), {result['destroyed']} aircraft lost, {result['kia']} killed"
