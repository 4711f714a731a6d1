"""Checks of a mat that anyone can have written: the relations on which the rules rely."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from stuka_env.declared.values import need
from stuka_env.games.support.charts.shape import MOST_REDS
from stuka_env.games.support.codes import (
    COUNTERS,
    FIGHT_TURNS,
    GOALS,
    HEXES,
    MOST_POINTS,
    NOBODY,
    PLANES,
    SIDE_PLANES,
    TURNS,
    UNITS,
    Decision,
    Gone,
    Kind,
    Phase,
    Scale,
    Side,
    Status,
    Style,
)
from stuka_env.games.support.rules.ledger import POINT_PARTS
from stuka_env.position.blocks import MatValues

PHASES = {
    Decision.OBSERVE: Phase.PREPARE, Decision.BATTERY: Phase.PREPARE, Decision.JETTISON: Phase.JETTISON,
    Decision.ENGAGE: Phase.ENGAGE, Decision.ATTACK: Phase.ATTACKS, Decision.STYLE: Phase.APPROACH,
    Decision.APPROACH: Phase.CHECK, Decision.DUMMY: Phase.DUMMY, Decision.TARGET: Phase.TARGETS,
    Decision.AGAIN: Phase.SHOOT, Decision.RECALL: Phase.RECALLS,
}  # fmt: skip
"""The step that follows each decision; after FIRE it is one of :data:`FIRE_PHASES`."""
FIRE_PHASES = {Style.STRAFE: (Phase.RUN,), Style.DIVE: (Phase.OVER_TARGET, Phase.PULL_OUT)}
WITHOUT_PLANE = (Decision.OVER, Decision.OBSERVE, Decision.BATTERY)
"""Decisions that are no aircraft's."""
LEFT_FIELDS = (("units", "place"), ("units", "gone"), ("planes", "status"))
"""The fields that tell who is left."""
IN_RUN = (Decision.STYLE, Decision.APPROACH, Decision.DUMMY, Decision.FIRE)
ON_COURSE = (Decision.DUMMY, Decision.FIRE)
"""Decisions of an attack, and those of an attack whose direction is chosen."""
OF_BOTH_SIDES = (Decision.TARGET, Decision.AGAIN, Decision.RECALL)
"""Decisions in a loop over the aircraft of both sides; the side that began comes first."""
PLACE_TAKEN = (Decision.JETTISON, Decision.ENGAGE, Decision.TARGET, Decision.RECALL)
"""Decisions at which the loop over the aircraft already stands at the next one."""


def check(war: MatValues) -> None:
    """Check what the rules rely on in a mat at a decision.

    Raises:
        ConsistencyError: the message names the first value that does not fit.
    """
    is_battle = war["plan"]["scale"] == Scale.BATTLE
    drawn, scenario = war["plan"]["scenario"], war["battle"]["scenario"]
    fits = scenario == drawn or drawn == 0 and scenario > 0 if is_battle else scenario == 0
    war.need("battle.scenario", fits, "that of the environment")
    decision = Decision(war.decision)
    war.within("battle.turn", 1, TURNS if is_battle else FIGHT_TURNS)
    _check_points(war)
    if decision == Decision.OVER:
        return
    _check_units(war)
    _check_battery(war, decision)
    phases = FIRE_PHASES[Style(war["run"]["style"])] if decision == Decision.FIRE else (PHASES[decision],)
    war.need("cursor.phase", war["cursor"]["phase"] in phases, f"one of {', '.join(map(str, map(int, phases)))}")
    subject, status = war["cursor"]["subject"], war["planes"]["status"]
    is_plane = decision not in WITHOUT_PLANE
    fits = 0 <= subject < SIDE_PLANES and status[subject] == Status.FLYING if is_plane else subject == NOBODY
    war.need("cursor.subject", fits, "the own aircraft over the map that is asked" if is_plane else "-1")
    if is_plane:
        _check_loop(war, decision)
    war.need("run.target", (decision in IN_RUN) == (war["run"]["target"] >= 0), "a hex in an attack, else -1")
    war.need("run.course", (decision in ON_COURSE) == (war["run"]["course"] >= 0), "a direction in an attack, else -1")


def _check_loop(war: MatValues, decision: Decision) -> None:
    """Check that the loop over the aircraft stands at the one that is asked, or behind it."""
    first = int(war["work"]["side"]) * SIDE_PLANES if decision in OF_BOTH_SIDES else 0
    if decision not in (*OF_BOTH_SIDES, Decision.JETTISON):
        war.equals("work.side", int(Side.PLAYER))
    war.equals("work.index", (int(war["cursor"]["subject"]) - first) % PLANES + (decision in PLACE_TAKEN))


def _check_points(war: MatValues) -> None:
    """Check that the points leave room for those that play can add: units and aircraft that are left, and goals."""
    places, gone, status = (np.asarray(war[block][name]) for block, name in LEFT_FIELDS)
    charts, battle = war.charts, war["battle"]
    kinds = [*war["hidden"]["kinds"], *war["units"]["kind"][COUNTERS:]]
    worth = charts["units"]["points"][kinds] * ((places >= 0) & (gone == Gone.NO))
    goals, exits = GOALS * int(charts["goal_points"]), COUNTERS * int(charts["exit_points"])

    def still(own_units: Any, own_planes: Any) -> int:
        planes = int((own_planes == Status.FLYING).sum() + (own_planes == Status.NONE).sum())
        return int(own_units.sum()) + planes * int(charts["plane_points"]) + goals

    low, high = -MOST_POINTS, MOST_POINTS
    if war.decision != Decision.OVER:
        low += still(worth[COUNTERS:], status[:SIDE_PLANES]) + exits
        high -= still(worth[:COUNTERS], status[SIDE_PLANES:])
    parts = [int(battle[name]) for name in POINT_PARTS]
    for name, points in (*zip(POINT_PARTS, parts, strict=True), ("points", sum(parts))):
        war.need(f"battle.{name}", low <= points <= high, f"{low} to {high}, with what play can add", points)


def _check_units(war: MatValues) -> None:
    """Check that kinds that are known are the true ones, that own units are known, and the steps that are lost."""
    kinds, places, lost = war["units"]["kind"], war["units"]["place"], war["units"]["lost"]
    for unit in range(UNITS):
        if places[unit] < 0:
            continue
        hidden = war["hidden"]["kinds"][unit] if unit < COUNTERS else kinds[unit]
        war.need(
            "units.kind", kinds[unit] in (hidden, NOBODY) and hidden >= 0, "the true kind, or -1 of a counter", kinds
        )
        steps = war.charts["units"]["steps"][hidden]
        is_whole = lost[unit] <= steps and (lost[unit] < steps or war["units"]["gone"][unit] > 0)
        war.need("units.lost", is_whole, "fewer than the steps of a unit on the map", lost)
        if war["units"]["broken"][unit]:
            war.need("units.broken", hidden != Kind.DUMMY, "0 for a dummy", war["units"]["broken"])


def _check_battery(war: MatValues, decision: Decision) -> None:
    """Check that the battery is closed before its cards run out (S132), and that shells have an aim."""
    battery = war["battery"]
    if battery["on"]:
        war.need("battery.red", battery["red"] + battery["reds"] >= MOST_REDS, f"{MOST_REDS} with those drawn, or more")
    if decision == Decision.OBSERVE:
        war.equals("battery.on", 1)
        war.within("battery.reds", 0, MOST_REDS - 1)
    if decision == Decision.BATTERY:
        war.within("battery.aim", 0, HEXES - 1)


def check_ledger(spec: Any, snapshot: Any, ledger: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    """Refuse payments beyond the points on the mat; those before the first decision are paid with the first reward."""
    for name in POINT_PARTS:
        low, high = min(0, again[name]), max(0, again[name])
        need(low <= ledger[name] <= high, f"reports.{name}", ledger[name], f"{low} to {high}")
