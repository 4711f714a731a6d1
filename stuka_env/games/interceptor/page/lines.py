"""The raids of a career: its log sheet for the page, and its length."""

from typing import Any

from stuka_env.games.interceptor.codes import Over, Scale
from stuka_env.games.interceptor.scenario.plan import MONTH_WORDS, WarSpec
from stuka_env.games.interceptor.words import wording

AWARD_TITLES = {award.name.lower(): title for award, title in wording.AWARD_WORDS.items()}
"""Names of awards by the words of a line."""


def settled(mat: Any) -> int:
    """Return the number of sortie lines that have been settled."""
    is_open = mat["career"]["over"] == Over.RUNNING
    return max(0, int(mat["career"]["lines_used"]) - int(is_open))


def standing(mat: Any) -> dict[str, int]:
    """Return the state of the career: kills, losses, wounds, Prestige and rank so far."""
    career, pilot = mat["career"], mat["pilot"]
    counts = {name: int(career[name]) for name in ("bombers", "fighters", "aircraft_lost", "wingmen_lost")}
    people = {name: int(pilot[name]) for name in ("prestige", "level", "wounds", "rank")}
    return counts | people | {"skills": int(pilot["skills"].sum() + pilot["expert"].sum())}


def raid_line(line: dict[str, Any], mat: Any, before: dict[str, int]) -> dict[str, Any]:
    """Return a settled sortie line, with the state of the career after it.

    Args:
        line: the line, as in the info of a step.
        mat: the mat after it.
        before: the state of the career before it.
    """
    after = standing(mat)
    return line | {
        "month": MONTH_WORDS.index(line["month"]),
        "awards": [AWARD_TITLES[name] for name in line["awards"]],
        "aircraft_lost": after["aircraft_lost"] - before["aircraft_lost"],
        "promoted": int(after["rank"] > before["rank"]),
        "standing": after,
    }


def num_raids(spec: WarSpec, mat: Any) -> int:
    """Return the number of raids of an episode that is played to its end, counted as the mat counts them."""
    lines, career = spec.charts.record["lines"], mat["career"]
    earlier = settled(mat) - max(0, int(career["line"]) - 1)
    if spec.scale == Scale.SORTIE:
        return settled(mat) + 1
    last = int(career["month"]) + 1 if spec.scale == Scale.MONTH else len(lines)
    return max(0, earlier) + int(lines[career["month"] : last].sum())
