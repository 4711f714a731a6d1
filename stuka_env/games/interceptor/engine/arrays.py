"""The arrays of N wars: one row for each war, as records."""

from typing import Any, NamedTuple

import numpy as np

from stuka_env.engine.arrays import ILLEGAL_LIMIT, StepSettings
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.observation import DISCARDS, Discards
from stuka_env.games.interceptor.observation.counting import Shares
from stuka_env.games.interceptor.observation.derived import Derived
from stuka_env.games.interceptor.observation.writing import (
    CompactRow,
    DerivedBytes,
    MatBytes,
    MatView,
    ObservationRow,
    Scales,
    SharesWords,
    new_scales,
)
from stuka_env.games.interceptor.rules.ledger import Ledger, Result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Log, LogLine, Mat, Settings
from stuka_env.games.interceptor.rules.table import LARGEST_WORD, Dice, Journal, Table, Tape
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.records import Numbers, Record, Rows, int8, int32, int64, nested, record, rows, rows_as, uint64


@record
class StepReport(Record):
    """The report of a step of one war, with the values that the next report needs."""

    ledger: Ledger = nested(Ledger)
    war_seed: int = uint64()
    base_low: int = int64(0, LARGEST_WORD, "the seed given to reset(), low 32 bits")
    base_high: int = int64(0, LARGEST_WORD, "its high 32 bits")
    episode: int = int64(0, 1 << 62, "episodes since that seed")
    streak: int = int32(0, ILLEGAL_LIMIT, "illegal actions in a row")
    line_index: int = int32(0, MOST_LOGGED, "sortie lines that are settled")
    lines_ended: int = int32(0, MOST_LOGGED, "sortie lines that were settled in this step")
    result: Result = nested(Result)
    decision: int = int8(0, max(Decision), "codes.Decision")
    terminated: int = int8(0, 1)
    truncated: int = int8(0, 1)
    illegal: int = int8(0, 1)
    over: int = int8(0, 1, "the episode has ended and the next has not begun")
    pending: int = int8(0, 1, "the mat is laid out, nothing has been played")


@record
class Common(Record):
    """Values that are the same for all wars of an engine."""

    plan: Settings = nested(Settings)
    settings: StepSettings = nested(StepSettings)
    scales: Scales = nested(Scales)


@record
class EndedLines(Record):
    """Lines of the log sheet; those that were settled in this step come first."""

    lines: Rows[LogLine] = nested(LogLine, (MOST_LOGGED,))


@record
class MaskRow(Record):
    """One row of the action mask."""

    legal: Numbers = int8(0, 1, shape=(ACTIONS,))


@record
class Scratch(Record):
    """Scratch space for the derived numbers and the shares of an observation."""

    shares: Shares = nested(Shares)
    derived: Derived = nested(Derived)


@record
class ScratchView(Record):
    """The memory of a :class:`Scratch` as numbers."""

    shares: SharesWords = nested(SharesWords)
    derived: DerivedBytes = nested(DerivedBytes)


assert ScratchView.dtype.itemsize == Scratch.dtype.itemsize


class Wars(NamedTuple):
    """N wars with everything that the kernels need. ``octets`` are the memory of ``mats``.

    Every array that a kernel is called with costs the single environment 0.4 microseconds.
    """

    mats: Rows[Mat]
    octets: Rows[MatBytes]
    logs: Rows[Log]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    """``(N,)``, or ``(1,)`` if no war has a tape."""
    charts: Rows[Charts]
    """``(1,)``."""
    journals: Rows[Journal]
    """``(1,)``: only an engine of one war keeps a journal."""
    reports: Rows[StepReport]
    ended: Rows[EndedLines]
    masks: Rows[MaskRow]
    """The legal actions; never handed out."""
    scratch: Rows[Scratch]
    """Scratch space for observations: a kernel uses the row of its first war. ``scratch_view`` is the same memory."""
    scratch_view: Rows[ScratchView]
    common: Rows[Common]
    """``(1,)``."""


class Snapshot(NamedTuple):
    """Copies of everything that one step can change."""

    mats: Rows[Mat]
    logs: Rows[Log]
    dice: Rows[Dice]
    tapes: Rows[Tape]
    reports: Rows[StepReport]
    masks: Rows[MaskRow]


STORED: dict[str, type[Record]] = {
    "mats": Mat,
    "logs": Log,
    "dice": Dice,
    "tapes": Tape,
    "reports": StepReport,
    "masks": MaskRow,
}
"""The arrays of a snapshot."""
assert tuple(STORED) == Snapshot._fields


class WarRow(NamedTuple):
    """The records of one war: its row of each array of :class:`Wars`."""

    mat: Mat
    shown: MatView
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


def new_wars(
    store: Snapshot, spec: WarSpec, settings: Rows[StepSettings], *, journal: bool, chances: bool, details: str | None
) -> Wars:
    """Return the arrays of N wars around those of ``store``.

    Args:
        store: the arrays that a step can change.
        spec: the war that is played.
        settings: the settings of the engine.
        journal: whether there is a journal.
        chances: whether chance events are kept, which this game cannot do.
        details: the setting of the discards; None for "seen".

    Raises:
        ValueError: chance events are wanted.
    """
    if chances:
        raise ValueError("chances: got True, allowed is False: this game keeps no chance events")
    num_envs = len(store.mats)
    journals = rows(1, Journal)
    journals["capacity"] = journal
    common = rows(1, Common)
    common["plan"], common["settings"] = spec.plan(), settings
    common["scales"] = new_scales(discards_of(details))
    scratch = rows(num_envs, Scratch)
    charts: Any = np.array([spec.charts.record], Charts.dtype)
    return Wars(
        mats=store.mats,
        octets=rows_as(store.mats, MatBytes),
        logs=store.logs,
        dice=store.dice,
        tapes=store.tapes,
        charts=charts,
        journals=journals,
        reports=store.reports,
        ended=rows(num_envs, EndedLines),
        masks=store.masks,
        scratch=scratch,
        scratch_view=rows_as(scratch, ScratchView),
        common=common,
    )


def discards_of(details: str | None) -> Discards:
    """Return the setting of the discards that the details of an observation name."""
    return DISCARDS[0 if details is None else DISCARDS.index(details)]


def log_lines(wars: Wars, war: int) -> Any:
    """Return the settled lines of a war's log sheet."""
    return wars.logs["lines"][war, : int(wars.reports["line_index"][war])]
