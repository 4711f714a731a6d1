"""The luck of careers: the declaration of the second game. ``training.py`` beside it fits the network."""

import functools
from typing import TYPE_CHECKING, Any, TypeAlias

from agents.futures.flying import account_futures
from agents.games.interceptor.players import SECOND_GAME
from agents.games.interceptor.scripts import random_flyer
from agents.luck.parts import LuckParts
from agents.luck.recorder import adjusted_scores as adjusted_scores_by
from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.codes import Decision, Month, Scale
from stuka_env.games.interceptor.rules.ledger import is_withheld
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.rolls import new_streams
from stuka_env.games.interceptor.rules.table import Dice
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import ScriptedPolicy


@compiled
def earned(mat: Mat) -> float:
    """Return the bombers of the score so far."""
    return 0.0 if is_withheld(mat) else float(mat.career.bombers)


LUCK = LuckParts(
    game=SECOND_GAME,
    file="career_luck.npz",
    earned=earned,
    details="hidden",
    digest_war=WarSpec(scale=Scale.MONTH, month=Month.MARCH_1943),
    digest_policy=ScriptedPolicy("random_flyer", random_flyer.choose),
)
"""The game, as :func:`agents.luck.parts.luck_parts` finds it."""
adjusted_scores = functools.partial(adjusted_scores_by, LUCK)
"""Luck-adjusted scores of replays, for the entry points with which the package finds them."""


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


FUTURES = account_futures(__name__, LUCK, recurring=RECURRING, chances_so_far=sorties_flown, restart_dice=restart_dice)
"""The futures of this game."""

# Names that compiled code of this game uses; they are compiled for it, so that type checkers know none of them.
if TYPE_CHECKING:
    FutureWorkspace: TypeAlias = Any
    Wars: TypeAlias = Any
    begin_future: Any
    table_of: Any
else:
    FutureWorkspace, Wars, begin_future, table_of = (
        FUTURES.names[name] for name in ("FutureWorkspace", "Wars", "begin_future", "table_of")
    )
