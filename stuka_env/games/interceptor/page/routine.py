"""Routine decisions of a career, which a viewer may skip.

They are orders that cost no round, flights on to the next box, and refusals to buy or to learn. Nothing had happened
since the previous decision: no hit, wound, loss, kill, award or promotion, and no sortie line had ended. Shots,
maneuvers, encounters and purchases are never routine.
"""

from enum import StrEnum

from stuka_env.games.interceptor.codes import Act, Decision, Entry
from stuka_env.games.interceptor.words.entry import JournalEntry
from stuka_env.replay import Moment


class Routine(StrEnum):
    """Kinds of routine."""

    ORDERS = "orders"
    FLIGHT = "flight"
    NOTHING_BOUGHT = "nothing_bought"


ROUTINE_TITLES = dict.fromkeys(Routine, "")
"""All kinds are told at the step that follows."""
ORDER_ANSWERS = {
    Decision.BURST: (Act.WINGMAN, Act.REFLEXES),
    Decision.DOGFIGHT: (Act.REFLEXES, Act.JETTISON),
}
"""Orders after which the same decision is open again."""
EVENTS = frozenset(
    {
        *(Entry.DAMAGE, Entry.WOUND, Entry.KILLED, Entry.SHOT_DOWN, Entry.JUMPED, Entry.JAMMED, Entry.ROCKETS),
        *(Entry.GUNNER_HIT, Entry.BOMBER_DAMAGE, Entry.BOMBER_DESTROYED, Entry.ENEMY_DAMAGE, Entry.ENEMY_DESTROYED),
        *(Entry.ENEMY_GONE, Entry.CRASHED_ON_THE_WAY, Entry.CREDITED, Entry.FORMATION, Entry.WINGMAN, Entry.EVENT),
        *(Entry.AWARD, Entry.PROMOTED, Entry.MOVED, Entry.GUNNER, Entry.SITS_OUT, Entry.LINE, Entry.OVER),
    }
)
"""Kinds of journal entry that are events."""


def is_event(entry: JournalEntry) -> bool:
    """Whether an entry is an event that a viewer wants to see."""
    return entry.kind in EVENTS


def routine_of(moment: Moment) -> Routine | None:
    """Return the routine of a decision, or None."""
    if moment.lines or any(map(is_event, moment.journal)) or moment.action not in dict(moment.legal):
        return None
    decision = Decision[moment.decision]
    if moment.action in ORDER_ANSWERS.get(decision, ()):
        return Routine.ORDERS
    if moment.action == Act.ON:
        return Routine.FLIGHT
    return Routine.NOTHING_BOUGHT if moment.action == Act.DONE else None
