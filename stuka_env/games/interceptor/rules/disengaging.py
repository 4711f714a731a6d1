"""Disengaging (7.1.10, 7.3, 7.3.1)."""

from stuka_env.engine.frame import note, roll, succeeds
from stuka_env.games.interceptor.codes import Chart, Entry, Health, Position
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table


def allow_slip(mat: Mat) -> bool:
    """Whether an attempt to get away can be made: once a box (7.1.10; rulings IQ025, IQ027-IQ029)."""
    return not mat.sortie.slip_tried


def slip_away(mat: Mat, table: Table) -> bool:
    """Try to get away from enemy fighters by 1d6, and return whether it works (7.1.10)."""
    mat.sortie.slip_tried = 1
    works = succeeds(table, roll(mat, table, Chart.SLIP, 0, 0) <= table.charts.slip)
    note(mat, table, Entry.SLIPPED, int(works), 0)
    return works


def disengages(mat: Mat, table: Table) -> bool:
    """Whether the player gets away: sure when tailing, by 1d6 when advantaged (7.3)."""
    if mat.fighter.position == Position.TAILING:
        return True
    return succeeds(table, roll(mat, table, Chart.DISENGAGE, 0, 0) <= table.charts.disengage)


def enemy_wants_to_leave(mat: Mat, enemy_firepower: int) -> bool:
    """Whether the enemy tries to disengage: wounded, disarmed, leaking or without oxygen.

    (7.3.1; IQ106, IQ204)
    """
    fighter = mat.fighter
    wounded = fighter.pilot > Health.WELL
    return bool(wounded or fighter.leak or fighter.oxygen or enemy_firepower == 0)


def enemy_disengages(mat: Mat, table: Table) -> bool:
    """Whether the enemy gets away: sure when he tails, by 1d6 when advantaged (7.3.1; ruling IQ107)."""
    if mat.fighter.position == Position.TAILED:
        return True
    return succeeds(table, roll(mat, table, Chart.ENEMY_DISENGAGE, 0, 0) <= table.charts.enemy_disengage)
