"""By the book: the conduct of a reader of the cards who does not calculate.

Its beliefs about the game:

- The best crews fly, tired ones last, and the new models first.
- The shortest way is the safest; of equal ones that with the fewest flak sites.
- New escorts are better than old ones, because their range begins anew.
- Every escort fights and presses on. Those who are left cover the first attack.
- High is safe, so all bombing is high.
- A bomber that drops out needs company.
- A counter is played at the first chance.
"""

from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.reasons import Reason
from agents.games.wing.scripts.style import ALWAYS, BY_RATING, EVERYBODY, NEVER, Style, Way
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

STYLE = Style(
    crews=BY_RATING,
    new_models=ALWAYS,
    way=Way(int(Reason.SHORTEST_WAY), 1.0, (0.0, 0.01, 0.02, 0.03)),
    takes=ALWAYS,
    joins=EVERYBODY,
    presses=EVERYBODY,
    covers=ALWAYS,
    company=ALWAYS,
    low=NEVER,
    evades=ALWAYS,
    saves=ALWAYS,
    aims=ALWAYS,
    silences=ALWAYS,
)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action of a player by the book, and the reason."""
    return play(mat, charts, mask, STYLE)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of a player by the book."""
    return reasoned(mat, charts, mask, noise).action
