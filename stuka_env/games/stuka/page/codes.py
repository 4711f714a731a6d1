"""Codes and words for the drawings of the mat."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.stuka.codes import (
    SEATS,
    SEGMENT_TITLES,
    SLOTS,
    SYSTEMS,
    ZONES,
    AntiAircraft,
    Decision,
    Duration,
    Duty,
    Entry,
    Fighter,
    Formation,
    Leg,
    Operation,
    Payload,
    Quality,
    Sector,
    Size,
    Status,
    System,
    Target,
    Visibility,
)
from stuka_env.games.stuka.rules.mat import BLOCKS, Mat
from stuka_env.games.stuka.words.glossary import GLOSSARY, forms_of
from stuka_env.watch.pack import DrawnBlock, Packing
from stuka_env.watch.parts import Look, Nouns

PACKING = Packing(Mat, tuple(DrawnBlock(*block) for block in BLOCKS))
"""The numbers of the mat; the log sheet is not drawn."""
NOUNS = Nouns(title="Stuka", mission="mission", war="war", unit="points", final="points of the final score", decimals=1)
LOOKS = {
    Entry.ROLL: Look.ROLL,
    Entry.MODIFIER: Look.DETAIL,
    Entry.CHOICE: Look.CHOICE,
    **dict.fromkeys((Entry.DAMAGE, Entry.WOUND, Entry.KIA, Entry.POW, Entry.LOST, Entry.CRASHED), Look.LOSS),
    **dict.fromkeys((Entry.SCORE, Entry.KILL, Entry.SUNK, Entry.PROMOTION, Entry.ESCORTED), Look.GAIN),
    **dict.fromkeys((Entry.MISSION, Entry.NO_FLY, Entry.MISSION_SCORE, Entry.SEGMENT_SCORE), Look.MILESTONE),
    **dict.fromkeys((Entry.OPERATION_SCORE, Entry.CAMPAIGN_SCORE), Look.MILESTONE),
}
"""Style of the kinds of journal entry."""


def words() -> dict[str, Sequence[str]]:
    """Return the names of codes."""
    return {
        "operations": Operation.words(),
        "segments": SEGMENT_TITLES,
        "durations": Duration.words(),
        "targets": Target.words(),
        "sizes": Size.words(),
        "formations": Formation.words(),
        "legs": Leg.words(),
        "visibilities": Visibility.words(),
        "anti_aircraft": AntiAircraft.words(),
        "fighters": Fighter.words(),
        "payloads": Payload.words(),
        "qualities": Quality.words(),
        "systems": System.words()[:SYSTEMS],
        "sectors": Sector.words(),
        "statuses": Status.words(),
    }


def codes() -> dict[str, Any]:
    """Return codes and words that drawings use."""
    return {
        "words": words(),
        "sizes": {"ZONES": ZONES, "SLOTS": SLOTS, "SEATS": SEATS},
        "decisions": {one.name: int(one) for one in Decision},
        "statuses": {one.name: int(one) for one in Status},
        "duties": {one.name: int(one) for one in Duty},
    }


def glossary() -> list[list[Any]]:
    """Return the terms, each with its meaning and its forms."""
    return [[term, meaning, forms_of(term)] for term, meaning in GLOSSARY.items()]
