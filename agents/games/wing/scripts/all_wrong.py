"""All wrong: the bad choice of every kind, which shows what the decisions are worth.

- The worst crews fly first, and the old models.
- The way is long, through flak, and past no rendezvous.
- No escort fights who need not, none covers, and none goes home with a bomber.
- All bombing is low, and no counter is played.
"""

from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.style import ALWAYS, NEVER, NO_ONE, WORST_FIRST, Reason, Style, Way
from agents.reasoned_script import scripts_of

STYLE = Style(
    crews=WORST_FIRST,
    new_models=NEVER,
    way=Way(int(Reason.LONGEST_WAY), -1.0, (0.0, -1.0, -2.0, -3.0), rendezvous=2.0),
    takes=NEVER,
    joins=NO_ONE,
    sends_ace=NEVER,
    presses=NO_ONE,
    covers=NEVER,
    company=NEVER,
    low=ALWAYS,
    evades=NEVER,
    saves=NEVER,
    aims=NEVER,
    silences=NEVER,
)

reasoned, choose = scripts_of(__name__, play, STYLE)
