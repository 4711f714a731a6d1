"""Results of the second game: bombers, levels of victory, and lines of the log sheet."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor.codes import Cause, Entry, Ladder, Over, Scale
from stuka_env.games.interceptor.sheet import level_of
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.debrief import name_of_sortie
from stuka_env.play.war import War

FLOWN = "flown"
"""Status of a line of the log sheet that was flown."""
LEVELS = {level.name.lower(): level.word for level in Ladder}
CAUSES = {cause.name.lower(): cause.word for cause in Cause}


def bombers_of(mat: Any, charts: Any) -> float:
    """Return the bombers of the score so far; a single sortie has none before its pilot is back (5.2.1)."""
    is_withheld = mat["settings"]["scale"] == Scale.SORTIE and mat["career"]["over"] != Over.SORTIE_DONE
    return 0.0 if is_withheld else float(mat["career"]["bombers"])


def score_of(war: War) -> int:
    """Return the score of an episode that is over: bombers, in a single sortie only if the pilot is alive."""
    return int(bombers_of(war.mat, war.charts))


def level_words(war: War) -> str:
    """Return the level of victory and the fate of the pilot; a single sortie has no level."""
    result = war.result or {}
    fate = "the pilot lives" if result["alive"] else f"killed {CAUSES[result['cause']]}"
    return fate if war.scale == Scale.SORTIE else f"{LEVELS[result['level']]}, {fate}"


def bombers_so_far(war: War) -> str:
    """Return the bombers so far, with the level of victory in a month or a career."""
    bombers = int(war.mat["career"]["bombers"])
    counted = f"{wording.plural(bombers, 'bomber')} so far"
    return counted if war.scale == Scale.SORTIE else f"{counted}: {level_of(war.charts, bombers)}"


def has_contact(war: War) -> bool:
    """Return whether the pilot met bombers or fighters."""
    return any(entry.kind == Entry.MET for entry in war.journal)


def line_name(sortie: Mapping[str, Any], number: int) -> str:
    """Return a line of the log sheet by its name and raid; ``number`` counts from 0."""
    raid = f": {sortie['raid']}" if sortie["raid"] else ""
    return f"{name_of_sortie(sortie)}{raid}"


def line_result(sortie: Mapping[str, Any]) -> str:
    """Return the bombers of a line of the log sheet, or why it was not flown."""
    if sortie["status"] != FLOWN:
        return str(sortie["status"]).replace("_", " ")
    wounds = ", wounded" if sortie["wounds"] else ""
    return f"{wording.plural(sortie['bombers'], 'bomber')}{wounds}"
