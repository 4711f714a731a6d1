"""Bases, zones and units (4.1, 4.6)."""

from stuka_env.games.interceptor.charts.shape import UNIT_MODELS, UNITS, UnitRow
from stuka_env.games.interceptor.codes import NOBODY
from stuka_env.games.interceptor.rules.aircraft import own_series, series_of, series_row
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Table


def entry_box(mat: Mat, table: Table, target_zone: int) -> int:
    """Return the box of a target zone on the track of the base zone; 0 if it has none (4.4, 4.6.2)."""
    return int(table.charts.track[mat.career.zone][target_zone])


def last_box(mat: Mat, table: Table) -> int:
    """Return the last box that is not grey (4.6.3, 6.1.3; ruling IQ010)."""
    return int(series_row(mat, table.charts).boxes)


def in_range(mat: Mat, table: Table, target_zone: int) -> bool:
    """Whether a raid can be intercepted: its box is on the track and not grey (4.6.3; ruling IQ010)."""
    box = entry_box(mat, table, target_zone)
    return bool(0 < box <= last_box(mat, table))


def is_open(mat: Mat, table: Table, row: int) -> bool:
    """Whether a row of the starting table is open at this date (4.1; ruling IQ001)."""
    first = table.charts.units[row].first_month
    return bool(0 <= first <= mat.career.month)


def flies_series(table: Table, row: UnitRow, series: int) -> bool:
    """Whether a row of the starting table offers a type of a series."""
    for place in range(UNIT_MODELS):
        if row.models[place] != NOBODY and series_of(table.charts, int(row.models[place])) == series:
            return True
    return False


def unit_in_zone(mat: Mat, table: Table, zone: int) -> int:
    """Return the first open row of a zone with the own series, or else its first open row (4.6.1; IQ161).

    0 if no row of the zone is open.
    """
    first = 0
    series = own_series(mat, table.charts)
    for row in range(1, UNITS):
        unit = table.charts.units[row]
        if unit.zone == zone and is_open(mat, table, row):
            if flies_series(table, unit, series):
                return row
            if first == 0:
                first = row
    return first


def forces_series(mat: Mat, table: Table, row: int) -> bool:
    """Whether a unit does not fly the own series, so that it must be changed (4.6.1; ruling IQ162)."""
    return not flies_series(table, table.charts.units[row], own_series(mat, table.charts))
