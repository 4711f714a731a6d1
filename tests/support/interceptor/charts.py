"""Charts of the second game that players could write: other values in the cells of ours."""

import copy
import random
from collections.abc import Mapping
from typing import Any

from stuka_env.charts.axes import Cell, Parts, Places
from stuka_env.charts.lists import HEAD_KEYS
from stuka_env.games.interceptor.charts import BOOK, LoadedCharts, load_charts
from stuka_env.games.interceptor.charts.words import FIRE

OURS = load_charts()
Contents = dict[str, dict[str, Any]]
FREE = [
    (name, cell)
    for name, file in OURS.files.items()
    for cell in file.cells
    if not cell.word.is_statement and len(cell.word.samples) > 1
]
"""Cells that can have another value."""
TIED = (
    *("columns.", "who.", "enemies.", "ladder.", "sorties.", "repair.", "award.", "promotion.months.", "series."),
    *("missed.", "unit."),
)
"""Beginnings of the addresses of cells that must fit others."""


def contents_of(charts: LoadedCharts) -> Contents:
    """Return the parsed TOML of all files, without the provenance of single cells."""
    contents: Contents = {}
    for name, file in charts.files.items():
        raw: dict[str, Any] = {key: file.head[key] for key in HEAD_KEYS} | {"provenance": {"default": "derived"}}
        for cell in file.cells:
            put(raw, cell, value_of(cell))
        contents[name] = raw
    return contents


def value_of(cell: Cell) -> object:
    """Return the TOML value of a cell."""
    if cell.text in ("true", "false"):
        return cell.text == "true"
    return int(cell.text) if cell.text.lstrip("-").isdecimal() and cell.word is not FIRE else cell.text


def put(raw: dict[str, Any], cell: Cell, value: object) -> None:
    """Write a value at the place of a cell; arrays grow as their entries come."""
    *path, last = cell.path + cell.labels
    arrays = len(cell.labels) - next(
        (depth for depth, axis in enumerate(cell.table.axes) if isinstance(axis, Places | Parts)),
        len(cell.labels),
    )
    here: Any = raw
    for depth, key in enumerate(path):
        is_array = len(path) - depth <= arrays
        fresh: Any = [] if is_array else {}
        if isinstance(here, list):
            here += [fresh] * (int(key) == len(here))
            here = here[int(key)]
        else:
            here = here.setdefault(key, fresh)
    if isinstance(here, list):
        here[int(last) : int(last) + 1] = [value]
    else:
        here[last] = value


CONTENTS = contents_of(OURS)


def changed(picks: Mapping[int, object]) -> tuple[LoadedCharts, set[str]]:
    """Return our charts with other values in some of the free cells, and the names of the changed files."""
    names = {FREE[place][0] for place in picks}
    contents = {name: copy.deepcopy(CONTENTS[name]) for name in names}
    for place, value in picks.items():
        name, cell = FREE[place]
        put(contents[name], cell, value)
    return BOOK.with_contents(contents, "drawn"), names


LOOSE = [
    place
    for place, (_, cell) in enumerate(FREE)
    if not cell.address.startswith(TIED) and "guns" not in cell.address and cell.path[-1] != "from"
]
"""Places of the cells that need not fit others."""


def random_picks(seed: int, count: int = 40) -> dict[int, object]:
    """Return values of the vocabulary for some of the cells that need not fit others."""
    dice = random.Random(seed)
    return {place: dice.choice(FREE[place][1].word.samples) for place in dice.sample(LOOSE, count)}


def plausible_charts(seed: int, count: int = 40) -> LoadedCharts:
    """Return our charts with other values in some cells."""
    return changed(random_picks(seed, count))[0]
