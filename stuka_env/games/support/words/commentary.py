"""The commentary of a turn or a battle: what was tried, what decided it, what it cost.

A line counts all of the battle so far, so that words about a turn alone come from entries.
"""

from typing import Any

from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.journal import counted
from stuka_env.games.support.codes import (
    BATTERY_SUBJECT,
    COUNTERS,
    PLANE_SUBJECT,
    SIDE_PLANES,
    Chart,
    Entry,
    Gone,
)
from stuka_env.games.support.rules.sighting import FAILED, PASSED

GROUND_KINDS = (Entry.BROKEN, Entry.ELIMINATED, Entry.LOST_STEP, Entry.MOVED)
LOST = (Gone.AIR, Gone.GROUND, Gone.ARTILLERY)
IDLE = "and no aircraft of your own attacked."
POINTS = "after turn {line.turn} the battle stands at {line.points}, with {line.held} held."


def is_own(entry: Any, line: Any) -> bool:
    """Whether an entry is about an aircraft or a ground unit of the player."""
    return bool(entry.first >= COUNTERS if entry.kind in GROUND_KINDS else entry.first < SIDE_PLANES)


COMMENTARY = Commentary(
    tried=(
        Remark("{Plane} bombed {hex}.", 9, Entry.BOMBS, is_own),
        Remark("{Plane} strafed {hex}.", 8, Entry.STRAFES, is_own),
        Remark("{Plane} entered the melee.", 7, Entry.JOINED, is_own),
        Remark("{Who} looked for its target in vain{luck}.", 6.5, Chart.SIGHTING,
               lambda roll, _: PLANE_SUBJECT <= roll.second < PLANE_SUBJECT + SIDE_PLANES and roll.first == FAILED),
        Remark("{Plane} went for {hex}{luck}.", 6, Entry.ATTACK, is_own),
        Remark("The battery shelled {hex}.", 5, Entry.SHELLED),
        Remark("The battery did not fire after a {result} sighting check{luck}.", 4, Chart.SIGHTING,
               lambda roll, _: roll.second == BATTERY_SUBJECT and roll.first != PASSED),
        Remark("{Plane} bombed {hex}, " + IDLE, 3.5, Entry.BOMBS),
        Remark("{Plane} strafed {hex}, " + IDLE, 3, Entry.STRAFES),
        Remark("{line.aircraft} over the map attacked nothing.", 2, None, "aircraft"),
        Remark("{Unit} moved to {hex}, " + IDLE, 1.5, Entry.MOVED, is_own),
        Remark("{Who} fired at {target}, " + IDLE, 1.2, Chart.FIRE,
               lambda roll, _: COUNTERS <= roll.second < PLANE_SUBJECT),
        Remark("No aircraft of your own attacked.", 1),
    ),
    decided=(
        Remark("{Plane} was shot down{luck}.", 95, Entry.SHOT_DOWN, is_own),
        Remark("{Plane} was shot down{luck}.", 90, Entry.SHOT_DOWN),
        Remark("{Plane} attacked {unit} by mistake{luck}.", 85, Entry.MISTAKEN, is_own),
        Remark("{Unit} was {gone}{luck}.", 80, Entry.ELIMINATED, lambda one, _: one.second == Gone.AIR),
        Remark("{Plane} was damaged{luck}.", 75, Entry.DAMAGED, is_own),
        Remark("{Hex} fell to {side}.", 70, Entry.GOAL),
        Remark("{Unit} was {gone}{luck}.", 60, Entry.ELIMINATED, lambda one, _: one.second in LOST),
        Remark("{Unit} {gone}.", 58, Entry.ELIMINATED, lambda one, _: one.second == Gone.EXIT),
        Remark("{Plane} was damaged{luck}.", 55, Entry.DAMAGED),
        Remark("{Unit} was broken{luck}.", 50, Entry.BROKEN, lambda one, line: not is_own(one, line)),
        Remark("{Unit} was seen: {kind}{luck}.", 40, Entry.SIGHTED),
        Remark("{Unit} was pinned{luck}.", 30, Entry.PINNED),
        Remark("{Unit} moved to {hex}, and nothing was destroyed.", 20, Entry.MOVED),
        Remark("Nothing was destroyed and no hex changed hands.", 0),
    ),
    cost=(
        Remark("It cost {plane}; " + POINTS, 90, Entry.SHOT_DOWN, is_own),
        Remark("It cost {unit}; " + POINTS, 80, Entry.ELIMINATED,
               lambda one, line: is_own(one, line) and one.second in LOST),
        Remark("It left {plane} damaged; " + POINTS, 70, Entry.DAMAGED, is_own),
        Remark("It left {unit} broken; " + POINTS, 60, Entry.BROKEN, is_own),
        Remark("It cost {steps} of {unit}; " + POINTS, 50, Entry.LOST_STEP, is_own),
        Remark("It cost you nothing; " + POINTS, 0),
    ),
    words={"points": counted("point"), "held": counted("goal hex", none="no goal hex"),
           "aircraft": "{} own aircraft".format},
)  # fmt: skip
"""The commentary of a turn, and of a battle."""
