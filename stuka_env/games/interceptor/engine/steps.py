"""The second game at the engine: the records of its wars, and the functions of a step.

The functions have the names of :mod:`stuka_env.engine.game_parts`.
"""

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from stuka_env.compilation import compiled
from stuka_env.engine.arrays import WarKinds, make_arrays
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.observation import writing
from stuka_env.games.interceptor.observation.counting import Shares
from stuka_env.games.interceptor.observation.derived import Derived
from stuka_env.games.interceptor.observation.layout import DISCARDS
from stuka_env.games.interceptor.rules import asking, decisions, ledger, sequence
from stuka_env.games.interceptor.rules.dice import new_streams
from stuka_env.games.interceptor.rules.ledger import Ledger, Result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Log, LogLine, Mat, Settings
from stuka_env.games.interceptor.rules.table import Dice, Journal, Mask, Table, Tape
from stuka_env.records import Record, nested, record

if TYPE_CHECKING:
    from stuka_env.engine.game_parts import MaskRow

__all__ = ["WAR_ARRAYS", "KERNELS", "SEED_KEY", "MaskRow"]

SEED_KEY = 0x496E7465, 0x72636570
"""Key of the hash that makes war seeds: a fixed number that is unlikely as a user's seed."""
NO_LINE = np.zeros(1, LogLine.dtype)
"""A line of the log sheet that is not used."""


@record
class Scratch(Record):
    """Scratch space for the derived numbers and the shares of an observation."""

    shares: Shares = nested(Shares)
    derived: Derived = nested(Derived)


@record
class ScratchView(Record):
    """The memory of a :class:`Scratch` as numbers."""

    shares: writing.SharesWords = nested(writing.SharesWords)
    derived: writing.DerivedBytes = nested(writing.DerivedBytes)


def scales_of(discards: str | None) -> Any:
    """Return the scales of an observation with this setting of the discards; None for the first one."""
    return writing.new_scales(next(name for name in DISCARDS if discards in (None, name)))


WAR_ARRAYS = make_arrays(
    WarKinds(
        mat=Mat, dice=Dice, tape=Tape, charts=Charts, journal=Journal, table=Table,
        ledger=Ledger, result=Result, line=LogLine, most_lines=MOST_LOGGED,
        decisions=Decision, actions=ACTIONS, plan=Settings,
        flat=writing.ObservationRow, compact=writing.CompactRow, view=writing.MatView,
        scales=writing.Scales, scales_of=scales_of,
        also_stored={"logs": Log},
        scratch={"scratch": Scratch},
        same_memory={"octets": ("mats", writing.MatBytes), "scratch_view": ("scratch", ScratchView)},
    ),
    __name__,
)  # fmt: skip
if not TYPE_CHECKING:
    MaskRow = WAR_ARRAYS.mask
Wars, WarRow, Snapshot = WAR_ARRAYS.wars, WAR_ARRAYS.war_row, WAR_ARRAYS.snapshot
OutputBuffers, FinalBuffers = WAR_ARRAYS.outputs, WAR_ARRAYS.finals


@numba.njit(inline="always")
def view_of(wars: Any, index: int, start: int) -> writing.MatView:
    """Return the view of the war ``index``. A slice uses the scratch space of its first war."""
    derived, shares = wars.scratch[start].derived, wars.scratch[start].shares
    derived_octets, share_words = wars.scratch_view[start].derived, wars.scratch_view[start].shares
    return writing.MatView(wars.mats[index], wars.octets[index], derived, derived_octets, shares, share_words)


@numba.njit(inline="always")
def table_of(wars: Any, index: int) -> Table:
    """Return the table of the war ``index``."""
    tape = index if len(wars.tapes) > 1 else 0
    return Table(wars.dice[index], wars.tapes[tape], wars.charts[0], wars.journals[0], wars.logs[index])


@compiled
def begin_war(mat: Mat, table: Table, plan: Settings) -> None:
    """Begin a war on a mat that is zero; clear the log sheet."""
    new_streams(table.dice, 0, 0)
    lines = table.log.lines
    for index in range(MOST_LOGGED):
        lines[index] = NO_LINE[0]
    mat.settings = plan
    sequence.begin(mat, table)


@compiled
def act(mat: Mat, table: Table, legal: Mask, payments: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    decisions.apply_action(mat, table, action)
    sequence.advance(mat, table, legal)
    ledger.pay(mat, table, payments)


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of sortie lines that are settled: all used lines except the current one."""
    used = int(mat.career.lines_used)
    return used if mat.career.over else max(0, used - 1)


@compiled
def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet."""
    return table.log.lines[index]


KERNELS = make_kernels("interceptor", WAR_ARRAYS, globals(), SEED_KEY, asking, decisions, ledger, sequence, writing)
"""The kernels of this game."""
