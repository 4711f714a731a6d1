"""The charts as data: TOML files, the record that the rules read, the loader between them, and their checks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import TypeAlias

import numpy as np

from stuka_env.charts import loader
from stuka_env.charts.axes import Cell
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import ChartFile, Files
from stuka_env.charts.words import CellValues, fail
from stuka_env.games.interceptor.charts.shape import (
    CARD,
    MOST_MISSED,
    ONE_DIE_MONTHS,
    OTHER_TABLES,
    SUM_TABLE,
    UNITS,
    Charts,
)
from stuka_env.games.interceptor.charts.words import (
    FIGHTER_NAMES,
    MANEUVER_NAMES,
    MODEL_NAMES,
    MONTH_NAMES,
    RAID,
    SERIES_NAMES,
    SINGLE_NAMES,
    SKILL_NAMES,
    city_of,
)
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    MONTHS,
    NOBODY,
    UNITS_ON_THE_DIE,
    WINGMAN_SKILLS,
    Enemy,
    Health,
    Ladder,
    Meeting,
    Month,
    Orientation,
    Person,
    Skill,
    TargetZone,
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


MOST_FIRE = 99
"""Largest firepower of all weapons of an aircraft."""
AWARD_TRAVELS = 3
"""Awards that cost a sortie of travel: Oakleaves, Swords, Diamonds (7.8.7.5)."""
LOGGED = 92
"""Number of sortie lines of the log."""


def check(row: np.record, files: Files) -> None:
    """Raise ChartError if the charts contradict each other or exceed the limits of the mat."""
    _check_columns(files["b2_attack_results"], files["cards"])
    _check_skills(row, files["b5_skills"].path)
    _check_weapons(row, files["mats"])
    _check_seats(row, files["mats"].path)
    _check_units(row, files["units"])
    _check_calendar(row, files["career"])
    _check_ladders(row, files["career"].path)
    _check_missed(row, files["c2_serious_wounds"].path)


def _check_columns(results: ChartFile, cards: ChartFile) -> None:
    """Check that columns rise, and that every card has a cell for each of them (7.1.6)."""
    columns = [cell for cell in results.cells if cell.path == ("columns",)]
    _check_rising(results.path, [cell.address for cell in columns], [cell.values[0] for cell in columns])
    for card in CARD.index:
        count = sum(cell.path == ("cards", card, "fire") for cell in cards.cells)
        allowed = f"{len(columns)} entries, one for each of the columns of b2_attack_results"
        if count != len(columns):
            raise fail(cards.path, f"cards.{card}.fire", allowed, f"{count} entries")


def _check_rising(file: str, addresses: Iterable[str], values: Iterable[object]) -> None:
    for (_, before), (address, value) in pairwise(zip(addresses, map(_whole, values), strict=True)):
        if value <= before:
            raise fail(file, address, f"more than {before}, the number before it", value)


def _whole(value: object) -> int:
    assert isinstance(value, int | np.integer)
    return int(value)


def _check_skills(row: np.record, file: str) -> None:
    """Check that the mat has a place for the skills that wingman and gunner may learn (7.7)."""
    pilots = set(Skill) - {Skill.MAINTENANCE}
    allowed = {Person.PILOT: pilots, Person.WINGMAN: set(WINGMAN_SKILLS), Person.GUNNER: set(CREW_SKILLS)}
    for name, skill in SKILL_NAMES.items():
        people = [person for person in Person if Skill(skill) in allowed[person]]
        for person in Person:
            if row["skill_who"][skill, person] and person not in people:
                names = ", ".join(known.name.lower() for known in people)
                raise fail(
                    file, f"who.{name}", f"only {names}, because the rules give it to nobody else", person.name.lower()
                )


def _check_weapons(row: np.record, mats: ChartFile) -> None:
    """Check the firepower of all weapons together (7.1.6)."""
    for name, model in MODEL_NAMES.items():
        total = int(row["models"]["weapons"]["firepower"][model].astype(int).sum())
        if total > MOST_FIRE:
            raise fail(mats.path, f"mats.{name}.guns", f"a firepower of at most {MOST_FIRE} in all", total)
    for name, enemy in FIGHTER_NAMES.items():
        total = int(row["enemies"]["firepower"][enemy].astype(int).sum())
        (stated,) = mats.values(f"enemies.{name}.fp")
        if stated != total:
            raise fail(mats.path, f"enemies.{name}.fp", f"{total}, the sum of its weapons", stated)


def _check_seats(row: np.record, file: str) -> None:
    """Check that rear guns have a gunner (7.4.7)."""
    for name, series in SERIES_NAMES.items():
        if row["series"]["rear"][series] and row["series"]["crew"][series] < 2:
            raise fail(file, f"series.{name}.crew", "2, because the series has rear guns", 1)


def _check_units(row: np.record, file: ChartFile) -> None:
    """Check that the types of a unit exist when it is there, and that a unit can be rolled in March 1943 (4.1)."""
    months = list(MONTH_NAMES)
    names = list(MODEL_NAMES)
    for place in range(1, UNITS):
        unit = row["units"][place]
        for model in (int(code) for code in unit["models"] if code >= 0):
            first = int(row["models"]["first_month"][model])
            allowed = f"{months[first]} or later, when the {names[model]} exists"
            if first > unit["first_month"]:
                raise fail(file.path, f"unit.{place}.3", allowed, months[unit["first_month"]])
    allowed = f"a unit of the rows 1 to {UNITS_ON_THE_DIE} that is there in {months[0]}"
    if not (row["units"]["first_month"][1 : UNITS_ON_THE_DIE + 1] == Month.MARCH_1943).any():
        raise fail(file.path, "unit", allowed, "none")
    _check_names(file)


def _check_names(file: ChartFile) -> None:
    """Check that each unit has a name of its own, because a career can begin in a unit by its name."""
    seen: set[str] = set()
    for place in range(1, UNITS):
        name = file.by_address[f"unit.{place}.0"].text
        if name in seen:
            raise fail(file.path, f"unit.{place}.0", "a name that no other unit has", name)
        seen.add(name)


def _check_calendar(row: np.record, career: ChartFile) -> None:
    """Check the number of sortie lines (4.3.3)."""
    total = int(row["lines"].astype(int).sum())
    (stated,) = career.values("sorties.career")
    if total > LOGGED:
        raise fail(career.path, "sorties.a_month", f"at most {LOGGED} lines in all months", total)
    if stated != total:
        raise fail(career.path, "sorties.career", f"{total}, the lines of all months", stated)


def _check_ladders(row: np.record, file: str) -> None:
    """Check that levels of victory, the Knight's Crosses, clasps, badges and classes of repair rise."""
    if row["ladder"][0] != 0:
        raise fail(file, "ladder.defeat", "0", int(row["ladder"][0]))
    crosses = ("knights_cross_from", "oak_leaves_from", "swords_from", "diamonds")
    badges = ("wound_badge_black", "wound_badge_silver", "wound_badge_gold")
    _check_rising(file, [f"ladder.{level.name.lower()}" for level in Ladder], row["ladder"])
    _check_rising(file, [f"award.{name}" for name in crosses], row["cross_from"])
    _check_rising(file, [f"award.{name}" for name in badges], row["wound_classes"])
    clasps = ("clasp_flights", "silver_clasp_flights")
    _check_rising(file, [f"award.{name}" for name in clasps], [row[name] for name in clasps])
    repairs = ("next_sortie_up_to", "one_sortie_up_to")
    _check_rising(file, [f"repair.{name}" for name in repairs], [row["repair_free"], row["repair_sortie"]])


def _check_missed(row: np.record, file: str) -> None:
    """Check that the mat can count the sorties to sit out: the longest wound, and the losses added to it (IQ142)."""
    added = int(row["lost_move"]) + int(row["lost_switch"]) + AWARD_TRAVELS * int(row["lost_award"])
    longest = int(row["c2"].max())
    if longest + added > MOST_MISSED:
        raise fail(
            file,
            "missed",
            f"at most {MOST_MISSED - added} sorties, so that with the others it is {MOST_MISSED}",
            longest,
        )


LoadedCharts: TypeAlias = loader.LoadedCharts[ChartNames]
BOOK = loader.ChartBook(
    folder=Path(__file__).parent / "data",
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    others=OTHER_TABLES,
)
load_charts = BOOK.load


def text_of(cell: Cell, values: CellValues) -> str:
    """Return the text of a cell of ours with other values."""
    return raid_text(cell, values) if cell.word is RAID else cell.word.text(values)


def raid_text(cell: Cell, values: CellValues) -> str:
    """Return the raid of the month on a target zone whose total is nearest to that of a cell of A1."""
    month = (raid for raid in BOOK.ours.files["a1_raids"].cells if raid.path == cell.path and raid.values == values)
    return min(month, key=lambda raid: abs(raid.spans[0].start - cell.spans[0].start)).text


BANK = ChartBank(BOOK, text_of, order="F")


TWO_DICE_SUMS = tuple(first + second for first, second in product(range(1, DIE + 1), repeat=2))
"""The 36 sums of two D6, each as often as it comes up."""


def raid_totals(charts: LoadedCharts, month: Month) -> tuple[int, ...]:
    """Return the totals of a raid in a month, each as often as it comes up."""
    return TWO_DICE_SUMS if charts.record["a1_dice"][month] == 2 else tuple(range(1, DIE + 1))


def zone_share(charts: LoadedCharts, month: Month, zone: TargetZone) -> float:
    """Return the share of the raids of a month (0 to 1) on a target zone."""
    totals = raid_totals(charts, month)
    return sum(charts.record["a1"][month][total] == zone for total in totals) / len(totals)


def escorted_share(charts: LoadedCharts, month: Month) -> float:
    """Return the share of the raids of a month that have an escort, over zones and dice."""
    zones = [zone for zone in TargetZone if zone]
    escorts = charts.record["escort"][:, month, 1:]
    return sum(zone_share(charts, month, zone) * float((escorts[zone] != Enemy.NONE).mean()) for zone in zones)


def meeting_share(charts: LoadedCharts, month: Month, meeting: Meeting) -> float:
    """Return the share of the rolls on B1 in a month with a result. The event in place of the first 12 is left out."""
    return sum(charts.record["b1"][month][total] == meeting for total in TWO_DICE_SUMS) / len(TWO_DICE_SUMS)


def orientation_share(charts: LoadedCharts, month: Month, orientation: Orientation) -> float:
    """Return the share of the rolls on B1 in a month that meet bombers in an orientation."""
    rows = charts.record["b1"][month], charts.record["b1_orientation"][month]
    met = [rows[0][total] == Meeting.RAID and rows[1][total] == orientation for total in TWO_DICE_SUMS]
    return sum(met) / len(met)


def fire_counts(charts: LoadedCharts, column: int) -> Counter[int]:
    """Return the number of cards with each result in a firepower column."""
    return Counter(int(result) for result in charts.record["cards"]["fire"][:, column])


def mean_hits(charts: LoadedCharts, column: int) -> float:
    """Return the mean of the hits of the cards in a column, over those with a number of hits."""
    counts = fire_counts(charts, column)
    hits = {result: count for result, count in counts.items() if result not in (GROUP_DAMAGE, DESTROYED)}
    return sum(result * count for result, count in hits.items()) / sum(hits.values())


def mean_defensive_fire(charts: LoadedCharts) -> float:
    """Return the mean of the defensive fire of the cards."""
    return float(charts.record["cards"]["defensive_fire"].mean())
