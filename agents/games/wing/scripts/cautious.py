"""Cautious: half of everything is held back.

Its beliefs about the game:

- Flak is the danger, so the way leads round it, however long it is.
- Half of the escorts fight, the others cover with the ace, and nobody presses on.
- All else goes by the book.
"""

from agents.games.wing.scripts.by_the_book import STYLE as BY_THE_BOOK
from agents.games.wing.scripts.player import play
from agents.games.wing.scripts.style import HALF, NEVER, NO_ONE, Reason, Way
from agents.reasoned_script import scripts_of

STYLE = BY_THE_BOOK._replace(
    way=Way(int(Reason.LEAST_FLAK), 0.01, (0.0, 1.0, 2.0, 3.0)), joins=HALF, sends_ace=NEVER, presses=NO_ONE
)

reasoned, choose = scripts_of(__name__, play, STYLE)
