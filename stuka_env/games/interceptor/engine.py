"""The second game at the engine: the records of its wars, and the functions of a step.

The functions have the names of :mod:`stuka_env.engine.game_parts`.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.observation_writing import Scales as AnyScales
from stuka_env.compiling.observation_writing import Seen, make_writer, octets_of
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.observation import CHART_CELLS, DISCARDS, LENGTHS, OBSERVATION
from stuka_env.games.interceptor.observation.counting import Shares, count_cards
from stuka_env.games.interceptor.observation.derived import Derived, work_out
from stuka_env.games.interceptor.rules import RULES
from stuka_env.games.interceptor.rules.ledger import Ledger, Result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Log, LogLine, Mat, Settings
from stuka_env.games.interceptor.rules.table import Dice, Journal, Table, Tape

COUNTED = DISCARDS.index("counted")


def prepare(view: Any, table: Table, scales: AnyScales) -> None:
    """Write the shares of the cards if they are shown."""
    if scales.details == COUNTED:
        count_cards(view.mat, table, view.derived, view.shares)


WRITER = make_writer(
    "interceptor",
    __name__,
    Seen(
        layout=OBSERVATION,
        mat=Mat,
        lengths=LENGTHS,
        work_out=work_out,
        prepare=prepare,
        scratch={"derived": Derived, "shares": Shares},
    ),
    Table,
)
"""The writer of this game's observations."""
view_of, views_of, table_of = WRITER.view_of, WRITER.views_of, WRITER.table_of
observe, compact, new_scales = WRITER.observe, WRITER.compact_of, WRITER.new_scales
write_observation, write_compact = WRITER.write_observation, WRITER.write_compact
if TYPE_CHECKING:
    Views: TypeAlias = Any
    ObservationRow: TypeAlias = Any
    Scales: TypeAlias = Any
    MatBytes: TypeAlias = Any
else:
    Views, ObservationRow, Scales = WRITER.views, WRITER.flat, WRITER.scales
    MatBytes = octets_of(Mat)


if TYPE_CHECKING:
    from stuka_env.engine.game_parts import MaskRow


SEED_KEY = 0x496E7465, 0x72636570
"""Key of the hash that makes war seeds: a fixed number that is unlikely as a user's seed."""
WAR_ARRAYS = make_arrays(
    WarKinds(
        writer=WRITER, dice=Dice, tape=Tape, charts=Charts, journal=Journal,
        ledger=Ledger, result=Result, line=LogLine, most_lines=MOST_LOGGED,
        decisions=Decision, actions=ACTIONS, plan=Settings,
        also_stored={"logs": Log},
        bank=lambda: CHART_CELLS.rows,
    ),
    __name__,
)  # fmt: skip
if not TYPE_CHECKING:
    MaskRow = WAR_ARRAYS.mask


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of sortie lines that are settled: all used lines except the current one."""
    used = int(mat.career.lines_used)
    return used if mat.career.over else max(0, used - 1)


KERNELS = make_kernels("interceptor", WAR_ARRAYS, globals(), SEED_KEY, RULES)
"""The kernels of this game."""
