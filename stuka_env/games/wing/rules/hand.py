"""The hand of Lady Luck counters that the player keeps and plays (6.1; ours)."""

from stuka_env.engine.frame import note
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import KEPT, Entry
from stuka_env.games.wing.rules.campaign import line_of, raised
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def holds(mat: Mat, counter: int) -> bool:
    """Whether the player holds a counter of a kind."""
    return bool(mat.luck.counters[counter])


def has_room(mat: Mat, charts: Charts) -> bool:
    """Whether a further counter can be kept."""
    held = 0
    for counter in range(KEPT):
        held += mat.luck.counters[counter]
    return bool(held < charts.hand)


def play_counter(mat: Mat, table: Table, counter: int) -> None:
    """Play a counter, which goes back to the cup."""
    mat.luck.counters[counter] -= 1
    played = line_of(mat, table).played
    played[counter] = raised(played[counter], 1)
    note(mat, table, Entry.PLAYED, counter, 0)
