"""Promotion (7.9)."""

from stuka_env.engine.frame import modify, note, roll, succeeds
from stuka_env.games.interceptor.codes import Award, Career, Chart, Entry, Modifier, Rank
from stuka_env.games.interceptor.rules.awards import gain_prestige
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table

TEN_KILLS = 10
MOST_FREE = 2


def promotion_modifier(mat: Mat, table: Table) -> int:
    """Return the modifier for Knight's Cross, kills and awards of the period (7.9.3; IQ148, IQ150)."""
    charts = table.charts
    cross = int(charts.promotion_knights_cross) if mat.pilot.awards[Award.KNIGHTS_CROSS.value] else 0
    kills = int(mat.pilot.period_kills) // TEN_KILLS * int(charts.promotion_ten_kills)
    total = modify(mat, table, Chart.PROMOTION, Modifier.KNIGHTS_CROSS, cross)
    total += modify(mat, table, Chart.PROMOTION, Modifier.KILLS, kills)
    awards = int(mat.pilot.period_awards) * int(charts.promotion_award)
    return total + modify(mat, table, Chart.PROMOTION, Modifier.AWARDS, awards)


def promote(mat: Mat, table: Table) -> None:
    """One rank up: an officer gains Prestige, as Hauptmann and Major a free move.

    (7.9, 7.9.1; IQ163)
    """
    mat.pilot.rank = int(mat.pilot.rank) + 1
    note(mat, table, Entry.PROMOTED, int(mat.pilot.rank), int(mat.pilot.track))
    if mat.pilot.track == Career.OFFICER:
        gain_prestige(mat, table, 1)
        if mat.pilot.rank < Rank.FOURTH:
            mat.pilot.free_moves = raised(mat.pilot.free_moves, 1, MOST_FREE)


def try_promotion(mat: Mat, table: Table) -> None:
    """Promotion is tried after the last line of June, October and February: 1d6, up to 4.

    (7.9.3; IQ147-IQ149)
    """
    if mat.work.promotion_done or not table.charts.promotion_months[mat.career.month]:
        return
    mat.work.promotion_done = 1
    if mat.pilot.rank < Rank.FOURTH:
        die = roll(mat, table, Chart.PROMOTION, 0, promotion_modifier(mat, table))
        if succeeds(table, die <= table.charts.promotion_up_to):
            promote(mat, table)
    mat.pilot.period_kills = 0
    mat.pilot.period_awards = 0


def scrounges(mat: Mat, table: Table) -> bool:
    """Whether an NCO has a damaged aircraft ready for the next sortie.

    (7.9.2; rulings IQ168, IQ169)
    """
    if mat.pilot.track != Career.NCO:
        return False
    if mat.pilot.rank > Rank.FIRST:
        return True
    return succeeds(table, roll(mat, table, Chart.SCROUNGE, 0, 0) >= table.charts.scrounge_from)


def works_the_system(mat: Mat) -> bool:
    """Whether replacements come with experience, as those of a Feldwebel do (7.9.2; ruling IQ168)."""
    return bool(mat.pilot.track == Career.NCO and mat.pilot.rank >= Rank.THIRD)
