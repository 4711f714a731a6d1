"""Formation events (5.8, 6.1)."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import BOXES, Cause, Chart, Entry, Event, Phase
from stuka_env.games.wing.rules.asking import go
from stuka_env.games.wing.rules.dice import roll
from stuka_env.games.wing.rules.formation import check_formation, set_loose
from stuka_env.games.wing.rules.luck import draw_counter
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.notes import note, says
from stuka_env.games.wing.rules.table import Table
from stuka_env.games.wing.rules.trouble import strike_random

NEAR_BASE = 3
"""Distance from the base within which a formation that loiters has no events (X90)."""


@compiled
def loiters(mat: Mat, charts: Charts) -> bool:
    """Whether it is not the first turn of the leg at this distance of 1 to 3 boxes from the base (X90)."""
    distance, turns = charts.boxes[mat.mission.box].from_base, 0
    if not 1 <= distance <= NEAR_BASE:
        return False
    for box in range(BOXES):
        turns += mat.route.visits[box] * int(charts.boxes[box].from_base == distance)
    return bool(turns > 1)


@compiled
def roll_event(mat: Mat, table: Table) -> None:
    """Roll for an event by the distance from the base, and which one; enemy fighters at once (X34).

    Nothing is rolled if the formation loiters near the base (X90).
    """
    charts, column = table.charts, int(table.charts.boxes[mat.mission.box].column)
    go(mat, Phase.MOVE)
    if loiters(mat, charts) or not says(table, int(roll(mat, table, Chart.EVENT, 0, 0) <= charts.occurs[column])):
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


@compiled
def change_weather(mat: Mat, table: Table) -> None:
    """Roll whether the cloud changes, and to what; nothing once the target has been bombed ."""
    charts = table.charts
    if mat.mission.bombed:
        return
    if says(table, int(roll(mat, table, Chart.WEATHER, 0, 0) <= charts.weather)):
        die = roll(mat, table, Chart.WEATHER_KIND, 0, 0)
        mat.mission.cloud = says(table, int(charts.new_cloud[die]))
        note(mat, table, Entry.CLOUD, int(mat.mission.cloud), 0)
