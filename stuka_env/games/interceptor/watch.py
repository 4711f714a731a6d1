"""The declarations of the second game for the page of its replays: routine, raids, graphs and the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from stuka_env.declared.codes import plural
from stuka_env.declared.log_sheet import Debrief, Section
from stuka_env.declared.sentences import declaration_of
from stuka_env.declared.sheet import Sheet
from stuka_env.games.interceptor.codes import (
    Act,
    Award,
    Cause,
    Decision,
    Ladder,
    Line,
    Month,
    Over,
    Scale,
)
from stuka_env.games.interceptor.rules.equivalence import alike
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.games.interceptor.sheet import sheet
from stuka_env.games.interceptor.words import log_sheet
from stuka_env.games.interceptor.words.debrief import career_debrief, debriefs, name_of_sortie, short_month
from stuka_env.games.interceptor.words.glossary import EXPLAINED
from stuka_env.games.interceptor.words.journal import JournalEntry
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

EPISODE_NOUNS = {Scale.SORTIE: "sortie", Scale.MONTH: "month", Scale.CAREER: "career"}


def nouns(spec: WarSpec | None) -> Nouns:
    """Return the words of the page; without a specification those of a career."""
    episode = EPISODE_NOUNS[Scale.CAREER if spec is None else Scale(spec.scale)]
    final = "bombers of the final score"
    return Nouns("Interceptor Ace", mission="raid", war=episode, unit="bombers", final=final, decimals=0)


def line_of(entry: JournalEntry) -> tuple[int, int] | None:
    """Return the sortie line of an entry; None for the start of a career, which belongs to the first."""
    return (entry.month, entry.line) if entry.line else None


# --- routine ---

ROUTINES = {"orders": Routine(), "flight": Routine(), "nothing_bought": Routine()}
"""Routine decisions, which a viewer may skip.

They are orders that cost no round, flights on to the next box, and refusals to buy or to learn. Nothing had happened
since the previous decision: no hit, wound, loss, kill, award or promotion, and no sortie line had ended. Shots,
maneuvers, encounters and purchases are never routine.
"""
FREE_ORDERS, FLIGHT, NOTHING_BOUGHT = ROUTINES
ORDER_ANSWERS = {
    Decision.BURST: (Act.WINGMAN, Act.REFLEXES),
    Decision.DOGFIGHT: (Act.REFLEXES, Act.JETTISON),
}
"""Orders after which the same decision is open again."""


def routine_of(moment: Moment) -> str | None:
    """Return the routine of a decision or a passage, or None."""
    is_eventful = bool(moment.lines) or any(declaration_of(entry).happens for entry in moment.journal)
    if not is_eventful and moment.title == log_sheet.THE_FLIGHT:
        return FLIGHT
    if is_eventful or moment.action not in dict(moment.legal):
        return None
    decision = Decision[moment.decision]
    if moment.action in ORDER_ANSWERS.get(decision, ()):
        return FREE_ORDERS
    if moment.action == Act.ON:
        return FLIGHT
    return NOTHING_BOUGHT if moment.action == Act.DONE else None


AFTER_LANDING = (Decision.DEBRIEF, Decision.GUNNER, Decision.SERIES, Decision.ZONE)
BEFORE_OR_AFTER = (Decision.SKILL, Decision.AIRCRAFT)
"""Decisions that are taken before the first raid, and after the landing."""


def stage_of(mat: Any) -> int:
    """Return how far a raid has come: the start, the alarm, the boxes with their rounds of combat, the debriefing."""
    sortie, decision, box = mat["sortie"], int(mat["cursor"]["decision"]), int(mat["sortie"]["box"])
    has_ended = box or sortie["landing"] or sortie["jumped"]
    if mat["career"]["over"] != Over.RUNNING:
        return 10000
    if decision in AFTER_LANDING or (mat["career"]["line"] and decision in BEFORE_OR_AFTER and has_ended):
        return 9000
    if decision == Decision.SCRAMBLE:
        return 900
    if not box:
        return 10 * decision + int(mat["cursor"]["person"])
    return 1000 * box + 8 * min(100, int(sortie["rounds"])) + (7 if decision == Decision.ONWARD else 0)


# --- answers ---

PORT_SHOTS: dict[int, int] = {Act.AIM_STARBOARD: Act.AIM_PORT, Act.BURST_STARBOARD: Act.BURST_PORT}
"""Shots at the starboard wing, with the same shot at the port wing."""


def alike_shot(moment: Moment, charts: Any) -> int | None:
    """Return the shot at the port wing that has the same consequences as the choice; None for other choices."""
    if moment.action not in PORT_SHOTS or moment.decision != Decision.BURST.name:
        return None
    port = int(PORT_SHOTS[moment.action])
    return port if alike(moment.mat, charts, moment.action, port) else None


# --- raids ---

LINE_STATUSES = {line.name.lower(): line.word for line in Line}
FLOWN_LINE, SAT_OUT_LINE = Line.FLOWN.name.lower(), Line.SAT_OUT.name.lower()
AWARD_WORDS = {award.name.lower(): award.word for award in Award}
GRAPHS = (
    Graph("Bombers by raid", has_bars=True),
    Graph("Fighters", "in all"),
    Graph("Prestige Level", "dashed: skills of the pilot"),
    Graph("Aircraft lost", "in all; dashed: wounds of the pilot"),
)


def settled(mat: Any) -> int:
    """Return the number of sortie lines that have been settled."""
    is_open = mat["career"]["over"] == Over.RUNNING
    return max(0, int(mat["career"]["lines_used"]) - int(is_open))


def status_words(line: Mapping[str, Any]) -> str:
    """Return why a sortie line was not flown."""
    return LINE_STATUSES[line["status"]]


def raids_after(mat: Any, spec: WarSpec) -> list[dict[str, Any]]:
    """Return the lines of the calendar after an episode that ended because the pilot would have sat all of them out.

    The log sheet does not have them. They have what the strip reads of a line in the info of a step.
    """
    career = mat["career"]
    if career["over"] != Over.CALENDAR:
        return []
    month, line, counts = int(career["month"]), int(career["line"]), spec.charts.record["lines"]
    months = range(month, len(counts) if spec.scale == Scale.CAREER else month + 1)
    places = [
        (one, number) for one in months for number in range(1, int(counts[one]) + 1) if (one, number) > (month, line)
    ]
    return [
        {"month": Month(one).short, "line": number, "status": SAT_OUT_LINE, "raid": None, "bombers": 0, "wounds": 0}
        | {"awards": []}
        for one, number in places
    ]


class RaidLines:
    """The sortie lines of a career with what changed on them: aircraft lost and promotions.

    Args:
        mat: the mat before the first line.
        first: index of the first line.
    """

    def __init__(self, mat: Any, first: int) -> None:
        self._first = first
        self._lost, self._rank = self._counts(mat)
        self.record: list[RecordRow] = []
        self.log: list[dict[str, Any]] = []
        """Month, line, status, bombers and aircraft lost of each line, for the calendar of the sheet."""

    @staticmethod
    def _counts(mat: Any) -> tuple[int, int]:
        return int(mat["career"]["aircraft_lost"]), int(mat["pilot"]["rank"])

    def add(self, lines: list[dict[str, Any]], mat: Any) -> list[StripLine]:
        """Add the lines that ended before a mat, and return them; what changed belongs to the first of them."""
        added = []
        for line in lines:
            (lost, rank), before = self._counts(mat), (self._lost, self._rank)
            self._lost, self._rank = lost, rank
            self.log.append(line | {"month": Month.by_short()[line["month"]], "aircraft_lost": lost - before[0]})
            self.record.append(_record_row(line, self._first + len(self.record), is_lost=lost > before[0]))
            added.append(_strip_line(line, mat, is_lost=lost > before[0], is_promoted=rank > before[1]))
        return added


def _strip_line(line: Mapping[str, Any], mat: Any, *, is_lost: bool, is_promoted: bool) -> StripLine:
    """Return a line for the strip of raids, with the state of the career after it."""
    career, pilot, is_flown = mat["career"], mat["pilot"], line["status"] == FLOWN_LINE
    events = [(LOSS, "aircraft lost")] if is_lost else []
    events += [(LOSS, plural(line["wounds"], "wound"))] if line["wounds"] else []
    events += [(FEAT, AWARD_WORDS[name]) for name in line["awards"]]
    events += [(FEAT, "promoted")] if is_promoted else []
    result = f"{line['raid']}, {plural(line['bombers'], 'bomber')}{', aircraft lost' if is_lost else ''}"
    skills = int(pilot["skills"].sum() + pilot["expert"].sum())
    return StripLine(
        name=name_of_sortie(line),
        group=short_month(Month.by_short()[line["month"]]),
        score=str(line["bombers"]) if is_flown else "\u2013",
        words=result if is_flown else status_words(line),
        is_flown=is_flown,
        events=tuple(events),
        values=(
            (line["bombers"],),
            (int(career["fighters"]),),
            (int(pilot["level"]), skills),
            (int(career["aircraft_lost"]), int(pilot["wounds"])),
        ),
    )


# --- the log ---

COUNT_COLUMNS = {
    "boxes": "boxes",
    "met": "met",
    "bombers": "bombers",
    "fighters": "fighters",
    "damaged": "hits",
    "wounds": "wounds",
}
LOG = RecordTable(
    title="Log sheet",
    key="l",
    meaning="the log sheet",
    note=(
        "Met: enemy aircraft fought. Hits: damaged systems of the own aircraft. Lost: raids that the pilot sits out "
        "afterwards."
    ),
    empty="No raid is over yet.",
    columns=(
        *((name, True) for name in ("raid", "target", "aircraft")),
        *((name, False) for name in COUNT_COLUMNS.values()),
        *(("landing", True), ("lost", False), ("awards", True)),
    ),
    name=0,
)


def _record_row(line: Mapping[str, Any], number: int, *, is_lost: bool) -> RecordRow:
    """Return a line as a row of the log."""
    name = name_of_sortie(line)
    if line["status"] != FLOWN_LINE:
        raid = f"{line['raid']}: " if line["raid"] else ""
        return RecordRow((name, f"{raid}{status_words(line)}"), number, is_pale=True)
    counts = (str(line[field] or "\u2013") for field in COUNT_COLUMNS)
    landing = f"{line['landing']}{', aircraft lost' if is_lost else ''}"
    awards = ", ".join(AWARD_WORDS[one] for one in line["awards"])
    cells = (name, line["raid"], line["aircraft"], *counts, landing, str(line["lost"] or "\u2013"), awards)
    return RecordRow(cells, number)


def not_flown(lines: list[Debrief]) -> Debrief:
    """Return one debrief of several sortie lines that were not flown."""
    title = plural(len(lines), "raid") + " not flown"
    return Debrief(title, [Section("The log", tuple(f"{one.title}." for one in lines))], flown=False)


class CareerReader(WarReader):
    """A reader of a career, moment by moment. The journal is that since the beginning of the sortie line."""

    def __init__(self, spec: WarSpec, begin: Moment, first: int) -> None:
        super().__init__(spec, begin, first)
        self._lines = RaidLines(begin.mat, first)

    def lines(self) -> list[StripLine]:
        """Return the sortie lines that were settled with this moment; the end of the calendar has all later ones."""
        moment = self._moment
        return self._lines.add([*moment.lines, *raids_after(moment.mat, self._spec)], moment.mat)

    def open_line(self) -> StripLine:
        """Return line and month of the raid of this moment."""
        mat = self._moment.mat
        return StripLine(log_sheet.name_of_line(mat), short_month(int(mat["career"]["month"])))

    def ended(self) -> list[Debrief]:
        """Return the debriefs of the sortie lines that were settled with this moment; those not flown have one page."""
        lines = self._moment.lines
        if not lines:
            return []
        pages = debriefs(lines, self._journal)
        career = self._moment.mat["career"]
        self._journal = [one for one in self._journal if (one.month, one.line) == (career["month"], career["line"])]
        flown, others = ([page for page in pages if page.flown == was_flown] for was_flown in (True, False))
        return [*flown, not_flown(others)] if len(others) > 1 else pages

    def sheet(self, fresh: Sequence[JournalEntry], mat: Any = None) -> Sheet:
        """Return the sheet of this moment, or of a mat soon after it."""
        shown = self._moment.mat if mat is None else mat
        return sheet(shown, self._spec.charts, fresh=fresh, log=self._lines.log)

    def standing(self) -> Standing:
        """Return the level of victory so far and the next one; only a career has levels."""
        scale, ladder = self._spec.scale, self._spec.charts.record["ladder"].tolist()
        if scale != Scale.CAREER:
            return Standing(EPISODE_NOUNS[Scale(scale)], "Bombers that the pilot has shot down.")
        bombers = int(self._moment.mat["career"]["bombers"])
        level = max(0, sum(least <= bombers for least in ladder) - 1)
        following = [f"{Ladder(place).word} from {least}" for place, least in enumerate(ladder) if least > bombers]
        return Standing(
            ", ".join([Ladder(level).word, *following[:1]]), "The level of victory by the number of bombers."
        )

    def alike(self) -> int | None:
        """Return the equivalent of a shot at the starboard wing."""
        return alike_shot(self._moment, self._spec.charts.record)

    def record(self) -> list[RecordRow]:
        """Return the log sheet."""
        return self._lines.record

    def result(self, env: str, ending: Ending) -> tuple[str, str]:
        """Return the level of the final score, which only a career has, with the fate of the pilot; and the result."""
        score, result = ending.score, ending.result
        assert result is not None and score is not None
        fate = "the pilot lives" if result["alive"] else f"killed {Cause[result['cause'].upper()].word}"
        level = [Ladder[result["level"].upper()].word] if self._spec.scale == Scale.CAREER else []
        flown = f"{result['flown']} of {plural(result['lines'], 'raid')} flown"
        counts = (plural(result["fighters"], "fighter"), flown, f"{result['aircraft_lost']} aircraft lost")
        return "; ".join([*level, fate]), ", ".join([log_sheet.ending_words(env, result, score), *counts])

    def debrief(self) -> list[Section]:
        """Return the debrief of the episode."""
        return career_debrief(self._moment.mat, self._missions)


def setting(arguments: Mapping[str, Any]) -> str:
    """Return the arguments of an episode that its page names."""
    words = [arguments.get(name) or "" for name in ("start", "month", "unit", "track")]
    rules = [
        name.replace("_", " ") for name in ("fatigue", "enemy_quality", "advanced_maneuvers") if arguments.get(name)
    ]
    return ", ".join(filter(None, [one for one in words if one != "roll"] + rules))


WATCH_PARTS = WatchParts(
    nouns=nouns,
    glossary=EXPLAINED,
    starts=lambda: LineStarts(line_of),
    routines=ROUTINES,
    routine_of=routine_of,
    routine_answers="routine",
    stage_of=stage_of,
    settled=settled,
    setting=setting,
    strip="number of the raid in its month, then its bombers",
    events="\u00d7 aircraft lost or pilot wounded, \u25c6 award or promotion",
    graphs=GRAPHS,
    skips_idle=True,
    record=LOG,
    reader=CareerReader,
    openings=frozenset(decision.name for decision in (Decision.TRACK, *BEFORE_OR_AFTER)),
)
"""The second game on the page of its replays."""
