"""Checks across cells and files that no single cell can show."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from stuka_env.charts.loader import ChartFile, Files
from stuka_env.charts.words import fail
from stuka_env.games.interceptor.charts.shape import CARD, MOST_MISSED, UNITS
from stuka_env.games.interceptor.charts.words import FIGHTER_NAMES, MODEL_NAMES, MONTH_NAMES, SERIES_NAMES, SKILL_NAMES
from stuka_env.games.interceptor.codes import (
    CREW_SKILLS,
    UNITS_ON_THE_DIE,
    WINGMAN_SKILLS,
    Ladder,
    Month,
    Person,
    Skill,
)

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
        if count != len(columns):
            allowed = f"{len(columns)} entries, one for each of the columns of b2_attack_results"
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
            if first > unit["first_month"]:
                allowed = f"{months[first]} or later, when the {names[model]} exists"
                raise fail(file.path, f"unit.{place}.3", allowed, months[unit["first_month"]])
    if not (row["units"]["first_month"][1 : UNITS_ON_THE_DIE + 1] == Month.MARCH_1943).any():
        allowed = f"a unit of the rows 1 to {UNITS_ON_THE_DIE} that is there in {months[0]}"
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
