"""Campaigns laid out by hand: any field of the mat that a player sees, by the names of its blocks."""

from collections.abc import Mapping
from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import PLACES, Decision, Gone, Leg, Status, Target
from stuka_env.games.wing.rules.bombing import result_of, run_level
from stuka_env.games.wing.rules.campaign import deal_deck
from stuka_env.games.wing.rules.crews import counts_as_tired
from stuka_env.games.wing.rules.mat import Mat
from stuka_env.games.wing.rules.table import Table
from stuka_env.games.wing.scenario.consistency import PHASES, points_so_far
from stuka_env.position.blocks import setup_maker, write_blocks, write_fields

OPENS = (Decision.CREW, Decision.MOVE, Decision.ALTITUDE)
"""Decisions at which a set-up can begin (ruling X54); without one a mission begins."""


def lay(mat: Any, blocks: Mapping[str, Any], charts: LoadedCharts) -> None:
    """Write the values of a set-up to a mat, and what follows from them."""
    write_blocks(mat, blocks)
    _deal_decks(mat, blocks, charts)
    decision = int(mat.cursor.decision)
    if decision in OPENS:
        mat.cursor.phase = PHASES[decision][0]
        _complete(mat, decision, blocks, charts)


def _deal_decks(mat: Any, blocks: Mapping[str, Any], loaded: LoadedCharts) -> None:
    """Write the deck of the box of the track, where it is not named."""
    named = blocks.get("track", {})
    if "box" in named and "deck" not in named:
        nothing: Any = None
        charts: Any = loaded.record
        table = Table(nothing, nothing, charts, nothing, nothing)
        for box in range(int(mat.track.first), int(mat.track.box) + 1):
            mat.track.box = box
            plain(deal_deck)(mat, table)


def _complete(mat: Any, decision: int, blocks: Mapping[str, Any], loaded: LoadedCharts) -> None:
    """Write what follows from the fields that are named, where it is not named itself."""
    named = blocks.get("mission", {})
    derived = _mission_of(mat, decision, blocks, loaded)
    write_fields(mat.mission, {name: value for name, value in derived.items() if name not in named})
    if decision != Decision.CREW and mat.escorts.type < 0:
        mat.escorts.type = loaded.record["escort_type"][mat.track.box][1]
    places = list(blocks.get("seats", ()))
    for index, entry in enumerate(places[: int(mat.mission.place)]):
        seat = mat.seats[index]
        if "element" not in entry and "place" not in entry:
            seat.element, seat.place = divmod(index, PLACES)
        if "tired" not in entry:
            seat.tired = plain(counts_as_tired)(mat, loaded.record, int(seat.crew))
        if seat.gone != Gone.NO:
            seat.damaged = 1
        status = Status.NONE if seat.gone == Gone.LOST else Status.FLYING
        mat.bombers[seat.bomber].status = mat.crews[seat.crew].status = status
    present = [seat for seat in mat.seats if seat.bomber >= 0 and seat.gone == Gone.NO]
    if "elements" not in named and decision != Decision.CREW:
        mat.mission.elements = max((int(seat.element) for seat in present), default=0) + 1
    if decision == Decision.ALTITUDE:
        mat.enemy.flak_level = plain(run_level)(mat, loaded.record)


def _mission_of(mat: Any, decision: int, blocks: Mapping[str, Any], loaded: LoadedCharts) -> dict[str, int]:
    """Return fields of a mission that follow from its card, its seats and its leg."""
    charts, mission = loaded.record, mat.mission
    card = charts["cards"][mission.card]
    filled = int((mat.seats["bomber"] >= 0).sum())
    derived = {"required": int(card["bombers"]), "place": filled, "goal": int(card["box"])}
    if decision == Decision.CREW:
        return derived
    leg = int(mission.leg) or int(Leg.TARGET if decision == Decision.ALTITUDE else Leg.OUT)
    goal = 0 if leg == Leg.HOME else int(card["box"])
    start = int(card["box"]) if leg == Leg.HOME else 0
    box = int(card["box"]) if leg == Leg.TARGET else int(mission.box)
    way = charts["boxes"]["distance"][start]
    derived |= {
        "sent": filled, "short": max(0, int(card["bombers"]) - filled), "leg": leg, "box": box, "goal": goal,
        "bombed": int(leg == Leg.HOME), "moves": int(way[box]), "limit": int(way[goal]) + int(charts["slack"]),
        "missing": int((mat.seats["gone"] != Gone.NO).sum()), "threshold": int(charts["loose_if"][filled]),
    }  # fmt: skip
    lost = int((mat.seats["gone"] == Gone.LOST).sum())
    hits = plain(result_of)(int(mission.hits), int(card["hits"])) if derived["bombed"] else Target.MISSED
    derived["target"] = int(blocks.get("mission", {}).get("target", hits))
    so_far = {"card": int(mission.card), "target": derived["target"], "short": derived["short"]}
    return derived | {"points": points_so_far(charts, so_far, lost)}


make_setup = setup_maker(Mat, ("plan", "work"), lay)
"""Check a set-up. The plan is that of the arguments, and the hidden block is no part of one."""
