"""Options that take several decisions in a row."""

from collections.abc import Mapping
from typing import Any

from stuka_env.games.interceptor.codes import Act, Decision
from stuka_env.text.parts import Series

BUYING = (Decision.SKILL, Decision.DEBRIEF)
"""Decisions about Experience Points and Prestige."""


def series_of(mat: Any, legal: Mapping[int, str]) -> list[Series]:
    """Return the options at an open decision that answer the following decisions of its kind too."""
    if mat["cursor"]["decision"] not in BUYING or Act.DONE not in legal:
        return []
    return [Series("All the same: nothing more for anybody, all points are kept", _buy_nothing)]


def _buy_nothing(mat: Any, legal: list[int]) -> int | None:
    return int(Act.DONE) if mat["cursor"]["decision"] in BUYING and Act.DONE in legal else None
