"""A campaign of the third game on its mat, with planned dice: for tests of the rules."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from stuka_env.declared.records import rows
from stuka_env.games.wing.charts import load_charts
from stuka_env.games.wing.charts.shape import Charts
from stuka_env.games.wing.codes import ACTIONS, ACTS, Act, Chart, Decision, Fault, Leg, Scale, Status
from stuka_env.games.wing.rules.campaign import lay_out
from stuka_env.games.wing.rules.crews import end_assignment
from stuka_env.games.wing.rules.ledger import Ledger, open_ledger, pay
from stuka_env.games.wing.rules.mat import Log, Mat
from stuka_env.games.wing.rules.movement import begin_leg
from stuka_env.games.wing.rules.sequence import advance, apply_action, next_step, write_mask
from stuka_env.games.wing.rules.table import Dice, Journal, Table, Tape
from tests.support.payments import payment_functions

clear_payment, _ = payment_functions("wing")

Roll = int | Sequence[int]
RUHR, ANTWERP, EINDHOVEN, KOBLENZ, FRANKFURT = 38, 17, 27, 45, 52
"""Boxes of the map."""


class Campaign:
    """A mat with everything beside it. Dice that are not planned are a fault once some are planned."""

    def __init__(self, seed: int = 1, scale: int = Scale.CAMPAIGN, *, journal: bool = False, **plan: int) -> None:
        charts: Any = np.zeros(1, Charts.dtype)
        charts[0] = load_charts().record
        self.charts = charts[0]
        self.mats = rows(1, Mat)
        self.mat: Any = self.mats[0]
        self.ledger: Any = rows(1, Ledger)[0]
        self.logs = rows(1, Log)
        self.table = Table(rows(1, Dice)[0], rows(1, Tape)[0], self.charts, rows(1, Journal)[0], self.logs[0])
        self.mask = np.zeros(ACTIONS, np.int8)
        self.rewards = 0.0
        self.mat.plan.scale = scale
        self.mat.plan.fatigue = 1
        for name, value in plan.items():
            setattr(self.mat.plan, name, value)
        self.table.dice.key_low = seed
        self.table.journal.capacity = journal
        lay_out(self.mat, self.table)
        open_ledger(self.mat, self.table, self.ledger)

    # --- setting up ---

    def dice(self, **rolls: Iterable[Roll]) -> "Campaign":
        """Plan the dice by chart; from now on a roll that is not planned is a fault."""
        tape, stop = self.table.tape, 0
        for chart in Chart:
            numbers = [
                face for roll in rolls.pop(chart.name, ()) for face in ([roll] if isinstance(roll, int) else roll)
            ]
            tape.start[chart] = tape.next[chart] = stop
            tape.values[stop : stop + len(numbers)] = numbers
            stop += len(numbers)
            tape.stop[chart] = stop
        assert not rolls, rolls
        self.table.dice.taped = self.table.dice.strict = 1
        return self

    def fly(self, levels: Sequence[int], box: int, *, card: int = 1, leg: int = Leg.OUT, track: int = 0) -> "Campaign":
        """Put a formation with crews of these levels into a box, before its next turn."""
        mat, mission = self.mat, self.mat.mission
        mat.track.box = track or mat.track.box
        mission.card, mission.required, mission.place = card, len(levels), len(levels)
        for seat, level in enumerate(levels):
            mat.seats[seat].crew = mat.seats[seat].bomber = seat
            mat.seats[seat].element, mat.seats[seat].place = divmod(seat, 3)
            mat.bombers[seat].status = mat.crews[seat].status = Status.FLYING
            mat.crews[seat].level = level
        end_assignment(mat, self.table)
        mat.escorts.type = 0
        mission.box = box
        begin_leg(mat, self.table, leg)
        mission.limit = 20
        return self

    def at(self, phase: int) -> "Campaign":
        """Set the next step, without an open decision."""
        self.mat.cursor.phase, self.mat.cursor.decision = phase, Decision.OVER
        return self

    # --- playing ---

    def step(self, phase: int) -> "Campaign":
        """Take the single step of a phase."""
        self.at(phase)
        next_step(self.mat, self.table)
        return self.checked()

    def go(self) -> "Campaign":
        """Play on to the next choice."""
        advance(self.mat, self.table, self.mask)
        self.checked()
        clear_payment(self.ledger)
        pay(self.mat, self.table, self.ledger)
        self.rewards += self.ledger.reward
        return self

    def until(self, phase: int) -> "Campaign":
        """Take steps until a phase comes; no decision may open before it."""
        while self.mat.cursor.phase != phase:
            assert self.mat.cursor.decision == Decision.OVER, Decision(self.mat.cursor.decision).name
            next_step(self.mat, self.table)
            self.checked()
        return self

    def take(self, verb: Act, argument: int | None = None) -> "Campaign":
        """Carry out a legal action without playing on."""
        action = ACTS.index_of(verb, verb.argument.first if argument is None else argument)
        write_mask(self.mat, self.table, self.mask)
        assert self.mask[action], f"{verb.name} {argument} in {Decision(self.decision).name}: {self.legal}"
        apply_action(self.mat, self.table, action)
        return self

    def act(self, verb: Act, argument: int | None = None) -> "Campaign":
        """Carry out a legal action, and play on."""
        return self.take(verb, argument).go()

    def checked(self) -> "Campaign":
        """Assert that no fault was found."""
        dice = self.table.dice
        assert dice.fault == Fault.NONE, f"{Fault(dice.fault).name} on {Chart(dice.fault_chart).name}"
        return self

    def assert_all_rolled(self) -> None:
        """Assert that every planned roll was made."""
        left = {chart.name for chart in Chart if self.table.tape.next[chart] != self.table.tape.stop[chart]}
        assert not left, left

    # --- looking ---

    @property
    def decision(self) -> int:
        """The code of the open decision."""
        return int(self.mat.cursor.decision)

    @property
    def phase(self) -> int:
        """The code of the next step."""
        return int(self.mat.cursor.phase)

    @property
    def legal(self) -> list[tuple[str, int]]:
        """The legal actions: verb and argument."""
        write_mask(self.mat, self.table, self.mask)
        return [(ACTS.actions[action].verb, ACTS.actions[action].argument) for action in np.flatnonzero(self.mask)]

    @property
    def line(self) -> Any:
        """The line of the log of the mission that is flown."""
        return self.table.log.lines[self.mat.track.logged]
