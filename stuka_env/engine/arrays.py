"""The arrays of N wars: one row for each war, as records."""

from typing import NamedTuple

from stuka_env.games.stuka.charts.bank import BANK_SETS
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.observation.writing import CompactRow, MatBytes, MatWords, ObservationRow, Scales
from stuka_env.games.stuka.rules.ledger import Ledger, Result
from stuka_env.games.stuka.rules.mat import LOG_LENGTH, LogLine, Mat
from stuka_env.games.stuka.rules.table import LARGEST_WORD, Dice, Journal, Table, Tape
from stuka_env.games.stuka.scenario.plan import ChartsDraw, Plan
from stuka_env.records import Numbers, Record, Rows, float64, int8, int16, int32, int64, nested, record, uint64

ILLEGAL_LIMIT = 100
"""Illegal actions in a row that truncate an episode."""


@record
class StepReport(Record):
    """The report of a step of one war, with the values that the next report needs."""

    ledger: Ledger = nested(Ledger)
    war_seed: int = uint64()
    base_low: int = int64(0, LARGEST_WORD, "the seed given to reset(), low 32 bits")
    base_high: int = int64(0, LARGEST_WORD, "its high 32 bits")
    episode: int = int64(0, 1 << 62, "episodes since that seed")
    streak: int = int32(0, ILLEGAL_LIMIT, "illegal actions in a row")
    mission_index: int = int32(0, 120, "mission of the war, from 0")
    missions_ended: int = int32(0, LOG_LENGTH, "missions that ended in this step")
    result: Result = nested(Result)
    decision: int = int8(0, max(Decision), "codes.Decision")
    terminated: int = int8(0, 1)
    truncated: int = int8(0, 1)
    illegal: int = int8(0, 1)
    over: int = int8(0, 1, "the episode has ended and the next has not begun")
    pending: int = int8(0, 1, "the mat is laid out, nothing has been played")
    charts: int = int16(0, BANK_SETS - 1, "row of the charts in force")


@record
class Settings(Record):
    """The settings that apply to every step of an engine."""

    penalty: float = float64("reward that an illegal action costs")
    autoreset: int = int64(meaning="NEXT_STEP, SAME_STEP or DISABLED of stuka_env.engine.kernels")


@record
class Common(Record):
    """Values that are the same for all wars of an engine."""

    plan: Plan = nested(Plan)
    draw: ChartsDraw = nested(ChartsDraw)
    settings: Settings = nested(Settings)
    scales: Scales = nested(Scales)


@record
class EndedMissions(Record):
    """Lines of the log sheet; those of the missions that ended in this step come first."""

    lines: Rows[LogLine] = nested(LogLine, (LOG_LENGTH,))


@record
class MaskRow(Record):
    """One row of the action mask."""

    legal: Numbers = int8(0, 1, shape=(ACTIONS,))


class Wars(NamedTuple):
    """N wars with everything that the kernels need. ``octets`` and ``words`` are the memory of ``mats``.

    Every array that a kernel is called with costs the single environment 0.4 microseconds.
    """

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    words: Rows[MatWords]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    """``(N,)``, or ``(1,)`` if no war has a tape."""
    charts: Rows[Charts]
    """``(1,)``, or all sets of the bank; the report of each war has its row."""
    journals: Rows[Journal]
    """``(1,)``, or ``(N,)`` if chance events are kept: only an engine of one war can write lines for a reader."""
    reports: Rows[StepReport]
    ended: Rows[EndedMissions]
    masks: Rows[MaskRow]
    """The legal actions; never handed out."""
    common: Rows[Common]
    """``(1,)``."""


class WarRow(NamedTuple):
    """The records of one war: its row of each array of :class:`Wars`."""

    mat: Mat
    octets: MatBytes
    words: MatWords
    table: Table
    mask: MaskRow
    report: StepReport
    ended: EndedMissions


class OutputBuffers(NamedTuple):
    """Arrays that a step writes for the player. Only one of the two kinds of observation has rows."""

    observations: Rows[ObservationRow]
    compacts: Rows[CompactRow]
    masks: Rows[MaskRow]
    reports: Rows[StepReport]
    """Copies, of which the infos are views."""


@record
class FinalRow(Record):
    """The last observation, mask and report of a war that has ended."""

    observation: ObservationRow = nested(ObservationRow)
    compact: CompactRow = nested(CompactRow)
    mask: MaskRow = nested(MaskRow)
    report: StepReport = nested(StepReport)


class FinalBuffers(NamedTuple):
    """Ends of wars, for SAME_STEP: ``(N,)`` in that mode and ``(1,)`` in the others."""

    wars: Rows[FinalRow]
    ended: Rows[EndedMissions]
