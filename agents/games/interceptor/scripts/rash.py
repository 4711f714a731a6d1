"""Rash: every pass to the end.

Its beliefs about the game:

- Hits are scored at close range, whatever the state of the aircraft.
- Every burst is extended, and the pass is flown again and again.
- Whoever comes is fought, head on if need be.
- Gunnery and Aim are learned before any defence.
- Only an empty weapon ends a sortie.
"""

from agents.games.interceptor.scripts.by_the_book import STYLE as BY_THE_BOOK
from agents.games.interceptor.scripts.player import play
from agents.games.interceptor.scripts.style import ALWAYS, BURST_ALWAYS, HEAD_ON_FIRES, WINGMAN_ALWAYS, order
from agents.reasoned_script import scripts_of, weigher_of
from stuka_env.games.interceptor.codes import Skill

STYLE = BY_THE_BOOK._replace(
    skills=order(Skill.GUNNERY, Skill.AIM, Skill.COMBAT_MANEUVERS),
    fights=1,
    close_box=ALWAYS,
    close_escorted=ALWAYS,
    close=ALWAYS,
    burst=BURST_ALWAYS,
    again=ALWAYS,
    on=ALWAYS,
    wingman=WINGMAN_ALWAYS,
    head_on=HEAD_ON_FIRES,
    stays=ALWAYS,
)

reasoned, choose = scripts_of(__name__, play, STYLE)
weigh = weigher_of(__name__, play, STYLE)
