"""Cautious: half of everything is held back.

Its beliefs about the game:

- Flak is the danger, so the way leads round it, however long it is.
- Half of the escorts fight, the others cover, and nobody presses on.
- All else goes by the book.
"""

from agents.games.wing.scripts.by_the_book import STYLE as BY_THE_BOOK
from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.reasons import Reason
from agents.games.wing.scripts.style import HALF, NO_ONE, Way
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Mask

STYLE = BY_THE_BOOK._replace(way=Way(int(Reason.LEAST_FLAK), 0.01, (0.0, 1.0, 2.0, 3.0)), joins=HALF, presses=NO_ONE)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action of the cautious player, and the reason."""
    return play(mat, charts, mask, STYLE)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of the cautious player."""
    return reasoned(mat, charts, mask, noise).action
