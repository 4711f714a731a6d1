"""Veteran: by the book, after a search over its settings.

Its beliefs about the game:

- More passes pay: only four damaged systems end them.
- Before Air combat maneuvers are learned a box of B-17s is attacked from long range only.
- Close range pays with escorts about too, and with a bomber that one more hit brings down.
- One damaged system is enough to land, because repairs up to three cost nothing.
- A card defends better than a turn. A damaged aircraft leaves a fight as soon as its position allows that.
- The raids of the summer pass the Ruhr, so it moves there in May.
- The wingman always attacks.
- In the last month a life is worth little, so it accepts more damage.
"""

from agents.games.interceptor.scripts.by_the_book import STYLE as BY_THE_BOOK
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import CARDS_ONLY, NEVER, WINGMAN_ALWAYS, order
from agents.reasoned_script import scripts_of, weigher_of
from stuka_env.games.interceptor.codes import Month, Skill, Zone

STYLE = BY_THE_BOOK._replace(
    skills=order(Skill.COMBAT_MANEUVERS, Skill.PARACHUTE, Skill.REFLEXES, Skill.GUNNERY, Skill.AIM),
    zone=int(Zone.RUHR),
    zone_month=int(Month.MAY_1943),
    novice_medium=NEVER,
    novice_close=NEVER,
    close_box=1,
    close_escorted=2,
    close=3,
    finish=3,
    again=3,
    on=0,
    wingman=WINGMAN_ALWAYS,
    evades=CARDS_ONLY,
    stays=0,
    last_month=int(Month.FEBRUARY_1944),
)

reasoned, choose = scripts_of(__name__, play, STYLE)
weigh = weigher_of(__name__, play, STYLE)
