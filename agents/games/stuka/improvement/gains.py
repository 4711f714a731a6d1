"""The gain of every choice, and the expert of expert iteration (:mod:`agents.futures.gains`): the script flies futures.

They end with the promotions after the mission, and the Staffel value network scores the Staffel
(:mod:`agents.games.stuka.review.futures`). Under other charts the value is an approximation.
"""

from agents.futures.gains import ExpertParts, gain_kernels
from agents.games.stuka.planner.parts import SCRIPT
from agents.games.stuka.review.futures import FUTURES
from agents.learned.learned_policy import MOST_CANDIDATES
from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import Scale
from stuka_env.games.stuka.rules import briefing
from stuka_env.games.stuka.rules.ledger import mission_share
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.table import Mask
from stuka_env.games.stuka.scenario.plan import WarSpec


@compiled
def stand_in(mat: Mat, charts: Charts, mask: Mask, preferred: int, action: int) -> int:
    """Return the action that comes to the same as this one: ``preferred`` if that does, else the first legal one."""
    return briefing.stand_in(mat, mask, preferred, action)


@compiled
def share_of_line(mat: Mat, charts: Charts) -> float:
    """Return the amount that a point of the current mission adds to the official score."""
    return mission_share(mat, charts, int(mat.war.segment))


def refusal(spec: WarSpec) -> str:
    """Return why such wars cannot be measured, or ''."""
    return (
        "allowed are missions, operations and campaigns: the Staffel's value does not know segments"
        if spec.scale == Scale.SEGMENT
        else ""
    )


EXPERT = ExpertParts(
    futures=FUTURES,
    kernels=gain_kernels(__name__, FUTURES, stand_in=stand_in, share_of_line=share_of_line),
    script=SCRIPT,
    refusal=refusal,
    most_proposed=2 * MOST_CANDIDATES,
)
"""The expert of the first game. More actions are proposed, because several can come to the same."""
