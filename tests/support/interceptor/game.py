"""One career of the second game on its mat, with planned dice: for tests of the rules."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from stuka_env.declared.records import rows
from stuka_env.games.interceptor.charts import load_charts
from stuka_env.games.interceptor.charts.shape import Charts
from stuka_env.games.interceptor.codes import (
    ACTIONS,
    CARDS,
    Act,
    Bomber,
    Chart,
    Decision,
    Enemy,
    Entry,
    Fault,
    Model,
    Orientation,
    Phase,
    Range,
    Scale,
    TargetZone,
    Zone,
)
from stuka_env.games.interceptor.engine import advance, apply_action
from stuka_env.games.interceptor.rules import aircraft, fighters
from stuka_env.games.interceptor.rules.ledger import Ledger, open_ledger, pay
from stuka_env.games.interceptor.rules.mat import Log, Mat
from stuka_env.games.interceptor.rules.sequence import write_mask
from stuka_env.games.interceptor.rules.sortie import new_line
from stuka_env.games.interceptor.rules.start import lay_out
from stuka_env.games.interceptor.rules.table import SHUFFLE, Dice, Journal, Table, Tape
from tests.support.payments import payment_functions

clear_payment, _ = payment_functions("interceptor")

DIE = 6
ACTS = tuple(Act)
Roll = int | str | Sequence[int]


def faces_of(chart: Chart, roll: Roll) -> list[int]:
    """Return the numbers of one planned roll: faces as given, a total of two dice split, B6 as tens and ones."""
    if isinstance(roll, str):
        assert chart == Chart.CARD and roll == "shuffle", roll
        return [SHUFFLE]
    if not isinstance(roll, int):
        return list(roll)
    if chart == Chart.B6:
        return [roll // 10, roll % 10]
    if len(chart.dice) == 2:
        first = max(1, roll - DIE)
        return [first, roll - first]
    return [roll]


def pick(place: int) -> Act:
    """Return the action that picks the row ``place``, from 0, of the list on the table."""
    return ACTS[Act.PICK_1 + place]


class Game:
    """A mat with everything beside it. Dice that are not planned are a fault once some are planned."""

    def __init__(
        self, seed: int = 1, scale: int = Scale.CAREER, month: int = 0, track: int = 0, **settings: int
    ) -> None:
        charts: Any = np.zeros(1, Charts.dtype)
        charts[0] = load_charts().record
        self.charts = charts[0]
        self.mats = rows(1, Mat)
        self.mat: Any = self.mats[0]
        self.ledger: Any = rows(1, Ledger)[0]
        self.table = Table(rows(1, Dice)[0], rows(1, Tape)[0], self.charts, rows(1, Journal)[0], rows(1, Log)[0])
        self.mask = np.zeros(ACTIONS, np.int8)
        self.rewards = 0.0
        mat = self.mat
        mat.settings.scale, mat.settings.month, mat.settings.track = scale, month, track
        for name, value in settings.items():
            setattr(mat.settings, name, value)
        self.table.dice.key_low = seed
        lay_out(mat, self.table)
        open_ledger(mat, self.table, self.ledger)

    # --- setting up ---

    def plan(self, **rolls: Iterable[Roll]) -> "Game":
        """Plan the dice by chart; from now on a roll that is not planned is a fault."""
        tape, stop = self.table.tape, 0
        for chart in Chart:
            numbers = [face for roll in rolls.pop(chart.name, ()) for face in faces_of(chart, roll)]
            tape.start[chart] = tape.next[chart] = stop
            tape.values[stop : stop + len(numbers)] = numbers
            stop += len(numbers)
            tape.stop[chart] = stop
        assert not rolls, rolls
        self.table.dice.taped = self.table.dice.strict = 1
        return self

    def rolled(self, chart: Chart) -> int:
        """Return the number of planned numbers of a chart that have been used."""
        return int(self.table.tape.next[chart] - self.table.tape.start[chart])

    def assert_all_rolled(self) -> None:
        """Assert that every planned roll was made."""
        left = {chart.name for chart in Chart if self.table.tape.next[chart] != self.table.tape.stop[chart]}
        assert not left, left

    def card(self, number: int, fire: int | Sequence[int] = 0, **fields: int) -> int:
        """Write the text of a card: its result in all columns or in each, and other fields; the number."""
        card = self.charts.cards[number - 1]
        card.fire[:] = fire
        for name in ("jam", "defensive_fire", "avoid", "improve", "agile_bonus", "ends", "help", "help_firepower"):
            card[name] = fields.pop(name, 0)
        assert not fields, fields
        return number

    def ground(self, model: int, zone: int = Zone.FRENCH, unit: int = 7) -> "Game":
        """Put a pilot with this aircraft at the beginning of the next sortie line."""
        mat = self.mat
        mat.career.unit, mat.career.zone = unit, zone
        if not mat.pilot.points:
            mat.pilot.points = 0
        mat.aircraft.model = model
        aircraft.refit(mat, self.table)
        if self.charts.series[aircraft.own_series(mat, self.table.charts)].crew > 1:
            mat.gunner.present = 1
        mat.wingman.points = 0
        mat.cursor.phase = Phase.NEW_LINE
        return self

    def aloft(self, model: int, box: int = 1, **fields: int) -> "Game":
        """Put a pilot with this aircraft into a box, with fields of the sortie."""
        self.ground(model)
        mat = self.mat
        new_line(mat, self.table)
        sortie = mat.sortie
        sortie.raid, sortie.target_zone, sortie.entry, sortie.box = 7, TargetZone.FRANCE, 1, box
        sortie.last_box = self.charts.series[aircraft.own_series(mat, self.table.charts)].boxes
        sortie.airborne = sortie.wingman_flew = sortie.formation = 1
        sortie.boxes = 1
        for name, value in fields.items():
            setattr(sortie, name, value)
        return self

    def meet(self, bomber: int, escort: int = Enemy.NONE, orientation: int = Orientation.HEAD_ON) -> "Game":
        """Intercept bombers, up to the decision ENGAGE."""
        sortie = self.mat.sortie
        sortie.bomber_type, sortie.escort, sortie.orientation = bomber, escort, orientation
        self.mat.cursor.phase, self.mat.cursor.decision = Phase.ENGAGED, Decision.ENGAGE
        write_mask(self.mat, self.table, self.mask)
        return self

    def dogfight(self, enemy: int, position: int = 0, **fields: int) -> "Game":
        """Begin fighter combat in a position, up to the decision DOGFIGHT."""
        self.mat.sortie.escort, self.mat.sortie.sweep = enemy, 1
        fighters.begin_fight(self.mat, self.table, position, False)
        for name, value in fields.items():
            setattr(self.mat.fighter, name, value)
        return self.go()

    def skills(self, *skills: int) -> "Game":
        """Give the pilot skills."""
        for skill in skills:
            self.mat.pilot.skills[skill] = 1
        if self.decision:
            write_mask(self.mat, self.table, self.mask)
        return self

    # --- playing ---

    def go(self) -> "Game":
        """Play on to the next choice."""
        advance(self.mat, self.table, self.mask)
        dice = self.table.dice
        assert dice.fault == Fault.NONE, f"{Fault(dice.fault).name} on {Chart(dice.fault_chart).name}"
        clear_payment(self.ledger)
        pay(self.mat, self.table, self.ledger)
        self.rewards += self.ledger.reward
        return self

    def act(self, *actions: Act) -> "Game":
        """Take actions, each of which must be legal, and play on."""
        for action in actions:
            assert self.mask[action], f"{action.name} in {Decision(self.decision).name}: {self.names}"
            apply_action(self.mat, self.table, int(action))
            self.go()
        return self

    @property
    def decision(self) -> int:
        """The code of the open decision."""
        return int(self.mat.cursor.decision)

    @property
    def names(self) -> set[str]:
        """The names of the legal actions."""
        return {ACTS[action].name for action in np.flatnonzero(self.mask)}

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return bool(self.mat.cursor.phase == Phase.OVER)

    @property
    def cards_out(self) -> set[int]:
        """The numbers of the cards that are out."""
        return {number + 1 for number in range(CARDS) if self.mat.deck.drawn[number]}

    def entries(self, kind: Entry, chart: Chart | None = None) -> list[Any]:
        """Return the entries of a kind in the journal so far, those of one chart or all."""
        journal = self.table.journal
        written = journal.entries[: journal.cursor]
        return [entry for entry in written if entry.kind == kind and chart in (None, entry.chart)]

    def offered(self) -> set[Model]:
        """Return the types on the list."""
        return {Model(int(model) - 1) for model in self.mat.desk.offered if model}

    def pick_model(self, model: Model) -> "Game":
        """Choose a type from the list."""
        place = [int(number) for number in self.mat.desk.offered].index(int(model) + 1)
        return self.act(pick(place))


def journalled(game: Game) -> Game:
    """Let a game write its journal from now on, and return it."""
    game.table.journal.capacity = 1
    return game


def attacking(model: Model = Model.FW_190A_4, bomber: Bomber = Bomber.B_24, distance: int = Range.MEDIUM) -> Game:
    """Return a first pass, head on and without escort, at this range in the first box; no dice are planned yet."""
    game = Game().aloft(model).meet(bomber).plan().act(Act.BOMBERS)
    game.mat.bomber.range = distance
    return game


NO_TYPE = [6, 6, 6, 6]
"""Dice of R1 that show no other type of a Fw 190 early in the war."""
FREE_LINE: dict[str, Any] = {"R1": NO_TYPE, "A1": [7], "B9": [7]}
"""Dice of a debriefing without a choice, and of the raid after it."""


def at_debrief(month: int, model: int, level: int, points: int, *available: int) -> Game:
    """Return a pilot at DEBRIEF, with the types that R1 shows."""
    game = Game(month=month).ground(model)
    mat = game.mat
    mat.career.line, mat.pilot.level, mat.pilot.prestige = 1, level, points
    for kind in available:
        mat.desk.available[kind] = 1
    mat.cursor.phase = Phase.PURCHASES
    return game
