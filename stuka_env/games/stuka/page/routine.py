"""Routine decisions of a war, which a viewer may skip.

They prepare a mission, continue the flight, or promote. Their answers were the usual ones, and nothing had happened
since the previous decision: no shot, hit, stress, loss or score, and no mission had ended. An attack, a duel, a relief,
an aircraft sent home and an aborted mission are never routine.
"""

from enum import StrEnum

from stuka_env.games.stuka.codes import SEATING, Act, Chart, Decision, Entry
from stuka_env.games.stuka.words.entry import JournalEntry
from stuka_env.replay import Moment


class Routine(StrEnum):
    """Kinds of routine."""

    PREPARATION = "preparation"
    FLIGHT = "flight"
    PROMOTIONS = "promotions"


ROUTINE_TITLES = {
    Routine.PREPARATION: "Decided: crews and loads",
    Routine.FLIGHT: "",
    Routine.PROMOTIONS: "Decided: promotions",
}
"""Over the one step that stands for a row of them; what has no title is told of at the step that follows."""

BEFORE_TAKE_OFF = (*SEATING, Decision.PAYLOAD, Decision.SPECIAL, Decision.CARRIER, Decision.LUCKY_DOG)
"""Decisions between the muster and the take-off."""
EVENTS = frozenset(
    {
        *(Entry.FIGHTERS, Entry.KILL, Entry.DAMAGE, Entry.RANGE, Entry.STRESS, Entry.WOUND, Entry.KIA, Entry.POW),
        *(Entry.PARACHUTE, Entry.LOST, Entry.LEFT, Entry.ABORT, Entry.SCORE, Entry.SUNK, Entry.CRASHED),
    }
)
"""Kinds of journal entry that are events."""
HITS = (Chart.B3, Chart.C1)
"""Charts that are rolled when an aircraft is attacked."""


def is_event(entry: JournalEntry) -> bool:
    """Whether an entry is an event that a viewer wants to see."""
    return entry.kind in EVENTS or (entry.kind == Entry.ROLL and entry.chart in HITS)


def routine_of(moment: Moment) -> Routine | None:
    """Return the routine of a decision, or None."""
    if moment.lines or any(map(is_event, moment.journal)) or moment.action not in dict(moment.legal):
        return None
    decision = Decision[moment.decision]
    if decision in BEFORE_TAKE_OFF:
        return Routine.PREPARATION
    if decision == Decision.PROMOTE:
        return Routine.PROMOTIONS
    return Routine.FLIGHT if moment.action == Act.GO_ON else None
