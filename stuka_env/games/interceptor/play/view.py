"""The career as values for the page of the browser: the mat, and what the drawings need beside it."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.page.codes import PACKING, book
from stuka_env.games.interceptor.page.frames import path
from stuka_env.games.interceptor.page.lines import num_raids, raid_line, standing
from stuka_env.play.war import War

PLAYED_SCRIPTS = ("log.js",)
"""Parts of the script of the page."""


def drawing(war: War, fresh: Sequence[Any]) -> dict[str, Any]:
    """Return the mat, the facts of the career, and what the entries of the last turn add to the drawings."""
    first = war.played[1].before.mats[0] if len(war.played) > 1 else war.mat
    return {
        "mat": PACKING.numbers(war.mat).tolist(),
        "raw": {"book": book(war.charts), "num_missions": num_raids(war.engine.spec, first)},
        "scene": {"index": 0, "path": path(fresh), "lines": record(war)},
    }


def record(war: War) -> list[dict[str, Any]]:
    """Return the log sheet, a line for each raid, with the state of the career after it."""
    lines: list[dict[str, Any]] = []
    mats = [*(played.before.mats[0] for played in war.played[1:]), war.mat]
    for played, after in zip(war.played, mats, strict=True):
        before = standing(played.before.mats[0])
        for line in played.lines:
            lines.append(raid_line(line, after, before) | {"number": len(lines)})
            before = standing(after)
    return lines
