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
from agents.reasoned_script import scripts_of, weigher_of
from stuka_env.games.interceptor.codes import Skill

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

reasoned, choose = scripts_of(__name__, play, STYLE)
weigh = weigher_of(__name__, play, STYLE)
