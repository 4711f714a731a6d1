"""Options that take several decisions in a row: the crews and bombers of all places that are left."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.wing.codes import ACTS, Act, Decision
from stuka_env.text.parts import Series

SEATING = (Decision.CREW, Decision.BOMBER)
SEAT_ALL = "All the same: for this and every following place the best crew, and the newest bomber"


def series_of(mat: Any, legal: Mapping[int, str]) -> list[Series]:
    """Return the options at an open decision that answer the following decisions of its kind too."""
    return [Series(SEAT_ALL, best_seat)] if mat["cursor"]["decision"] in SEATING else []


def best_seat(mat: Any, legal: list[int]) -> int | None:
    """Return the crew of the highest level that has flown least, or the newest bomber; None in the air."""
    if mat["cursor"]["decision"] not in SEATING:
        return None

    def worth(action: int) -> tuple[int, int]:
        slot = ACTS.actions[action].argument - 1
        if ACTS.verb_of(action) == Act.BOMBER:
            return int(mat["bombers"]["model"][slot]), -slot
        return int(mat["crews"]["level"][slot]), -int(mat["crews"]["flown"][slot])

    return max(legal, key=worth)
