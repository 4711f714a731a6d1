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
from agents.games.wing.scripts.style import ALWAYS, BY_RATING, EVERYBODY, NEVER, Reason, Style, Way
from agents.reasoned_script import scripts_of

STYLE = Style(
    crews=BY_RATING,
    new_models=ALWAYS,
    way=Way(int(Reason.SHORTEST_WAY), 1.0, (0.0, 0.01, 0.02, 0.03)),
    takes=ALWAYS,
    joins=EVERYBODY,
    sends_ace=ALWAYS,
    presses=EVERYBODY,
    covers=ALWAYS,
    company=ALWAYS,
    low=NEVER,
    evades=ALWAYS,
    saves=ALWAYS,
    aims=ALWAYS,
    silences=ALWAYS,
)

reasoned, choose = scripts_of(__name__, play, STYLE)
