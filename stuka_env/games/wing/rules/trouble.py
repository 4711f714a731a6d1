"""Trouble that strikes a random bomber without fire (6.1)."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.codes import Cause, Chart, Departure, Phase
from stuka_env.games.wing.rules.dice import roll
from stuka_env.games.wing.rules.dropout import lose, mark_damaged
from stuka_env.games.wing.rules.formation import clear_cause, is_in_base, random_bomber
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import says
from stuka_env.games.wing.rules.table import Table


@compiled
def strike_random(mat: Mat, table: Table, cause: int) -> None:
    """Damage a random bomber; one that was damaged drops out, but not in the base (X88)."""
    clear_cause(mat, cause, 0)
    seat = random_bomber(mat, table, cause)
    if cause == Cause.TROUBLE:
        die = roll(mat, table, Chart.TROUBLE, int(mat.seats[seat].bomber), 0)
        if not says(table, int(die <= table.charts.trouble)):
            return
    if not mat.seats[seat].damaged:
        mark_damaged(mat, table, seat)
    elif not is_in_base(mat):
        lose(mat, seat, Departure.DROPS_OUT, Phase.MOVE)
