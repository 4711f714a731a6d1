"""The mat: the whole visible state of the war as one NumPy record.

The first part is all ``int8``, so that the observation is one pass over its bytes; the score tracks and the log
sheet follow. Every field states its range and meaning. What a player may not see (the dice) is a sibling record in
:mod:`stuka_env.rules.dice`, never here.
"""

from typing import NamedTuple

import numpy as np

from stuka_env.charts.shape import (
    BEST_CAMPAIGN,
    BEST_MISSION,
    BEST_OPERATION,
    FARTHEST,
    HIGHEST_ATTACK,
    LEVELS,
    LONGEST_REPAIR,
    LONGEST_REPLACEMENT,
    LOWEST_ATTACK,
    MOST_AMBUSH,
    MOST_CAMPAIGN_BONUS,
    MOST_CARRIERS,
    MOST_FIGHTERS,
    MOST_FLAK,
    MOST_KILLS,
    MOST_MISSION_BONUS,
    MOST_MISSIONS,
    MOST_OPERATION_BONUS,
    PERFECT,
    Record,
)
from stuka_env.codes import CARDS, SEATS, SLOTS, SYSTEMS, Decision, Phase, Quality, Target


class Field(NamedTuple):
    """One field of the mat: its name, smallest and largest value, meaning, and shape."""

    name: str
    low: int
    high: int
    meaning: str
    shape: tuple[int, ...] = ()
    format: str = "i1"


CREW_FIELDS = (
    Field("level", 0, Quality.HERO, "experience (8.9): 0 nobody, 1 Green, 2 Veteran, 3 Ace, 4 Elite, 5 Hero"),
    Field(
        "duty",
        0,
        7,
        "1 holding area, 2 flying, 3 back from this mission, 4 KIA, 5 POW, 6 hospital, 7 replacement",
    ),
    Field("stress", 0, 6, "crew stress markers (7.11)"),
    Field("wounds", 0, 2, "wound markers (7.10)"),
    Field("timer", 0, LONGEST_REPLACEMENT, "space on the hospital or replacement track (6.3, 6.4); 0 is Available"),
    Field("slot", 0, SLOTS, "slot flown in this mission, 1 to 10; 0 did not fly"),
    Field("missions", 0, 20, "missions completed in this segment (8.9)"),
    Field("completed", 0, 1, "has completed the mission in hand, unless it is aborted (8.9)"),
    Field("calm_used", 0, 1, "an Elite has ignored his stress result of this mission (7.11)"),
)

AIRCRAFT_FIELDS = (
    Field("status", 0, 6, "1 ready, 2 flying, 3 home, 4 lost, 5 under repair, 6 replacement on its way"),
    Field("timer", 0, LONGEST_REPAIR, "space on the repair and replacement track (6.1, 6.2); 0 is Available"),
    Field("pilot", 0, SEATS, "roster place of the pilot plus one; 0 none"),
    Field("gunner", 0, SEATS, "roster place of the gunner plus one; 0 none"),
    Field("damage", 0, 1, "markers: engine, port wing, starboard wing, tail, fuel, bombs, landing gear", (SYSTEMS,)),
    Field("range_loss", 0, FARTHEST, "zones taken off the range (7.10)"),
    Field("wants_home", 0, 1, "cannot finish the mission on its fuel and has not yet said what it does (7.10)"),
    Field("crash_repair", 0, LONGEST_REPAIR, "repair time a forced landing added (8.1)"),
    Field("ordnance", 0, 6, "what hangs under it: 0 nothing, 1 SC500+SC50, 2 cluster, 3 SC1000, 4 SC1800, 5 cannon"),
    Field("lucky", 0, 1, "carries the Lucky Dog marker (4.3.2)"),
    Field("present", 0, 1, "was in the attack run (5.1.5)"),
    Field("attacked", 0, 1, "has made its attack (7.8)"),
    Field("score", 0, PERFECT, "attack score (7.8)"),
    Field("drm", LOWEST_ATTACK, HIGHEST_ATTACK, "modifiers on its attack die, as last worked out (7.9)"),
)

MISSION_FIELDS = (
    Field("scale", 0, 3, "what the episode is: mission, segment, operation, campaign"),
    Field("regular", 0, 1, "1 Regular, 0 Short (4.5)"),
    Field("operation", 0, 2, "Barbarossa, Case Blue, Citadel"),
    Field("segment", 0, 5, "operational segment, Jun/Jul 1941 to Jul/Aug 1943"),
    Field("number", 0, 20, "mission of this segment, counted from 0"),
    Field("missions", 1, 20, "missions in this segment"),
    Field("war_mission", 0, 120, "mission of this war, counted from 0"),
    Field("model", 0, 1, "0 Ju-87D, 1 Ju-87G"),
    Field("phase", 0, max(Phase), "step of the sequence of play"),
    Field("decision", 0, max(Decision), "what the player is asked"),
    Field("subject", 0, 22, "whom it is about: slot 1 to 10, or pilot 1 to 11 and gunner 12 to 22; 0 nobody"),
    Field("cursor", 0, 22, "progress of a step that goes slot by slot or person by person"),
    Field("target", 0, max(Target), "mission target (4.6)"),
    Field("target_size", 0, 3, "target size: 1 small, 2 medium, 3 large"),
    Field("target_zone", 0, 6, "zone of the target"),
    Field("zone", 0, 6, "zone of the formation; 0 airfield"),
    Field("leg", 0, 2, "0 on the ground, 1 outbound, 2 homeward"),
    Field("moves", 0, FARTHEST, "zones flown so far"),
    Field("formation", 0, 2, "1 Staffel, 2 Kette"),
    Field("sent", 0, SLOTS, "aircraft that took off"),
    Field("present", 0, SLOTS, "aircraft in the attack run"),
    Field("leader", 0, SLOTS, "slot of the flight leader; 0 vacant"),
    Field("relief_used", 0, 1, "the leader's stress relief has been used (4.2)"),
    Field("relief_known", 0, 1, "relief was possible when last asked"),
    Field("unsettled", 0, 1, "an aircraft was lost, left or lost range: leader and range are to be looked at"),
    Field("news", 0, 1, "something has changed the formation since it was last asked"),
    Field("payload", 0, 6, "load of the formation (4.4)"),
    Field("special", 0, 6, "special bomb chosen: 3 SC1000, 4 SC1800"),
    Field("carriers", 0, MOST_CARRIERS, "special bombs still to be given out"),
    Field("gamble", 0, 2, "Rudel Gamble (7.7): 0 not used, 1 survived, 2 crashed"),
    Field("visibility", 0, 3, "1 good, 2 medium, 3 low (7.4)"),
    Field("visibility_card", 0, 3, "visibility an event card has set; 0 none (5.1.3)"),
    Field("flak", 0, 4, "1 none, 2 light, 3 medium, 4 heavy (7.5)"),
    Field("flak_card", -MOST_FLAK, MOST_FLAK, "modifier that cards put on A6"),
    Field("escorts_early", 0, 1, "card: the next fighters met are driven off"),
    Field("escorts_late", 0, 1, "card: the next escort roll removes none"),
    Field("ambush", 0, MOST_AMBUSH, "card: more fighters at the next contact"),
    Field("fighter", 0, 6, "type of the fighters met (7.3)"),
    Field("fighters", 0, MOST_FIGHTERS, "fighters still to attack"),
    Field("sector", 0, 6, "sector of the last fighter's approach plus one; 0 none"),
    Field("duellist", 0, SLOTS, "slot whose pilot the next fighter must attack (7.3.1)"),
    Field("kills", 0, MOST_KILLS, "fighters shot down (7.3.1)"),
    Field("targets", 0, SLOTS, "slots last drawn from the cup, in order", (SLOTS,)),
    Field("last_card", 0, CARDS, "event card last drawn plus one; 0 none"),
    Field("drawn", 0, 1, "event cards drawn in this mission (7.2)", (CARDS,)),
    Field("aborted", 0, 1, "the mission was given up in flight (7.12)"),
    Field("sunk", 0, 1, "the ship was sunk (8.6)"),
    Field("no_fly", 0, 3, "the mission is not flown: 1 by the roll, 2 by choice, 3 for want of crews or aircraft"),
    Field("set_up", 0, 1, "the target of this mission was set up by hand, not rolled"),
)

COUNT_FIELDS = (
    Field("destroyed", 0, 120, "aircraft destroyed in this operation (8.5.2); 120 is 120 or more, as below"),
    Field("kia", 0, 120, "people killed in this operation"),
    Field("no_fly", 0, 60, "No-Fly missions of this operation"),
    Field("war_destroyed", 0, 120, "aircraft destroyed in this war (8.5.3)"),
    Field("war_kia", 0, 120, "people killed in this war"),
    Field("war_no_fly", 0, 120, "No-Fly missions of this war"),
)

TRACK_FIELDS = (
    Field("segment_sum", 0, MOST_MISSIONS * BEST_MISSION, "mission scores of this segment, added up", format="i2"),
    Field("segments", 0, BEST_MISSION, "segment scores; 0 until scored (8.3)", (6,), "i2"),
    Field("operations", 0, BEST_OPERATION, "operation scores with bonus; 0 until scored (8.5.2)", (3,), "i2"),
    Field(
        "operation_bonus",
        0,
        sum(MOST_OPERATION_BONUS.values()),
        "bonuses inside the operation scores",
        (3,),
        "i2",
    ),
    Field(
        "campaign_bonus",
        0,
        sum(MOST_CAMPAIGN_BONUS.values()),
        "bonus inside the campaign score (8.5.3)",
        format="i2",
    ),
    Field("result", 0, BEST_CAMPAIGN, "final score of the episode", format="i2"),
    Field("segments_done", 0, 6, "segments scored so far", format="i2"),
    Field("operations_done", 0, 3, "operations scored so far", format="i2"),
    Field("logged", 0, 120, "missions on the log sheet", format="i2"),
    Field("over", 0, 1, "the episode is over", format="i2"),
)

LOG_FIELDS = (
    Field("score", 0, BEST_MISSION, "mission score with kills and bonus (8.4)", format="i2"),
    Field("strafed", 0, (1 << SLOTS) - 1, "who attacked with machine guns: bit 0 is slot 1 (7.6)", format="i2"),
    Field("level", 0, LEVELS - 1, "level of victory of the score, 0 the lowest (8.4)"),
    Field("segment", 0, 5, "operational segment"),
    Field("number", 0, 20, "mission of the segment, from 0"),
    Field("target", 0, max(Target), "target"),
    Field("target_size", 0, 3, "target size"),
    Field("zone", 0, 6, "target zone"),
    Field("sent", 0, SLOTS, "aircraft that took off"),
    Field("present", 0, SLOTS, "aircraft in the attack run"),
    Field("lost", 0, SLOTS, "aircraft destroyed"),
    Field("damaged", 0, SLOTS, "aircraft that came home damaged"),
    Field("wia", 0, 20, "people wounded"),
    Field("kia", 0, 20, "people killed"),
    Field("pow", 0, 20, "people captured"),
    Field("kills", 0, MOST_KILLS, "fighters shot down"),
    Field("bonus", 0, MOST_MISSION_BONUS, "bonus points (8.5.1)"),
    Field("no_fly", 0, 3, "0 flown, else why not"),
    Field("aborted", 0, 1, "given up in flight"),
    Field("sunk", 0, 1, "ship sunk"),
    Field("payload", 0, 6, "load of the formation (4.4)"),
    Field("special", 0, 6, "special bomb carried: 3 SC1000, 4 SC1800"),
    Field("carriers", 0, SLOTS, "slots that carried it; 0 none", (MOST_CARRIERS,)),
    Field("gamble", 0, 2, "0 none, 1 Rudel Gamble survived, 2 lost"),
    Field("gambler", 0, SLOTS, "slot that dared it; 0 none"),
    Field("scores", -1, 100, "attack score by slot; -1 was not in the attack run", (SLOTS,)),
    Field("pilots", 0, SEATS, "pilot by slot, roster place plus one", (SLOTS,)),
    Field("gunners", 0, SEATS, "gunner by slot, roster place plus one", (SLOTS,)),
)

LOG_LENGTH = 6 * MOST_MISSIONS
"""Missions of a Regular campaign: six segments of ten."""


def record_of(fields: tuple[Field, ...]) -> np.dtype:
    """The record dtype of ``fields``, in their order, with attribute access; no padding, which copies leave out."""
    dtype = np.dtype([(field.name, field.format, field.shape) for field in fields], align=True)
    assert dtype.itemsize == sum(part.itemsize for part, *_ in dict(dtype.fields or {}).values())
    return np.dtype((np.record, dtype))


crew_dtype = record_of(CREW_FIELDS)
aircraft_dtype = record_of(AIRCRAFT_FIELDS)
mission_dtype = record_of(MISSION_FIELDS)
count_dtype = record_of(COUNT_FIELDS)
track_dtype = record_of(TRACK_FIELDS)
log_dtype = record_of(LOG_FIELDS)

HOT_BYTES = sum(
    dtype.itemsize * count
    for dtype, count in ((mission_dtype, 1), (count_dtype, 1), (aircraft_dtype, SLOTS), (crew_dtype, 2 * SEATS))
)
"""Bytes from ``mission`` to ``gunners``: the part of the mat that is all ``int8``."""

mat_dtype = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mission", mission_dtype),
                ("count", count_dtype),
                ("aircraft", aircraft_dtype, (SLOTS,)),
                ("pilots", crew_dtype, (SEATS,)),
                ("gunners", crew_dtype, (SEATS,)),
                ("pad", "i1", (-HOT_BYTES % 8,)),
                ("track", track_dtype),
                ("log", log_dtype, (LOG_LENGTH,)),
            ],
            align=True,
        ),
    )
)
"""One war. ``mission`` to ``gunners`` are bytes, in the observation's order; ``track`` and ``log`` follow."""


assert mat_dtype.itemsize == HOT_BYTES + -HOT_BYTES % 8 + track_dtype.itemsize + LOG_LENGTH * log_dtype.itemsize


class Mat(Record):
    """A record of :data:`mat_dtype`; the name rule functions use in their signatures."""


class Aircraft(Record):
    """A record of :data:`aircraft_dtype`."""


class Crew(Record):
    """A record of :data:`crew_dtype`: one pilot or gunner."""


class LogLine(Record):
    """A record of :data:`log_dtype`: one mission on the log sheet."""
