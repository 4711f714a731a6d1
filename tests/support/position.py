"""A mat laid out by hand, for tests that call one rule with strict dice.

Records come from ``mat``: what a compiled function returns to Python is a copy.

::

    game = Position(segment="1941-11").in_flight(aircraft=5, zone=2)
    with game.dice(C5=[10], C6=[6]):
        land(game.mat, game.table, 4)
    assert game.said(Entry.CRASHED)

Inside ``dice`` every roll must be planned and every planned roll must be made.
"""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from stuka_env.declared.tape import leftover_message, make_tape
from stuka_env.declared.values import bounds_of
from stuka_env.engine.engine import fault_error
from stuka_env.engine.table import JOURNAL_LENGTH
from stuka_env.game import game_named
from stuka_env.games.stuka.charts import LoadedCharts, load_charts
from stuka_env.games.stuka.codes import (
    ACTIONS,
    SEGMENT_NAMES,
    Chart,
    Duty,
    Entry,
    Fault,
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
from stuka_env.games.stuka.rules.mat import Mat
from stuka_env.games.stuka.rules.sequence import advance, lay_out
from stuka_env.games.stuka.rules.table import Dice, Journal, Table
from stuka_env.games.stuka.words.journal import SENTENCES

TAPE_FORM = game_named("stuka").engine.tape

BOUNDS = bounds_of(Mat.FIELDS)
OPERATION_OF = (0, 0, 0, 1, 1, 2)


class Position:
    """One war on the table: ``mat``, ``table`` and the ``mask`` of the open decision."""

    def __init__(
        self,
        segment: str = "1941-06",
        *,
        scale: Scale = Scale.OPERATION,
        regular: bool = True,
        seed: int = 0,
        charts: LoadedCharts | None = None,
        target: Target | None = None,
        zone: int = 4,
    ) -> None:
        """Lay out an episode in ``segment``; with ``target`` its first mission is set up, not rolled."""
        # Any: its record is NumPy's to a type checker, and the rules ask for charts.
        self.charts: Any = charts or load_charts()
        self.mats = np.zeros(1, Mat.dtype)
        self._dice = np.zeros(1, Dice.dtype)
        self._journal = np.zeros(1, Journal.dtype)
        self._journal[0]["capacity"] = JOURNAL_LENGTH
        self._dice[0]["key_low"] = seed
        self.mask: Any = np.zeros(ACTIONS, np.int8)
        self._tape = make_tape(TAPE_FORM, {}, self.charts)
        self.mat: Any = self.mats[0]
        place = SEGMENT_NAMES.index(segment)
        lay_out(self.mat, self.table, int(scale), OPERATION_OF[place], place, int(regular))
        if target is not None:
            self.mat.mission.set_up = 1
            self.mat.mission.target = target
            self.mat.mission.target_zone = zone

    @property
    def table(self) -> Table:
        """Dice, tape, charts and journal."""
        return Table(self._dice[0], self._tape[0], self.charts.record, self._journal[0])

    @contextmanager
    def dice(self, **planned: Any) -> Iterator[None]:
        """Inside, only these rolls may be made, and all of them must be."""
        self._tape = make_tape(TAPE_FORM, planned, self.charts)
        self._dice[0]["taped"] = self._dice[0]["strict"] = 1
        self._dice[0]["fault"] = Fault.NONE
        yield
        fault = Fault(int(self._dice[0]["fault"]))
        assert fault == Fault.NONE, fault_error(fault, Chart(int(self._dice[0]["fault_chart"])).name)
        assert not leftover_message(TAPE_FORM, self._tape[0]), leftover_message(TAPE_FORM, self._tape[0])
        self._dice[0]["taped"] = self._dice[0]["strict"] = 0
        self.check()

    def check(self) -> None:
        """Check that every number of the mat has its published range, and that the mask has 0 and 1 alone."""
        for path, (low, high) in BOUNDS.items():
            numbers = functools.reduce(lambda part, name: part[name], path.split("."), self.mats)
            assert numbers.min() >= low and numbers.max() <= high, f"{path}: {numbers}, allowed {low} to {high}"
        assert set(np.unique(self.mask)) <= {0, 1}

    def in_flight(
        self,
        aircraft: int = 5,
        zone: int = 2,
        leg: Leg = Leg.OUT,
        target: Target = Target.AIRFIELD,
        target_zone: int = 4,
        payload: Payload = Payload.SC500_SC50,
    ) -> "Position":
        """Put a formation into the air, one crew after the other in roster order, its leader in slot 1."""
        mission = self.mat.mission
        mission.target, mission.target_zone = target, target_zone
        mission.target_size = self.charts.record.target_size[target]
        mission.zone, mission.leg = zone, leg
        mission.moves = zone if leg == Leg.OUT else 2 * target_zone - zone
        mission.formation = Formation.STAFFEL if aircraft >= 4 else Formation.KETTE
        mission.sent, mission.leader, mission.payload = aircraft, 1, payload
        self.mat.cursor.phase = Phase.ZONE_DONE
        for slot in range(aircraft):
            card = self.mat.aircraft[slot]
            card.status, card.ordnance = Status.FLYING, payload
            card.pilot = card.gunner = slot + 1
            for who in (self.mat.pilots[slot], self.mat.gunners[slot]):
                who.duty, who.slot = Duty.FLYING, slot + 1
        return self

    def person(self, slot: int, role: Role) -> Any:
        """Return the person in a seat, dead or alive."""
        card = self.mat.aircraft[slot]
        return self.mat.pilots[card.pilot - 1] if role == Role.PILOT else self.mat.gunners[card.gunner - 1]

    def level(self, slot: int, pilot: Quality | None = None, gunner: Quality | None = None) -> None:
        """Set the levels of a crew."""
        if pilot is not None:
            self.person(slot, Role.PILOT).level = pilot
        if gunner is not None:
            self.person(slot, Role.GUNNER).level = gunner

    def stress(self, slot: int) -> tuple[int, int]:
        """Stress of pilot and gunner."""
        return int(self.person(slot, Role.PILOT).stress), int(self.person(slot, Role.GUNNER).stress)

    def advance(self) -> None:
        """Play on to the next decision."""
        advance(self.mat, self.table, self.mask)
        self.check()

    @property
    def journal(self) -> list[Any]:
        """Entries so far."""
        return list(self._journal[0]["entries"][: int(self._journal[0]["cursor"])])

    @property
    def sentences(self) -> list[str]:
        """Sentences of the journal so far."""
        return [entry.text for entry in SENTENCES.translate(self.journal, self.charts)]

    def said(self, kind: Entry, slot: int | None = None) -> list[Any]:
        """Return the journal entries of a kind, and of a slot if one is given."""
        return [e for e in self.journal if e["kind"] == kind and slot in (None, to_index(int(e["aircraft"])))]
