"""The vocabularies of cells that only this game has."""

from stuka_env.charts.words import CellValues, Word
from stuka_env.games.wing.codes import FIRST_YEAR, Year


def _year(raw: object) -> CellValues | None:
    known = isinstance(raw, int) and not isinstance(raw, bool) and FIRST_YEAR <= raw < FIRST_YEAR + len(Year)
    return (int(str(raw)) - FIRST_YEAR,) if known else None


def _year_bit(raw: object) -> CellValues | None:
    year = _year(raw)
    return None if year is None else (1 << int(str(year[0])),)


def _degrees(raw: object) -> CellValues | None:
    return () if isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) <= 180 else None


YEARS_EXPECTED = f"a year from {FIRST_YEAR} to {FIRST_YEAR + len(Year) - 1}"
YEAR_SAMPLES = range(FIRST_YEAR, FIRST_YEAR + len(Year))
YEAR_NUMBER = Word(YEARS_EXPECTED, _year, YEAR_SAMPLES)
YEAR_BIT = Word(YEARS_EXPECTED, _year_bit, YEAR_SAMPLES)
DEGREES = Word("degrees from -180 to 180", _degrees, (-180, 180), (), is_name=True)
