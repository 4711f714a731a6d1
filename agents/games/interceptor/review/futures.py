"""Futures of the second game: those of any game, by its account of luck (:mod:`agents.review.account_futures`).

The cards that are out are on the mat. The order of all others follows from the key of the dice, so the deck of a future
is shuffled again without any change of what lies on the table.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from agents.games.interceptor.luck.parts import LUCK
from agents.review.account_futures import make_futures
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.codes import Decision
from stuka_env.games.interceptor.rules.dice import new_streams
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Dice

RECURRING = (Decision.AIRCRAFT, Decision.SERIES, Decision.ZONE, Decision.SKILL, Decision.DEBRIEF)
"""Decisions about points and the aircraft, which come again after the next sortie that is flown."""


@compiled
def restart_dice(dice: Dice, mat: Mat) -> None:
    """Start the streams of the line of a mat."""
    new_streams(dice, int(mat.career.month), int(mat.career.line))


@compiled
def sorties_flown(mat: Mat) -> int:
    """Return the number of sorties that have been flown."""
    return int(mat.career.flown)


FUTURES = make_futures(__name__, LUCK, recurring=RECURRING, chances_so_far=sorties_flown, restart_dice=restart_dice)
"""The futures of this game."""

# Names that compiled code of this game uses; they are compiled for it, so that type checkers know none of them.
if TYPE_CHECKING:
    FutureWorkspace: TypeAlias = Any
    OpenDecisions: TypeAlias = Any
    begin_future: Any
    table_of: Any
else:
    FutureWorkspace, OpenDecisions, begin_future, table_of = (
        FUTURES.names[name] for name in ("FutureWorkspace", "OpenDecisions", "begin_future", "table_of")
    )
