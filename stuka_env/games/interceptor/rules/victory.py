"""Kills and victory (2.1, 5.2)."""

from stuka_env.engine.frame import note
from stuka_env.games.interceptor.codes import Enemy, Entry, Person
from stuka_env.games.interceptor.rules.mat import MOST_COUNTED, Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table


def kills_of(mat: Mat) -> int:
    """Return the number of all kills of the pilot (5.2.1)."""
    return int(mat.career.bombers) + int(mat.career.fighters)


def level_of(table: Table, bombers: int) -> int:
    """Return the level of victory of a number of bombers (5.2.1; ruling IQ184)."""
    level = 0
    for step in range(len(table.charts.ladder)):
        if bombers >= table.charts.ladder[step]:
            level = step
    return level


def credit_bomber(mat: Mat, table: Table, person: int, crashed: bool) -> None:
    """A bomber is credited to the pilot or the wingman; the pilot's counters stop together at the largest count.

    (5.2.1, 7.4; rulings IQ067, IQ184, IQ225)
    """
    note(mat, table, Entry.BOMBER_DESTROYED, person, int(crashed))
    if person == Person.WINGMAN:
        mat.wingman.bombers = raised(mat.wingman.bombers, 1, MOST_COUNTED)
        return
    career = mat.career
    more = int(career.bombers < MOST_COUNTED)
    kind = int(mat.bomber.type) - 1
    career.bombers = int(career.bombers) + more
    career.by_type[kind] = raised(career.by_type[kind], more, MOST_COUNTED)
    if crashed:
        career.crashed = raised(career.crashed, more, MOST_COUNTED)
    else:
        career.destroyed = raised(career.destroyed, more, MOST_COUNTED)
    mat.sortie.bombers = raised(mat.sortie.bombers, 1, MOST_COUNTED)
    mat.pilot.period_kills = raised(mat.pilot.period_kills, 1, MOST_COUNTED)


def credit_fighter(mat: Mat, table: Table, person: int) -> None:
    """A fighter is credited: it counts as a kill for everything except victory (5.2.1; ruling IQ099)."""
    note(mat, table, Entry.ENEMY_DESTROYED, person, int(mat.fighter.type))
    if person == Person.WINGMAN:
        mat.wingman.fighters = raised(mat.wingman.fighters, 1, MOST_COUNTED)
    elif person == Person.GUNNER:
        mat.gunner.fighters = raised(mat.gunner.fighters, 1, MOST_COUNTED)
    else:
        mat.career.fighters = raised(mat.career.fighters, 1, MOST_COUNTED)
        mat.sortie.fighters = raised(mat.sortie.fighters, 1, MOST_COUNTED)
        mat.pilot.period_kills = raised(mat.pilot.period_kills, 1, MOST_COUNTED)


def has_escort(mat: Mat) -> bool:
    """Whether enemy fighters guard the bombers of this box (7.2.1)."""
    return bool(not mat.sortie.sweep and mat.sortie.escort > Enemy.NONE)
