"""Checks that the values of a mat fit each other, for states of unknown origin.

The ranges of single numbers are checked before. The rules rely on the relations that this module checks: they count
down to the value of another field, and index arrays without a bounds check.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from stuka_env.declared.values import need
from stuka_env.games.stuka.charts.shape import MOST_CARRIERS, MOST_MISSIONS, OPERATIONS, SEGMENTS
from stuka_env.games.stuka.codes import (
    PHASES_OF_DECISIONS,
    SEATING,
    SEATS,
    SLOTS,
    SMALLEST_KETTE,
    Decision,
    Duty,
    Effect,
    Formation,
    Leg,
    Payload,
    Phase,
    Quality,
    Scale,
    Status,
    Target,
    to_index,
)
from stuka_env.games.stuka.rules.mat import FILE_NAMES
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.position.blocks import MatValues

BETWEEN_MISSIONS = (Decision.PROMOTE, Decision.OVER)
ABOUT_A_SLOT = (*SEATING, Decision.TURN_BACK, Decision.ATTACK)
"""Decisions about a single aircraft."""
FLEW = (Status.FLYING, Status.HOME, Status.LOST)
TOOK_OFF = (Duty.FLYING, Duty.BACK, Duty.KIA, Duty.POW)
WAITING_DUTIES = (Duty.HOSPITAL, Duty.REPLACEMENT)
BEFORE_MUSTER = ("target", "target_size", "target_zone", "set_up")
"""Fields of a mission that may be set before its formation is known."""
ON_THE_GROUND = (*BEFORE_MUSTER, "formation", "sent", "payload", "special", "carriers")
"""Fields of a mission that may be set before it takes off."""
OWN_NO_FLYS = 3 * MOST_MISSIONS
"""No-Fly missions that a setup can begin with."""
ROSTERS = ("pilots", "gunners")


def _codes(names: Iterable[int]) -> str:
    return ", ".join(str(int(code)) for code in names)


def read_mat(spec: WarSpec, charts: Any, snapshot: Any) -> MatValues:
    """Return the values of the mat of a snapshot of one war, unchecked."""
    return MatValues(spec, charts, snapshot, FILE_NAMES)


def _first_segments(war: MatValues) -> list[int]:
    """Return the first segment of each operation, and the end of the last one."""
    return [*war.charts["first_segment"].tolist(), SEGMENTS]


def missions_of_segments(war: MatValues) -> list[int]:
    """Return the number of missions of each segment."""
    if war.spec.scale == Scale.MISSION:
        return [1] * SEGMENTS
    numbers: list[int] = war.charts["missions"][:, war.spec.regular].tolist()
    return numbers


def first_segment(war: MatValues) -> int:
    """Return the segment in which the war began; -1 if no segment fits the number of flown missions."""
    frame, missions = war["war"], missions_of_segments(war)
    segment, earlier = frame["segment"], frame["mission_of_war"] - frame["mission"]
    earliest = segment
    if war.spec.scale >= Scale.OPERATION:
        earliest = 0 if war.spec.scale == Scale.CAMPAIGN else _first_segments(war)[frame["operation"]]
    totals = {sum(missions[begin:segment]): begin for begin in range(earliest, segment + 1)}
    return totals.get(earlier, -1)


def _in_flight(war: MatValues) -> bool:
    """Whether the formation has taken off."""
    return Decision.EN_ROUTE <= war.decision <= Decision.EVENT


def _flies(war: MatValues, slot: int) -> bool:
    """Whether an aircraft is in flight."""
    return bool(war["aircraft"]["status"][slot] == Status.FLYING)


def check_mat(spec: WarSpec, charts: Any, snapshot: Any) -> None:
    """Check the mat and the dice of a snapshot of one war.

    The checks cover all relations that the rules rely on. The mission of the dice is the current one; between two
    missions it is the previous one.

    Raises:
        ConsistencyError: play cannot have made the mat; the message names the first value that does not fit.
    """
    war = read_mat(spec, charts, snapshot)
    _check_scenario(war)
    _check_cursor(war)
    _check_tracks(war)
    _check_log(war)
    _check_stage(war)
    _check_aircraft(war)
    _check_people(war)
    _check_seats(war)
    if war.decision in SEATING:
        _check_seating(war)
    elif Decision.PAYLOAD <= war.decision <= Decision.LUCKY_DOG:
        _check_loading(war)
    elif _in_flight(war):
        _check_flight(war)
    mission, got = mission_of_dice(snapshot.mats[0]), int(snapshot.dice["mission"][0])
    need(got == mission, "dice.mission", got, mission)


def mission_of_dice(mat: Any) -> int:
    """Return the mission of the war in which the dice of a mat are rolled."""
    return int(mat["war"]["mission_of_war"]) - (int(mat["cursor"]["decision"]) in BETWEEN_MISSIONS)


def _check_scenario(war: MatValues) -> None:
    """Check that the war belongs to the scenario, and that the number of flown missions is possible."""
    now, charts, spec = war["war"], war.charts, war.spec
    segment = now["segment"]
    operation = max(number for number in range(OPERATIONS) if _first_segments(war)[number] <= segment)
    war.equals("war.scale", spec.scale)
    war.equals("war.regular", spec.regular)
    war.equals("war.operation", operation)
    is_own = spec.scale == Scale.CAMPAIGN or operation == spec.operation
    war.need("war.segment", is_own, f"a segment of operation {spec.operation}")
    missions = missions_of_segments(war)[segment]
    war.equals("war.missions", missions)
    war.equals("war.model", int(charts["model"][operation]))
    if war.decision in BETWEEN_MISSIONS:
        war.equals("war.mission", missions)
    else:
        war.need("war.mission", now["mission"] < missions, f"less than {missions}")
    war.need("war.mission_of_war", first_segment(war) >= 0, f"{now['mission']} and the missions of earlier segments")


def _check_cursor(war: MatValues) -> None:
    """Check that the decision can be open in the phase, and that its subject is possible."""
    decision, phase, subject = war.decision, war["cursor"]["phase"], war["cursor"]["subject"]
    war.need("cursor.decision", decision in PHASES_OF_DECISIONS, "an open decision")
    war.need("cursor.phase", phase in PHASES_OF_DECISIONS[decision], _codes(PHASES_OF_DECISIONS[decision]))
    low, high = 0, 0
    if decision == Decision.PROMOTE:
        low, high = 1, 2 * SEATS
    elif decision in ABOUT_A_SLOT:
        low, high = 1, SLOTS
    war.within("cursor.subject", low, high)
    if decision in (*SEATING, Decision.ATTACK):
        war.equals("cursor.step", to_index(subject))
    elif decision == Decision.PROMOTE:
        war.equals("cursor.step", subject)
    elif phase == Phase.ATTACK:
        war.within("cursor.step", 0, SLOTS)


def _check_tracks(war: MatValues) -> None:
    """Check the tracks against the flown missions, segments and operations."""
    track, scale, over = war["track"], war.spec.scale, int(war.decision == Decision.OVER)
    segment, operation = war["war"]["segment"], war["war"]["operation"]
    war.equals("track.over", over)
    war.equals("track.logged", war["war"]["mission_of_war"])
    first = {Scale.OPERATION: _first_segments(war)[operation], Scale.CAMPAIGN: 0}.get(Scale(scale), segment)
    war.equals("track.segments_done", segment - first + over)
    finished = {Scale.OPERATION: 0, Scale.CAMPAIGN: operation}.get(Scale(scale), -1) + over
    war.equals("track.operations_done", max(0, finished) if scale >= Scale.OPERATION else 0)
    _need_zeros(war, "track.segments", segment + over)
    for name in ("operations", "operation_bonus"):
        _need_zeros(war, f"track.{name}", operation + over if scale >= Scale.OPERATION else 0)
    campaign = over and scale == Scale.CAMPAIGN
    if not campaign:
        war.zero("track.campaign_bonus")
    result = 0
    if campaign:
        result = _half_up(sum(track["operations"].tolist()), OPERATIONS) + track["campaign_bonus"]
    elif over:
        result = track["operations"][operation] if scale == Scale.OPERATION else track["segments"][segment]
    war.equals("track.result", int(result))


def _need_zeros(war: MatValues, path: str, start: int) -> None:
    """Check that the numbers from ``start`` on, which are not scored yet, are 0."""
    war.need(path, not war.value(path)[start:].any(), f"0 from place {start} on")


def _half_up(total: int, count: int) -> int:
    return (2 * total + count) // (2 * count)


def _check_log(war: MatValues) -> None:
    """Check that the log sheet has a line for every mission, and that the scores of segments follow from the lines."""
    segment, mission, logged = war["war"]["segment"], war["war"]["mission"], war["track"]["logged"]
    began, over = first_segment(war), war["track"]["over"]
    flown = [*missions_of_segments(war)[began:segment], mission]
    numbers = [number for missions in flown for number in range(missions)]
    segments = [began + place for place, missions in enumerate(flown) for _ in range(missions)]
    lines = war.snapshot.mats["log"][0]
    scores = lines["score"][:logged].tolist()
    levels = (np.searchsorted(war.charts["a5"], scores, "right") - 1).tolist()
    for name, allowed in (("number", numbers), ("segment", segments), ("level", levels)):
        got = lines[name][:logged].tolist()
        need(got == allowed, f"mats.log.{name}", got, allowed)
    start = total = 0
    for place, missions in enumerate(flown):
        total = sum(scores[start : start + missions])
        start += missions
        if began + place < segment or over:
            score, got = _half_up(total, missions), int(war["track"]["segments"][began + place])
            war.need("track.segments", got == score, f"{score}, the average of its missions", got)
    war.equals("track.segment_sum", 0 if over else total)
    unwritten = lines[logged + 1 :].tobytes()
    need(not unwritten.strip(b"\0"), "mats.log", f"more than {logged} missions", f"{logged} missions")
    own = war["count"]["war_no_fly"] - np.count_nonzero(lines["no_fly"][:logged])
    war.need("count.war_no_fly", 0 <= own <= OWN_NO_FLYS, "what the log sheet has")
    for name in ("destroyed", "kia", "no_fly"):
        war.at_most(f"count.{name}", war["count"][f"war_{name}"])


def _check_stage(war: MatValues) -> None:
    """Check that the mission record has no values of a later stage than the open decision, and check the target."""
    mission, charts = war["mission"], war.charts
    if not _in_flight(war):
        allowed: tuple[str, ...] = ON_THE_GROUND
        if war.decision == Decision.MUSTER:
            allowed = BEFORE_MUSTER
        elif war.decision in BETWEEN_MISSIONS:
            allowed = ()
        for name in mission:
            if name not in allowed:
                war.zero(f"mission.{name}")
    if war.decision in BETWEEN_MISSIONS:
        return
    war.within("mission.target", 1, Target.NO_FLY - 1)
    war.equals("mission.target_size", int(charts["target_size"][mission["target"]]))
    war.within("mission.target_zone", 1, 6)
    war.zero("mission.no_fly")
    if war.decision == Decision.MUSTER:
        return
    war.within("mission.sent", SMALLEST_KETTE, int(charts["largest"][war["war"]["operation"]]))
    formation = Formation.STAFFEL if mission["sent"] >= charts["smallest_staffel"] else Formation.KETTE
    war.equals("mission.formation", formation)
    if formation == Formation.KETTE:
        war.within("mission.target_zone", 1, int(charts["kette_zone"]))


def _check_aircraft(war: MatValues) -> None:
    """Refuse aircraft in flight that were not sent, timers of the ready, and scores of others than attackers."""
    aircraft, sent = war["aircraft"], war["mission"]["sent"]
    allowed = FLEW if _in_flight(war) else FLEW[:1]
    for slot in range(SLOTS):
        status, timer, attacked = (aircraft[name][slot] for name in ("status", "timer", "attacked"))
        if (status in (Status.REPAIR, Status.REPLACEMENT)) != (timer > 0):
            war.refuse("aircraft.timer", "1 or more in repair or as a replacement, else 0", timer)
        if slot < sent and status not in allowed:
            war.refuse("aircraft.status", f"{_codes(allowed)} in the first {sent} slots, which are sent", status)
        if slot >= sent and status in FLEW:
            war.refuse("aircraft.status", f"none of {_codes(FLEW)} after the first {sent} slots", status)
        if slot >= sent:
            for name in ("pilot", "gunner", "ordnance", "present"):
                war.need(f"aircraft.{name}", not aircraft[name][slot], 0, aircraft[name][slot])
        if attacked and not aircraft["present"][slot]:
            war.refuse("aircraft.attacked", "0 for who was not in the attack run", attacked)
        if aircraft["score"][slot] and not attacked:
            war.refuse("aircraft.score", "0 before the attack", aircraft["score"][slot])
    war.equals("mission.present", sum(aircraft["present"]))


def _check_people(war: MatValues) -> None:
    """Refuse a duty without a level, timers of the ready, and people in flight without a slot."""
    sent = war["mission"]["sent"]
    for roster in ROSTERS:
        people = war[roster]
        for place in range(SEATS):
            level, duty, timer, slot = (people[name][place] for name in ("level", "duty", "timer", "slot"))
            if (duty == Duty.NOBODY) == (level > 0):
                war.refuse(f"{roster}.level", "1 to 5 for somebody, 0 for nobody", level)
            if (duty in WAITING_DUTIES) != (timer > 0):
                war.refuse(f"{roster}.timer", "1 or more in hospital or as a replacement, else 0", timer)
            if (duty in TOOK_OFF) != (slot > 0) or slot > sent:
                war.refuse(f"{roster}.slot", f"1 to {sent} for who took off, else 0", slot)
            if slot and duty != Duty.FLYING and not _in_flight(war):
                war.refuse(f"{roster}.duty", "2 on the ground, in an aircraft", duty)


def _check_seats(war: MatValues) -> None:
    """Check that people and aircraft agree on the seats, and that people in flight sit in aircraft in flight."""
    for name, roster in zip(("pilot", "gunner"), ROSTERS, strict=True):
        seats, slots, duties = war["aircraft"][name], war[roster]["slot"], war[roster]["duty"]
        for slot, place in enumerate(seats, 1):
            if place and slots[to_index(place)] != slot:
                war.refuse(f"aircraft.{name}", f"somebody whose slot is {slot}", place)
        for place, slot in enumerate(slots, 1):
            if slot and seats[to_index(slot)] != place:
                war.refuse(f"{roster}.slot", "the aircraft that he sits in", slot)
            if duties[to_index(place)] == Duty.FLYING and not _flies(war, to_index(slot)):
                war.refuse(f"{roster}.duty", "another one in an aircraft that does not fly", Duty.FLYING.value)


def _check_seating(war: MatValues) -> None:
    """Check that seats are filled in order, pilot before gunner, and that there are people for the empty seats."""
    step, sent = war["cursor"]["step"], war["mission"]["sent"]
    leads = war.decision == Decision.LEADER
    war.need("cursor.step", step < sent, f"less than {sent}")
    war.need("cursor.decision", war.decision == Decision.GUNNER or leads == (step == 0), "the first")
    filled = (step + (war.decision == Decision.GUNNER), step)
    for name, roster, places in zip(("pilot", "gunner"), ROSTERS, filled, strict=True):
        seats = [bool(place) for place in war["aircraft"][name]]
        is_filled = seats == [slot < places for slot in range(SLOTS)]
        war.need(f"aircraft.{name}", is_filled, f"somebody in {places} aircraft", list(war["aircraft"][name]))
        free = _free(war, roster)
        war.need(f"{roster}.duty", free >= sent - places, f"{sent - places} or more", f"{free} who may fly")


def _free(war: MatValues, roster: str) -> int:
    """Count the people of a role who can still get a seat, each level within its limit (8.9)."""
    free, people = 0, war[roster]
    limits = war.charts["flying_limit"].tolist()
    for level in range(Quality.GREEN, Quality.HERO + 1):
        duties = [duty for own, duty in zip(people["level"], people["duty"], strict=True) if own == level]
        ready, flying = duties.count(Duty.READY), duties.count(Duty.FLYING)
        free += ready if limits[level] >= SEATS else max(0, min(ready, limits[level] - flying))
    return free


def _check_loading(war: MatValues) -> None:
    """Check that every aircraft of the formation has a crew and a load, and count the special bombs."""
    mission, aircraft = war["mission"], war["aircraft"]
    special, carriers = mission["special"], mission["carriers"]
    most = int(war.charts["carriers"][special])
    war.need("mission.special", special in (Payload.NONE, Payload.SC1000, Payload.SC1800), "0, 3 or 4")
    if war.decision in (Decision.PAYLOAD, Decision.SPECIAL):
        war.zero("mission.special")
    war.at_most("mission.carriers", most)
    asked = war.decision == Decision.CARRIER
    war.need("mission.carriers", bool(carriers) == asked, f"1 to {MOST_CARRIERS}" if asked else 0)
    is_loaded = war.decision != Decision.PAYLOAD
    war.need("mission.payload", bool(mission["payload"]) == is_loaded, "a load once it is chosen")
    given = 0
    for slot in range(mission["sent"]):
        load, gunner = aircraft["ordnance"][slot], aircraft["gunner"][slot]
        carries = bool(special) and load == special
        given += carries
        war.need("aircraft.ordnance", carries or load == mission["payload"], mission["payload"], load)
        war.need("aircraft.pilot", aircraft["pilot"][slot], f"1 to {SEATS}", 0)
        alone = carries and special == Payload.SC1800
        war.need("aircraft.gunner", alone != bool(gunner), "0 with an SC1800, else somebody", gunner)
    war.need("aircraft.ordnance", given <= most - carriers, f"at most {most - carriers}", f"{given} special bombs")


def _check_flight(war: MatValues) -> None:
    """Check the formation's zone, moves and leader, and the subject of the decision."""
    mission, decision, phase = war["mission"], war.decision, war["cursor"]["phase"]
    zone, target, moves, leg = mission["zone"], mission["target_zone"], mission["moves"], mission["leg"]
    war.need("mission.leg", leg in (Leg.OUT, Leg.HOME), "1 or 2 in flight")
    run = phase in (Phase.ATTACK_RUN, Phase.ATTACK)
    low, high = (0, 0) if decision == Decision.RELIEF else (1, target)
    if run:
        low = target
    elif leg == Leg.OUT and phase != Phase.EN_ROUTE:
        high = target - 1
    war.within("mission.zone", low, high)
    if leg == Leg.OUT:
        war.equals("mission.moves", zone)
        war.zero("mission.aborted")
        war.need("mission.leg", decision != Decision.RELIEF, int(Leg.HOME))
    else:
        war.need("mission.leg", not run, int(Leg.OUT))
        turned = (moves + zone) % 2 == 0 and zone < moves + zone <= 2 * target
        back = turned if mission["aborted"] else moves == 2 * target - zone
        war.need("mission.moves", back, f"the moves from the airfield to zone {zone} on the way home")
    flying = [_flies(war, slot) for slot in range(SLOTS)]
    war.need("aircraft.status", any(flying), "an aircraft in flight")
    leader = mission["leader"]
    if decision == Decision.NEW_LEADER:
        war.zero("mission.leader")
    else:
        war.need("mission.leader", leader and flying[to_index(leader)], "the slot of an aircraft in flight")
    for slot, flies in enumerate(flying):
        pilot = war["aircraft"]["pilot"][slot]
        has_pilot = pilot and war["pilots"]["duty"][to_index(pilot)] == Duty.FLYING
        war.need("aircraft.pilot", not flies or has_pilot, "a pilot in flight in an aircraft in flight", pilot)
    _check_encounter(war)


def _check_encounter(war: MatValues) -> None:
    """Refuse an encounter or drawn cards that do not fit the open decision."""
    mission, decision, aircraft = war["mission"], war.decision, war["aircraft"]
    slot = to_index(war["cursor"]["subject"])
    if decision in (Decision.TURN_BACK, Decision.ATTACK):
        war.need("cursor.subject", _flies(war, slot), "the slot of an aircraft in flight")
    if decision == Decision.TURN_BACK:
        wants = aircraft["wants_home"][slot]
        war.need("aircraft.wants_home", wants, "1 for the aircraft that is asked", wants)
    if decision == Decision.ATTACK:
        present, attacked = aircraft["present"][slot], aircraft["attacked"][slot]
        war.need("aircraft.present", present, "1 for the aircraft that attacks", present)
        war.need("aircraft.attacked", not attacked, "0 for the aircraft that attacks", attacked)
    if decision == Decision.AIR_TO_AIR:
        war.need("mission.fighters", mission["fighters"] > 0, "1 or more")
    effects, amounts, card = war.charts["event"], war.charts["event_amount"], mission["last_card"]
    if decision == Decision.EVENT:
        names = card and effects[to_index(card)] == Effect.RELIEVE_NAMED_PERSON
        war.need("mission.last_card", names, "a card that relieves a person")
    drawn = mission["drawn"].astype(bool)
    ambush = int(amounts[drawn & (effects == Effect.AMBUSH)].sum())
    war.within("mission.ambush", 0, ambush)
    war.equals("mission.anti_aircraft_card", int(amounts[drawn & (effects == Effect.ANTI_AIRCRAFT)].sum()))
