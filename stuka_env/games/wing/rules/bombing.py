"""The bombing run (5.11, 11.0) and its points (5.12)."""

from stuka_env.engine.frame import ask, go, modify, note, roll, says, succeeds
from stuka_env.games.wing.charts.shape import MOST_HITS, Charts
from stuka_env.games.wing.codes import PLACES, Act, Chart, Counter, Decision, Entry, Leg, Modifier, Phase, Target
from stuka_env.games.wing.rules.flak import begin_flak
from stuka_env.games.wing.rules.formation import aim_of, fill_leads, lead_seat, model_of, modify_by_crew, seat_at
from stuka_env.games.wing.rules.hand import holds, play_counter
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.movement import begin_leg
from stuka_env.games.wing.rules.table import Table

NATURAL = 6
"""Face of the die with which a larger load counts."""


def begin_run(mat: Mat, table: Table) -> None:
    """Begin the bombing run: fill the Lead places, and ask for the altitude."""
    mat.mission.leg = Leg.TARGET
    fill_leads(mat, table)
    mat.enemy.flak_level = run_level(mat, table.charts)
    go(mat, Phase.RUN_FLAK)
    ask(mat, Decision.ALTITUDE)


def run_level(mat: Mat, charts: Charts) -> int:
    """Return the level of the flak over the target; 1 if its box has no site."""
    return max(1, int(charts.boxes[mat.mission.box].flak))


def decide_altitude(mat: Mat, table: Table, action: int) -> None:
    """Bomb high or low (X51)."""
    mat.mission.low = action == Act.LOW
    note(mat, table, Entry.ALTITUDE, int(mat.mission.low), 0)


def roll_run_flak(mat: Mat, table: Table) -> None:
    """Roll for flak during the run; that of a low run comes for certain (X71)."""
    mat.enemy.flak_level = 0
    go(mat, Phase.AIM)
    if mat.mission.low or succeeds(table, roll(mat, table, Chart.FLAK, 0, 0) <= table.charts.run_attack):
        begin_flak(mat, table, run_level(mat, table.charts), Phase.AIM)


def aim_bombs(mat: Mat, table: Table) -> None:
    """Fill the Lead places again, and ask for clear view if it is held."""
    fill_leads(mat, table)
    mat.work.clear_view = 0
    go(mat, Phase.BOMBS)
    if holds(mat, Counter.CLEAR_VIEW):
        ask(mat, Decision.RUN)


def decide_run(mat: Mat, table: Table, action: int) -> None:
    """Play clear view."""
    if action == Act.PLAY:
        play_counter(mat, table, Counter.CLEAR_VIEW)
        mat.work.clear_view = 1


def drop_bombs(mat: Mat, table: Table) -> None:
    """Drop the bombs of all bombers, score the target, and begin the leg home."""
    lead = lead_seat(mat)
    for element in range(mat.mission.elements):
        for place in range(PLACES):
            seat = seat_at(mat, element, place)
            if seat >= 0:
                bomb(mat, table, seat, lead)
    mat.mission.bombed = 1
    score_target(mat, table)
    begin_leg(mat, table, Leg.HOME)


def bomb(mat: Mat, table: Table, seat: int, lead: int) -> None:
    """Roll the bombs of a bomber: 1d6 + bombing rating of the formation's lead crew + modifiers (X86)."""
    charts, mission, chart, own = table.charts, mat.mission, Chart.BOMBS, mat.seats[seat]
    modifier = (
        modify_by_crew(mat, table, (chart, Modifier.LEAD_CREW), lead, aim_of(mat, charts))
        + modify(mat, table, chart, Modifier.CLOUD, int(charts.bombs_cloud[mission.cloud]))
        + modify(mat, table, chart, Modifier.LOOSE, int(mission.loose) * charts.bombs_loose)
        + modify(mat, table, chart, Modifier.CLEAR_VIEW, int(mat.work.clear_view))
        + modify(mat, table, chart, Modifier.LOW, int(mission.low) * charts.low_bonus)
        + modify(mat, table, chart, Modifier.DAMAGE, int(own.damaged) * charts.bombs_damaged)
    )
    total, hits = roll(mat, table, chart, int(own.bomber), modifier), 0
    if total >= charts.bombs_hit:
        hits = 1
        if total - modifier == NATURAL:
            hits += charts.bombers[model_of(mat, int(own.bomber))].load
    mission.hits = min(int(mission.hits) + says(table, hits), MOST_HITS)


def result_of(hits: int, needed: int) -> int:
    """Return the result: destroyed with all hits that are needed, damaged with half of them, rounded up."""
    if hits >= needed:
        return Target.DESTROYED.value
    return Target.DAMAGED.value if 2 * hits >= needed else Target.MISSED.value


def points_of(value: int, result: int) -> int:
    """Return the points for a target: its value, or if it is damaged half of it, rounded down."""
    if result == Target.DESTROYED:
        return value
    return value // 2 if result == Target.DAMAGED else 0


def score_target(mat: Mat, table: Table) -> None:
    """Score the target."""
    mission = mat.mission
    mission.target = result_of(int(mission.hits), int(table.charts.cards[mission.card].hits))
    mission.points += target_points(mat, table)
    note(mat, table, Entry.TARGET, int(mission.target), int(mission.hits))


def target_points(mat: Mat, table: Table) -> int:
    """Return the points for the target."""
    return points_of(int(table.charts.cards[mat.mission.card].value), int(mat.mission.target))
