"""Rendezvous with new escorts (5.6)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import NOBODY, Act, Chart, Decision, Entry, Modifier, Phase
from stuka_env.games.wing.rules.campaign import year_of
from stuka_env.games.wing.rules.dice import HIGHEST_FACE
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def look_for_escorts(mat: Mat, table: Table) -> None:
    """Roll for new escorts in a rendezvous box, once a leg, and for their ace (X12, X43, X65, X87)."""
    row, charts, escorts = table.charts.boxes[mat.mission.box], table.charts, mat.escorts
    go(mat, Phase.SITE)
    if not row.rendezvous or mat.route.visits[mat.mission.box] != 1:
        return
    number = says(table, int(charts.escort_number[roll(mat, table, Chart.RENDEZVOUS, 0, 0)]))
    kind = roll_type(mat, table, 0)
    if number == 0 or row.from_base > charts.stays[kind][mat.track.box]:
        return
    escorts.offered_type = kind
    escorts.offered = min(number, charts.most_escorts)
    escorts.offered_ace = roll_ace(mat, table, kind, number, 0)
    if escorts.ready + escorts.damaged:
        ask(mat, Decision.RENDEZVOUS)
    else:
        take_offer(mat, table)


def roll_type(mat: Mat, table: Table, subject: int) -> int:
    """Roll the type of escorts by the box of the track: each is there from its first box on (X52)."""
    die = roll(mat, table, Chart.ESCORT_TYPE, subject, 0)
    return says(table, int(table.charts.escort_type[mat.track.box][die]))


def roll_ace(mat: Mat, table: Table, kind: int, number: int, subject: int) -> int:
    """Roll whether an ace is in a group of escorts; no die is rolled where none can be (X87)."""
    charts = table.charts
    bonus, needed = int(charts.ace_die[kind]), charts.ace_at_least[year_of(mat, charts)]
    if number == 0 or HIGHEST_FACE + bonus < needed:
        return 0
    modifier = modify(mat, table, Chart.ESCORT_ACE, Modifier.FIGHTER, bonus)
    return says(table, int(roll(mat, table, Chart.ESCORT_ACE, subject, modifier) >= needed))


def bring(mat: Mat, table: Table, number: int, subject: int) -> None:
    """Let a group of escorts join, whose type and ace are rolled."""
    kind = roll_type(mat, table, subject)
    join(mat, table, kind, number, roll_ace(mat, table, kind, number, subject))


def join(mat: Mat, table: Table, kind: int, number: int, ace: int) -> None:
    """Let new escorts replace those that are there; the range counter begins at 0."""
    escorts = mat.escorts
    escorts.type = kind
    escorts.ready = min(number, table.charts.most_escorts)
    escorts.damaged = 0
    escorts.range_used = 0
    escorts.ace = ace
    note(mat, table, Entry.ESCORTS, int(escorts.ready), kind)
    if ace:
        note(mat, table, Entry.ESCORT_ACE, 0, 0)


def escort_turns(mat: Mat, charts: Charts) -> int:
    """Return the turns that the escorts can still stay."""
    escorts = mat.escorts
    return max(0, int(charts.stays[escorts.type][mat.track.box]) - int(escorts.range_used))


def clear_offer(mat: Mat) -> None:
    """Clear the escorts that were offered."""
    mat.escorts.offered_type = NOBODY
    mat.escorts.offered = 0
    mat.escorts.offered_ace = 0


def take_offer(mat: Mat, table: Table) -> None:
    """Take the escorts that are offered."""
    escorts = mat.escorts
    join(mat, table, int(escorts.offered_type), int(escorts.offered), int(escorts.offered_ace))
    clear_offer(mat)


def decide_rendezvous(mat: Mat, table: Table, action: int) -> None:
    """Take the new escorts, or decline them."""
    if action == Act.TAKE:
        take_offer(mat, table)
    else:
        clear_offer(mat)
        note(mat, table, Entry.DECLINED, 0, 0)
