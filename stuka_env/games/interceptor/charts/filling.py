"""Fields of the record that combine cells, and the names that the charts give to raids, aircraft, weapons and units."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from stuka_env.games.interceptor.charts.axes import Cell, Die
from stuka_env.games.interceptor.charts.cells import (
    FIGHTER_NAMES,
    MANEUVER_NAMES,
    MODEL_NAMES,
    MONTH_NAMES,
    TARGET_ZONE_NAMES,
    city_of,
)
from stuka_env.games.interceptor.charts.schema import ONE_DIE_MONTHS, RECORD_FILES
from stuka_env.games.interceptor.charts.shape import LOWEST_SUM, SUM_TABLE, UNITS
from stuka_env.games.interceptor.codes import (
    MONTHS,
    NOBODY,
    SINGLES,
    UNITS_ON_THE_DIE,
    Enemy,
    Health,
    Month,
)

UNREACHED = np.iinfo(np.int8).max
"""Firepower of a column that a card does not have."""
FileCells = Mapping[str, Cell]
"""Cells of a file by their addresses."""


@dataclass(frozen=True)
class ChartNames:
    """Names that charts give.

    Attributes:
        raids: city by month and total, "" for a total that is not rolled.
        models: type of aircraft by ``codes.Model``.
        weapons: weapons of each type, in the order of its mat.
        enemies: type of enemy fighter by ``codes.Enemy``, "" for those that are none.
        enemy_weapons: weapons of each enemy fighter.
        units: unit by row of the starting table; row 0 is "".
        bases: base by row of the starting table; row 0 is "".
    """

    raids: tuple[tuple[str, ...], ...]
    models: tuple[str, ...]
    weapons: tuple[tuple[str, ...], ...]
    enemies: tuple[str, ...]
    enemy_weapons: tuple[tuple[str, ...], ...]
    units: tuple[str, ...]
    bases: tuple[str, ...]


def fill(record: np.ndarray, cells: Mapping[str, FileCells]) -> None:
    """Fill the fields of a record that combine cells. The fields of single cells have been filled."""
    row = record[0]
    _fill_below_the_dice(record)
    _fill_raids(row, cells["a3_targets"])
    _fill_columns(row, cells)
    _fill_maneuvers(row, cells["cards"])
    _fill_wounds(row)
    _fill_singles(row, cells["mats"])
    _fill_units(row)
    _fill_calendar(row, cells["career"])


def _fill_below_the_dice(record: np.ndarray) -> None:
    """Copy the cell of the lowest total of two dice to the totals below it."""
    tables = (table for tables in RECORD_FILES.values() for table in tables)
    for table in tables:
        axis = table.axes[-1] if table.axes else None
        if isinstance(axis, Die) and axis.first == LOWEST_SUM:
            for field in table.fields:
                totals = record[field][(0, *table.prefix)]
                totals[..., :LOWEST_SUM] = totals[..., LOWEST_SUM : LOWEST_SUM + 1]


def _fill_raids(row: np.record, targets: FileCells) -> None:
    row["a1_dice"] = [1 if month in ONE_DIE_MONTHS else 2 for month in range(MONTHS)]
    row["escort"][...] = Enemy.NONE
    for zone, place in TARGET_ZONE_NAMES.items():
        for month in range(MONTHS):
            types, rolls = targets[f"escort.{zone}.{month}"].values
            row["escort"][month, place] = types
            row["escort_rolls"][month, place] = rolls


def _fill_columns(row: np.record, cells: Mapping[str, FileCells]) -> None:
    """Fill the columns that cards do not have: none is reached, and they repeat the last one."""
    count = sum(address.startswith("columns.") for address in cells["b2_attack_results"])
    row["columns"][count:] = UNREACHED
    row["cards"]["fire"][:, count:] = row["cards"]["fire"][:, count - 1 : count]


def _fill_maneuvers(row: np.record, cards: FileCells) -> None:
    """Give each card the effects of its maneuver."""
    for name, code in MANEUVER_NAMES.items():
        chosen = row["cards"]["maneuver"] == code
        for effect in ("avoid", "improve", "agile_bonus", "ends"):
            (value,) = cards[f"maneuvers.{name}.{effect}"].values
            row["cards"][effect][chosen] = value


def _fill_wounds(row: np.record) -> None:
    """Fill the sums of wounds that no chart states: with no wound, with a fatal one, and in the other order."""
    sums = row["wound_sum"]
    sums[Health.WELL, :] = sums[:, Health.WELL] = list(Health)
    sums[Health.KILLED, :] = sums[:, Health.KILLED] = Health.KILLED
    sums[Health.SERIOUS_WOUND, Health.LIGHT_WOUND] = sums[Health.LIGHT_WOUND, Health.SERIOUS_WOUND]


def _fill_singles(row: np.record, mats: FileCells) -> None:
    names = list(MODEL_NAMES)
    for place, model in enumerate(SINGLES, start=1):
        cell = mats.get(f"mats.{names[model]}.limited")
        row["models"]["single"][model] = place if cell is not None and cell.values == (1,) else 0


def _fill_units(row: np.record) -> None:
    row["units"]["models"][0] = NOBODY
    row["units"]["first_month"][0] = NOBODY
    row["units_rolled"] = UNITS_ON_THE_DIE


def _fill_calendar(row: np.record, career: FileCells) -> None:
    (row["lines"][...],) = career["sorties.a_month"].values
    (row["lines"][Month.APRIL_1943],) = career["sorties.april_1943"].values
    for address, cell in career.items():
        if address.startswith("promotion.months."):
            row["promotion_months"][cell.values[0]] = 1


# --- names ---


def names_of(cells: Mapping[str, FileCells]) -> ChartNames:
    """Return the names that charts give."""
    units, mats = cells["units"], cells["mats"]
    enemies = [next((name for name, code in FIGHTER_NAMES.items() if code == enemy), "") for enemy in Enemy]
    return ChartNames(
        raids=tuple(_cities(cells["a1_raids"], month) for month in MONTH_NAMES),
        models=tuple(MODEL_NAMES),
        weapons=tuple(_weapons(mats, f"mats.{name}") for name in MODEL_NAMES),
        enemies=tuple(enemies),
        enemy_weapons=tuple(_weapons(mats, f"enemies.{name}") for name in enemies),
        units=("", *(units[f"unit.{unit}.0"].text for unit in range(1, UNITS))),
        bases=("", *(units[f"unit.{unit}.1"].text for unit in range(1, UNITS))),
    )


def _cities(raids: FileCells, month: str) -> tuple[str, ...]:
    cities = [""] * SUM_TABLE
    for cell in raids.values():
        if cell.path == ("raids", month):
            for _, total in cell.indexes():
                cities[total] = city_of(cell.text)
    return tuple(cities)


def _weapons(mats: FileCells, path: str) -> tuple[str, ...]:
    """Return the names of the weapons of an aircraft."""
    return tuple(cell.text for address, cell in mats.items() if address.startswith(f"{path}.guns.") and cell.part == 0)
