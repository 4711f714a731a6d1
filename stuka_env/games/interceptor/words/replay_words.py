"""Replays in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Cause, Phase, Scale
from stuka_env.games.interceptor.words.debrief import name_of

LINE_NOUN = "sortie line"
"""Word for a line of the log sheet."""
THE_FLIGHT = "the flight"
PASSAGES = {
    **dict.fromkeys(range(Phase.ENGAGED, Phase.BOX_DONE), "the combat"),
    Phase.BOX: THE_FLIGHT,
    Phase.BOX_DONE: THE_FLIGHT,
    Phase.JUMP: "the jump",
    Phase.LANDING: "the landing",
}
"""Titles of the passages between decisions, by the phase of their steps."""


def name_of_line(mat: Any) -> str:
    """Return the name of the sortie line of a decision: "3 of Jul 1943"; a career begins before its first."""
    career = mat["career"]
    return name_of(int(career["line"]) or 1, int(career["month"]))


def passage_of(mat: Any) -> str:
    """Return the title of the passage that the next step of a mat belongs to, or ''."""
    return PASSAGES.get(int(mat["cursor"]["phase"]), "")


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    return [arguments[key] for key in ("start", "month") if arguments.get(key)]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a career has a level of victory."""
    is_career = INTERCEPTOR_ENVIRONMENTS.index(env) == Scale.CAREER
    level = f" ({result['level'].replace('_', ' ')})" if is_career else ""
    fate = "survived" if result["alive"] else f"killed {Cause[result['cause'].upper()].word}"
    return f"score {score}{level}, {fate}"
