"""Parts of the schema's tables: the names along their axes, the dice, and a table in one call."""

from stuka_env.games.stuka.charts import cells
from stuka_env.games.stuka.charts.axes import ChartTable, Die, Names, die
from stuka_env.games.stuka.charts.cells import number
from stuka_env.games.stuka.charts.shape import (
    MARITIME_COLUMN,
)
from stuka_env.games.stuka.codes import (
    SEGMENT_TITLES,
    Payload,
    Quality,
    Size,
)

SEGMENT_INDEX = {title: place for place, title in enumerate(SEGMENT_TITLES)}
OPERATION_INDEX = {"Barbarossa": 0, "Case Blue": 1, "Citadel": 2}
QUALITY_INDEX = {quality.name.title(): int(quality) for quality in Quality if quality}
SIZE_INDEX = {size.name.title(): int(size) for size in Size if size}
MOST_FIGHTERS_COLUMNS = SEGMENT_INDEX | {"Maritime": MARITIME_COLUMN}
PAYLOAD_INDEX = {
    "SC500 + 4 SC50": int(Payload.SC500_SC50),
    "SC500 + 4 cluster": int(Payload.SC500_CLUSTER),
    "SC1000": int(Payload.SC1000),
    "SC1800": int(Payload.SC1800),
    "37 mm cannon": int(Payload.CANNON),
    "Machine guns": int(Payload.STRAFING),
}
SPECIAL_INDEX = {name: PAYLOAD_INDEX[name] for name in ("SC1000", "SC1800")}
TARGET_CLASS_INDEX = SIZE_INDEX | {"Ships": 0}
"""Columns of A3; ships stand apart from the sizes."""

OPERATION, SEGMENT, QUALITY = Names(OPERATION_INDEX), Names(SEGMENT_INDEX), Names(QUALITY_INDEX)
SECTOR, TARGET = Names(cells.SECTOR_NAMES), Names(cells.TARGET_NAMES)
DRM = number(-9, 9)
TWO_DICE = die(12, 2)
D6, D10 = die(6), die(10)


def table(
    path: str, fields: str, axes: tuple[Names | Die, ...], word: cells.Word, meaning: str, *prefix: int
) -> ChartTable:
    """Return a table of a file: dotted path, fields to fill, axes, allowed words, meaning."""
    return ChartTable(tuple(path.split(".")), tuple(fields.split()), axes, word, meaning, prefix)


def value(path: str, field: str, word: cells.Word, meaning: str, *prefix: int) -> ChartTable:
    """Return a table of one cell."""
    return table(path, field, (), word, meaning, *prefix)
