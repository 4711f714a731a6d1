"""The mat of the urn."""

from stuka_env.declared.records import Record, Rows, code, count, flag, int8, nested, record
from tests.support.urn.codes import COUNTS, DRAWS, Card, Decision, Refill


@record
class Plan(Record):
    """The argument of the environment."""

    refill: int = code(Refill, "when an empty urn is filled")


@record
class Cursor(Record):
    """The open decision."""

    decision: int = code(Decision, "open decision")


@record
class Score(Record):
    """The game so far."""

    drawn: int = count(DRAWS, "cards drawn")
    over: int = flag("the game is over")
    points: int = int8(-3 * DRAWS, 2 * DRAWS, "points")


@record
class Pile(Record):
    """The cards of a kind."""

    kind: int = code(Card, "what the cards are")
    left: int = count(max(COUNTS), "cards in the urn")


@record
class Mat(Record):
    """The mat."""

    plan: Plan = nested(Plan)
    cursor: Cursor = nested(Cursor)
    game: Score = nested(Score)
    piles: Rows[Pile] = nested(Pile, (len(Card),))
