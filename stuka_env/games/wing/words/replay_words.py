"""Replays in one line."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.wing import WING_ENVIRONMENTS
from stuka_env.games.wing.codes import Phase, Scale

LINE_NOUN = "mission"
"""Word for a line of the log sheet."""
PASSAGES = {
    **dict.fromkeys(range(Phase.TAKE_OFF, Phase.INTERCEPTION), "the flight"),
    **dict.fromkeys(range(Phase.INTERCEPTION, Phase.STRIKE + 1), "the combat"),
    **dict.fromkeys(range(Phase.RUN, Phase.LANDING), "the bombing run"),
    Phase.LANDING: "the landing",
}
"""Titles of the passages between decisions, by the phase of their steps; damage belongs to what follows it."""


def line_of(mat: Any) -> int:
    """Return the index of the mission of a decision; the end belongs to the last mission."""
    return int(mat["track"]["logged"]) - bool(mat["track"]["over"])


def name_of_line(mat: Any) -> str:
    """Return the number of the mission of a decision: its box of the track."""
    return str(int(mat["track"]["box"]))


def passage_of(mat: Any) -> str:
    """Return the title of the passage that the next step of a mat belongs to, or ''."""
    return PASSAGES.get(int(mat["cursor"]["phase"]), "")


def title_words(arguments: Mapping[str, Any]) -> list[str]:
    """Return the words for the arguments of an environment."""
    words = [str(arguments.get("campaign") or "").replace("_", " "), str(arguments.get("squadron") or "")]
    turn = arguments.get("turn")
    return [word for word in (*words, f"mission {turn}" if turn else "") if word]


def ending_words(env: str, result: Mapping[str, Any], score: int) -> str:
    """Return the end of an episode in words. Only a campaign has a level of victory."""
    is_campaign = WING_ENVIRONMENTS.index(env) == Scale.CAMPAIGN
    level = f" ({result['level']})" if is_campaign else ""
    return f"score {score}{level}, {plural(result['lost'], 'bomber')} lost"
