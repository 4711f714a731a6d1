"""Lady Luck counters (6.1; ours): the draw, and those that act at once."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.codes import KEPT, Cause, Chart, Counter, Entry, Leg
from stuka_env.games.wing.rules.checks import send_home
from stuka_env.games.wing.rules.dice import roll
from stuka_env.games.wing.rules.formation import set_loose
from stuka_env.games.wing.rules.hand import has_room
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import note, says
from stuka_env.games.wing.rules.table import Table
from stuka_env.games.wing.rules.trouble import strike_random


@compiled
def counter_of(table: Table, number: int) -> int:
    """Return the counter in a place of the cup, from 1, in the order of the chart ."""
    counter = 0
    while counter < Counter.NOTHING and number > table.charts.cup[counter]:
        number -= table.charts.cup[counter]
        counter += 1
    return counter


@compiled
def draw_counter(mat: Mat, table: Table) -> None:
    """Draw a counter of the whole cup; a good one is kept if the hand has room (X27)."""
    counter = says(table, counter_of(table, roll(mat, table, Chart.COUNTER, 0, 0)))
    if counter >= KEPT:
        note(mat, table, Entry.COUNTER, counter, 0)
        act_at_once(mat, table, counter)
        return
    if has_room(mat, table.charts):
        mat.luck.counters[counter] += 1
        note(mat, table, Entry.COUNTER, counter, 1)


@compiled
def act_at_once(mat: Mat, table: Table, counter: int) -> None:
    """Carry out a counter that is not kept ."""
    mission = mat.mission
    if counter == Counter.ENGINE_TROUBLE:
        strike_random(mat, table, Cause.COUNTER)
    elif counter == Counter.NEAR_MISS:
        set_loose(mat, table, True)
    elif counter == Counter.ESCORT_RECALLED:
        send_home(mat, table)
    elif counter == Counter.LOST_WAY:
        mission.waiting = not (mission.box == 0 or (mission.leg == Leg.OUT and mission.box == mission.goal))
