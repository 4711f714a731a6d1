"""The declarations of the third game for the page of its replays: routine, missions, graphs and the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Debrief, Section
from stuka_env.declared.sentences import declaration_of
from stuka_env.declared.sheet import Sheet
from stuka_env.games.wing.codes import Decision, Entry, Leg, Phase, Scale, Status, Target, Victory
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.games.wing.sheet import sheet
from stuka_env.games.wing.words import log_sheet
from stuka_env.games.wing.words.glossary import EXPLAINED
from stuka_env.games.wing.words.journal import JournalEntry, campaign_debrief, debriefs
from stuka_env.games.wing.words.log_sheet import LOG_SHEET, mission_lines, year_of
from stuka_env.replay import Moment
from stuka_env.replay.run import Ending
from stuka_env.watch.parts import (
    FEAT,
    LOSS,
    Graph,
    LineStarts,
    Nouns,
    RecordRow,
    RecordTable,
    Routine,
    Standing,
    StripLine,
    WarReader,
    WatchParts,
)

EPISODE_NOUNS = {Scale.MISSION: "mission", Scale.CAMPAIGN: "campaign"}
ASSIGNMENT = (Decision.CREW, Decision.BOMBER)
ROUTINES = {"assignment": Routine("Decided: crews and bombers"), "flight": Routine()}
"""Routine decisions, which a viewer may skip: crews and bombers of a mission, and moves on which nothing happened."""
CREWS, FLIGHT = ROUTINES
STAGES_OF_A_LEG, OVER_STAGE = 100, 1000
LEG_STAGES = {Leg.OUT: 1, Leg.TARGET: 2, Leg.HOME: 3, Leg.DONE: 4}
DESTROYED = Target.DESTROYED.name.lower()
GRAPHS = (
    Graph("Points by mission", has_bars=True),
    Graph("Campaign points", "in all"),
    Graph("Bombers ready", "after each mission; dashed: crews"),
    Graph("Bombers lost", "in all; dashed: interceptors destroyed"),
)
LOG = RecordTable(
    title="Log sheet",
    key="l",
    meaning="the log sheet",
    note="Damaged: bombers that came home damaged. Kills: interceptors destroyed.",
    empty="No mission is over yet.",
    columns=tuple((column.page, not column.is_number) for column in LOG_SHEET.shown),
    name=0,
)


def nouns(spec: WarSpec | None) -> Nouns:
    """Return the words of the page; without a specification those of a campaign."""
    war = EPISODE_NOUNS[Scale.CAMPAIGN if spec is None else Scale(spec.scale)]
    return Nouns("A Wing and a Prayer", "mission", war, "points", "points of the final score", decimals=0)


def routine_of(moment: Moment) -> str | None:
    """Return the routine of a decision or a passage, or None."""
    is_eventful = bool(moment.lines) or any(declaration_of(entry).happens for entry in moment.journal)
    if is_eventful or (not moment.title and moment.action not in dict(moment.legal)):
        return None
    decision = Decision[moment.decision]
    if decision in ASSIGNMENT and not moment.title:
        return CREWS
    return FLIGHT if decision == Decision.MOVE or moment.title == log_sheet.PASSAGES[Phase.MOVE] else None


def stage_of(mat: Any) -> int:
    """Return how far a mission has come: the place that is filled, the leg, its moves."""
    mission, decision = mat["mission"], int(mat["cursor"]["decision"])
    if mat["track"]["over"]:
        return OVER_STAGE
    if mission["leg"] == Leg.GROUND:
        return 2 * int(mission["place"]) + (decision == Decision.BOMBER)
    return STAGES_OF_A_LEG * LEG_STAGES[Leg(mission["leg"])] + 2 * int(mission["moves"]) + (decision == Decision.MOVE)


def mission_line(mission: Mapping[str, Any], mat: Any, total: int, losses: tuple[int, int]) -> StripLine:
    """Return a mission that has ended, with the state of the squadron after it.

    Args:
        mission: the mission, as in the info of a step.
        mat: the mat after it.
        total: the campaign points after it.
        losses: the bombers lost and the interceptors destroyed in the campaign.
    """
    events = [(LOSS, f"{plural(mission['lost'], 'bomber')} lost")] if mission["lost"] else []
    events += [(FEAT, f"{mission['target']} destroyed")] if mission["outcome"] == DESTROYED else []
    ready = [int((mat[block]["status"] == Status.READY).sum()) for block in ("bombers", "crews")]
    return StripLine(
        name=str(mission["turn"]),
        group=str(mission["year"]),
        score=str(mission["points"]) if mission["sent"] else "\u2013",
        words=f"{mission['target']}: {plural(mission['points'], 'point')}",
        is_flown=bool(mission["sent"]),
        events=tuple(events),
        values=((mission["points"],), (total,), tuple(ready), losses),
    )


class CampaignReader(WarReader):
    """A reader of a campaign, moment by moment. The journal is that since the beginning of the mission."""

    def __init__(self, spec: WarSpec, begin: Moment, first: int) -> None:
        super().__init__(spec, begin, first)
        self._rows: list[RecordRow] = []

    def lines(self) -> list[StripLine]:
        """Return the missions that ended with this moment."""
        moment, lines = self._moment, []
        for mission, row in zip(moment.lines, mission_lines([moment], None), strict=True):
            cells, number = tuple(cell.text for cell in row.cells), self._first + len(self._rows)
            self._rows.append(RecordRow(cells, number, is_pale=not row.is_flown))
            so_far = self._missions[: len(self._rows)]
            lost, kills = (sum(one[name] for one in so_far) for name in ("lost", "kills"))
            lines.append(mission_line(mission, moment.mat, row.values["total"], (lost, kills)))
        return lines

    def open_line(self) -> StripLine:
        """Return number and year of the mission of this moment."""
        mat = self._moment.mat
        return StripLine(log_sheet.name_of_line(mat), str(year_of(int(mat["track"]["box"]), self._spec.charts)))

    def ended(self) -> list[Debrief]:
        """Return the debriefs of the missions that ended with this moment."""
        pages = debriefs(self._moment.lines, self._journal)
        if pages:
            box = self._moment.mat["track"]["box"]
            self._journal = [entry for entry in self._journal if entry.mission == box]
        return pages

    def sheet(self, fresh: Sequence[JournalEntry], mat: Any = None) -> Sheet:
        """Return the sheet of this moment, or of a mat soon after it, with the way of the mission."""
        shown = self._moment.mat if mat is None else mat
        box = shown["track"]["box"]
        told = [entry for entry in self._journal if entry.mission == box]
        way = [entry.first for entry in told if entry.kind == Entry.MOVED]
        enemies = [entry.second for entry in told if entry.kind == Entry.INTERCEPTORS]
        return sheet(
            shown,
            self._spec.charts,
            self._moment.crews,
            fresh,
            way=(0, *way),
            last_enemy=enemies[-1] if enemies else -1,
        )

    def standing(self) -> Standing:
        """Return the level of victory so far and the next one; only a campaign has levels."""
        if self._spec.scale != Scale.CAMPAIGN:
            return Standing(EPISODE_NOUNS[Scale.MISSION], "Points of the mission.")
        points = int(self._moment.mat["track"]["points"])
        _, *lowest = self._spec.charts.record["campaigns"]["levels"][self._spec.campaign].tolist()
        level = sum(points >= least for least in lowest)
        following = [f"{Victory(place).word} from {least}" for place, least in enumerate(lowest, 1) if least > points]
        return Standing(", ".join([Victory(level).word, *following[:1]]), "The level of victory by campaign points.")

    def record(self) -> list[RecordRow]:
        """Return the log sheet."""
        return self._rows

    def result(self, env: str, ending: Ending) -> tuple[str, str]:
        """Return the level of the final score, which only a campaign has, and the result in one line."""
        score, result = ending.score, ending.result
        assert result is not None and score is not None
        level = Victory[result["level"].upper()].word if self._spec.scale == Scale.CAMPAIGN else ""
        return level, log_sheet.ending_words(env, result, score)

    def debrief(self) -> list[Section]:
        """Return the debrief of the episode."""
        return campaign_debrief(self._moment.mat, self._missions)


def mission_of(entry: JournalEntry) -> int | None:
    """Return the mission of an entry; None for the laying out of the mat."""
    return entry.mission or None


WATCH_PARTS = WatchParts(
    nouns=nouns,
    glossary=EXPLAINED,
    starts=lambda: LineStarts(mission_of),
    routines=ROUTINES,
    routine_of=routine_of,
    routine_answers="routine assignments",
    stage_of=stage_of,
    settled=lambda mat: int(mat["track"]["logged"]),
    setting=lambda arguments: ", ".join(log_sheet.title_words(arguments)),
    strip="box of the track, then the points of the mission",
    events="\u00d7 bombers lost, \u25c6 target destroyed",
    graphs=GRAPHS,
    skips_idle=True,
    record=LOG,
    reader=CampaignReader,
    minor=frozenset(decision.name for decision in ASSIGNMENT),
)
"""The third game on the page of its replays."""
