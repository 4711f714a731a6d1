"""The observation aircraft and its battery (7.6 to 7.62)."""

from stuka_env.engine.frame import ask, go, note, roll, roll_one, succeeds
from stuka_env.games.support.charts.shape import MOST_REDS
from stuka_env.games.support.codes import (
    BATTERY_SUBJECT,
    COUNTERS,
    NOBODY,
    UNITS,
    Act,
    Chart,
    Class,
    Decision,
    Entry,
    Gone,
    Phase,
    Side,
    hex_at,
    range_from,
)
from stuka_env.games.support.rules.fire import cover_of, take_fire
from stuka_env.games.support.rules.forces import group_of, is_there
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.rules.sighting import (
    MISTAKEN,
    PASSED,
    easiest_course,
    inspect_hex,
    is_target,
    nearest_friend,
    roll_sighting,
)
from stuka_env.games.support.rules.table import Mask, Table

ARMOUR_SHARE = 4
"""Divisor of the strength of shells against armour (S135)."""


def observe(mat: Mat, table: Table) -> None:
    """Ask what the battery does with shells that are aimed, or whether it is aimed (S131, S134)."""
    battery = mat.battery
    go(mat, Phase.PREPARE)
    if mat.battle.half == Side.PLAYER and battery.on:
        if battery.aim != NOBODY:
            ask(mat, Decision.BATTERY)
        elif battery.reds < MOST_REDS:
            ask(mat, Decision.OBSERVE)


def allow_observe(mat: Mat, table: Table, mask: Mask) -> None:
    """Allow the hexes with counters that an approach reaches, and to wait (S131)."""
    for unit in range(COUNTERS):
        mask[Act.TARGET + unit] = is_target(mat, table.charts, unit)
    mask[Act.HOLD.value] = 1


def decide_observe(mat: Mat, table: Table, action: int) -> None:
    """Look for a hex; a check that is passed or goes wrong calls for the battery (S131 to S133, S136, S138)."""
    if action == Act.HOLD:
        return
    charts, place = table.charts, int(mat.units[action - Act.TARGET].place)
    course = easiest_course(mat, charts, place)
    result, original = roll_sighting(mat, table, BATTERY_SUBJECT, place, course, Side.PLAYER)
    if original == charts.sighting_recall:
        mat.battery.on = 0
        note(mat, table, Entry.RADIO_GONE, 0, 0)
    if result == MISTAKEN:
        unit = nearest_friend(mat, charts, place, Side.PLAYER, False)
        if unit != NOBODY and has_access(mat, table):
            shell(mat, table, int(mat.units[unit].place), 0, 0)
    elif result == PASSED and succeeds(table, roll(mat, table, Chart.CONTACT, BATTERY_SUBJECT, 0) <= charts.contact):
        if has_access(mat, table):
            inspect_hex(mat, table, place, Side.PLAYER)
            aim_at(mat, table, place)


def has_access(mat: Mat, table: Table) -> bool:
    """Draw a card of the battery: black allows, red denies (S132)."""
    battery = mat.battery
    cards = int(battery.black) + int(battery.red)
    is_black = roll_one(mat, table, Chart.CARD, BATTERY_SUBJECT, cards, 0) > battery.red
    if is_black:
        battery.black -= 1
    else:
        battery.red -= 1
        battery.reds += 1
    return succeeds(table, is_black)


def aim_at(mat: Mat, table: Table, place: int) -> None:
    """Aim the shells at a hex; they may be off (S133)."""
    battery = mat.battery
    battery.aim, battery.course, battery.off, battery.fired = place, 0, 0, 0
    is_accurate = roll(mat, table, Chart.ACCURACY, BATTERY_SUBJECT, 0) <= table.charts.accurate
    if not succeeds(table, is_accurate):
        battery.course = roll(mat, table, Chart.DIRECTION, BATTERY_SUBJECT, 0) - 1
        battery.off = (roll(mat, table, Chart.DISTANCE, BATTERY_SUBJECT, 0) + 1) // 2
    note(mat, table, Entry.AIMED, place, int(battery.off))


def allow_battery(mat: Mat, mask: Mask) -> None:
    """Allow to fire, to correct before the first fire, and to end the mission (S134)."""
    mask[Act.FIRE_FOR_EFFECT.value] = mask[Act.CANCEL.value] = 1
    mask[Act.CORRECT.value] = not mat.battery.fired


def decide_battery(mat: Mat, table: Table, action: int) -> None:
    """Fire for effect, correct, or end the mission, which is two fires (S134)."""
    battery = mat.battery
    if action == Act.CORRECT:
        battery.off = 0
        return
    if action == Act.FIRE_FOR_EFFECT:
        shell(mat, table, int(battery.aim), int(battery.course), int(battery.off))
    if action == Act.CANCEL or battery.fired:
        battery.aim = NOBODY
        battery.off = battery.course = battery.fired = 0
    else:
        battery.fired = 1


def shell(mat: Mat, table: Table, aim: int, course: int, off: int) -> None:
    """Fire for effect at a hex some steps off the aim, and weaker at those around it, at both sides (S135)."""
    charts, hit = table.charts, hex_at(aim, course, off)
    if hit != NOBODY:
        note(mat, table, Entry.SHELLED, hit, 0)
    total = roll(mat, table, Chart.SHELLS, BATTERY_SUBJECT, 0)
    for unit in range(UNITS):
        own = mat.units[unit]
        if is_there(own) and range_from(aim, course, off, int(own.place)) <= 1:
            points = int(charts.strength if own.place == hit else charts.around)
            cover = cover_of(mat, charts, unit)
            if group_of(mat, charts, unit) == Class.ARMOUR:
                points, cover = points // ARMOUR_SHARE, 0
            take_fire(mat, table, unit, points, total + cover, Gone.ARTILLERY)
