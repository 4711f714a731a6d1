"""The arrays of N wars: one row a war, records of what the step needs, remembers and reports."""

from typing import NamedTuple

from stuka_env.charts.shape import Charts
from stuka_env.codes import ACTIONS, Decision
from stuka_env.observation.writing import CompactRow, MatBytes, MatWords, ObservationRow, Scales
from stuka_env.records import Numbers, Record, Rows, float64, int8, int32, int64, nested, record, uint64
from stuka_env.rules.ledger import Ledger, Result
from stuka_env.rules.mat import LOG_LENGTH, LogLine, Mat
from stuka_env.rules.table import LARGEST_WORD, Dice, Journal, Table, Tape
from stuka_env.scenario.plan import Plan

ILLEGAL_LIMIT = 100
"""Illegal actions in a row that truncate an episode."""


@record
class StepReport(Record):
    """What a step reports about one war, and what must be remembered to report it."""

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


@record
class Settings(Record):
    """How every war of an engine is stepped."""

    penalty: float = float64("what an illegal action costs")
    autoreset: int = int64(meaning="NEXT_STEP, SAME_STEP or DISABLED of stuka_env.engine.kernels")


@record
class Common(Record):
    """What is the same for every war of an engine."""

    plan: Plan = nested(Plan)
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
    """N wars and everything the kernels need about them. ``octets`` and ``words`` are the memory of ``mats``.

    Every array that a kernel is called with costs the single environment 0.4 microseconds.
    """

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    words: Rows[MatWords]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    """``(N,)``, or ``(1,)`` where nobody has a tape."""
    charts: Rows[Charts]
    """``(1,)``."""
    journals: Rows[Journal]
    """``(1,)``: one war alone can keep a journal."""
    reports: Rows[StepReport]
    ended: Rows[EndedMissions]
    masks: Rows[MaskRow]
    """What is legal; never handed out."""
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
    """Arrays that a step writes for the player; of the two kinds of observation the one that has rows."""

    observations: Rows[ObservationRow]
    compacts: Rows[CompactRow]
    masks: Rows[MaskRow]
    reports: Rows[StepReport]
    """Copies: the infos are views of them."""


@record
class FinalRow(Record):
    """What the player saw of a war that ended, as it stood at the end."""

    observation: ObservationRow = nested(ObservationRow)
    compact: CompactRow = nested(CompactRow)
    mask: MaskRow = nested(MaskRow)
    report: StepReport = nested(StepReport)


class FinalBuffers(NamedTuple):
    """What SAME_STEP keeps of wars that end; one row each in the other modes."""

    wars: Rows[FinalRow]
    ended: Rows[EndedMissions]
