"""The parts of a game that the kernels use, as declarations: records, and compiled functions of its rules.

The records are those of its :class:`stuka_env.declared.arrays.Arrays`. A game has the functions in the module ``steps``
of its engine. :func:`stuka_env.engine.kernels.make_kernels` puts those of a game in the place of the names here, which
exist for readers and type checkers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stuka_env.declared.arrays import ChartsDraw, StepSettings
from stuka_env.declared.records import Record, Rows
from stuka_env.engine.table import AnyDice

ACTIONS = 0
"""Number of actions."""
SEED_KEY_LOW, SEED_KEY_HIGH = 0, 0
"""Key of the hash that makes war seeds: a fixed number that nobody is likely to choose as a seed."""
HOT_LINES = 0
"""Cache lines of the mat that each step uses."""
DICE_LINES, REPORT_LINES, MASK_LINES = 0, 0, 0
"""Cache lines of the dice, the report and the mask."""
OVER = 0
"""Decision of a war that is over."""
NO_RESULT: Any = None
"""The result of an episode that is not over, ``(1,)``."""


class Mat(Record):
    """The visible state of a war."""

    cursor: Any
    """Position in the sequence of play; ``decision`` is the open decision."""


class Charts(Record):
    """The charts in force in a war."""


class Dice(AnyDice):
    """The dice of a war."""


class Plan(Record):
    """The war that is played, in codes."""


class Ledger(Record):
    """Payments so far."""

    reward: float
    parts: NDArray[np.float64]
    """The parts of the reward; the last one is the penalty of illegal actions."""


class Scales(Record):
    """Factors and bounds of the observation."""


class MaskRow(Record):
    """One row of the action mask."""

    legal: NDArray[np.int8]


class StepReport(Record):
    """The report of a step of one war."""

    ledger: Ledger
    result: Any
    war_seed: int
    base_low: int
    base_high: int
    episode: int
    streak: int
    line_index: int
    lines_ended: int
    decision: int
    terminated: int
    truncated: int
    illegal: int
    over: int
    pending: int
    charts: int
    """Row of the charts in force, in a game whose wars can have different charts."""


class Common(Record):
    """Values that are the same for all wars of an engine."""

    plan: Plan
    draw: ChartsDraw
    """The draw of the charts, in a game whose wars can have different charts."""
    settings: StepSettings
    scales: Scales


class LogLine(Record):
    """A line of the log sheet."""


class EndedLines(Record):
    """Lines of the log sheet; those that ended in this step come first."""

    lines: Rows[LogLine]


class FinalRow(Record):
    """The last observation, mask and report of a war that has ended."""

    observation: Any
    compact: Any
    mask: MaskRow
    report: StepReport


class Table(NamedTuple):
    """Everything that the rules need beside the mat."""

    dice: Dice
    tape: Any
    charts: Any
    journal: Any
    log: Any = None
    """The log sheet, in a game whose mats do not have it."""


class MatBytes(Record):
    """A mat as bytes."""

    octets: NDArray[np.int8]


class View(NamedTuple):
    """A mat as the observation reads it."""

    mat: Mat
    octets: MatBytes


class WarRow(NamedTuple):
    """The records of one war: its row of each array of :class:`Wars`."""

    mat: Mat
    seen: View
    table: Table
    mask: MaskRow
    report: StepReport
    ended: EndedLines


class Wars(NamedTuple):
    """N wars with everything that the kernels need. A game can have more arrays.

    Every array that a kernel is called with costs the single environment time.
    """

    mats: Rows[Mat]
    dice: Rows[Dice]
    tapes: Rows[Any]
    """``(N,)``, or ``(1,)`` if no war has a tape."""
    reports: Rows[StepReport]
    masks: Rows[MaskRow]
    """The legal actions; never handed out."""
    charts: Rows[Charts]
    """``(1,)``, or all sets of the bank; the report of each war has its row."""
    journals: Rows[Any]
    """``(1,)``, or ``(N,)`` if chance events are kept: only an engine of one war can write lines for a reader."""
    ended: Rows[EndedLines]
    common: Rows[Common]
    """``(1,)``."""


class OutputBuffers(NamedTuple):
    """Arrays that a step writes for the player. Only one of the two kinds of observation has rows."""

    observations: Rows[Any]
    compacts: Rows[Any]
    masks: Rows[MaskRow]
    reports: Rows[StepReport]
    """Copies, of which the infos are views."""


class FinalBuffers(NamedTuple):
    """Ends of wars, for SAME_STEP: ``(N,)`` in that mode and ``(1,)`` in the others."""

    wars: Rows[FinalRow]
    ended: Rows[EndedLines]


def view_of(wars: Wars, index: int, start: int) -> View:
    """Return the view of the war ``index``, in a slice that begins at ``start``. The kernels inline it."""
    raise NotImplementedError


def table_of(wars: Wars, index: int) -> Table:
    """Return the table of the war ``index``. The kernels inline it."""
    raise NotImplementedError


def begin_war(mat: Mat, table: Table, plan: Plan) -> None:
    """Begin a war on a mat that is zero, with dice of its seed; clear what else lies on the table."""
    raise NotImplementedError


def advance(mat: Mat, table: Table, legal: NDArray[np.int8]) -> None:
    """Play on to the next decision, and write its legal actions."""
    raise NotImplementedError


def take_step(mat: Mat, table: Table, legal: NDArray[np.int8]) -> bool:
    """Take a step, or a decision with one legal action.

    Return False if there is none to take: then a decision with a choice is open, whose legal actions are written; or
    the war is over; or play cannot go on, which is a fault.
    """
    raise NotImplementedError


def apply_action(mat: Mat, table: Table, action: int) -> None:
    """Carry out a legal action and close its decision, without playing on."""
    raise NotImplementedError


def act(mat: Mat, table: Table, legal: NDArray[np.int8], ledger: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    raise NotImplementedError


def write_mask(mat: Mat, table: Table, legal: NDArray[np.int8]) -> None:
    """Write the legal actions of the open decision."""
    raise NotImplementedError


def allow_all(legal: NDArray[np.int8]) -> None:
    """Write that every action is legal, as in a war that is over."""
    raise NotImplementedError


def lines_so_far(mat: Mat) -> int:
    """Return the number of lines of the log sheet that have ended: the number of the present one, from 0."""
    raise NotImplementedError


def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet that has ended."""
    raise NotImplementedError


def open_ledger(mat: Mat, table: Table, ledger: Ledger) -> None:
    """Mark everything that stands on the mat as paid."""
    raise NotImplementedError


def write_result(mat: Mat, table: Table, result: Any) -> None:
    """Write the result of a war that is over."""
    raise NotImplementedError


def count_arrangements(mat: Mat, charts: Charts) -> int:
    """Return the number of ways in which all that is hidden can lie."""
    raise NotImplementedError


def arrange_hidden(mat: Mat, charts: Charts, number: int) -> bool:
    """Lay the arrangement with this number of what is hidden; return whether it fits what the player sees."""
    raise NotImplementedError


def draw_hidden(mat: Mat, charts: Charts, key_low: int, key_high: int) -> bool:
    """Draw what is hidden anew, among all that the player cannot tell apart; return whether an arrangement fits."""
    raise NotImplementedError


def write_observation(view: View, table: Table, scales: Scales, out: Any) -> None:
    """Write the flat observation."""
    raise NotImplementedError


def write_compact(view: View, table: Table, scales: Scales, out: Any) -> None:
    """Write the compact observation."""
    raise NotImplementedError
