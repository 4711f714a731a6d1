"""The words of the chart files: names of codes, and the vocabularies of cells that only this game has."""

from stuka_env.charts.words import CellValues, Word, words_of
from stuka_env.games.wing.codes import (
    FIRST_YEAR,
    Campaign,
    Cloud,
    Counter,
    CrewDamage,
    Element,
    Enemy,
    Escort,
    Event,
    Level,
    Model,
    Place,
    Replacement,
    Victory,
    War,
    Year,
)

CAMPAIGN_NAMES = {campaign.name.lower(): int(campaign) for campaign in Campaign if campaign != Campaign.SINGLE}
YEAR_NAMES = words_of(Year)
CLOUD_NAMES = words_of(Cloud)
ELEMENT_NAMES = words_of(Element)
PLACE_NAMES = words_of(Place)
EVENT_NAMES = words_of(Event)
COUNTER_NAMES = words_of(Counter)
ESCORT_NAMES = words_of(Escort)
ENEMY_NAMES = words_of(Enemy)
MODEL_NAMES = words_of(Model)
LEVEL_NAMES = {level.name.lower(): int(level) for level in Level}
REPLACEMENT_NAMES = words_of(Replacement)
WAR_NAMES = words_of(War)
CREW_DAMAGE_NAMES = words_of(CrewDamage)
VICTORY_NAMES = {level.name.lower(): int(level) for level in Victory if level != Victory.DEFEAT}
COLUMN_NAMES = {"0-1": 0, "2-3": 1, "4-6": 2, "7+": 3}
"""Columns of 6.1: boxes from the base."""


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
