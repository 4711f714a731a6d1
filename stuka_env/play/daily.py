"""The war of the day: its seed comes from the date, so that everybody who plays on that day has the same dice."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stuka_env.game import DEFAULT_GAME
from stuka_env.play.choices import choices, gives_up
from stuka_env.play.parts import parts_of_env
from stuka_env.play.war import War

DATE_FORMAT = "%Y%m%d"
SEEDS_OF_DRAW = 10**8
"""Limit of the numbers that are dates."""
MOST_DRAWS = 100
"""Wars that are drawn for a day at most."""


def seed_of(day: datetime.date, draw: int = 0) -> int:
    """Return the seed of the war of a day: 20261124 for 24 November 2026, 120261124 for its second draw."""
    return draw * SEEDS_OF_DRAW + int(day.strftime(DATE_FORMAT))


def day_of(seed: int) -> datetime.date | None:
    """Return the day whose war may have this seed; None if there is none."""
    draw, number = divmod(seed, SEEDS_OF_DRAW)
    try:
        day = datetime.datetime.strptime(str(number), DATE_FORMAT).date()
    except ValueError:
        return None
    is_seed = draw < MOST_DRAWS and seed_of(day, draw) == seed  # strptime also accepts months and days of one digit
    return day if is_seed else None


def daily_seed(day: datetime.date, env: str, arguments: Mapping[str, Any]) -> int:
    """Return the seed of the war of a day: of the first draw in which the enemy is met.

    Args:
        day: the day.
        env: id of the environment.
        arguments: its arguments.

    Raises:
        ValueError: an argument is wrong; the message names it in one line.
    """
    seeds = [seed_of(day, draw) for draw in range(MOST_DRAWS)]
    return next((seed for seed in seeds if meets_enemy(env, arguments, seed)), seeds[0])


def meets_enemy(env: str, arguments: Mapping[str, Any], seed: int) -> bool:
    """Return whether the enemy is met by a player who takes the first option, and by one who takes the last.

    Neither takes an option that gives something up, unless there is no other. In a war without such a question, and in
    one that is longer than the shortest, the enemy is always met.
    """
    parts = parts_of_env(env)
    if parts.has_contact is None or env != parts.game.ids[0]:
        return True
    return all(parts.has_contact(_flown(War(env, arguments, seed), place)) for place in (0, -1))


def _flown(war: War, place: int) -> War:
    """Return a war to its end, always with the option at a place among those that do not give something up."""
    while not war.over:
        listed = choices(war)
        going_on = [choice for choice in listed if not gives_up(war, choice)]
        war.take((going_on or listed)[place].answer)
    return war


def daily_path(day: datetime.date, game: str = DEFAULT_GAME) -> Path:
    """Return the default file of the war of a day. It does not end with a number, which further wars count on."""
    return Path(f"{game}-{day.isoformat()}-daily.json")
