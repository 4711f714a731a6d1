"""Parts of the schema's tables: the names along their axes, the dice, and a table in one call."""

from stuka_env.games.interceptor.charts import cells
from stuka_env.games.interceptor.charts.axes import ArrayPart, Axis, ChartTable, Die, Names, Parts, Periods, die
from stuka_env.games.interceptor.charts.cells import Word, number
from stuka_env.games.interceptor.charts.shape import B7_HIGH, B8_HIGH, B12_HIGH, FATIGUE_TABLE
from stuka_env.games.interceptor.codes import CARDS

MONTH, PERIOD = Names(cells.MONTH_NAMES), Periods(cells.MONTH_NAMES)
ZONE, TARGET_ZONE = Names(cells.ZONE_NAMES), Names(cells.TARGET_ZONE_NAMES)
MODEL, SKILL, AIM = Names(cells.MODEL_NAMES), Names(cells.SKILL_NAMES), Names(cells.AIM_NAMES)
RANGE, QUALITY = Names(cells.RANGE_NAMES), Names(cells.QUALITY_NAMES)
D6, TWO_DICE = die(6), die(12, 2)
W1_DICE, B7_DICE, B8_DICE = die(12, 2, 0), die(12, 2, 0, B7_HIGH), die(12, 2, 0, B8_HIGH)
"""Dice with modifiers, and the totals that the record holds."""
TENS_AND_ONES = Die(tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)), 11, 66)
DIFFERENCE = Die((0, 1), 0, B12_HIGH)
FATIGUE = Die((0, 1), 0, FATIGUE_TABLE - 1)
CARD_NUMBERS = tuple(str(number) for number in range(1, CARDS + 1))
DRM = number(-9, 9)


def table(path: str, fields: str, axes: tuple[Axis, ...], word: Word, meaning: str, *prefix: int) -> ChartTable:
    """Return a table of a file: dotted path, fields to fill, axes, allowed words, meaning."""
    return ChartTable(tuple(path.split(".")), tuple(fields.split()), axes, word, meaning, prefix)


def value(path: str, field: str, word: Word, meaning: str, *prefix: int) -> ChartTable:
    """Return a table of one cell."""
    return table(path, field, (), word, meaning, *prefix)


def entry(path: tuple[str, ...], field: str, word: Word, meaning: str, *prefix: int) -> ChartTable:
    """Return a table of one cell whose path has names with dots."""
    return ChartTable(path, tuple(field.split()), (), word, meaning, prefix)


def labels(names: tuple[str, ...]) -> Parts:
    """Return the axis of an array of names in a fixed order."""
    return Parts(tuple(ArrayPart(name, (), cells.label(name)) for name in names))
