"""The debrief of a war: the sources of its score, the scores of its operations and segments, and its losses."""

from typing import Any

from stuka_env.declared.log_sheet import Section
from stuka_env.declared.records import rows
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import SEGMENT_TITLES, Operation, Scale
from stuka_env.games.stuka.rules.ledger import (
    ATTACKS,
    CAMPAIGN_BONUS,
    KILLS,
    MISSION_BONUS,
    OPERATION_BONUS,
    ROUNDING,
    Ledger,
    operation_of,
    split_score,
)
from stuka_env.games.stuka.words import wording

PART_TITLES = {
    ATTACKS: "Attacks",
    KILLS: "Fighters shot down",
    MISSION_BONUS: "Mission bonuses",
    CAMPAIGN_BONUS: "Campaign bonus",
    ROUNDING: "Rounding",
}
"""Parts of a score in words."""
SHOWN_PARTS = (ATTACKS, KILLS, MISSION_BONUS, OPERATION_BONUS, CAMPAIGN_BONUS, ROUNDING)
"""The order of the parts."""


def points_by_source(mat: Any, charts: LoadedCharts) -> dict[str, float]:
    """Return the points of the final score by source; they add up to it, including rounding (8.3 to 8.5)."""
    record: Any = charts.record
    ledger: Any = rows(1, Ledger)
    split_score(mat, record, ledger[0])
    points = 100.0 * ledger[0].parts
    campaign = mat["war"]["scale"] == Scale.CAMPAIGN
    titles = PART_TITLES | {OPERATION_BONUS: "Operation bonuses" if campaign else "Operation bonus"}
    return {titles[part]: float(points[part]) for part in SHOWN_PARTS}


def _score_lines(mat: Any, charts: LoadedCharts) -> list[str]:
    """Return the lines of the score with one decimal place; the remainder counts as rounding."""
    score = int(mat["track"]["result"])
    shown = {name: round(points, 1) for name, points in points_by_source(mat, charts).items()}
    shown[PART_TITLES[ROUNDING]] += round(score - sum(shown.values()), 1)
    lines = [f"{name} {points:.1f}." for name, points in shown.items() if abs(points) >= 0.05]
    return [*lines, f"Together {score}: {charts.names.victory_level(score)}."]


def war_debrief(mat: Any, charts: LoadedCharts) -> list[Section]:
    """Return the sections of the debrief of a war that is over.

    Args:
        mat: a record of :data:`stuka_env.games.stuka.rules.mat.Mat.dtype`, after the last mission.
        charts: the charts in force.
    """
    track, count, scale = mat["track"], mat["count"], mat["war"]["scale"]
    log = mat["log"][: int(track["logged"])]
    flown = list(dict.fromkeys(log["segment"].tolist()))

    def scored(name: str, score: int, bonus: int = 0) -> str:
        inside = f", of which {bonus} bonus" if bonus else ""
        return f"{name}: {score}{inside} ({charts.names.victory_level(score)})"

    record: Any = charts.record
    operations = dict.fromkeys(operation_of(record, segment) for segment in flown)
    sections = [Section("The score", tuple(_score_lines(mat, charts)))]
    if scale >= Scale.OPERATION:
        lines = [
            scored(Operation(one).word, int(track["operations"][one]), int(track["operation_bonus"][one]))
            for one in operations
        ]
        sections.append(Section("Operations", tuple(lines)))
    if scale >= Scale.SEGMENT:
        lines = [scored(SEGMENT_TITLES[one], int(track["segments"][one])) for one in flown]
        sections.append(Section("Segments", tuple(lines)))
    not_flown = wording.plural(int((log["no_fly"] > 0).sum()), "mission")
    lost = f"{int(count['war_destroyed'])} aircraft lost, {int(count['war_kia'])} killed, {not_flown} not flown"
    return [*sections, Section("Losses", (lost,))]
