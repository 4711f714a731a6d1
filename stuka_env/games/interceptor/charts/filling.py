"""Fields of the record that combine cells, and the names that the charts give to raids, aircraft, weapons and units."""

from dataclasses import dataclass

import numpy as np

from stuka_env.charts.loader import ChartFile, Files
from stuka_env.games.interceptor.charts.shape import ONE_DIE_MONTHS, SUM_TABLE, UNITS
from stuka_env.games.interceptor.charts.words import (
    FIGHTER_NAMES,
    MANEUVER_NAMES,
    MODEL_NAMES,
    MONTH_NAMES,
    SINGLE_NAMES,
    city_of,
)
from stuka_env.games.interceptor.codes import (
    MONTHS,
    NOBODY,
    UNITS_ON_THE_DIE,
    Enemy,
    Health,
    Month,
)

UNREACHED = np.iinfo(np.int8).max
"""Firepower of a column that a card does not have."""


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


def fill(record: np.ndarray, files: Files) -> None:
    """Fill the fields of a record that combine cells. The fields of single cells have been filled."""
    row = record[0]
    row["a1_dice"] = [1 if month in ONE_DIE_MONTHS else 2 for month in range(MONTHS)]
    _fill_columns(row, files)
    _fill_maneuvers(row, files["cards"])
    _fill_wounds(row)
    _fill_singles(row, files["mats"])
    _fill_units(row)
    _fill_calendar(row, files["career"])


def _fill_columns(row: np.record, files: Files) -> None:
    """Fill the columns that cards do not have: none is reached, and they repeat the last one."""
    count = sum(cell.path == ("columns",) for cell in files["b2_attack_results"].cells)
    row["columns"][count:] = UNREACHED
    row["cards"]["fire"][:, count:] = row["cards"]["fire"][:, count - 1 : count]


def _fill_maneuvers(row: np.record, cards: ChartFile) -> None:
    """Give each card the effects of its maneuver."""
    for name, code in MANEUVER_NAMES.items():
        chosen = row["cards"]["maneuver"] == code
        for effect in ("avoid", "improve", "agile_bonus", "ends"):
            (value,) = cards.values(f"maneuvers.{name}.{effect}")
            row["cards"][effect][chosen] = value


def _fill_wounds(row: np.record) -> None:
    """Fill the sums of wounds that no chart states: with no wound, with a fatal one, and in the other order."""
    sums = row["wound_sum"]
    sums[Health.WELL, :] = sums[:, Health.WELL] = list(Health)
    sums[Health.KILLED, :] = sums[:, Health.KILLED] = Health.KILLED
    sums[Health.SERIOUS_WOUND, Health.LIGHT_WOUND] = sums[Health.LIGHT_WOUND, Health.SERIOUS_WOUND]


def _fill_singles(row: np.record, mats: ChartFile) -> None:
    for place, (name, model) in enumerate(SINGLE_NAMES.items(), start=1):
        cell = mats.by_address.get(f"mats.{name}.limited")
        row["models"]["single"][model] = place if cell is not None and cell.values == (1,) else 0


def _fill_units(row: np.record) -> None:
    row["units"]["models"][0] = NOBODY
    row["units"]["first_month"][0] = NOBODY
    row["units_rolled"] = UNITS_ON_THE_DIE


def _fill_calendar(row: np.record, career: ChartFile) -> None:
    (row["lines"][...],) = career.values("sorties.a_month")
    (row["lines"][Month.APRIL_1943],) = career.values("sorties.april_1943")
    for cell in career.cells:
        if cell.path == ("promotion", "months"):
            row["promotion_months"][cell.values[0]] = 1


# --- names ---


def names_of(files: Files) -> ChartNames:
    """Return the names that charts give."""
    units, mats = files["units"].by_address, files["mats"]
    enemies = [next((name for name, code in FIGHTER_NAMES.items() if code == enemy), "") for enemy in Enemy]
    return ChartNames(
        raids=tuple(_cities(files["a1_raids"], month) for month in MONTH_NAMES),
        models=tuple(MODEL_NAMES),
        weapons=tuple(_weapons(mats, "mats", name) for name in MODEL_NAMES),
        enemies=tuple(enemies),
        enemy_weapons=tuple(_weapons(mats, "enemies", name) for name in enemies),
        units=("", *(units[f"unit.{unit}.0"].text for unit in range(1, UNITS))),
        bases=("", *(units[f"unit.{unit}.1"].text for unit in range(1, UNITS))),
    )


def _cities(raids: ChartFile, month: str) -> tuple[str, ...]:
    cities = [""] * SUM_TABLE
    for cell in raids.cells:
        if cell.path == ("raids", month):
            for _, total in cell.indexes():
                cities[total] = city_of(cell.text)
    return tuple(cities)


def _weapons(mats: ChartFile, table: str, name: str) -> tuple[str, ...]:
    return tuple(cell.text for cell in mats.cells if cell.path == (table, name, "guns") and cell.part == 0)
