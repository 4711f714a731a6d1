"""The arrays of N wars: one row for each war, as records."""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.engine.arrays import ILLEGAL_LIMIT, StepSettings
from stuka_env.games.stuka.charts.bank import BANK_SETS, chart_bank
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.observation.chart_cells import chart_codes, chart_floats
from stuka_env.games.stuka.observation.writing import SCALES, CompactRow, MatBytes, MatWords, ObservationRow, Scales
from stuka_env.games.stuka.rules.ledger import Ledger, Result
from stuka_env.games.stuka.rules.mat import LOG_LENGTH, LogLine, Mat
from stuka_env.games.stuka.rules.table import LARGEST_WORD, Dice, Journal, Table, Tape
from stuka_env.games.stuka.scenario.plan import ChartsDraw, Plan, WarSpec
from stuka_env.records import Numbers, Record, Rows, int8, int16, int32, int64, nested, record, rows, rows_as, uint64


@record
class StepReport(Record):
    """The report of a step of one war, with the values that the next report needs."""

    ledger: Ledger = nested(Ledger)
    war_seed: int = uint64()
    base_low: int = int64(0, LARGEST_WORD, "the seed given to reset(), low 32 bits")
    base_high: int = int64(0, LARGEST_WORD, "its high 32 bits")
    episode: int = int64(0, 1 << 62, "episodes since that seed")
    streak: int = int32(0, ILLEGAL_LIMIT, "illegal actions in a row")
    line_index: int = int32(0, 120, "mission of the war, from 0")
    lines_ended: int = int32(0, LOG_LENGTH, "missions that ended in this step")
    result: Result = nested(Result)
    decision: int = int8(0, max(Decision), "codes.Decision")
    terminated: int = int8(0, 1)
    truncated: int = int8(0, 1)
    illegal: int = int8(0, 1)
    over: int = int8(0, 1, "the episode has ended and the next has not begun")
    pending: int = int8(0, 1, "the mat is laid out, nothing has been played")
    charts: int = int16(0, BANK_SETS - 1, "row of the charts in force")


@record
class Common(Record):
    """Values that are the same for all wars of an engine."""

    plan: Plan = nested(Plan)
    draw: ChartsDraw = nested(ChartsDraw)
    settings: StepSettings = nested(StepSettings)
    scales: Scales = nested(Scales)


@record
class EndedLines(Record):
    """Lines of the log sheet; those that ended in this step come first."""

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
    ended: Rows[EndedLines]
    masks: Rows[MaskRow]
    """The legal actions; never handed out."""
    common: Rows[Common]
    """``(1,)``."""


class Snapshot(NamedTuple):
    """Copies of everything that one step can change."""

    mats: Rows[Mat]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    reports: Rows[StepReport]
    masks: Rows[MaskRow]


STORED: dict[str, type[Record]] = {"mats": Mat, "dice": Dice, "tapes": Tape, "reports": StepReport, "masks": MaskRow}
"""The arrays of a snapshot."""
assert tuple(STORED) == Snapshot._fields


class WarRow(NamedTuple):
    """The records of one war: its row of each array of :class:`Wars`."""

    mat: Mat
    octets: MatBytes
    words: MatWords
    table: Table
    mask: MaskRow
    report: StepReport
    ended: EndedLines


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
    ended: Rows[EndedLines]


@functools.cache
def bank_rows() -> NDArray[Any]:
    """Return the sets of the bank as the kernels take them; all engines share the array."""
    return chart_bank().records.copy()


def chart_rows(spec: WarSpec) -> NDArray[Any]:
    """Return the charts that wars of a specification can have, one row for each set."""
    return bank_rows() if spec.random else np.array([spec.charts.record], spec.charts.record.dtype)


@functools.cache
def _shown_bank(compact: bool) -> NDArray[Any]:
    """Return the sets of the bank as observations show them; all environments share the array."""
    return _shown(bank_rows(), compact)


def _shown(records: NDArray[Any], compact: bool) -> NDArray[Any]:
    shown: NDArray[Any] = np.ascontiguousarray(chart_codes(records) if compact else chart_floats(records))
    shown.flags.writeable = False
    return shown


def shown_charts(spec: WarSpec, compact: bool) -> NDArray[Any]:
    """Return the charts that wars of a specification can have, as observations show them, ``(B, C)``."""
    return _shown_bank(compact) if spec.random else _shown(chart_rows(spec), compact)


def new_wars(
    store: Snapshot, spec: WarSpec, settings: Rows[StepSettings], *, journal: bool, chances: bool, details: str | None
) -> Wars:
    """Return the arrays of N wars around those of ``store``; the observation of this game has no details to set."""
    num_envs = len(store.mats)
    journals = rows(num_envs if chances else 1, Journal)
    journals["capacity"] = journal
    journals["chances"]["capacity"] = chances
    common = rows(1, Common)
    common["plan"], common["draw"] = spec.plan(), spec.charts_draw()
    common["settings"], common["scales"] = settings, SCALES
    charts: Any = chart_rows(spec)
    return Wars(
        mats=store.mats,
        octets=rows_as(store.mats, MatBytes),
        words=rows_as(store.mats, MatWords),
        dice=store.dice,
        tapes=store.tapes,
        charts=charts,
        journals=journals,
        reports=store.reports,
        ended=rows(num_envs, EndedLines),
        masks=store.masks,
        common=common,
    )


def log_lines(wars: Wars, war: int) -> Any:
    """Return the lines of a war's log sheet."""
    return wars.mats["log"][war, : int(wars.mats["track"]["logged"][war])]
