"""The commentary of a turn or a battle: what was tried, what decided it, what it cost.

A line counts all of the battle so far, so that words about a turn alone come from entries.
"""

from typing import Any

from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.journal import counted
from stuka_env.games.support.codes import BATTERY_SUBJECT, COUNTERS, SIDE_PLANES, Chart, Entry, Gone
from stuka_env.games.support.rules.sighting import PASSED

GROUND_KINDS = (Entry.BROKEN, Entry.ELIMINATED, Entry.LOST_STEP)
POINTS = "after turn {line.turn} the battle stands at {line.points}, with {line.held} held."


def is_own(entry: Any, line: Any) -> bool:
    """Whether an entry is about an aircraft or a ground unit of the player."""
    return bool(entry.first >= COUNTERS if entry.kind in GROUND_KINDS else entry.first < SIDE_PLANES)


COMMENTARY = Commentary(
    tried=(
        Remark("{Plane} bombed {hex}.", 9, Entry.BOMBS, is_own),
        Remark("{Plane} strafed {hex}.", 8, Entry.STRAFES, is_own),
        Remark("{Plane} entered the melee.", 7, Entry.JOINED, is_own),
        Remark("{Plane} went for {hex}{luck}.", 6, Entry.ATTACK, is_own),
        Remark("The battery shelled {hex}.", 5, Entry.SHELLED),
        Remark("The battery was to aim, but its sighting check was {result}{luck}.", 4, Chart.SIGHTING,
               lambda roll, _: roll.second == BATTERY_SUBJECT and roll.first != PASSED),
        Remark("{line.aircraft} over the map attacked nothing.", 2, None, "aircraft"),
        Remark("No aircraft of your own attacked.", 1),
    ),
    decided=(
        Remark("{Plane} was shot down{luck}.", 95, Entry.SHOT_DOWN, is_own),
        Remark("{Plane} was shot down{luck}.", 90, Entry.SHOT_DOWN),
        Remark("{Plane} attacked {unit} by mistake{luck}.", 85, Entry.MISTAKEN, is_own),
        Remark("{Unit} was {gone}{luck}.", 80, Entry.ELIMINATED, lambda one, _: one.second == Gone.AIR),
        Remark("{Plane} was damaged{luck}.", 75, Entry.DAMAGED, is_own),
        Remark("{Hex} came to be held by {side}.", 70, Entry.GOAL),
        Remark("{Unit} was {gone}{luck}.", 60, Entry.ELIMINATED),
        Remark("{Plane} was damaged{luck}.", 55, Entry.DAMAGED),
        Remark("{Unit} was broken{luck}.", 50, Entry.BROKEN, lambda one, line: not is_own(one, line)),
        Remark("{Unit} was seen: {kind}{luck}.", 40, Entry.SIGHTED),
        Remark("{Unit} was pinned{luck}.", 30, Entry.PINNED),
        Remark("{Unit} moved to {hex}, and nothing fell.", 20, Entry.MOVED),
        Remark("Nothing fell and no hex changed hands.", 0),
    ),
    cost=(
        Remark("It cost {plane}; " + POINTS, 90, Entry.SHOT_DOWN, is_own),
        Remark("It cost {unit}; " + POINTS, 80, Entry.ELIMINATED, is_own),
        Remark("It left {plane} damaged; " + POINTS, 70, Entry.DAMAGED, is_own),
        Remark("It left {unit} broken; " + POINTS, 60, Entry.BROKEN, is_own),
        Remark("It cost {steps} of {unit}; " + POINTS, 50, Entry.LOST_STEP, is_own),
        Remark("It cost you nothing; " + POINTS, 0),
    ),
    words={"points": counted("point"), "held": counted("goal hex"), "aircraft": "{} own aircraft".format},
)  # fmt: skip
"""The commentary of a turn, and of a battle."""
