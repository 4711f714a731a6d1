"""Debriefs of missions and segments in sections: score, outbound and homeward flight, attacks, losses.

A debrief consists of the sentences of the journal in their order, and of the mission's line on the log sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Debrief, Section, by_line, notable, texts, under, with_lines
from stuka_env.declared.records import rows
from stuka_env.games.stuka.charts import LoadedCharts
from stuka_env.games.stuka.codes import (
    AFTERWARDS,
    END_OF_SEGMENT,
    SEGMENT_TITLES,
    THE_LOSSES,
    UNDER_WAY,
    Chart,
    Entry,
    Leg,
    Operation,
    Scale,
)
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
from stuka_env.games.stuka.words.journal import JournalEntry

OVER = frozenset({Entry.MISSION_SCORE, Entry.SEGMENT_SCORE})
"""Kinds of entry after which the next mission may begin."""


class MissionStarts:
    """A detector of the first entry of each mission, which follows the end of a mission or its promotions."""

    def __init__(self) -> None:
        self._over = False

    def begins(self, entry: JournalEntry) -> bool:
        """Whether the next entry begins a mission: the mission roll, or the mission itself if it was not rolled."""
        began = self._over and (entry.chart == Chart.A1 or entry.kind in (Entry.MISSION, Entry.NO_FLY))
        self._over = entry.kind in OVER or (self._over and not began)
        return began


def by_mission(entries: Iterable[JournalEntry]) -> list[list[JournalEntry]]:
    """Split the journal by mission."""
    return by_line(MissionStarts().begins, entries)


def title_of(mission: Mapping[str, Any], number: int) -> str:
    """Return the title of a mission, which has this number in the war, with its result."""
    if mission["no_fly"]:
        return f"Mission {number}: not flown ({words_of(mission['no_fly'])})"
    target = f"{mission['size']} {mission['target']}".replace("_", " ")
    outcome = "aborted" if mission["aborted"] else f"{mission['score']} points, {mission['level']}"
    return f"Mission {number}: {target} in zone {mission['zone']}, {outcome}"


def words_of(name: str) -> str:
    """Return a code's name as words."""
    return name.replace("_", " ")


def _placed(entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    """Return sentences with the zone of each."""
    return tuple(f"{f'Zone {entry.zone}' if entry.zone else 'Airfield'}: {entry.text}" for entry in entries)


def score_lines(mission: Mapping[str, Any], kill_points: int) -> tuple[str, ...]:
    """Return the sources of a mission's score (8.4)."""
    if mission["no_fly"] or mission["aborted"]:
        return (f"{mission['score']} points.",)
    kills = kill_points * mission["kills"]
    attacks = mission["score"] - mission["bonus"] - kills
    by_slot = ", ".join(f"{slot}: {score}" for slot, score in mission["scores"].items())
    began = plural(mission["present"], "aircraft")
    lines = [f"Attacks {attacks}{f' (aircraft {by_slot})' if by_slot else ''}; {began} began the attack run."]
    lines += ["The ship was sunk."] if mission["sunk"] else []
    lines += [f"{plural(mission['kills'], 'fighter')} shot down: {kills}."] if kills else []
    lines.append(f"Bonus {mission['bonus']}." if mission["bonus"] else "No bonus.")
    lines.append(f"Together {mission['score']}: {mission['level']}.")
    return tuple(lines)


def attacks_of(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Return the rolls of the attacks and of the gambles, and the scores of aircraft that did not roll."""
    rolls = [entry for entry in entries if entry.kind == Entry.ROLL and entry.chart == Chart.A2]
    rolled = {entry.aircraft for entry in rolls}
    return [
        entry
        for entry in entries
        if (entry.kind == Entry.ROLL and entry.chart in (Chart.A2, Chart.GAMBLE))
        or (entry.kind == Entry.SCORE and entry.aircraft and entry.aircraft not in rolled)
    ]


def debrief(mission: Mapping[str, Any], entries: Sequence[JournalEntry], kill_points: int) -> list[Section]:
    """Return the sections of a completed mission; sections without lines are omitted.

    Args:
        mission: its line, as in the info of a step.
        entries: its journal.
        kill_points: points for a fighter (8.4).
    """
    under_way = under(entries, UNDER_WAY)
    sections = [
        Section("The score", score_lines(mission, kill_points)),
        Section("The way there", _placed(entry for entry in under_way if entry.leg == Leg.OUT)),
        Section("The attacks", texts(attacks_of(entries))),
        Section("The way home", _placed(entry for entry in under_way if entry.leg == Leg.HOME)),
        *(Section(title, texts(under(entries, title))) for title in (THE_LOSSES, AFTERWARDS)),
    ]
    return with_lines(sections)


def end_of_segment(entries: Sequence[JournalEntry]) -> list[Section]:
    """Return the sections of a completed segment, and of an operation or campaign that ends with it.

    Args:
        entries: the journal of its last mission, and of the following steps.
    """
    sections = [Section(title, texts(under(entries, title))) for title in END_OF_SEGMENT]
    return with_lines(sections)


def debriefs(
    missions: Sequence[Mapping[str, Any]],
    step: Sequence[JournalEntry],
    journal: Sequence[JournalEntry],
    *,
    over: int,
    scale: int,
    kill_points: int,
) -> list[Debrief]:
    """Return the debriefs after a decision. Promotions can come between the last mission and its segment.

    Args:
        missions: missions that ended with the decision, as in the info of a step.
        step: journal of the step.
        journal: journal of the war, including ``step``.
        over: number of missions of the war that are over, including these.
        scale: a :class:`stuka_env.games.stuka.codes.Scale`; a single mission is no segment.
        kill_points: points for a fighter (8.4).
    """
    pages: list[Debrief] = []
    if not any(entry.kind in OVER for entry in step):
        return pages
    parts, ended = by_mission(step), enumerate(missions, over - len(missions) + 1)
    for part, entries in zip(parts, by_mission(journal)[-len(parts) :], strict=True):
        kinds = {entry.kind for entry in part}
        if Entry.MISSION_SCORE in kinds:
            number, mission = next(ended)
            sections, summary = (debrief(mission, one, kill_points) for one in (entries, notable(entries)))
            pages.append(Debrief(title_of(mission, number), sections, not mission["no_fly"], tuple(summary), mission))
        if Entry.SEGMENT_SCORE in kinds and scale >= Scale.SEGMENT:
            pages.append(Debrief("The segment is over", end_of_segment(entries), flown=True))
    return pages


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
    not_flown = plural(int((log["no_fly"] > 0).sum()), "mission")
    lost = f"{int(count['war_destroyed'])} aircraft lost, {int(count['war_kia'])} killed, {not_flown} not flown"
    return [*sections, Section("Losses", (lost,))]
