"""Best: our best script, which weighs expected gains and losses.

Its beliefs about the game:

- The best fresh crew leads the formation and aims for all. The next ones lead the elements, where they take over, and
  are kept for that. The other seats go to rested crews who can learn.
- The escort ace is the best of those who fight.
- A route costs what flak, fighters and the checks of damaged bombers are expected to cost. Escorts that are met on the
  way pay for a detour.
- A rendezvous is worth its number times its turns.
- Two escorts for each interceptor are enough. The others cover the worst attacks.
- Counters are for great threats, good crews, and targets that hang in the balance.
- Low bombing pays where it gains more points than its flak costs.

The values that it states are in the unit of the reason. These are the bombers that a way is expected to cost, points at
the target, escorts times turns, or the threat of an attack. Where it follows a rule of thumb it states none.
"""

from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.style import ALWAYS, LEADS_FIRST, PAIRS, WEIGHS, Reason, Style, Way
from agents.reasoned_script import scripts_of, weigher_of

STYLE = Style(
    crews=LEADS_FIRST,
    new_models=ALWAYS,
    way=Way(
        int(Reason.CHEAPEST_WAY),
        turn=0.02,
        flak=(0.0, 0.06, 0.1275, 0.315),
        damaged=0.12,
        damaged_flak=0.3,
        alone=2.4,
        escorted=0.7,
        meeting=0.75,
    ),
    takes=WEIGHS,
    joins=PAIRS,
    sends_ace=ALWAYS,
    presses=PAIRS,
    covers=WEIGHS,
    company=WEIGHS,
    low=WEIGHS,
    evades=WEIGHS,
    saves=WEIGHS,
    aims=WEIGHS,
    silences=ALWAYS,
)

reasoned, choose = scripts_of(__name__, play, STYLE)
weigh = weigher_of(__name__, play, STYLE)
