"""The charts as data: TOML files, the record the rules read, and the loader between them."""

from collections import Counter
from itertools import product
from pathlib import Path
from typing import TypeAlias

from stuka_env.charts import loader
from stuka_env.charts.axes import Cell
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.words import CellValues
from stuka_env.games.interceptor.charts.filling import ChartNames, fill, names_of
from stuka_env.games.interceptor.charts.shape import OTHER_TABLES, Charts
from stuka_env.games.interceptor.charts.validate import check
from stuka_env.games.interceptor.charts.words import RAID
from stuka_env.games.interceptor.codes import (
    DESTROYED,
    DIE,
    GROUP_DAMAGE,
    Enemy,
    Meeting,
    Month,
    Orientation,
    TargetZone,
)

OUR_FOLDER = Path(__file__).parent / "data"
LoadedCharts: TypeAlias = loader.LoadedCharts[ChartNames]
BOOK = loader.ChartBook(
    folder=OUR_FOLDER,
    record=Charts,
    fill=fill,
    check=check,
    names=names_of,
    advice=("Check the folder:  stuka charts --game interceptor --check FOLDER",),
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


BANK = ChartBank(BOOK, OUR_FOLDER / "bank.npz", text_of, order="F")


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
