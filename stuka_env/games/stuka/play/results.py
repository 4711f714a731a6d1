"""Results of the first game: the names of people, and the points so far."""

from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.play.war import War


def crews_of(war: War) -> CrewNames:
    """Return the names of pilots and gunners."""
    assert isinstance(war.crews, CrewNames)
    return war.crews


def score_of(war: War) -> int:
    """Return the score of a war that is over."""
    return int((war.result or {})["score"])


def level_of(war: War) -> str:
    """Return the level of victory of a war that is over."""
    return str((war.result or {})["level"])


def points_so_far(war: War) -> str:
    """Return the points so far in words; '' in a mission, whose score is known at its end."""
    return "" if war.scale == Scale.MISSION else f"{war.points:.1f} points so far"
