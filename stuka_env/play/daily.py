"""The war of the day: its seed is the date, so that everybody who plays on that day has the same dice."""

import datetime
from pathlib import Path

from stuka_env.play.parts import FIRST_PLAYED

DATE_FORMAT = "%Y%m%d"


def seed_of(day: datetime.date) -> int:
    """Return the seed of the war of a day: 20261124 for 24 November 2026."""
    return int(day.strftime(DATE_FORMAT))


def day_of(seed: int) -> datetime.date | None:
    """Return the day whose war has this seed; None if there is none."""
    try:
        day = datetime.datetime.strptime(str(seed), DATE_FORMAT).date()
    except ValueError:
        return None
    return day if seed_of(day) == seed else None  # strptime also accepts months and days of one digit


def daily_path(day: datetime.date, game: str = FIRST_PLAYED) -> Path:
    """Return the default file of the war of a day. It does not end with a number, which further wars count on."""
    return Path(f"{game}-{day.isoformat()}-daily.json")
