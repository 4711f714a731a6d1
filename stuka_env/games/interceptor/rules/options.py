"""Optional rules: fatigue, leave and the quality of enemy pilots (10.3, 10.4)."""

from stuka_env.engine.frame import note, roll, says
from stuka_env.games.interceptor.charts.shape import MOST_MISSED, Charts
from stuka_env.games.interceptor.codes import Chart, Entry, Quality
from stuka_env.games.interceptor.rules.mat import MOST_LOGGED, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table


def fatigue_row(mat: Mat, charts: Charts) -> int:
    """Return the row of the fatigue table: the fatigue at take-off, on the ground the present one.

    (10.3; ruling IQ180)
    """
    fatigue = int(mat.sortie.fatigue) if mat.sortie.airborne else int(mat.pilot.fatigue)
    return min(fatigue, len(charts.fatigue_jump) - 1)


def fatigue_on_jump(mat: Mat, charts: Charts) -> int:
    """Fatigue is a modifier of B8 (10.3)."""
    return int(charts.fatigue_jump[fatigue_row(mat, charts)]) if mat.settings.fatigue else 0


def fatigue_on_landing(mat: Mat, charts: Charts) -> int:
    """Fatigue is a modifier of B7 (10.3)."""
    return int(charts.fatigue_landing[fatigue_row(mat, charts)]) if mat.settings.fatigue else 0


def fatigue_on_initiative(mat: Mat, charts: Charts) -> int:
    """Fatigue is a modifier of the initiative (10.3)."""
    return int(charts.fatigue_initiative[fatigue_row(mat, charts)]) if mat.settings.fatigue else 0


def change_fatigue(mat: Mat, table: Table, amount: int) -> None:
    """Fatigue rises with each sortie flown and falls with each line not flown, never below 0 (10.3; IQ180)."""
    if mat.settings.fatigue:
        mat.pilot.fatigue = raised(mat.pilot.fatigue, amount, MOST_LOGGED)
        note(mat, table, Entry.FATIGUE, int(mat.pilot.fatigue), 0)


def take_leave(mat: Mat, table: Table) -> None:
    """Annual leave, once: this line and the next are not flown, and fatigue is 0 (10.3; ruling IQ191)."""
    lines = int(table.charts.leave_lines) - 1
    note(mat, table, Entry.LEAVE, lines, 0)
    mat.pilot.leave_taken = 1
    change_fatigue(mat, table, -int(mat.pilot.fatigue))
    mat.career.sit_out = raised(mat.career.sit_out, lines, MOST_MISSED)


def roll_quality(mat: Mat, table: Table) -> None:
    """Roll the quality of a new enemy pilot, by period; as usual without the option (10.4; ruling IQ182)."""
    mat.fighter.quality = Quality.TRAINED
    if mat.settings.enemy_quality:
        die = roll(mat, table, Chart.QUALITY, 0, 0)
        mat.fighter.quality = says(table, int(table.charts.quality[mat.career.month][die]))


def quality_hits(mat: Mat, table: Table) -> int:
    """Return the random hits that the quality of the enemy adds (10.4)."""
    return int(table.charts.quality_hits[mat.fighter.quality])


def quality_initiative(mat: Mat, table: Table) -> int:
    """The quality of the enemy is a modifier of his initiative (10.4)."""
    return int(table.charts.quality_initiative[mat.fighter.quality])
