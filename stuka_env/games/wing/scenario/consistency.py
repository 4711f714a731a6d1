"""Checks that the values of a mat fit each other, for states of unknown origin and set-ups by hand.

The ranges of single numbers are checked before. The rules rely on these relations: fields are limits of loops, and
indices of arrays without a bounds check.
"""

from collections.abc import Mapping
from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.declared.values import need
from stuka_env.games.wing.codes import (
    NOBODY,
    PLACES,
    SEATS,
    Decision,
    Departure,
    Gone,
    Leg,
    Phase,
    Status,
)
from stuka_env.games.wing.rules.bombing import points_of
from stuka_env.games.wing.rules.mat import Opponents
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.position.blocks import MatValues, Stages, check_stages

AFTER_DAMAGE = (Phase.FLAK_FIRE, Phase.STRIKE)
PHASES: Mapping[int, tuple[Phase, ...]] = {
    Decision.OVER: (Phase.OVER,),
    Decision.CREW: (Phase.SEAT,),
    Decision.BOMBER: (Phase.BOMBER,),
    Decision.MOVE: (Phase.TURN,),
    Decision.RENDEZVOUS: (Phase.SITE,),
    Decision.FLAK: (Phase.FLAK,),
    Decision.INTERCEPTED: (Phase.FORCED,),
    Decision.JOIN: (Phase.BOMBERS,),
    Decision.PRESS: (Phase.BOMBERS,),
    Decision.COVER: (Phase.STRIKE,),
    Decision.SAVE: (Phase.LEAVE,),
    Decision.STRAGGLER: (Phase.DEPARTURE,),
    Decision.ALTITUDE: (Phase.RUN_FLAK,),
    Decision.RUN: (Phase.BOMBS,),
    Decision.ACE: (Phase.FIGHT, Phase.SECOND_FIGHT),
}
"""The phases in which a decision can be open."""
AFTER_LOSS = (Phase.CHECKS, Phase.MOVE, Phase.CREW_DAMAGE, *AFTER_DAMAGE)
"""Steps after a loss."""
ON_THE_GROUND = (Decision.CREW, Decision.BOMBER)
WITH_INTERCEPTORS = (Decision.INTERCEPTED, Decision.JOIN, Decision.PRESS, Decision.COVER, Decision.ACE)
ABOUT_A_LOSS = (Decision.SAVE, Decision.STRAGGLER)
OVER_THE_TARGET = (Decision.ALTITUDE, Decision.RUN)
IN_FLIGHT = tuple(decision for decision in Decision if decision not in ON_THE_GROUND)
STAGES: Stages = {
    "route": IN_FLIGHT,
    "escorts": IN_FLIGHT,
    **dict.fromkeys(("escorts.offered_type", "escorts.offered", "escorts.offered_ace"), (Decision.RENDEZVOUS,)),
    **{f"enemy.{name}": (*WITH_INTERCEPTORS, *ABOUT_A_LOSS) for name in Opponents.dtype.names or ()},
    "enemy.flak_level": (Decision.FLAK, Decision.ALTITUDE, *ABOUT_A_LOSS),
    "attacks": (Decision.COVER, *ABOUT_A_LOSS),
    **dict.fromkeys(("mission.bombed", "mission.hits", "mission.target", "mission.points", "seats.gone"), IN_FLIGHT),
}
"""Decisions at which a block or a field is not empty, before the end."""
EMPTY = dict.fromkeys(("escorts.type", "escorts.offered_type", "enemy.model", "attacks.seat"), NOBODY)
"""Numbers of empty fields that are not 0."""


def check_mat(spec: WarSpec, charts: Any, snapshot: Any) -> None:
    """Check the mat and the log of a snapshot of one war.

    Raises:
        ConsistencyError: play cannot have made the mat; the message names the first value that does not fit.
    """
    war = MatValues(spec, charts, snapshot)
    _check_frame(war)
    over = bool(war["track"]["over"])
    war.need("track.over", over == (war.decision == Decision.OVER), "1 to 3 at the end, else 0")
    if over:
        _check_phase(war, PHASES[Decision.OVER])
    else:
        _check_open(war)


def check_laid_out(spec: WarSpec, charts: Any, snapshot: Any) -> None:
    """Check the mat and the log of a war that has been laid out by hand and not yet played.

    Raises:
        ConsistencyError: the rules cannot play from it; the message names the first value that does not fit.
    """
    war = MatValues(spec, charts, snapshot)
    _check_frame(war)
    war.zero("track.over")
    if war.decision:
        _check_open(war)
        return
    _check_points(war)
    _check_phase(war, (Phase.NEW_MISSION,))
    _check_ready(war)


def _check_frame(war: MatValues) -> None:
    """Check the plan, the track, the hand and the strength of the squadron."""
    for name, value in war.spec.codes().items():
        war.equals(f"plan.{name}", value)
    _check_track(war)
    held = int(war["luck"]["counters"].sum())
    war.need("luck.counters", held <= war.charts["hand"], f"at most {war.charts['hand']} in all")
    for name in ("bombers", "crews"):
        count, most = sum(status != Status.NONE for status in war[name]["status"]), war.charts[f"most_{name}"]
        war.need(f"{name}.status", count <= most, f"at most {most} {name}", count)


def _check_phase(war: MatValues, allowed: tuple[Phase, ...]) -> None:
    war.need("cursor.phase", war["cursor"]["phase"] in allowed, ", ".join(str(int(phase)) for phase in allowed))


def _check_ready(war: MatValues) -> None:
    """Check that somebody can fly (ruling X69)."""
    for name in ("bombers", "crews"):
        war.need(f"{name}.status", Status.READY in war[name]["status"], "one that is ready")


def _check_points(war: MatValues) -> None:
    """Check that the points have not ended the campaign."""
    war.within("track.points", int(war.charts["defeat_at"]) + 1, int(war.charts["victory_at"]) - 1)


def _check_open(war: MatValues) -> None:
    war.need("cursor.decision", war.decision in PHASES, "an open decision")
    _check_phase(war, PHASES[war.decision])
    _check_points(war)
    check_stages(war, STAGES, EMPTY)
    _check_mission(war)
    (_check_ground if war.decision in ON_THE_GROUND else _check_flight)(war)
    risen = int(war.snapshot.logs["lines"]["crews_up"][0, war["track"]["logged"]])
    need(not risen, "logs.lines.crews_up", risen, "0 in a mission that goes on")


def _check_track(war: MatValues) -> None:
    """Check the track: its boxes, the missions on the log, and a deck that is not empty."""
    track = war["track"]
    war.within("track.box", track["first"], track["last"])
    begun = track["box"] - track["first"]
    war.equals("track.logged", begun + bool(track["over"]))
    years = {int(year) for year in war.charts["cards"]["year"][1:]}
    war.need("track.deck", any(track["deck"] & (1 << year) for year in years), "a year with cards")
    unwritten = war.snapshot.logs["lines"][0, track["logged"] + 1 :].tobytes()
    need(not unwritten.strip(b"\0"), "logs.lines", f"more than {track['logged'] + 1} lines", track["logged"] + 1)


def _check_mission(war: MatValues) -> None:
    mission, seats = war["mission"], war["seats"]
    war.within("mission.card", 1, len(war.charts["cards"]) - 1)
    card = war.charts["cards"][mission["card"]]
    war.equals("mission.required", card["bombers"])
    war.within("mission.place", 0, mission["required"])
    used = mission["place"]
    half = int(war.decision == Decision.BOMBER)
    for kind, count in (("crew", used + half), ("bomber", used)):
        chosen = seats[kind][:count]
        distinct = len(set(chosen)) == count and NOBODY not in chosen
        war.need(f"seats.{kind}", distinct, f"{count} different slots, then -1", seats[kind])
        war.need(f"seats.{kind}", set(seats[kind][count:]) <= {NOBODY}, f"-1 after {count} seats", seats[kind])
    for index in range(SEATS):
        gone = seats["gone"][index]
        for kind, rows in (("crew", war["crews"]), ("bomber", war["bombers"])):
            slot = seats[kind][index]
            if slot >= 0:
                expected = Status.NONE if gone == Gone.LOST else Status.FLYING
                war.need(f"{kind}s.status", rows["status"][slot] == expected, f"{expected} in slot {slot}")


def _check_ground(war: MatValues) -> None:
    war.equals("mission.leg", Leg.GROUND)
    if war.decision == Decision.CREW:
        _check_ready(war)
    war.zero("mission.sent")
    war.zero("mission.missing")
    for index in range(war["mission"]["place"]):
        place = war["seats"]["element"][index], war["seats"]["place"][index]
        war.need("seats.place", place == divmod(index, PLACES), "places in their order before take-off")
    war.need("mission.place", war["mission"]["place"] < war["mission"]["required"], "a place that is to be filled")
    subject = war["seats"]["crew"][war["mission"]["place"]]
    war.equals("cursor.subject", subject if war.decision == Decision.BOMBER else NOBODY)


def _check_flight(war: MatValues) -> None:
    """Check the formation, the route, escorts and what the decision is about."""
    _check_formation(war)
    _check_route(war)
    _check_escorts(war)
    enemy = war["enemy"]
    if war.decision in WITH_INTERCEPTORS:
        war.need("enemy.model", enemy["model"] >= 0, "0 to 3 in a combat")
        war.within("enemy.left", 1, enemy["number"])
    war.at_most("enemy.aces_left", enemy["left"])
    war.at_most("work.aces", enemy["number"])
    if war.decision == Decision.ALTITUDE:
        war.equals("enemy.flak_level", max(1, int(war.charts["boxes"]["flak"][war["mission"]["box"]])))
    if war.decision == Decision.FLAK:
        war.within("enemy.flak_level", 1, 3)
        war.need("work.after_flak", war["work"]["after_flak"] in (Phase.EVENT, Phase.AIM), "13, 28")
    if war.decision in ABOUT_A_LOSS:
        _check_loss(war)
    _check_attacks(war)


def _check_formation(war: MatValues) -> None:
    """Check places and losses of the formation."""
    mission, seats = war["mission"], war["seats"]
    war.equals("mission.sent", mission["place"])
    war.equals("mission.short", mission["required"] - mission["sent"])
    gone = sum(one != Gone.NO for one in seats["gone"])
    war.need("seats.gone", set(seats["gone"]) <= {Gone.NO, Gone.HOME, Gone.LOST}, "0 to 2 in flight", seats["gone"])
    war.equals("mission.missing", gone)
    war.need("mission.missing", gone < mission["sent"], "fewer than took off")
    war.equals("mission.points", points_so_far(war.charts, mission, seats["gone"].count(Gone.LOST)))
    war.equals("mission.threshold", war.charts["loose_if"][mission["sent"]])
    places = [
        (seats["element"][index], seats["place"][index])
        for index in range(mission["sent"])
        if seats["gone"][index] == Gone.NO
    ]
    war.need("seats.place", len(set(places)) == len(places), "a place of its own for each bomber", seats["place"])
    most = max(element for element, _ in places) + 1
    war.within("mission.elements", most, 4)


def points_so_far(charts: Any, mission: Mapping[str, int], lost: int) -> int:
    """Return the points of a mission that is flown: of bombers short and lost, and of a target that was bombed."""
    target = plain(points_of)(int(charts["cards"]["value"][mission["card"]]), int(mission["target"]))
    return target + mission["short"] * int(charts["points_short"]) + lost * int(charts["points_lost"])


def _check_route(war: MatValues) -> None:
    """Check leg, goal and moves: the goal can be reached in time (ruling X77)."""
    mission, boxes = war["mission"], war.charts["boxes"]
    target = int(war.charts["cards"]["box"][mission["card"]])
    is_over_target = war.decision in OVER_THE_TARGET or mission["leg"] == Leg.TARGET
    allowed = (Leg.TARGET,) if is_over_target else (Leg.OUT, Leg.HOME)
    war.need("mission.leg", mission["leg"] in allowed, ", ".join(str(int(leg)) for leg in allowed))
    war.equals("mission.goal", 0 if mission["leg"] == Leg.HOME else target)
    war.equals("mission.bombed", int(mission["leg"] == Leg.HOME))
    if mission["leg"] == Leg.TARGET:
        war.equals("mission.box", target)
    left = int(boxes["distance"][mission["box"]][mission["goal"]])
    war.need("mission.moves", mission["moves"] + left <= mission["limit"], f"at most {mission['limit'] - left}")
    if war.decision == Decision.MOVE:
        war.need("mission.box", left > 0, "another box than the goal")
        war.equals("mission.waiting", 0)


def _check_escorts(war: MatValues) -> None:
    """Check the types of escorts, and what the fight says about them."""
    escorts = war["escorts"]
    war.need("escorts.type", escorts["type"] >= 0, "0 to 2 in flight")
    count, most = escorts["ready"] + escorts["damaged"], war.charts["most_escorts"]
    war.need("escorts.ready", count <= most, f"at most {most} with the damaged ones")
    war.at_most("escorts.offered", most)
    if count:
        war.at_most("escorts.range_used", war.charts["stays"][escorts["type"]][war["track"]["box"]])
    war.need("escorts.offered_type", (escorts["offered_type"] >= 0) == (escorts["offered"] > 0), "a type if any come")
    if war.decision == Decision.RENDEZVOUS:
        war.need("escorts.offered", escorts["offered"] > 0, "1 to 8")
    war.at_most("escorts.ace", escorts["ready"])
    war.at_most("escorts.offered_ace", escorts["offered"])
    war.at_most("enemy.ace_fights", min(escorts["ace"], war["enemy"]["fighting"]))
    war.at_most("enemy.ace_free", min(escorts["ace"], war["enemy"]["free"]))
    if war.decision == Decision.ACE:
        war.equals("escorts.ace", 1)
        war.within("enemy.fighting", 1, escorts["ready"] - 1)
    if war.decision in (Decision.JOIN, Decision.PRESS):
        for name in ("must_fight",) if war.decision == Decision.JOIN else ("stay", "free"):
            war.at_most(f"enemy.{name}", escorts["ready"])
    war.at_most("enemy.covers", escorts["ready"])
    war.at_most("work.reserve", escorts["ready"])


def _check_loss(war: MatValues) -> None:
    seat = war["work"]["seat"]
    war.need("work.seat", 0 <= seat < war["mission"]["sent"], "the seat of the bomber")
    war.need("seats.gone", war["seats"]["gone"][seat] == Gone.NO, "0 for the bomber that leaves")
    war.equals("cursor.subject", war["seats"]["bomber"][seat])
    war.need("cursor.departure", war["cursor"]["departure"] != Departure.NONE, "1 or 2")
    war.need("work.after_loss", war["work"]["after_loss"] in AFTER_LOSS, "a step after a loss")
    for name in ("after_damage", "after_flak"):
        war.need(f"work.{name}", war["work"][name] in (0, *AFTER_DAMAGE, Phase.EVENT, Phase.AIM), "a step that follows")


def _check_attacks(war: MatValues) -> None:
    """Check the attacks of the wave: they stand at the beginning, each on a seat of the formation."""
    seats = list(war["attacks"]["seat"])
    count = sum(seat >= 0 for seat in seats)
    fits = all(seat >= 0 for seat in seats[:count]) and all(seat < war["mission"]["sent"] for seat in seats)
    war.need("attacks.seat", fits, "seats of the formation, then -1", seats)
    if war.decision == Decision.COVER:
        war.need("attacks.seat", count > 0, "an attack", seats)
