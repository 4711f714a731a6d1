"""The charts as data: TOML files, the record that the rules read, and the loader between them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from stuka_env.charts import loader
from stuka_env.charts.bank import ChartBank
from stuka_env.charts.loader import Files
from stuka_env.charts.words import fail
from stuka_env.compiling.plain import plain
from stuka_env.games.support.charts.shape import FACE_DOWN, FAR, MOST_REDS, OTHER_TABLES, SCENARIO, Charts
from stuka_env.games.support.codes import (
    COLUMNS,
    DISTANCES,
    HEXES,
    NEIGHBOURS,
    NOBODY,
    ROWS,
    STACK,
    Chart,
    Season,
    Side,
    Terrain,
    axial_row,
)

(CARDS,) = Chart.CARD.dice
"""Most cards of the battery: the faces of the roll that draws one."""


class ChartNames(NamedTuple):
    """Names that charts give: the title of each scenario; that of the drawn one is ""."""

    scenarios: tuple[str, ...]


def fill(record: np.ndarray, files: Files) -> None:
    """Fill the fields of a record that combine cells: counts, terrain by hex, sight, and distances to the goals."""
    row = record[0]
    for name, place in SCENARIO.index.items():
        counts = Counter(cell.path[2] for cell in files["scenarios"].cells if cell.path[:2] == ("scenario", name))
        one = row["scenarios"][place]
        one["goal_count"], one["count"], one["own_count"] = counts["goal"], counts["enemy"], counts["own"]
        for kind in one["hidden"][: counts["hidden"]]:
            one["face_down"][kind] += 1
        one["terrain"] = terrain = row["rows_of_map"][one["field"]].T.ravel()
        obstacle = row["terrains"]["obstacle"][terrain]
        one["obstacle"] = obstacle, obstacle * (terrain != Terrain.ORCHARD)
        one["sight"] = [sight_on(tuple(one["obstacle"][season].tolist())) for season in Season]
        closed = row["terrains"]["closed"][terrain].astype(bool)
        goals = one["goals"][: one["goal_count"]].tolist()
        one["far"] = [distances(goals, np.zeros(HEXES, bool)), distances(goals, closed)]


@cache
def sight_on(blocked: tuple[bool, ...]) -> Any:
    """Return the distances of hexes that see each other on the ground; FAR if an obstacle stands between."""
    sight = DISTANCES.copy()
    for start in range(HEXES):
        for end in range(start):
            if any(blocked[place] for place in sight_line(start, end)):
                sight[start, end] = sight[end, start] = FAR
    return sight


def rounded(column: float, row: float) -> int:
    """Return the hex of a point between hexes."""
    third = -column - row
    whole, down, across = round(column), round(row), round(third)
    gap_column, gap_row, gap_third = abs(whole - column), abs(down - row), abs(across - third)
    if gap_column > gap_third and gap_column > gap_row:
        whole = -down - across
    elif gap_third <= gap_row:
        down = -whole - across
    return whole * ROWS + down + whole // 2 if 0 <= whole < COLUMNS and 0 <= down + whole // 2 < ROWS else NOBODY


def sight_line(first: int, second: int) -> Iterator[int]:
    """Yield the hexes of the map between two hexes, a little to one side of the line."""
    length, row_of = DISTANCES[first, second], plain(axial_row)
    columns, rows = second // ROWS - first // ROWS, row_of(second) - row_of(first)
    for step in range(1, length):
        column, row = first // ROWS + columns * step / length, row_of(first) + rows * step / length
        place = rounded(column + 1e-6, row + 1e-6)
        if place != NOBODY:
            yield place


def distances(goals: Iterable[int], closed: Any) -> Any:
    """Return the hexes of the shortest way from each hex to a goal; FAR where there is none."""
    far, queue = np.full(HEXES, FAR, np.int8), list(goals)
    far[queue] = 0
    for place in queue:
        for near in NEIGHBOURS[place]:
            if near != NOBODY and far[near] == FAR and not closed[near]:
                far[near] = far[place] + 1
                queue.append(near)
    return far


def check(row: np.record, files: Files) -> None:
    """Raise ChartError if the charts contradict each other or exceed the limits of the mat."""
    fire = files["fire"].path
    if (np.diff(row["columns"]) <= 0).any():
        raise fail(fire, "columns", "rising points", row["columns"].tolist())
    results = [int(row[name]) for name in ("kill", "casualty", "check2", "check1", "check0", "pin")]
    if sorted(results) != results:
        raise fail(fire, "result", "results that do not fall", results)
    cards = {"red": int(row["red"]), "black": int(row["black"])}
    if cards["red"] < MOST_REDS or sum(cards.values()) > CARDS:
        raise fail(files["battery"].path, "cards", f"{MOST_REDS} red ones or more, and at most {CARDS} in all", cards)
    for name, place in SCENARIO.index.items():
        _check_scenario(row["scenarios"][place], f"scenario.{name}", files["scenarios"].path)


def _check_scenario(one: Any, where: str, file: str) -> None:
    levels, count, own = one["levels"][1:].tolist(), int(one["count"]), int(one["own_count"])
    if sorted(set(levels)) != levels:
        raise fail(file, f"{where}.levels", "rising points", levels)
    down, listed = int((one["kinds"][:count] == FACE_DOWN).sum()), int(one["face_down"].sum())
    if down != listed:
        raise fail(file, f"{where}.hidden", f"a kind for each of {down} counters that lie face down", f"{listed} kinds")
    if (one["own_kinds"][:own] == FACE_DOWN).any():
        raise fail(file, f"{where}.own", "units that are known", "a face-down one")
    hexes = [one["own_hexes"][:own].tolist(), one["hexes"][:count].tolist()]
    if set(hexes[Side.PLAYER]) & set(hexes[Side.ENEMY]):
        raise fail(file, f"{where}.enemy", "no hex with units of both sides", "one")
    for side in hexes:
        if max(map(side.count, side)) > STACK:
            raise fail(file, where, f"at most {STACK} units of a side in a hex", "more")


def names_of(files: Files) -> ChartNames:
    """Return the names that charts give."""
    cells = files["scenarios"].by_address
    return ChartNames(("", *(cells[f"scenario.{name}.title"].text for name in SCENARIO.index)))


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
BANK = ChartBank(BOOK)
