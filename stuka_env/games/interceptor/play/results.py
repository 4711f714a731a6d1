"""Results of the second game: bombers, levels of victory, debriefs, and the log sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.games.interceptor.codes import Award, Bomber, Career, Cause, Entry, Ladder, Over, Scale
from stuka_env.games.interceptor.sheet import level_of
from stuka_env.games.interceptor.words import wording
from stuka_env.games.interceptor.words.debrief import debriefs
from stuka_env.play.parts import Debriefed
from stuka_env.play.war import War

FLOWN = "flown"
"""Status of a line of the log sheet that was flown."""
LEVELS = {level.name.lower(): level.word for level in Ladder}
CAUSES = {cause.name.lower(): cause.word for cause in Cause}
AWARDS_IN_WORDS = {award.name.lower(): award.word for award in Award}


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


def debriefs_since(war: War, turns: int) -> list[Debriefed]:
    """Return the debriefs of the sortie lines that ended after the first ``turns`` turns."""
    ended = [line for played in war.played[turns:] for line in played.lines]
    pages = debriefs(ended, war.journal)
    return [
        Debriefed(page.title, page.sections, line["status"] == FLOWN) for page, line in zip(pages, ended, strict=True)
    ]


def career_ends(mat: Any) -> list[str]:
    """Return the end of the episode in words; empty while it goes on."""
    career = mat["career"]
    if career["over"] == Over.RUNNING:
        return []
    cause = f", killed {Cause.word_of(int(career['cause']))}" if career["cause"] else ""
    return [f"the episode {Over.word_of(int(career['over']))}{cause}"]


def last_debrief(war: War) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the sections of the debrief of an episode that is over."""
    result = war.result or {}
    kinds = zip([kind for kind in Bomber if kind], result["by_type"].values(), strict=True)
    by_type = ", ".join(f"{count} {kind.word}" for kind, count in kinds if count)
    bombers = [
        f"{wording.plural(result['bombers'], 'bomber')}{f' ({by_type})' if by_type else ''}: "
        f"{result['destroyed']} shot down at once, {result['crashed']} seen to crash on the way home.",
    ]
    if score_of(war) != result["bombers"]:
        bombers.append("The pilot of a single sortie must come back, or it scores 0.")
    rank = wording.rank_words(Career[result["track"].upper()], result["rank"])
    pilot = [
        f"{rank}, Prestige Level {result['prestige_level']}.",
        *(career_words(words) for words in career_ends(war.mat)),
    ]
    awards = [AWARDS_IN_WORDS[name] for name in result["awards"]]
    pilot += [f"Awards: {wording.listed(awards)}."] if awards else []
    losses = [
        f"{wording.plural(result['flown'], 'sortie')} flown on {wording.plural(result['lines'], 'line')}.",
        f"{wording.plural(result['fighters'], 'fighter')} shot down.",
        f"{wording.plural(result['wounds'], 'wound')}, {wording.plural(result['aircraft_lost'], 'aircraft')} and "
        f"{wording.plural(result['wingmen_lost'], 'wingman')} lost.".replace("wingmans", "wingmen"),
    ]
    return [("The score", bombers), ("The pilot", pilot), ("The sorties", losses)]


def career_words(words: str) -> str:
    """Return the end of the episode as a sentence."""
    return f"{words[0].upper()}{words[1:]}."


def line_name(sortie: Mapping[str, Any], number: int) -> str:
    """Return a line of the log sheet by its month, line and raid; ``number`` counts from 0."""
    raid = f": {sortie['raid']}" if sortie["raid"] else ""
    return f"{sortie['month']}, {sortie['line']}{raid}"


def line_result(sortie: Mapping[str, Any]) -> str:
    """Return the bombers of a line of the log sheet, or why it was not flown."""
    if sortie["status"] != FLOWN:
        return str(sortie["status"]).replace("_", " ")
    wounds = ", wounded" if sortie["wounds"] else ""
    return f"{wording.plural(sortie['bombers'], 'bomber')}{wounds}"
