"""Results of the first game: careers, debriefs, and the points so far."""

from collections.abc import Sequence

from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.words.careers import Career, Careers
from stuka_env.games.stuka.words.crew_names import CrewNames
from stuka_env.games.stuka.words.debrief import debriefs
from stuka_env.games.stuka.words.war_debrief import war_debrief
from stuka_env.play.parts import Debriefed
from stuka_env.play.war import War


def crews_of(war: War) -> CrewNames:
    """Return the names of pilots and gunners."""
    assert isinstance(war.crews, CrewNames)
    return war.crews


def careers_of(war: War) -> list[Career]:
    """Return the careers of all who have had a place of the roster, up to now."""
    opening = war.played[0]
    assert isinstance(opening.crews, CrewNames)
    careers = Careers(opening.crews, opening.before.mats[0])
    for played in war.played:
        careers.add(played.journal, played.lines)
    return careers.by_place()


def debriefs_since(war: War, turns: int) -> list[Debriefed]:
    """Return the debriefs of missions and segments that ended after the first ``turns`` turns."""
    ended = debriefs(
        [mission for played in war.played[turns:] for mission in played.lines],
        [entry for played in war.played[turns:] for entry in played.journal],
        war.journal,
        over=int(war.mat["war"]["mission_of_war"]),
        scale=war.scale,
        kill_points=int(war.charts.record["kill_points"]),
    )
    return [Debriefed(one.title, one.sections, one.flown) for one in ended]


def last_debrief(war: War) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the sections of the debrief of a war that is over."""
    return war_debrief(war.mat, war.charts)


def score_of(war: War) -> int:
    """Return the score of a war that is over."""
    return int((war.result or {})["score"])


def level_of(war: War) -> str:
    """Return the level of victory of a war that is over."""
    return str((war.result or {})["level"])


def points_so_far(war: War) -> str:
    """Return the points so far in words; '' in a mission, whose score is known at its end."""
    return "" if war.scale == Scale.MISSION else f"{war.points:.1f} points so far"
