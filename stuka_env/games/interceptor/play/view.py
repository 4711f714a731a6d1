"""The career as values for the page of the browser: the mat, and what the drawings need beside it."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.page.codes import PACKING, book
from stuka_env.games.interceptor.page.frames import path
from stuka_env.games.interceptor.page.lines import num_raids
from stuka_env.play.war import War

SCRIPTS = ("log.js",)
"""Parts of the script of the page."""


def drawing(war: War, fresh: Sequence[Any]) -> dict[str, Any]:
    """Return the mat, the facts of the career, and what the entries of the last turn add to the drawings."""
    mat = war.mat
    return {
        "mat": PACKING.numbers(mat).tolist(),
        "raw": {"book": book(war.charts), "num_missions": num_raids(war.engine.spec, mat)},
        "scene": {"index": 0, "path": path(fresh)},
    }


def record(war: War) -> list[dict[str, Any]]:
    """Return the log sheet, a line for each raid."""
    return [line | {"number": number} for number, line in enumerate(war.lines)]
