"""The terms of the urn."""

from stuka_env.declared.actions import Verb
from stuka_env.declared.codes import Code, Tone
from stuka_env.declared.journal import EntryCode, Look, RollCode, deck, entry

COUNTS = (3, 2, 1)
"""Cards of each kind."""
DRAWS = 8
"""Most draws of a game."""


class Refill(Code):
    """Whether an empty urn is filled again."""

    NEVER = "never"
    ALWAYS = "always"


class Card(Code):
    """Kinds of card."""

    WHITE = "white", Tone.GOOD
    GREY = "grey", Tone.FAIR
    BLACK = "black", Tone.BAD


class Decision(Code):
    """Decisions."""

    NONE = "nothing to decide"
    DRAW = "whether to draw"
    OVER = "nothing: the game is over"


class Act(Verb):
    """Actions."""

    STOP = "stop", Decision.DRAW
    DRAW = "draw a card", Decision.DRAW


class Modifier(Code):
    """Modifiers."""

    NONE = "none"


class Chart(RollCode):
    """The draws of an urn that is filled once, and of one that is filled again when it is empty."""

    CARD = deck("card", Card, COUNTS, title="Card", printed="")
    REFILLED = deck("card", Card, COUNTS, title="Card", printed="", is_reshuffled=True)


class Entry(EntryCode):
    """Kinds of entry of the journal."""

    ROLL = entry("{roll}.")
    MODIFIER = entry("{modifier} on {roll}.", silent=True)
    CHOICE = entry("The choice: {choice}.", look=Look.CHOICE)
    OVER = entry("The game is over.", look=Look.MILESTONE)
