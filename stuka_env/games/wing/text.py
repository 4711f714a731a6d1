"""The third game as text: answers that repeat, refusals, and the policies that models are compared with."""

from typing import Any

from stuka_env.games.wing.codes import ACTS, Act, Decision
from stuka_env.text.parts import Repeated, TextParts, WarsTask

SEAT_ALL = "All the same: for this and every following place the best crew, and the newest bomber"


def seat_order(mat: Any, action: int) -> tuple[int, int]:
    """Return the key that sorts crews and bombers: the highest level, of these the least flown; the newest bomber."""
    slot = ACTS.actions[action].argument - 1
    if ACTS.verb_of(action) == Act.BOMBER:
        return -int(mat["bombers"]["model"][slot]), slot
    return -int(mat["crews"]["level"][slot]), int(mat["crews"]["flown"][slot])


def best_seat(mat: Any, legal: list[int]) -> int:
    """Return the crew of the highest level that has flown least, or the newest bomber."""
    return min(legal, key=lambda action: seat_order(mat, action))


REFUSALS = frozenset({Act.LEAVE, Act.KEEP, Act.CONTINUE, Act.JOIN, Act.PRESS, Act.DONE, Act.ALONE, Act.HOLD_ACE})
"""Actions of the neutral policy's last resort: they decline something. Of escorts only the number 0 is among them."""


TEXT_PARTS = TextParts(
    repeated=(Repeated(SEAT_ALL, (Decision.CREW, Decision.BOMBER), best_seat),),
    refusals=REFUSALS,
    rivals=("best", "by_the_book", "cautious", "random"),
    tasks={"formation": WarsTask("Wing/Mission-v0", 60), "wing_campaign": WarsTask("Wing/Campaign-v0", 12)},
)
"""The parts of the third game that the text core needs."""
