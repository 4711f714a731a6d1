"""Formation events (5.8, 6.1)."""

from stuka_env.engine.frame import go, note, roll, says, succeeds
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import BOXES, KEPT, Cause, Chart, Counter, Departure, Entry, Event, Leg, Phase
from stuka_env.games.wing.rules.checks import send_home
from stuka_env.games.wing.rules.dropout import lose, mark_damaged
from stuka_env.games.wing.rules.formation import check_formation, clear_cause, is_in_base, random_bomber, set_loose
from stuka_env.games.wing.rules.hand import has_room
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def strike_random(mat: Mat, table: Table, cause: int) -> None:
    """Damage a random bomber; one that was damaged drops out, but not in the base (X88)."""
    clear_cause(mat, cause, 0)
    seat = random_bomber(mat, table, cause)
    if cause == Cause.TROUBLE:
        die = roll(mat, table, Chart.TROUBLE, int(mat.seats[seat].bomber), 0)
        if not succeeds(table, die <= table.charts.trouble):
            return
    if not mat.seats[seat].damaged:
        mark_damaged(mat, table, seat)
    elif not is_in_base(mat):
        lose(mat, seat, Departure.DROPS_OUT, Phase.MOVE)


def counter_of(table: Table, number: int) -> int:
    """Return the counter in a place of the cup, from 1, in the order of the chart."""
    counter = 0
    while counter < Counter.NOTHING and number > table.charts.cup[counter]:
        number -= table.charts.cup[counter]
        counter += 1
    return counter


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


def act_at_once(mat: Mat, table: Table, counter: int) -> None:
    """Carry out a counter that is not kept."""
    mission = mat.mission
    if counter == Counter.ENGINE_TROUBLE:
        strike_random(mat, table, Cause.COUNTER)
    elif counter == Counter.NEAR_MISS:
        set_loose(mat, table, True)
    elif counter == Counter.ESCORT_RECALLED:
        send_home(mat, table)
    elif counter == Counter.LOST_WAY:
        mission.waiting = not (mission.box == 0 or (mission.leg == Leg.OUT and mission.box == mission.goal))


NEAR_BASE = 3
"""Distance from the base within which a formation that loiters has no events (X90)."""


def loiters(mat: Mat, charts: Charts) -> bool:
    """Whether it is not the first turn of the leg at this distance of 1 to 3 boxes from the base (X90)."""
    distance, turns = charts.boxes[mat.mission.box].from_base, 0
    if not 1 <= distance <= NEAR_BASE:
        return False
    for box in range(BOXES):
        turns += mat.route.visits[box] * int(charts.boxes[box].from_base == distance)
    return bool(turns > 1)


def roll_event(mat: Mat, table: Table) -> None:
    """Roll for an event by the distance from the base, and which one; enemy fighters at once (X34).

    Nothing is rolled if the formation loiters near the base (X90).
    """
    charts, column = table.charts, int(table.charts.boxes[mat.mission.box].column)
    go(mat, Phase.MOVE)
    if loiters(mat, charts) or not succeeds(table, roll(mat, table, Chart.EVENT, 0, 0) <= charts.occurs[column]):
        return
    event = says(table, int(charts.event[column][roll(mat, table, Chart.EVENT_KIND, 0, 0)]))
    if event == Event.SYSTEMS_TROUBLE:
        strike_random(mat, table, Cause.TROUBLE)
    elif event == Event.LADY_LUCK:
        draw_counter(mat, table)
    elif event == Event.WEATHER:
        change_weather(mat, table)
    elif event == Event.FORMATION_CHECK:
        set_loose(mat, table, not check_formation(mat, table, Chart.FORMATION))
    else:
        go(mat, Phase.INTERCEPTION)


def change_weather(mat: Mat, table: Table) -> None:
    """Roll whether the cloud changes, and to what; nothing once the target has been bombed."""
    charts = table.charts
    if mat.mission.bombed:
        return
    if succeeds(table, roll(mat, table, Chart.WEATHER, 0, 0) <= charts.weather):
        die = roll(mat, table, Chart.WEATHER_KIND, 0, 0)
        mat.mission.cloud = says(table, int(charts.new_cloud[die]))
        note(mat, table, Entry.CLOUD, int(mat.mission.cloud), 0)
