"""Damaged enemies that the player leaves, and that may crash on their way home (7.4.3)."""

import numpy as np

from stuka_env.engine.frame import ask, go, note, roll, succeeds
from stuka_env.games.interceptor.charts.shape import Charts, FrameRow
from stuka_env.games.interceptor.codes import (
    ENEMY_WEAPONS,
    Act,
    Chart,
    Decision,
    Entry,
    Health,
    Marker,
    Person,
    Phase,
    System,
)
from stuka_env.games.interceptor.rules.aircraft import fighter_engines_out, hits_left, systems_hit
from stuka_env.games.interceptor.rules.damage import bomber_engines_out, bomber_row, enemy_row
from stuka_env.games.interceptor.rules.markers import uses_marker
from stuka_env.games.interceptor.rules.mat import Airframe, BomberMat, Fighter, Mat
from stuka_env.games.interceptor.rules.table import Table
from stuka_env.games.interceptor.rules.victory import credit_bomber, credit_fighter

NO_BOMBER = np.zeros(1, BomberMat.dtype)
"""The record of the bomber when there is none."""
NO_FIGHTER = np.zeros(1, Fighter.dtype)
"""The record of the enemy fighter when there is none."""


def settle_then(mat: Mat, phase: int) -> None:
    """The enemy is left for good; after that comes ``phase`` (7.4.3; ruling IQ135)."""
    mat.work.then = phase
    go(mat, Phase.SETTLE)


def clear_enemies(mat: Mat) -> None:
    """Clear the records of bomber and enemy fighter."""
    mat.bomber = NO_BOMBER[0]
    mat.fighter = NO_FIGHTER[0]


def fighter_is_damaged(mat: Mat) -> bool:
    """Whether a system of the enemy fighter is damaged; his wounds do not count (7.4.3; ruling IQ136)."""
    fighter = mat.fighter
    hits = systems_hit(fighter) + int(fighter.armour) + int(fighter.oxygen)
    for place in range(ENEMY_WEAPONS):
        hits += int(fighter.guns_out[place])
    return hits > 0


def crash_chances(frame: Airframe, row: FrameRow, charts: Charts, engines: int) -> int:
    """Return the chances in ten that an aircraft crashes.

    They are 1, and 1 more for each engine out and for each system one hit short of its threshold.
    (7.4.3; rulings IQ137, IQ137a)
    """
    short = 0
    for system in range(System.PORT_WING, System.CONTROLS + 1):
        short += int(hits_left(frame, row, system) == 1)
    return int(charts.crash_base) + engines * int(charts.crash_engine_out) + short * int(charts.crash_one_short)


def bomber_chances(mat: Mat, table: Table) -> int:
    """Return the chances in ten that the bomber crashes (7.4.3)."""
    return crash_chances(mat.bomber, bomber_row(mat, table.charts), table.charts, bomber_engines_out(mat))


def fighter_chances(mat: Mat, table: Table) -> int:
    """Return the chances in ten that the enemy fighter crashes (7.4.3)."""
    row = enemy_row(mat, table)
    engines = fighter_engines_out(mat.fighter, row, table.charts)
    return crash_chances(mat.fighter, row, table.charts, engines)


def hunter_of(mat: Mat) -> int:
    """Return the person credited with a crash: the pilot if he hit the enemy, else wingman or gunner; -1 for nobody.

    (IQ067, IQ136)
    """
    if mat.bomber.present:
        if mat.bomber.by_pilot:
            return Person.PILOT.value
        return Person.WINGMAN.value if mat.bomber.by_wingman else -1
    if mat.fighter.by_pilot:
        return Person.PILOT.value
    if mat.fighter.by_wingman:
        return Person.WINGMAN.value
    return Person.GUNNER.value if mat.fighter.by_gunner else -1


def crashes(mat: Mat, table: Table) -> bool:
    """Whether the enemy that is left crashes on its way home, by 1d10 (7.4.3; rulings IQ135, IQ136)."""
    if hunter_of(mat) < 0:
        return False
    if mat.bomber.present:
        damaged, chances = systems_hit(mat.bomber) > 0, bomber_chances(mat, table)
    else:
        damaged, chances = fighter_is_damaged(mat), fighter_chances(mat, table)
    return damaged and succeeds(table, roll(mat, table, Chart.CRASH, 0, 0) <= chances)


def credit_crash(mat: Mat, table: Table) -> None:
    """The crash was seen: the kill is credited (7.4.3)."""
    note(mat, table, Entry.CREDITED, hunter_of(mat), 0)
    if mat.bomber.present:
        credit_bomber(mat, table, hunter_of(mat), True)
    else:
        credit_fighter(mat, table, hunter_of(mat))


def leave_enemy(mat: Mat) -> None:
    """Clear the enemy and go on to the next phase."""
    clear_enemies(mat)
    go(mat, int(mat.work.then))


def use_witness(mat: Mat, table: Table) -> None:
    """The marker of the eyewitness gives the credit without a die (7.4.3, 7.10; ruling IQ138)."""
    uses_marker(mat, table, Marker.WITNESS)
    credit_crash(mat, table)
    leave_enemy(mat)


def settle(mat: Mat, table: Table) -> None:
    """Settle whether the enemy that is left crashes, and whether that was seen.

    A dead pilot does not use his marker. (7.4.3; rulings IQ135, IQ138, IQ138a)
    """
    if not (mat.bomber.present or mat.fighter.present) or not crashes(mat, table):
        leave_enemy(mat)
        return
    note(mat, table, Entry.CRASHED_ON_THE_WAY, int(mat.bomber.present), 0)
    go(mat, Phase.CREDIT)
    lives = mat.pilot.health != Health.KILLED
    if lives and mat.career.markers[Marker.WITNESS.value] and hunter_of(mat) == Person.PILOT:
        ask(mat, Decision.WITNESS)


def roll_credit(mat: Mat, table: Table) -> None:
    """A crash counts only if it was seen: 1d6, 1 or 2 (7.4.3)."""
    if succeeds(table, roll(mat, table, Chart.CREDIT, 0, 0) <= table.charts.crash_seen):
        credit_crash(mat, table)
    leave_enemy(mat)


def decide_witness(mat: Mat, table: Table, action: int) -> None:
    """Use the marker, or roll for the credit (7.10)."""
    if action == Act.YES:
        use_witness(mat, table)
