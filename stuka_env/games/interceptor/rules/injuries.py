"""Injuries of the crew (7.4.7, 7.4.8, 10.7)."""

from stuka_env.engine.frame import note, roll, says
from stuka_env.games.interceptor.codes import Cause, Chart, Entry, Fate, Health, Person
from stuka_env.games.interceptor.rules.aircraft import has_gunner
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.rolls import raised
from stuka_env.games.interceptor.rules.table import Table

MOST_WOUNDS = 9


def severity(mat: Mat, table: Table, side: int) -> int:
    """Return the severity of a wound aboard an aircraft, by 1d6 (7.4.7, 10.7; ruling IQ139)."""
    return says(table, int(table.charts.wound[roll(mat, table, Chart.B4_WOUND, side, 0)]))


def added_wound(table: Table, old: int, new: int) -> int:
    """Return the state after another wound: two light ones are serious, two serious ones kill (10.7; IQ139)."""
    return int(table.charts.wound_sum[old][new])


def kill_pilot(mat: Mat, table: Table, cause: int) -> None:
    """The pilot is killed (7.4.8, 5.1.3)."""
    mat.pilot.health = Health.KILLED
    mat.work.fate = Fate.KILLED
    if mat.work.cause == Cause.NONE:
        mat.work.cause = cause
    note(mat, table, Entry.KILLED, Person.PILOT, cause)


def wound_pilot(mat: Mat, table: Table, wound: int, cause: int) -> None:
    """The pilot is wounded: each wound counts for the badge, and adds to earlier ones (7.4.8; IQ139, IQ144)."""
    if wound == Health.WELL:
        return
    health = added_wound(table, int(mat.pilot.health), wound)
    mat.pilot.wounds = raised(mat.pilot.wounds, 1, MOST_WOUNDS)
    mat.sortie.wounds = raised(mat.sortie.wounds, 1, MOST_WOUNDS)
    note(mat, table, Entry.WOUND, Person.PILOT, health)
    if health == Health.KILLED:
        kill_pilot(mat, table, cause)
    else:
        mat.pilot.health = health


def wound_gunner(mat: Mat, table: Table, wound: int) -> None:
    """The gunner is wounded; without one there is no effect (7.4.7)."""
    if wound == Health.WELL or not has_gunner(mat, table):
        return
    mat.gunner.health = added_wound(table, int(mat.gunner.health), wound)
    note(mat, table, Entry.WOUND, Person.GUNNER, int(mat.gunner.health))


def kill_crew(mat: Mat, table: Table, cause: int) -> None:
    """Everybody aboard is killed (7.4, 7.4.6)."""
    if has_gunner(mat, table):
        mat.gunner.health = Health.KILLED
        note(mat, table, Entry.KILLED, Person.GUNNER, cause)
    kill_pilot(mat, table, cause)
