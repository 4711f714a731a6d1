"""The war on the page of the browser: its sheet and its careers."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.stuka.play.results import careers_of, crews_of
from stuka_env.games.stuka.sheet import sheet
from stuka_env.games.stuka.watch import career_row, num_missions
from stuka_env.play.parts import BrowserParts
from stuka_env.play.war import War
from stuka_env.views.sheet import Sheet
from stuka_env.watch.parts import RecordRow


def sheet_of(war: War, fresh: Sequence[Any]) -> Sheet:
    """Return the sheet of a war, with the entries of the last turn."""
    return sheet(war.mat, war.charts, crews_of(war), fresh, num_missions(war.engine.spec, war.mat))


def record(war: War) -> list[RecordRow]:
    """Return the careers of all who have had a place of the roster."""
    return [career_row(career) for career in careers_of(war)]


BROWSER = BrowserParts(sheet=sheet_of, record=record)
"""The first game on the page of a browser."""
