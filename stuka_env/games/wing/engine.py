"""The third game at the engine: the records of its wars, and the functions of a step.

The functions have the names of :mod:`stuka_env.engine.game_parts`.
"""

from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.observation_writing import Seen, make_writer
from stuka_env.declared.arrays import WarKinds, make_arrays
from stuka_env.engine.kernels import make_kernels
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import ACTIONS, TRACK, Decision
from stuka_env.games.wing.observation import CHART_CELLS, OBSERVATION
from stuka_env.games.wing.observation.derived import Derived, work_out
from stuka_env.games.wing.rules import RULES
from stuka_env.games.wing.rules.ledger import Ledger
from stuka_env.games.wing.rules.mat import Log, LogLine, Mat, Plan, Result
from stuka_env.games.wing.rules.table import Dice, Journal, Table, Tape

WRITER = make_writer(
    "wing", __name__, Seen(layout=OBSERVATION, mat=Mat, work_out=work_out, scratch={"derived": Derived}), Table
)
"""The writer of this game's observations."""


SEED_KEY = 0x57696E67, 0x50726179
"""Key of the hash that makes war seeds: a fixed number that is unlikely as a user's seed."""

WAR_ARRAYS = make_arrays(
    WarKinds(
        writer=WRITER, dice=Dice, tape=Tape, charts=Charts, journal=Journal,
        ledger=Ledger, result=Result, line=LogLine, most_lines=TRACK,
        decisions=Decision, actions=ACTIONS, plan=Plan,
        also_stored={"logs": Log},
        bank=lambda: CHART_CELLS.rows,
    ),
    __name__,
)  # fmt: skip


@compiled
def lines_so_far(mat: Mat) -> int:
    """Return the number of missions on the log."""
    return int(mat.track.logged)


KERNELS = make_kernels("wing", WAR_ARRAYS, globals(), SEED_KEY, RULES)
"""The kernels of this game."""
