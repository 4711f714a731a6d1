"""The first game at the engine: the records of its wars, and the functions of a step.

The functions have the names of :mod:`stuka_env.engine.game_parts`.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.observation_writing import Seen, make_writer, octets_of, words_of
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import ACTIONS, Decision
from stuka_env.games.stuka.observation import CHART_CELLS, OBSERVATION
from stuka_env.games.stuka.rules import RULES, sequence
from stuka_env.games.stuka.rules.ledger import Ledger, Result, pay, progress
from stuka_env.games.stuka.rules.mat import LOG_LENGTH, LogLine, Mat
from stuka_env.games.stuka.rules.rolls import new_mission
from stuka_env.games.stuka.rules.table import Dice, Journal, Mask, Table, Tape
from stuka_env.games.stuka.scenario.plan import Plan

WRITER = make_writer("stuka", __name__, Seen(layout=OBSERVATION, mat=Mat), Table)
"""The writer of this game's observations."""
view_of, observe = WRITER.view_of, WRITER.observe
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
if TYPE_CHECKING:
    View: TypeAlias = Any
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
    MatWords: TypeAlias = Any
else:
    View, Views, ObservationRow, Scales = WRITER.view, WRITER.views, WRITER.flat, WRITER.scales
    MatBytes, MatWords = octets_of(Mat), words_of(Mat)


if TYPE_CHECKING:
    from stuka_env.engine.game_parts import MaskRow as MaskRow
    from stuka_env.engine.game_parts import StepReport as StepReport

    Wars: TypeAlias = Any


SEED_KEY = 0x5374756B, 0x614A7538
"""Key of the hash that makes war seeds: a fixed number that nobody is likely to choose as a seed."""


WAR_ARRAYS = make_arrays(
    WarKinds(
        writer=WRITER, dice=Dice, tape=Tape, charts=Charts, journal=Journal,
        ledger=Ledger, result=Result, line=LogLine, most_lines=LOG_LENGTH,
        decisions=Decision, actions=ACTIONS, plan=Plan,
        bank=lambda: CHART_CELLS.rows,
    ),
    __name__,
)  # fmt: skip
if not TYPE_CHECKING:
    MaskRow, StepReport, Wars = WAR_ARRAYS.mask, WAR_ARRAYS.report, WAR_ARRAYS.wars


@compiled
def begin_war(mat: Mat, table: Table, plan: Plan) -> None:
    """Begin a war on a mat that is zero; clear the chance events."""
    new_mission(table.dice, 0)
    table.journal.chances.count = 0
    sequence.lay_out(mat, table, plan.scale, plan.operation, plan.segment, plan.regular)


@compiled
def act(mat: Mat, table: Table, legal: Mask, payments: Ledger, action: int) -> None:
    """Carry out an action, play on to the next decision, and pay what has become due."""
    before = progress(mat)
    sequence.apply_action(mat, table, action)
    sequence.advance(mat, table, legal)
    pay(mat, table, payments, before)


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of missions that have ended."""
    return int(mat.track.logged)


@compiled
def line_of_log(mat: Mat, table: Table, index: int) -> LogLine:
    """Return a line of the log sheet."""
    return mat.log[index]


KERNELS = make_kernels("stuka", WAR_ARRAYS, globals(), SEED_KEY, RULES)
"""The kernels of this game."""
