"""The mission turn (5): moves from box to box, legs, and the beginning of a turn."""

from stuka_env.engine.frame import ask, go, note
from stuka_env.games.wing.codes import NOBODY, Act, Decision, Entry, Leg, Phase
from stuka_env.games.wing.rules.campaign import clear_visits, line_of, raised
from stuka_env.games.wing.rules.formation import fill_leads, tighten
from stuka_env.games.wing.rules.mat import MOST_VISITS, Mat
from stuka_env.games.wing.rules.table import Mask, Table


def begin_leg(mat: Mat, table: Table, leg: int) -> None:
    """Begin the leg to the target or home, with two spare turns and no visited box (X75)."""
    mission, charts = mat.mission, table.charts
    mission.leg = leg
    mission.goal = charts.cards[mission.card].box if leg == Leg.OUT else 0
    mission.moves = 0
    mission.limit = charts.boxes[mission.box].distance[mission.goal] + charts.slack
    mission.came_from = NOBODY
    clear_visits(mat)
    go(mat, Phase.MOVE)


def next_turn(mat: Mat, table: Table) -> None:
    """Ask for the next move, or end the leg in its goal."""
    mission = mat.mission
    if mission.box == mission.goal:
        go(mat, Phase.RUN if mission.leg == Leg.OUT else Phase.LANDING)
    elif mission.waiting:
        mission.waiting = 0
        note(mat, table, Entry.WAITS, 0, 0)
        go(mat, Phase.TURN)
    else:
        go(mat, Phase.TURN)
        ask(mat, Decision.MOVE)


def is_in_time(mat: Mat, table: Table, box: int) -> bool:
    """Whether the goal can still be reached in time from a box; the base is entered only as the goal."""
    mission = mat.mission
    turns = int(mission.moves) + 1 + int(table.charts.boxes[box].distance[mission.goal])
    return bool(turns <= mission.limit and (box != 0 or mission.goal == 0))


def allow_move(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the neighbouring boxes in time, and the last box only if there is no other (X06)."""
    mission, found = mat.mission, False
    row = table.charts.boxes[mission.box]
    for place in range(row.link_count):
        box = int(row.links[place])
        legal = is_in_time(mat, table, box) and box != mission.came_from
        mask[Act.BOX + box] = legal
        found |= legal
    if not found and mission.came_from >= 0:
        mask[Act.BOX + mission.came_from] = is_in_time(mat, table, int(mission.came_from))


def decide_move(mat: Mat, table: Table, action: int) -> None:
    """Fly to a box."""
    mission = mat.mission
    mission.came_from = mission.box
    mission.box = action - Act.BOX
    mission.moves += 1
    note(mat, table, Entry.MOVED, int(mission.box), 0)


def begin_turn(mat: Mat, table: Table) -> None:
    """Count the visit, fill the Lead places, and let a loose formation tighten."""
    box = mat.mission.box
    mat.route.visits[box] = min(int(mat.route.visits[box]) + 1, MOST_VISITS)
    line = line_of(mat, table)
    line.mission_turns = raised(line.mission_turns, 1)
    fill_leads(mat, table)
    tighten(mat, table)
    mat.work.index = 0
    go(mat, Phase.CHECKS)
