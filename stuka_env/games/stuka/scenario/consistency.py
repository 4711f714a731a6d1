"""Checks that the values of a mat fit each other, for states of unknown origin.

The ranges of single numbers are checked before. The rules rely on the relations that this module checks: they count
down to the value of another field, and index arrays without a bounds check.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stuka_env.consistency import need, refuse, values_of
from stuka_env.games.stuka.charts.shape import MOST_CARRIERS, MOST_MISSIONS, OPERATIONS, SEGMENTS, Charts
from stuka_env.games.stuka.codes import (
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
    Role,
    Scale,
    Status,
    Target,
    to_index,
)
from stuka_env.games.stuka.rules.mat import FILE_NAMES
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.records import Rows

IN_FLIGHT = tuple(phase for phase in Phase if Phase.MOVE <= phase <= Phase.ATTACK)
PHASES: Mapping[int, tuple[Phase, ...]] = {
    Decision.MUSTER: (Phase.MUSTER,),
    Decision.LEADER: (Phase.CREWS,),
    Decision.PILOT: (Phase.CREWS,),
    Decision.GUNNER: (Phase.CREWS,),
    Decision.PAYLOAD: (Phase.PAYLOAD,),
    Decision.SPECIAL: (Phase.SPECIAL,),
    Decision.CARRIER: (Phase.CARRIERS,),
    Decision.LUCKY_DOG: (Phase.TAKE_OFF,),
    Decision.EN_ROUTE: (Phase.EN_ROUTE,),
    Decision.TURN_BACK: IN_FLIGHT,
    Decision.AIR_TO_AIR: (Phase.FIGHTERS,),
    Decision.ATTACK: (Phase.ATTACK,),
    Decision.NEW_LEADER: IN_FLIGHT,
    Decision.RELIEF: (Phase.LANDING,),
    Decision.EVENT: (Phase.INTERCEPTION,),
    Decision.PROMOTE: (Phase.PROMOTION,),
    Decision.OVER: (Phase.OVER,),
}
"""The phases in which a decision can be open."""
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


def _codes(names: Iterable[int]) -> str:
    return ", ".join(str(int(code)) for code in names)


def _columns(records: Any) -> dict[str, tuple[Any, ...]]:
    """Return each field of an array of records as Python's numbers."""
    return dict(zip(records.dtype.names, zip(*records.tolist(), strict=True), strict=True))


@dataclass(frozen=True)
class MatValues:
    """The values of a mat as Python's numbers by block, with the arrays of the mat and of the charts, one row each."""

    spec: WarSpec
    charts: Any
    mats: Any
    war: dict[str, Any]
    cursor: dict[str, Any]
    mission: dict[str, Any]
    count: dict[str, Any]
    track: dict[str, Any]
    aircraft: dict[str, tuple[Any, ...]]
    people: tuple[dict[str, tuple[Any, ...]], ...]

    @cached_property
    def decision(self) -> int:
        """The open decision."""
        return int(self.cursor["decision"])

    @cached_property
    def first_segments(self) -> list[int]:
        """The first segment of each operation, and the end of the last one."""
        return [*self.charts["first_segment"][0].tolist(), SEGMENTS]

    @cached_property
    def missions(self) -> list[int]:
        """The number of missions of each segment."""
        if self.spec.scale == Scale.MISSION:
            return [1] * SEGMENTS
        numbers: list[int] = self.charts["missions"][0, :, self.spec.duration].tolist()
        return numbers

    @cached_property
    def began(self) -> int:
        """The segment in which the war began; -1 if no segment fits the number of flown missions."""
        segment, earlier = self.war["segment"], self.war["mission_of_war"] - self.war["mission"]
        earliest = segment
        if self.spec.scale >= Scale.OPERATION:
            earliest = 0 if self.spec.scale == Scale.CAMPAIGN else self.first_segments[self.war["operation"]]
        totals = {sum(self.missions[begin:segment]): begin for begin in range(earliest, segment + 1)}
        return totals.get(earlier, -1)

    @cached_property
    def in_flight(self) -> bool:
        """Whether the formation has taken off."""
        return Decision.EN_ROUTE <= self.decision <= Decision.EVENT

    @cached_property
    def flying(self) -> list[bool]:
        """Whether each aircraft is in flight."""
        return [status == Status.FLYING for status in self.aircraft["status"]]


def read_mat(spec: WarSpec, charts: Rows[Charts], mats: Any) -> MatValues:
    """Return the values of a mat ``(1,)`` by block, unchecked."""
    blocks = {name: values_of(mats[name]) for name in ("war", "cursor", "mission", "count", "track")}
    return MatValues(
        spec,
        charts,
        mats,
        **blocks,
        aircraft=_columns(mats["aircraft"][0]),
        people=(_columns(mats["pilots"][0]), _columns(mats["gunners"][0])),
    )


def check_mat(spec: WarSpec, charts: Rows[Charts], mats: Any) -> MatValues:
    """Check a mat ``(1,)`` and return its values by block.

    The checks cover all relations that the rules rely on.

    Raises:
        ConsistencyError: play cannot have made the mat; the message names the first value that does not fit.
    """
    war = read_mat(spec, charts, mats)
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
    elif war.in_flight:
        _check_flight(war)
    return war


def _check_scenario(war: MatValues) -> None:
    """Check that the war belongs to the scenario, and that the number of flown missions is possible."""
    now, charts, spec = war.war, war.charts, war.spec
    segment = now["segment"]
    operation = max(number for number in range(OPERATIONS) if war.first_segments[number] <= segment)
    need(now["scale"] == spec.scale, "mats.mission.scale", now["scale"], spec.scale)
    need(now["regular"] == spec.duration, "mats.mission.regular", now["regular"], spec.duration)
    need(now["operation"] == operation, "mats.mission.operation", now["operation"], operation)
    if spec.scale < Scale.CAMPAIGN:
        allowed = f"a segment of operation {spec.operation}"
        need(operation == spec.operation, "mats.mission.segment", segment, allowed)
    missions, model = war.missions[segment], int(charts["model"][0, operation])
    need(now["missions"] == missions, "mats.mission.missions", now["missions"], missions)
    need(now["model"] == model, "mats.mission.model", now["model"], model)
    if war.decision in BETWEEN_MISSIONS:
        need(now["mission"] == missions, "mats.mission.number", now["mission"], missions)
    else:
        need(now["mission"] < missions, "mats.mission.number", now["mission"], f"less than {missions}")
    allowed = f"{now['mission']} and the missions of earlier segments"
    need(war.began >= 0, "mats.mission.war_mission", now["mission_of_war"], allowed)


def _check_cursor(war: MatValues) -> None:
    """Check that the decision can be open in the phase, and that its subject is possible."""
    decision, phase = war.decision, war.cursor["phase"]
    subject, step = war.cursor["subject"], war.cursor["step"]
    need(decision in PHASES, "mats.mission.decision", decision, "an open decision")
    need(phase in PHASES[decision], "mats.mission.phase", phase, _codes(PHASES[decision]))
    low, high = 0, 0
    if decision == Decision.PROMOTE:
        low, high = 1, 2 * SEATS
    elif decision in ABOUT_A_SLOT:
        low, high = 1, SLOTS
    need(low <= subject <= high, "mats.mission.subject", subject, f"{low} to {high}")
    if decision in (*SEATING, Decision.ATTACK):
        need(step == to_index(subject), "mats.mission.cursor", step, to_index(subject))
    elif decision == Decision.PROMOTE:
        need(step == subject, "mats.mission.cursor", step, subject)
    elif phase == Phase.ATTACK:
        need(step <= SLOTS, "mats.mission.cursor", step, f"0 to {SLOTS}")


def _check_tracks(war: MatValues) -> None:
    """Check the tracks against the flown missions, segments and operations."""
    track, scale, over = war.track, war.spec.scale, int(war.decision == Decision.OVER)
    segment, operation = war.war["segment"], war.war["operation"]
    need(track["over"] == over, "mats.track.over", track["over"], over)
    logged = war.war["mission_of_war"]
    need(track["logged"] == logged, "mats.track.logged", track["logged"], logged)
    first = {Scale.OPERATION: war.first_segments[operation], Scale.CAMPAIGN: 0}.get(Scale(scale), segment)
    done = segment - first + over
    need(track["segments_done"] == done, "mats.track.segments_done", track["segments_done"], done)
    finished = {Scale.OPERATION: 0, Scale.CAMPAIGN: operation}.get(Scale(scale), -1) + over
    finished = max(0, finished) if scale >= Scale.OPERATION else 0
    need(track["operations_done"] == finished, "mats.track.operations_done", track["operations_done"], finished)
    _need_zeros("mats.track.segments", track["segments"], segment + over)
    for name in ("operations", "operation_bonus"):
        closed = operation + over if scale >= Scale.OPERATION else 0
        _need_zeros(f"mats.track.{name}", track[name], closed)
    campaign = over and scale == Scale.CAMPAIGN
    need(campaign or not track["campaign_bonus"], "mats.track.campaign_bonus", track["campaign_bonus"], 0)
    result = 0
    if campaign:
        result = _half_up(sum(track["operations"].tolist()), OPERATIONS) + track["campaign_bonus"]
    elif over:
        result = track["operations"][operation] if scale == Scale.OPERATION else track["segments"][segment]
    need(track["result"] == result, "mats.track.result", track["result"], int(result))


def _need_zeros(name: str, numbers: NDArray[Any], start: int) -> None:
    """Check that the numbers from ``start`` on, which are not scored yet, are 0."""
    need(not numbers[start:].any(), name, numbers.tolist(), f"0 from place {start} on")


def _half_up(total: int, count: int) -> int:
    return (2 * total + count) // (2 * count)


def _check_log(war: MatValues) -> None:
    """Check that the log sheet has a line for every mission, and that the scores of segments follow from the lines."""
    segment, mission, logged = war.war["segment"], war.war["mission"], war.track["logged"]
    flown = [*war.missions[war.began : segment], mission]
    numbers = [number for missions in flown for number in range(missions)]
    segments = [war.began + place for place, missions in enumerate(flown) for _ in range(missions)]
    lines = war.mats["log"][0]
    scores = lines["score"][:logged].tolist()
    levels = (np.searchsorted(war.charts["a5"][0], scores, "right") - 1).tolist()
    for name, allowed in (("number", numbers), ("segment", segments), ("level", levels)):
        got = lines[name][:logged].tolist()
        need(got == allowed, f"mats.log.{name}", got, allowed)
    start = 0
    for place, missions in enumerate(flown):
        total = sum(scores[start : start + missions])
        start += missions
        closed = war.began + place < segment or war.track["over"]
        if closed:
            score, got = _half_up(total, missions), int(war.track["segments"][war.began + place])
            need(got == score, "mats.track.segments", got, f"{score}, the average of its missions")
    total = 0 if war.track["over"] else total
    need(war.track["segment_sum"] == total, "mats.track.segment_sum", war.track["segment_sum"], total)
    unwritten = lines[logged + 1 :].tobytes()
    need(not unwritten.strip(b"\0"), "mats.log", f"more than {logged} missions", f"{logged} missions")
    own = war.count["war_no_fly"] - np.count_nonzero(lines["no_fly"][:logged])
    need(0 <= own <= OWN_NO_FLYS, "mats.count.war_no_fly", war.count["war_no_fly"], "what the log sheet has")
    for name in ("destroyed", "kia", "no_fly"):
        most = war.count[f"war_{name}"]
        need(war.count[name] <= most, f"mats.count.{name}", war.count[name], f"at most {most}")


def _check_stage(war: MatValues) -> None:
    """Check that the mission record has no values of a later stage than the open decision, and check the target."""
    mission, charts = war.mission, war.charts
    if not war.in_flight:
        allowed: tuple[str, ...] = ON_THE_GROUND
        if war.decision == Decision.MUSTER:
            allowed = BEFORE_MUSTER
        elif war.decision in BETWEEN_MISSIONS:
            allowed = ()
        for name, value in mission.items():
            empty = not (value if isinstance(value, int) else value.any())
            need(empty or name in allowed, f"mats.mission.{name}", np.asarray(value).tolist(), 0)
    if war.decision in BETWEEN_MISSIONS:
        return
    target, zone, sent = mission["target"], mission["target_zone"], mission["sent"]
    flyable = Target.NONE < target < Target.NO_FLY
    need(flyable, "mats.mission.target", target, f"1 to {Target.NO_FLY - 1}")
    size = int(charts["target_size"][0, target])
    need(mission["target_size"] == size, "mats.mission.target_size", mission["target_size"], size)
    need(zone > 0, "mats.mission.target_zone", zone, "1 to 6")
    need(not mission["no_fly"], "mats.mission.no_fly", mission["no_fly"], 0)
    if war.decision == Decision.MUSTER:
        return
    largest = int(charts["largest"][0, war.war["operation"]])
    need(SMALLEST_KETTE <= sent <= largest, "mats.mission.sent", sent, f"{SMALLEST_KETTE} to {largest}")
    formation = Formation.STAFFEL if sent >= charts["smallest_staffel"][0] else Formation.KETTE
    need(mission["formation"] == formation, "mats.mission.formation", mission["formation"], int(formation))
    farthest = int(charts["kette_zone"][0])
    need(formation == Formation.STAFFEL or zone <= farthest, "mats.mission.target_zone", zone, f"1 to {farthest}")


def _check_aircraft(war: MatValues) -> None:
    """Refuse aircraft in flight that were not sent, timers of the ready, and scores of others than attackers."""
    aircraft, sent = war.aircraft, war.mission["sent"]
    allowed = FLEW if war.in_flight else FLEW[:1]
    for slot in range(SLOTS):
        status, timer, attacked = (aircraft[name][slot] for name in ("status", "timer", "attacked"))
        if (status in (Status.REPAIR, Status.REPLACEMENT)) != (timer > 0):
            refuse("mats.aircraft.timer", timer, "1 or more in repair or as a replacement, else 0")
        if slot < sent and status not in allowed:
            refuse("mats.aircraft.status", status, f"{_codes(allowed)} in the first {sent} slots, which are sent")
        if slot >= sent and status in FLEW:
            refuse("mats.aircraft.status", status, f"none of {_codes(FLEW)} after the first {sent} slots")
        if slot >= sent:
            for name in ("pilot", "gunner", "ordnance", "present"):
                need(not aircraft[name][slot], f"mats.aircraft.{name}", aircraft[name][slot], 0)
        if attacked and not aircraft["present"][slot]:
            refuse("mats.aircraft.attacked", attacked, "0 for who was not in the attack run")
        if aircraft["score"][slot] and not attacked:
            refuse("mats.aircraft.score", aircraft["score"][slot], "0 before the attack")
    present = sum(aircraft["present"])
    need(war.mission["present"] == present, "mats.mission.present", war.mission["present"], present)


def _check_people(war: MatValues) -> None:
    """Refuse a duty without a level, timers of the ready, and people in flight without a slot."""
    sent = war.mission["sent"]
    for roster, people in zip(("pilots", "gunners"), war.people, strict=True):
        for place in range(SEATS):
            level, duty, timer, slot = (people[name][place] for name in ("level", "duty", "timer", "slot"))
            if (duty == Duty.NOBODY) == (level > 0):
                refuse(f"mats.{roster}.level", level, "1 to 5 for somebody, 0 for nobody")
            if (duty in WAITING_DUTIES) != (timer > 0):
                refuse(f"mats.{roster}.timer", timer, "1 or more in hospital or as a replacement, else 0")
            if (duty in TOOK_OFF) != (slot > 0) or slot > sent:
                refuse(f"mats.{roster}.slot", slot, f"1 to {sent} for who took off, else 0")
            if slot and duty != Duty.FLYING and not war.in_flight:
                refuse(f"mats.{roster}.duty", duty, "2 on the ground, in an aircraft")


def _check_seats(war: MatValues) -> None:
    """Check that people and aircraft agree on the seats, and that people in flight sit in aircraft in flight."""
    for name, roster, people in zip(("pilot", "gunner"), ("pilots", "gunners"), war.people, strict=True):
        seats, slots, duties = war.aircraft[name], people["slot"], people["duty"]
        for slot, place in enumerate(seats, 1):
            if place and slots[to_index(place)] != slot:
                refuse(f"mats.aircraft.{name}", place, f"somebody whose slot is {slot}")
        for place, slot in enumerate(slots, 1):
            if slot and seats[to_index(slot)] != place:
                refuse(f"mats.{roster}.slot", slot, "the aircraft that he sits in")
            if duties[to_index(place)] == Duty.FLYING and not war.flying[to_index(slot)]:
                refuse(f"mats.{roster}.duty", Duty.FLYING.value, "another one in an aircraft that does not fly")


def _check_seating(war: MatValues) -> None:
    """Check that seats are filled in order, pilot before gunner, and that there are people for the empty seats."""
    step, sent = war.cursor["step"], war.mission["sent"]
    leads = war.decision == Decision.LEADER
    need(step < sent, "mats.mission.cursor", step, f"less than {sent}")
    need(war.decision == Decision.GUNNER or leads == (step == 0), "mats.mission.decision", war.decision, "the first")
    filled = (step + (war.decision == Decision.GUNNER), step)
    for role, name, places in zip(Role, ("pilot", "gunner"), filled, strict=True):
        seats = [bool(place) for place in war.aircraft[name]]
        expected = [slot < places for slot in range(SLOTS)]
        need(seats == expected, f"mats.aircraft.{name}", list(war.aircraft[name]), f"somebody in {places} aircraft")
        free = _free(war, war.people[role])
        need(free >= sent - places, f"mats.{name}s.duty", f"{free} who may fly", f"{sent - places} or more")


def _free(war: MatValues, people: Mapping[str, tuple[Any, ...]]) -> int:
    """Count the people of a role who can still get a seat, each level within its limit (8.9)."""
    free = 0
    limits = war.charts["flying_limit"][0].tolist()
    for level in range(Quality.GREEN, Quality.HERO + 1):
        duties = [duty for own, duty in zip(people["level"], people["duty"], strict=True) if own == level]
        ready, flying = duties.count(Duty.READY), duties.count(Duty.FLYING)
        free += ready if limits[level] >= SEATS else max(0, min(ready, limits[level] - flying))
    return free


def _check_loading(war: MatValues) -> None:
    """Check that every aircraft of the formation has a crew and a load, and count the special bombs."""
    mission, aircraft = war.mission, war.aircraft
    loads, special, carriers = aircraft["ordnance"], mission["special"], mission["carriers"]
    most = int(war.charts["carriers"][0, special])
    before = war.decision in (Decision.PAYLOAD, Decision.SPECIAL)
    need(special in (Payload.NONE, Payload.SC1000, Payload.SC1800), "mats.mission.special", special, "0, 3 or 4")
    need(not (before and special), "mats.mission.special", special, 0)
    need(carriers <= most, "mats.mission.carriers", carriers, f"at most {most}")
    asked = war.decision == Decision.CARRIER
    need(bool(carriers) == asked, "mats.mission.carriers", carriers, f"1 to {MOST_CARRIERS}" if asked else 0)
    loaded = war.decision != Decision.PAYLOAD
    need(bool(mission["payload"]) == loaded, "mats.mission.payload", mission["payload"], "a load once it is chosen")
    given = 0
    for slot in range(mission["sent"]):
        load = loads[slot]
        carries = bool(special) and load == special
        given += carries
        need(carries or load == mission["payload"], "mats.aircraft.ordnance", load, mission["payload"])
        need(aircraft["pilot"][slot], "mats.aircraft.pilot", 0, f"1 to {SEATS}")
        alone = carries and special == Payload.SC1800
        gunner = aircraft["gunner"][slot]
        need(alone != bool(gunner), "mats.aircraft.gunner", gunner, "0 with an SC1800, else somebody")
    need(given <= most - carriers, "mats.aircraft.ordnance", f"{given} special bombs", f"at most {most - carriers}")


def _check_flight(war: MatValues) -> None:
    """Check the formation's zone, moves and leader, and the subject of the decision."""
    mission, decision, phase = war.mission, war.decision, war.cursor["phase"]
    zone, target, moves, leg = mission["zone"], mission["target_zone"], mission["moves"], mission["leg"]
    need(leg in (Leg.OUT, Leg.HOME), "mats.mission.leg", leg, "1 or 2 in flight")
    run = phase in (Phase.ATTACK_RUN, Phase.ATTACK)
    low, high = (0, 0) if decision == Decision.RELIEF else (1, target)
    if run:
        low = target
    elif leg == Leg.OUT and phase != Phase.EN_ROUTE:
        high = target - 1
    need(low <= zone <= high, "mats.mission.zone", zone, f"{low} to {high}")
    if leg == Leg.OUT:
        need(moves == zone, "mats.mission.moves", moves, zone)
        need(not mission["aborted"], "mats.mission.aborted", mission["aborted"], 0)
        need(decision != Decision.RELIEF, "mats.mission.leg", leg, int(Leg.HOME))
    else:
        need(not run, "mats.mission.leg", leg, int(Leg.OUT))
        turned = (moves + zone) % 2 == 0 and zone < moves + zone <= 2 * target
        back = turned if mission["aborted"] else moves == 2 * target - zone
        need(back, "mats.mission.moves", moves, f"the moves from the airfield to zone {zone} on the way home")
    need(any(war.flying), "mats.aircraft.status", war.aircraft["status"], "an aircraft in flight")
    leader = mission["leader"]
    if decision == Decision.NEW_LEADER:
        need(not leader, "mats.mission.leader", leader, 0)
    else:
        need(
            leader and war.flying[to_index(leader)], "mats.mission.leader", leader, "the slot of an aircraft in flight"
        )
    pilots = war.people[Role.PILOT]["duty"]
    for slot, flies in enumerate(war.flying):
        pilot = war.aircraft["pilot"][slot]
        has_pilot = pilot and pilots[to_index(pilot)] == Duty.FLYING
        need(not flies or has_pilot, "mats.aircraft.pilot", pilot, "a pilot in flight in an aircraft in flight")
    _check_encounter(war)


def _check_encounter(war: MatValues) -> None:
    """Refuse an encounter or drawn cards that do not fit the open decision."""
    mission, decision, subject = war.mission, war.decision, war.cursor["subject"]
    if decision in (Decision.TURN_BACK, Decision.ATTACK):
        need(war.flying[to_index(subject)], "mats.mission.subject", subject, "the slot of an aircraft in flight")
    if decision == Decision.TURN_BACK:
        wants = war.aircraft["wants_home"][to_index(subject)]
        need(wants, "mats.aircraft.wants_home", wants, "1 for the aircraft that is asked")
    if decision == Decision.ATTACK:
        present, attacked = war.aircraft["present"][to_index(subject)], war.aircraft["attacked"][to_index(subject)]
        need(present, "mats.aircraft.present", present, "1 for the aircraft that attacks")
        need(not attacked, "mats.aircraft.attacked", attacked, "0 for the aircraft that attacks")
    if decision == Decision.AIR_TO_AIR:
        need(mission["fighters"] > 0, "mats.mission.fighters", mission["fighters"], "1 or more")
    effects, amounts, card = war.charts["event"][0], war.charts["event_amount"][0], mission["last_card"]
    if decision == Decision.EVENT:
        names = card and effects[to_index(card)] == Effect.RELIEVE_NAMED_PERSON
        need(names, "mats.mission.last_card", card, "a card that relieves a person")
    drawn = mission["drawn"].astype(bool)
    ambush = int(amounts[drawn & (effects == Effect.AMBUSH)].sum())
    need(mission["ambush"] <= ambush, "mats.mission.ambush", mission["ambush"], f"0 to {ambush}")
    fire, got = int(amounts[drawn & (effects == Effect.ANTI_AIRCRAFT)].sum()), mission["anti_aircraft_card"]
    need(got == fire, f"mats.{FILE_NAMES['mission.anti_aircraft_card']}", got, fire)
