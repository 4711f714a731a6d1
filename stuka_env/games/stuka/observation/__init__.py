"""The player's view of the mat as arrays: layout, names, bounds and spaces. The import compiles nothing."""

from collections.abc import Iterator
from types import MappingProxyType

from stuka_env.charts.shown import FilledField, ShownBank
from stuka_env.declared.layouts import (
    Gathered,
    Layout,
    OneHot,
    Part,
    gathered_parts,
    offset,
    one_hot_parts,
    record_parts,
)
from stuka_env.games.stuka.charts import BANK
from stuka_env.games.stuka.charts.lists import AMOUNTS
from stuka_env.games.stuka.charts.shape import DRM, MOST_STRESS, MOST_WOUNDS
from stuka_env.games.stuka.codes import FULL_COVER, SEATS, SLOTS, Decision, Effect, Quality, Segment, Target
from stuka_env.games.stuka.rules.mat import BLOCKS, Mat, Track

SCORE_TRACKS = ("segments", "operations", "result")
"""Tracks that hold a score, a percentage: divided by 100 and clipped, not by the width of the track."""
ONE_HOTS = (
    OneHot("cursor", "decision", len(Decision)),
    OneHot("mission", "target", len(Target)),
    OneHot("war", "segment", len(Segment)),
    OneHot("cursor", "subject", 2 * SEATS, 1, "index 0 is slot or pilot 1"),
)
"""Codes that are also shown as one-hots. If the subject is nobody, its one-hot is all zero."""
SEATS_SHOWN = tuple(
    Gathered(
        name=f"seats_{role}_{name}",
        reference=f"aircraft_{role}",
        source=f"{role}s_{name}",
        largest=largest,
        meaning=f"{name} of the {role} in each slot; 0 for an empty seat",
    )
    for role in ("pilot", "gunner")
    for name, largest in (("level", int(Quality.HERO)), ("stress", MOST_STRESS), ("wounds", MOST_WOUNDS))
)
"""Numbers of the people in the aircraft, for each slot."""
BYTES: int = offset(Mat.dtype, "gunners") + Mat.dtype["gunners"].itemsize
"""Bytes of the mat that are observed; they come first in the vector."""
WORDS: int = Mat.dtype["track"].itemsize // 2
"""Numbers on the score tracks; they come second."""


def _parts() -> Iterator[tuple[str, Part]]:
    for block in BLOCKS[:-1]:
        yield from record_parts(block.name, block.kind, offset(Mat.dtype, block.name), rows=block.rows)
    scores, words = dict.fromkeys(SCORE_TRACKS, 100), offset(Mat.dtype, "track") // 2
    yield from record_parts("track", Track, BYTES, largest=scores, memory="words", source=words)
    yield from one_hot_parts(ONE_HOTS, BYTES + WORDS)
    yield from gathered_parts("seats", SEATS_SHOWN, BYTES + WORDS + sum(one.length for one in ONE_HOTS), SLOTS)


OBSERVATION = Layout(MappingProxyType(dict(_parts())), ONE_HOTS, SEATS_SHOWN)
"""The layout of the observation."""
LAYOUT = OBSERVATION.parts
"""Every named part, in the order of the mat; together they cover each float exactly once."""
LENGTH = OBSERVATION.length
"""Floats in a flat observation."""
LOW, HIGH, SCALE = OBSERVATION.low, OBSERVATION.high, OBSERVATION.scale
"""Smallest and largest value of each float, and the factor of each integer of the mat."""
describe, space, from_compact, named, where = (
    OBSERVATION.describe,
    OBSERVATION.space,
    OBSERVATION.from_compact,
    OBSERVATION.named,
    OBSERVATION.where,
)


SHOWN_COVER = 10
"""Shown for full cover, next to the 9 fighters that an escort can remove at most."""
LEAST_DRM, *_, MOST_DRM = (int(str(modifier)) for modifier in DRM.samples)
EVENT_AMOUNTS = [
    int(str(number)) for word in AMOUNTS.values() for sample in word.samples for number in word.parse(sample) or ()
]
CHART_CELLS = ShownBank(
    BANK,
    replaced={"b2": {FULL_COVER: SHOWN_COVER}},
    filled={
        "a3": FilledField(LEAST_DRM, MOST_DRM, "Added to the attack by load and kind of target; minus helps"),
        "event": FilledField(0, max(Effect), "Effect of each event card"),
        "event_amount": FilledField(min(0, *EVENT_AMOUNTS), max(EVENT_AMOUNTS), "Amount of each event card"),
    },
)
"""The bank as observations show it."""
