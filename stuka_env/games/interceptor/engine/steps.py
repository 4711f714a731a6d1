"""The second game at the engine: the records of its wars, and the functions of a step.

The functions have the names of :mod:`stuka_env.engine.game_parts`.
"""

from typing import TYPE_CHECKING

from stuka_env.compiling.compilation import compiled
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from stuka_env.games.interceptor.observation.chart_cells import CHART_CELLS
from stuka_env.games.interceptor.observation.writing import WRITER
from stuka_env.games.interceptor.rules import asking, decisions, ledger, sequence, start
from stuka_env.games.interceptor.rules.ledger import Ledger, Result
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Log, LogLine, Mat, Settings
from stuka_env.games.interceptor.rules.table import Dice, Journal, Tape

if TYPE_CHECKING:
    from stuka_env.engine.game_parts import MaskRow

__all__ = ["WAR_ARRAYS", "KERNELS", "SEED_KEY", "MaskRow"]

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


KERNELS = make_kernels("interceptor", WAR_ARRAYS, globals(), SEED_KEY, start, asking, decisions, ledger, sequence)
"""The kernels of this game."""
