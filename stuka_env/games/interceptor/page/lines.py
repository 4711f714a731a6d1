"""The raids of a career: its log sheet for the page, and its length."""

from typing import Any

from stuka_env.games.interceptor.codes import Award, Over, Scale
from stuka_env.games.interceptor.scenario.plan import MONTH_WORDS, WarSpec

AWARD_TITLES = {award.name.lower(): award.word for award in Award}
"""Names of awards by the words of a line."""
SAT_OUT: dict[str, Any] = {
    **{"status": "sat_out", "raid": None, "zone": None, "weather": None, "aircraft": None, "boxes": 0, "event": None},
    **{"met": 0, "bombers": 0, "fighters": 0, "wounds": 0, "damaged": 0, "landing": None, "lost": 0, "awards": []},
}
"""A sortie line that the pilot sits out, without its place in the calendar."""


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


def raids_after(mat: Any, spec: WarSpec) -> list[dict[str, Any]]:
    """Return the lines of the calendar after an episode that ended because the pilot would have sat all of them out.

    The log sheet does not have them. They have the form of a line in the info of a step.
    """
    career = mat["career"]
    if career["over"] != Over.CALENDAR:
        return []
    month, line, counts = int(career["month"]), int(career["line"]), spec.charts.record["lines"]
    months = range(month, len(counts) if spec.scale == Scale.CAREER else month + 1)
    places = [
        (one, number) for one in months for number in range(1, int(counts[one]) + 1) if (one, number) > (month, line)
    ]
    return [SAT_OUT | {"month": MONTH_WORDS[one], "line": number} for one, number in places]


def num_raids(spec: WarSpec, mat: Any) -> int:
    """Return the number of raids of an episode that is played to its end, counted as the mat counts them."""
    lines, career = spec.charts.record["lines"], mat["career"]
    earlier = settled(mat) - max(0, int(career["line"]) - 1)
    if spec.scale == Scale.SORTIE:
        return settled(mat) + 1
    last = int(career["month"]) + 1 if spec.scale == Scale.MONTH else len(lines)
    return max(0, earlier) + int(lines[career["month"] : last].sum())
