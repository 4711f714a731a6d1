"""The own aircraft: its mat, its weapons, its speed and its systems (3.1, 4.4, 4.5, 9.1)."""

import numpy as np

from stuka_env.engine.frame import note
from stuka_env.games.interceptor.charts.shape import MOST_SPEED, Charts, FighterRow, FrameRow, ModelRow, SeriesRow
from stuka_env.games.interceptor.codes import NOBODY, SERIES, WEAPONS, Entry, Health, Presence, Rockets, Series, System
from stuka_env.games.interceptor.rules.mat import Aircraft, Airframe, FighterFrame, Gun, Mat
from stuka_env.games.interceptor.rules.rolls import clamp
from stuka_env.games.interceptor.rules.table import Table

TWO_POINTS = 2
"""Ammunition points that an extended burst needs (7.1.13)."""
BOTH_ENGINES = 2
NO_DAMAGE = np.zeros(1, Aircraft.dtype)
"""The record of an aircraft without damage, weapons and type."""


def model_row(mat: Mat, charts: Charts) -> ModelRow:
    """Return the mat of the own aircraft (4.4.1)."""
    return charts.models[mat.aircraft.model]


def series_of(charts: Charts, model: int) -> int:
    """Return the series of a type (9.1)."""
    return int(charts.models[model].series)


def own_series(mat: Mat, charts: Charts) -> int:
    """Return the series of the own aircraft."""
    return series_of(charts, int(mat.aircraft.model))


def series_row(mat: Mat, charts: Charts) -> SeriesRow:
    """Return the row of the own aircraft's series."""
    return charts.series[own_series(mat, charts)]


def is_bf_109(mat: Mat, charts: Charts) -> bool:
    """Whether the own aircraft is a Bf 109 (7.1.7)."""
    return own_series(mat, charts) == Series.BF_109


# --- weapons (7.1.3, 7.1.6, 4.5) ---


def gun_fires(mat: Mat, charts: Charts, place: int) -> bool:
    """Whether a weapon can fire: it is there, not jammed, not out of action and not out of ammunition.

    (7.1.3)
    """
    gun = mat.aircraft.guns[place]
    fitted = model_row(mat, charts).weapons[place].firepower > 0
    return fitted & (gun.jammed == 0) & (gun.out == 0) & (gun.ammunition != 0)


def firing_guns(mat: Mat, table: Table) -> int:
    """Return the number of weapons that can fire."""
    count = 0
    for place in range(WEAPONS):
        count += int(gun_fires(mat, table.charts, place))
    return count


def firing_bits(mat: Mat, table: Table) -> int:
    """Return the weapons that can fire as bits, bit 0 the first of the mat."""
    bits = 0
    for place in range(WEAPONS):
        bits |= int(gun_fires(mat, table.charts, place)) << place
    return bits


def count_guns(bits: int) -> int:
    """Return the number of weapons of some bits."""
    count = 0
    for place in range(WEAPONS):
        count += (bits >> place) & 1
    return count


def gun_of(bits: int, number: int) -> int:
    """Return the place of the weapon ``number``, from 1, of some bits, in the order of the mat (ruling IQ207)."""
    for place in range(WEAPONS):
        if (bits >> place) & 1:
            number -= 1
            if number == 0:
                return place
    return NOBODY


def firepower(mat: Mat, charts: Charts) -> int:
    """Return the firepower of all weapons that fire together (7.1.6)."""
    total = 0
    for place in range(WEAPONS):
        total += int(gun_fires(mat, charts, place)) * int(model_row(mat, charts).weapons[place].firepower)
    return total


def has_points(mat: Mat, table: Table, points: int) -> bool:
    """Whether a weapon that can fire has so many counted ammunition points (7.1.13; ruling IQ211)."""
    for place in range(WEAPONS):
        if gun_fires(mat, table.charts, place) and mat.aircraft.guns[place].ammunition >= points:
            return True
    return False


def spend(gun: Gun, points: int) -> None:
    """A weapon with counted ammunition spends points, as far as it has them (7.1.15; ruling IQ056)."""
    gun.ammunition = max(0, int(gun.ammunition) - points)


# --- engines and speed (7.4.1) ---


def engine_hits(row: FighterRow, charts: Charts) -> int:
    """Return the hits that put an engine out, without its armour (7.4.1; ruling IQ120)."""
    return int(charts.armoured_hits) if row.armour else int(charts.engine_hits)


def engine_speed_loss(table: Table, hits: int, armour: int, twin: bool) -> int:
    """Return the speed that hits on one engine cost (7.4.1; rulings IQ120, IQ121)."""
    charts = table.charts
    out = charts.armoured_hits if armour else charts.engine_hits
    if hits == 0:
        return 0
    if twin and hits >= out:
        return int(charts.engine_out_loss)
    if armour:
        return int(charts.armoured_loss[min(hits, len(charts.armoured_loss) - 1)])
    return int(charts.engine_loss)


def slow_down(fighter: FighterFrame, row: FighterRow, table: Table, speed: int) -> None:
    """Compute the speed from that of a fighter with whole engines (7.4.1)."""
    twin = row.engines == BOTH_ENGINES
    for engine in range(row.engines):
        speed -= engine_speed_loss(table, int(fighter.engines[engine]), int(row.armour), twin)
    fighter.speed = clamp(speed, 0, MOST_SPEED)


def whole_speed(mat: Mat, charts: Charts) -> int:
    """Return the speed of the own aircraft with whole engines: that of its mat, less the spent rockets (7.1.14)."""
    drag = int(charts.rocket_drag) if mat.aircraft.rockets == Rockets.SPENT else 0
    return int(model_row(mat, charts).speed) + drag


def set_speed(mat: Mat, table: Table) -> None:
    """Compute the speed from the mat, the engines and the rockets (7.4.1, 7.1.14)."""
    slow_down(mat.aircraft, series_row(mat, table.charts), table, whole_speed(mat, table.charts))


def fighter_engines_out(fighter: FighterFrame, row: FighterRow, charts: Charts) -> int:
    """Return the number of engines of a fighter that are out."""
    count = 0
    for engine in range(row.engines):
        count += int(fighter.engines[engine] >= engine_hits(row, charts))
    return count


def engines_out(mat: Mat, charts: Charts) -> int:
    """Return the number of engines of the own aircraft that are out."""
    return fighter_engines_out(mat.aircraft, series_row(mat, charts), charts)


def engines_damaged(frame: Airframe) -> int:
    """Return the number of engines that are damaged or out."""
    count = 0
    for engine in range(len(frame.engines)):
        count += int(frame.engines[engine] > 0)
    return count


def fighter_is_agile(fighter: FighterFrame, row: FighterRow) -> bool:
    """Whether a fighter is agile: its type, and neither engine nor controls damaged (7.2.2.8)."""
    return bool(row.agile and engines_damaged(fighter) == 0 and fighter.controls == 0)


def is_agile(mat: Mat, charts: Charts) -> bool:
    """Whether the own aircraft is agile (7.2.2.8)."""
    return fighter_is_agile(mat.aircraft, series_row(mat, charts))


# --- the crew aboard (7.4.7) ---


def has_gunner(mat: Mat, table: Table) -> bool:
    """Whether a living gunner is aboard (7.4.7)."""
    seat = series_row(mat, table.charts).crew > 1
    return bool(seat and mat.gunner.present and mat.gunner.health != Health.KILLED)


def gunner_able(mat: Mat, table: Table) -> bool:
    """Whether the gunner can act: alive and at most lightly wounded (rulings IQ088, IQ098)."""
    return bool(has_gunner(mat, table) and mat.gunner.health <= Health.LIGHT_WOUND)


def gunner_fires(mat: Mat, table: Table) -> bool:
    """Whether the rear gunner can fire (7.2.2.4; rulings IQ097, IQ098)."""
    return bool(series_row(mat, table.charts).rear and not mat.aircraft.rear_gun and gunner_able(mat, table))


def wingman_able(mat: Mat) -> bool:
    """Whether the wingman is present and undamaged (7.2.3.1, 7.2.3.2)."""
    return bool(mat.wingman.present == Presence.HERE)


# --- going home (7.4.2) ---


def must_disengage(mat: Mat) -> bool:
    """Whether leak, oxygen or a serious wound force the pilot out of fighter combat (7.4.2, 7.4.8; IQ108)."""
    aircraft = mat.aircraft
    return bool(aircraft.leak or aircraft.oxygen or mat.pilot.health >= Health.SERIOUS_WOUND)


def is_forced_home(mat: Mat, table: Table) -> bool:
    """Whether he must go home after this combat (7.4.2, 7.4.8; rulings IQ122, IQ124)."""
    return bool(must_disengage(mat) or mat.sortie.homeward or engines_out(mat, table.charts) > 0)


# --- damage and repair (7.4.2) ---


def hits_left(frame: Airframe, row: FrameRow, system: int) -> int:
    """Return the hits that lose an aircraft by wings, airframe, tail or controls (7.4)."""
    if system == System.PORT_WING:
        return max(0, int(row.wing) - int(frame.port_wing))
    if system == System.STARBOARD_WING:
        return max(0, int(row.wing) - int(frame.starboard_wing))
    if system == System.AIRFRAME:
        return max(0, int(row.airframe) - int(frame.airframe))
    if system == System.TAIL:
        return max(0, int(row.tail) - int(frame.tail))
    return max(0, int(row.controls) - int(frame.controls))


def systems_hit(frame: Airframe) -> int:
    """Return the number of damaged systems among those that every aircraft has."""
    count = int(frame.port_wing > 0) + int(frame.starboard_wing > 0) + int(frame.airframe > 0)
    count += int(frame.tail > 0) + int(frame.controls > 0) + engines_damaged(frame)
    return count + int(frame.leak) + int(frame.radio) + int(frame.gear)


def damaged_systems(mat: Mat) -> int:
    """Return the number of damaged systems: a system that was hit counts once (7.4.2; ruling IQ118)."""
    aircraft = mat.aircraft
    count = systems_hit(aircraft) + int(aircraft.armour) + int(aircraft.oxygen)
    count += int(aircraft.boost) + int(aircraft.rear_gun) + int(aircraft.rockets == Rockets.DAMAGED)
    for place in range(WEAPONS):
        count += int(aircraft.guns[place].out)
    return count


def has_reason_to_jump(mat: Mat, table: Table) -> bool:
    """Whether a system is damaged or the pilot wounded (ruling IQ129)."""
    return bool(damaged_systems(mat) > 0 or mat.pilot.health > Health.WELL)


def refit(mat: Mat, table: Table) -> None:
    """Make the aircraft whole: systems, ammunition as printed, rockets (4.4.2.4, 7.4.2)."""
    model, row = mat.aircraft.model, model_row(mat, table.charts)
    mat.aircraft = NO_DAMAGE[0]
    mat.aircraft.model = model
    mat.aircraft.rockets = Rockets.LOADED if row.rockets else Rockets.NONE
    for place in range(WEAPONS):
        mat.aircraft.guns[place].ammunition = row.weapons[place].ammunition
    set_speed(mat, table)


def take_model(mat: Mat, table: Table, model: int) -> None:
    """Take an aircraft of a type, whole; another type ends the waiver of its level (9.7; ruling IQ178)."""
    if model != mat.career.waived:
        mat.career.waived = NOBODY
    mat.aircraft.model = model
    refit(mat, table)
    note(mat, table, Entry.AIRCRAFT, model, 0)


def lose_model(mat: Mat, table: Table) -> None:
    """The aircraft is lost; a single aircraft is never replaced (9.5, 9.8; ruling IQ179)."""
    single = int(model_row(mat, table.charts).single)
    if single:
        mat.career.singles_lost[single - 1] = 1


assert SERIES == len(Series)
