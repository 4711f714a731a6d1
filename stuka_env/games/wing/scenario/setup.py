"""Campaigns laid out by hand: any field of the mat that a player sees, by the names of its blocks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stuka_env.compiling.plain import plain
from stuka_env.declared.records import Rows
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import PLACES, Decision, Gone, Leg, Status, Target
from stuka_env.games.wing.rules.bombing import result_of, run_level
from stuka_env.games.wing.rules.campaign import deal_deck
from stuka_env.games.wing.rules.crews import counts_as_tired
from stuka_env.games.wing.rules.mat import Mat, Plan
from stuka_env.games.wing.rules.table import Table
from stuka_env.games.wing.scenario.consistency import PHASES, points_so_far
from stuka_env.games.wing.scenario.plan import WarSpec
from stuka_env.position.blocks import read_blocks, write_blocks, write_fields

OPENS = (Decision.CREW, Decision.MOVE, Decision.ALTITUDE)
"""Decisions at which a set-up can begin (ruling X54); without one a mission begins."""
NOT_LAID_OUT = ("plan", "work")
"""Blocks that a set-up does not have: the arguments of the environment, and the hidden one."""


@dataclass(frozen=True)
class Setup:
    """A checked set-up: the plan of the episode, and the values of the fields that it names."""

    plan: Rows[Plan]
    blocks: Mapping[str, Any]
    charts: LoadedCharts

    def apply(self, mat: Any) -> None:
        """Write the set-up to a mat that has been laid out for an episode and not yet played."""
        write_blocks(mat, self.blocks)
        self._deal_decks(mat)
        decision = int(mat.cursor.decision)
        if decision in OPENS:
            mat.cursor.phase = PHASES[decision][0]
            self._complete(mat, decision)

    def _deal_decks(self, mat: Any) -> None:
        """Write the deck of the box of the track, where it is not named."""
        named = self.blocks.get("track", {})
        if "box" in named and "deck" not in named:
            nothing: Any = None
            charts: Any = self.charts.record
            table = Table(nothing, nothing, charts, nothing, nothing)
            for box in range(int(mat.track.first), int(mat.track.box) + 1):
                mat.track.box = box
                plain(deal_deck)(mat, table)

    def _complete(self, mat: Any, decision: int) -> None:
        """Write what follows from the fields that are named, where it is not named itself."""
        named = self.blocks.get("mission", {})
        derived = self._mission_of(mat, decision)
        write_fields(mat.mission, {name: value for name, value in derived.items() if name not in named})
        if decision != Decision.CREW and mat.escorts.type < 0:
            mat.escorts.type = self.charts.record["escort_type"][mat.track.box][1]
        places = list(self.blocks.get("seats", ()))
        for index, entry in enumerate(places[: int(mat.mission.place)]):
            seat = mat.seats[index]
            if "element" not in entry and "place" not in entry:
                seat.element, seat.place = divmod(index, PLACES)
            if "tired" not in entry:
                seat.tired = plain(counts_as_tired)(mat, self.charts.record, int(seat.crew))
            if seat.gone != Gone.NO:
                seat.damaged = 1
            status = Status.NONE if seat.gone == Gone.LOST else Status.FLYING
            mat.bombers[seat.bomber].status = mat.crews[seat.crew].status = status
        present = [seat for seat in mat.seats if seat.bomber >= 0 and seat.gone == Gone.NO]
        if "elements" not in named and decision != Decision.CREW:
            mat.mission.elements = max((int(seat.element) for seat in present), default=0) + 1
        if decision == Decision.ALTITUDE:
            mat.enemy.flak_level = plain(run_level)(mat, self.charts.record)

    def _mission_of(self, mat: Any, decision: int) -> dict[str, int]:
        """Return fields of a mission that follow from its card, its seats and its leg."""
        charts, mission = self.charts.record, mat.mission
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
        derived["target"] = int(self.blocks.get("mission", {}).get("target", hits))
        so_far = {"card": int(mission.card), "target": derived["target"], "short": derived["short"]}
        return derived | {"points": points_so_far(charts, so_far, lost)}


def make_setup(given: Any, spec: WarSpec) -> Setup:
    """Check the mapping ``given`` and return it as a set-up for an episode of this kind of war.

    Raises:
        ValueError: a key or a value is not allowed; the message names it, its value and the allowed values.
    """
    return Setup(plan=spec.plan(), blocks=read_blocks(given, Mat, NOT_LAID_OUT), charts=spec.charts)
