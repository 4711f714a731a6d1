"""The career on the page of the browser: its sheet and its log."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.interceptor.sheet import sheet
from stuka_env.games.interceptor.watch import RaidLines
from stuka_env.play.parts import BrowserParts
from stuka_env.play.war import War
from stuka_env.views.sheet import Sheet
from stuka_env.watch.parts import RecordRow


def raids_of(war: War) -> RaidLines:
    """Return the sortie lines of a career up to now."""
    mats = [*(played.before.mats[0] for played in war.played[1:]), war.mat]
    lines = RaidLines(war.played[0].before.mats[0])
    for played, after in zip(war.played, mats, strict=True):
        lines.add(played.lines, after)
    return lines


def sheet_of(war: War, fresh: Sequence[Any]) -> Sheet:
    """Return the sheet of a career, with the entries of the last turn."""
    return sheet(war.mat, war.charts, fresh=fresh, log=raids_of(war).log)


def record(war: War) -> list[RecordRow]:
    """Return the log sheet, a row for each raid."""
    return raids_of(war).record


BROWSER = BrowserParts(sheet=sheet_of, record=record)
"""The second game on the page of a browser."""
