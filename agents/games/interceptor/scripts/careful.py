"""Careful: who lives may fly again.

Its beliefs about the game:

- The first damaged system ends the pass and the sortie.
- One pass is enough, and close range is for others.
- With escorts about and head on, it tries to get away rather than attack.
- An extended burst jams weapons, so it fires short ones.
- Against a fighter it leaves as soon as it is damaged and its position allows that.
- Skills that keep a pilot alive come first, and Gunnery never.
- All else goes by the book.
"""

from agents.games.interceptor.scripts.by_the_book import STYLE as BY_THE_BOOK
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import BURST_NEVER, NEVER, order
from agents.reasoned_script import Reasoned
from stuka_env.compilation import compiled
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import Skill
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.table import Mask

STYLE = BY_THE_BOOK._replace(
    skills=order(Skill.COMBAT_MANEUVERS, Skill.REFLEXES, Skill.PARACHUTE, Skill.LANDING, Skill.SIXTH_SENSE),
    slips_head_on=1,
    medium=0,
    close_box=NEVER,
    close_escorted=NEVER,
    close=NEVER,
    again=NEVER,
    on=0,
    burst=BURST_NEVER,
    stays=0,
)


@compiled
def reasoned(mat: Mat, charts: Charts, mask: Mask, noise: int) -> Reasoned:
    """Return the action of the careful player, and the reason."""
    return play(mat, charts, mask, STYLE)


@compiled
def choose(mat: Mat, charts: Charts, mask: Mask, noise: int) -> int:
    """Return the action of the careful player."""
    return reasoned(mat, charts, mask, noise).action
