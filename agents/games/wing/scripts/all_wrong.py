"""All wrong: the bad choice of every kind, which shows what the decisions are worth.

- The worst crews fly first, and the old models.
- The way is long, through flak, and past no rendezvous.
- No escort fights who need not, none covers, and none goes home with a bomber.
- All bombing is low, and no counter is played.
"""

from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.reasons import Reason
from agents.games.wing.scripts.style import ALWAYS, NEVER, NO_ONE, WORST_FIRST, Style, Way
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

STYLE = Style(
    crews=WORST_FIRST,
    new_models=NEVER,
    way=Way(int(Reason.LONGEST_WAY), -1.0, (0.0, -1.0, -2.0, -3.0), rendezvous=2.0),
    takes=NEVER,
    joins=NO_ONE,
    presses=NO_ONE,
    covers=NEVER,
    company=NEVER,
    low=ALWAYS,
    evades=NEVER,
    saves=NEVER,
    aims=NEVER,
    silences=NEVER,
)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action of the player who does all wrong, and the reason."""
    return play(mat, charts, mask, STYLE)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of the player who does all wrong."""
    return reasoned(mat, charts, mask, noise).action
