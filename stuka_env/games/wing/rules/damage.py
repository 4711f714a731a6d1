"""Damage to a bomber and its crew (8.0, 10.2, 10.6)."""

from stuka_env.engine.frame import go, note, roll, says, succeeds
from stuka_env.games.wing.codes import Chart, CrewDamage, Departure, Entry, Gone, Hit, Level, Phase
from stuka_env.games.wing.rules.dice import subject_of
from stuka_env.games.wing.rules.dropout import lose, mark_damaged
from stuka_env.games.wing.rules.formation import is_in_base, modify_by_performance
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table


def rolls_at_least(mat: Mat, table: Table, least: int) -> bool:
    """Roll whether damage has its further effect."""
    return succeeds(table, roll(mat, table, Chart.DAMAGE, subject_of(mat, 0), 0) >= least)


def damage(mat: Mat, table: Table, seat: int, hit: int) -> None:
    """Damage a bomber; ``work.after_damage`` is the step that follows (X23)."""
    go(mat, int(mat.work.after_damage))
    mat.work.seat = seat
    if hit == Hit.LIGHT:
        light_damage(mat, table, seat)
    elif hit == Hit.HEAVY and not mat.seats[seat].damaged:
        heavy_damage(mat, table, seat)
    elif hit != Hit.NOTHING:
        lose(mat, seat, Departure.DESTROYED, int(mat.work.after_damage))


def light_damage(mat: Mat, table: Table, seat: int) -> None:
    """Damage an undamaged bomber on 4 to 6; a damaged one drops out on 4 to 6 instead, but not in the base."""
    charts = table.charts
    if mat.seats[seat].damaged:
        if not is_in_base(mat) and rolls_at_least(mat, table, charts.light_drops):
            lose(mat, seat, Departure.DROPS_OUT, int(mat.work.after_damage))
    elif rolls_at_least(mat, table, charts.light_damages):
        mark_damaged(mat, table, seat)


def heavy_damage(mat: Mat, table: Table, seat: int) -> None:
    """Damage an undamaged bomber, which drops out on 4 to 6; then its crew may be hit (X56, X88)."""
    mark_damaged(mat, table, seat)
    go(mat, Phase.CREW_DAMAGE)
    if not is_in_base(mat) and rolls_at_least(mat, table, table.charts.heavy_drops):
        lose(mat, seat, Departure.DROPS_OUT, Phase.CREW_DAMAGE)


def crew_damage(mat: Mat, table: Table) -> None:
    """Roll crew damage of a bomber that is still in formation (X23)."""
    charts, seat = table.charts, int(mat.work.seat)
    go(mat, int(mat.work.after_damage))
    if mat.seats[seat].gone != Gone.NO:
        return
    die = roll(mat, table, Chart.CREW_HIT, subject_of(mat, 0), 0)
    if succeeds(table, die <= charts.crew_damage_at_most):
        kind = says(table, int(charts.crew_damage[roll(mat, table, Chart.CREW_DAMAGE, subject_of(mat, 0), 0)]))
        hit_crew(mat, table, seat, kind)


def hit_crew(mat: Mat, table: Table, seat: int, kind: int) -> None:
    """Hit a crew, which may lose its pilot or fall behind at once (X66, X88)."""
    crew = mat.crews[mat.seats[seat].crew]
    note(mat, table, Entry.CREW_HIT, int(mat.seats[seat].bomber), kind)
    if kind == CrewDamage.PILOT_LOST and crew.level > Level.GREEN:
        crew.level -= 1
    mat.seats[seat].hit = 1
    if kind == CrewDamage.HIT_AND_CHECK and not is_in_base(mat):
        performance = modify_by_performance(mat, table, Chart.CREW_CHECK, seat)
        total = roll(mat, table, Chart.CREW_CHECK, subject_of(mat, 0), performance)
        if not succeeds(table, total >= table.charts.keeps_up):
            lose(mat, seat, Departure.DROPS_OUT, int(mat.work.after_damage))
