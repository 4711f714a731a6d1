"""Results of the third game: points, levels of victory, and missions of the log sheet."""

from collections.abc import Mapping
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.games.wing.codes import Entry, Scale, Victory
from stuka_env.games.wing.words.debrief import target_words
from stuka_env.play.war import War


def score_of(war: War) -> int:
    """Return the campaign points of an episode that is over."""
    return int((war.result or {})["points"])


def level_words(war: War) -> str:
    """Return the level of victory and the bombers lost; a single mission has no level."""
    result = war.result or {}
    lost = f"{plural(result['lost'], 'bomber')} lost"
    return lost if war.scale == Scale.MISSION else f"{Victory[result['level'].upper()].word}, {lost}"


def points_so_far(war: War) -> str:
    """Return the campaign points so far; '' in a mission, whose points are known at its end."""
    return "" if war.scale == Scale.MISSION else f"{plural(int(war.points), 'point')} so far"


def mission_name(mission: Mapping[str, Any], number: int) -> str:
    """Return a mission by its box of the track and its target."""
    return f"{mission['turn']}, {mission['target']}"


def mission_result(mission: Mapping[str, Any]) -> str:
    """Return the result of a mission: points, target and bombers lost."""
    return f"{plural(mission['points'], 'point')}: {target_words(mission)}, {mission['lost']} lost"


def has_contact(war: War) -> bool:
    """Return whether interceptors or flak met the formation."""
    return any(entry.kind in (Entry.INTERCEPTORS, Entry.FLAK) for entry in war.journal)
