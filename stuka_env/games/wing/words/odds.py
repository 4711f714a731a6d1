"""Odds of the options of a decision: what the rules say, with every number that their dice can show.

All odds are those of the charts in force and of the formation as it flies now. They suppose that no counter is played,
and that no escort goes home with a bomber. A loss is a bomber that is destroyed, or that drops out and does not come
home. Nothing here reads what a player does not see.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stuka_env.compiling.plain import plain
from stuka_env.declared.codes import plural
from stuka_env.declared.plain_values import PlainRow, Values, chart_values
from stuka_env.declared.records import rows
from stuka_env.engine.every_roll import EveryRoll, chances, mean, with_every_roll
from stuka_env.games.wing.charts import LoadedCharts
from stuka_env.games.wing.codes import (
    ELEMENTS,
    KEPT,
    NOBODY,
    SEATS,
    Act,
    Cause,
    Decision,
    Departure,
    Escort,
    Gone,
    Hit,
    Leg,
    Phase,
    Shot,
)
from stuka_env.games.wing.rules import (
    attack,
    bombing,
    checks,
    crews,
    damage,
    dropout,
    events,
    fight,
    flak,
    formation,
    interception,
    rendezvous,
)
from stuka_env.games.wing.rules.mat import Log, Mat
from stuka_env.games.wing.rules.sequence import STEPS
from stuka_env.games.wing.rules.table import Table

Result = TypeVar("Result")
PlainMat = Any
"""A mat of plain values."""
SETTLING: Mapping[int, Any] = {
    phase: STEPS[phase] for phase in (Phase.CREW_DAMAGE, Phase.LOSS, Phase.LEAVE, Phase.DEPARTURE)
}
"""The steps with which damage and a departure are settled."""


class Fate(NamedTuple):
    """A bomber after a hit or a departure."""

    lost: bool
    damaged: bool


class Flown(NamedTuple):
    """All of a bomber and its crew on which its fate depends."""

    level: int
    tired: int
    hit: int
    damaged: int
    from_base: int


def _table(charts: LoadedCharts, dice: EveryRoll | None = None) -> Table:
    """Return a table with these charts, without a journal, and with a log that nobody reads."""
    nothing: Any = None
    own: Any = dice
    off: Any = SimpleNamespace(capacity=0)
    return Table(own, nothing, chart_values(charts), off, _log())


@cache
def _log() -> Any:
    return SimpleNamespace(lines=Values(rows(1, Log)[0]).lines)


@cache
def _nothing() -> Values:
    return Values(rows(1, Mat)[0])


@lru_cache(1024)
def _alone(charts: LoadedCharts, flown: Flown) -> Values:
    """Return a mat with a single bomber, so far from the base."""
    mat: PlainMat = rows(1, Mat)[0]
    boxes = chart_values(charts).boxes
    mat.mission.box = next(box for box, row in enumerate(boxes) if row.from_base == flown.from_base)
    mat.mission.leg, mat.mission.sent, mat.mission.elements, mat.mission.threshold = Leg.OUT, 1, 1, SEATS
    own = mat.seats[0]
    own.damaged, own.hit, own.tired = flown.damaged, flown.hit, flown.tired
    mat.crews[0].level = flown.level
    return Values(mat)


def _settled(mat: PlainMat, table: Table) -> Fate:
    """Settle damage and departure of the single bomber of a mat."""
    while mat.cursor.phase in SETTLING:
        with_every_roll(SETTLING[mat.cursor.phase])(mat, table)
    return Fate(mat.seats[0].gone == Gone.LOST, bool(mat.seats[0].damaged))


@lru_cache(4096)
def _fates_of_hit(charts: LoadedCharts, flown: Flown, hit: int) -> dict[Fate, float]:
    """Return what becomes of a bomber after a hit, with the chances."""

    def play(dice: EveryRoll) -> Fate:
        mat: PlainMat = _alone(charts, flown).again()
        table = _table(charts, dice)
        mat.work.after_damage = Phase.MOVE
        with_every_roll(damage.damage)(mat, table, 0, hit)
        return _settled(mat, table)

    return chances(play)


@lru_cache(1024)
def _chance_home(charts: LoadedCharts, flown: Flown, company: int) -> float:
    """Return the chance of a bomber that drops out to come home, with escorts or alone."""

    def play(dice: EveryRoll) -> bool:
        mat: PlainMat = _alone(charts, flown).again()
        mat.work.seat, mat.work.company = 0, company
        return with_every_roll(dropout.comes_home)(mat, _table(charts, dice))

    return chances(play).get(True, 0.0)


@lru_cache(1024)
def _chance_behind(charts: LoadedCharts, flown: Flown) -> float:
    """Return the chance of a damaged bomber to fall behind in a turn."""

    def play(dice: EveryRoll) -> bool:
        mat: PlainMat = _alone(charts, flown).again()
        return with_every_roll(checks.keeps_up)(mat, _table(charts, dice), 0, 0)

    return chances(play).get(False, 0.0)


OTHER_EVENTS = ("loiters", "strike_random", "draw_counter", "change_weather", "check_formation", "set_loose")
"""Functions of the rules of events that are not followed."""


def _not_followed(*_: Any) -> bool:
    return False


@lru_cache(1024)
def _chance_of_interceptors(charts: LoadedCharts, box: int) -> float:
    """Return the chance that the event of a turn in a box is enemy fighters."""
    others = dict.fromkeys(OTHER_EVENTS, _not_followed)

    def play(dice: EveryRoll) -> bool:
        mat: PlainMat = _nothing().again()
        mat.mission.box = box
        with_every_roll(events.roll_event, **others)(mat, _table(charts, dice))
        return bool(mat.cursor.phase == Phase.INTERCEPTION)

    return chances(play).get(True, 0.0)


def _keep_hit(mat: PlainMat, table: Table, seat: int, hit: int) -> None:
    mat.mission.hits = hit


class Toll(NamedTuple):
    """Bombers that something costs on average."""

    lost: float = 0.0
    damaged: float = 0.0
    """Undamaged ones that are damaged and not lost."""

    def times(self, chance: float) -> "Toll":
        """Return the toll of something that happens with a chance."""
        return Toll(chance * self.lost, chance * self.damaged)


def added(tolls: Iterable[Toll]) -> Toll:
    """Return the sum of tolls."""
    every = [*tolls]
    return Toll(sum(one.lost for one in every), sum(one.damaged for one in every))


class Bombs(NamedTuple):
    """Expectations of a bombing run."""

    hits: float
    points: float


class Fire(NamedTuple):
    """Expectations of a round of escorts against interceptors."""

    interceptors: float
    escorts: float


class Odds:
    """The odds at a decision.

    Args:
        mat: the mat.
        charts: the charts in force.

    Attributes:
        mat: the mat in plain Python.
        charts: the record of the charts in plain Python.
    """

    def __init__(self, mat: np.void, charts: LoadedCharts) -> None:
        self.mat: PlainMat = Values(mat)
        self.charts = chart_values(charts)
        self._loaded = charts
        self._sets: dict[tuple[bool, ...], Fire] = {}

    def _chances(
        self, play: Callable[[PlainMat, Table], Result | None], most: int | None = None
    ) -> dict[Result, float]:
        """Return the results of a part of the rules that is played from this mat."""
        again = self.mat.again

        def played(dice: EveryRoll) -> Any:
            mat = again()
            mat.luck.counters = [0] * KEPT
            return play(mat, _table(self._loaded, dice))

        return chances(played, most)

    # --- bombers ---

    @cached_property
    def present(self) -> list[int]:
        """The seats of the bombers in formation."""
        return [seat for seat, row in enumerate(self.mat.seats) if plain(formation.is_present)(row)]

    @property
    def is_first(self) -> bool:
        """Whether the first place of the formation is filled, whose crew aims for all."""
        return bool(self.mat.mission.place == 0)

    @property
    def leaving(self) -> int:
        """The seat of the bomber that leaves the formation; NOBODY for none."""
        return plain(formation.seat_of)(self.mat, int(self.mat.cursor.subject))

    def _flown(self, seat: int, box: int | None = None) -> Flown:
        own = self.mat.seats[seat]
        base = self.charts.boxes[self.mat.mission.box if box is None else box].from_base
        return Flown(self.mat.crews[own.crew].level, own.tired, own.hit, own.damaged, base)

    def chance_home(self, company: bool) -> float:
        """Return the chance of the bomber that drops out to come home (10.5)."""
        return _chance_home(self._loaded, self._flown(self.leaving), int(company))

    def loss_by_checks(self, box: int) -> float:
        """Return the damaged bombers that fall behind in a box and do not come home, on average (10.4, X88)."""
        if box == 0:
            return 0.0
        flown = [self._flown(seat, box) for seat in self.present if self.mat.seats[seat].damaged]
        return sum(_chance_behind(self._loaded, one) * (1 - _chance_home(self._loaded, one, 0)) for one in flown)

    def _toll(self, seat: int, hits: Mapping[int, float], box: int | None = None) -> Toll:
        """Return what a bomber suffers on average, of the chances of hits on it."""
        flown = self._flown(seat, box)
        tolls = []
        for hit, chance in hits.items():
            fates = _fates_of_hit(self._loaded, flown, hit) if hit != Hit.NOTHING else {}
            damaged = 0.0 if flown.damaged else mean(fates, lambda fate: fate.damaged and not fate.lost)
            tolls.append(Toll(mean(fates, lambda fate: fate.lost), damaged).times(chance))
        return added(tolls)

    # --- flak ---

    def chance_of_site(self, box: int) -> float:
        """Return the chance of a flak attack by the site of a box (5.7)."""

        def play(mat: PlainMat, table: Table) -> bool:
            mat.mission.box = box
            with_every_roll(flak.look_for_site)(mat, table)
            return bool(mat.cursor.phase == Phase.FLAK)

        return self._chances(play).get(True, 0.0) if self.charts.boxes[box].flak else 0.0

    def chance_of_run_flak(self, low: int) -> float:
        """Return the chance of a flak attack during the bombing run (X71)."""

        def play(mat: PlainMat, table: Table) -> bool:
            mat.mission.low = low
            with_every_roll(bombing.roll_run_flak)(mat, table)
            return bool(mat.cursor.phase == Phase.FLAK)

        return self._chances(play).get(True, 0.0)

    def toll_of_flak(self, level: int, box: int, low: int) -> Toll:
        """Return the bombers that a flak attack costs on average (8.0)."""

        def hit_in(element: int) -> dict[int, float]:
            def fire(mat: PlainMat, table: Table) -> int:
                mat.enemy.flak_level, mat.mission.box, mat.mission.low = level, box, low
                plain(flak.aim_flak)(mat, table)
                mat.work.index, mat.mission.elements = element, ELEMENTS
                with_every_roll(flak.fire_flak, damage=_keep_hit, random_in=_not_followed)(mat, table)
                return int(mat.mission.hits)

            return self._chances(fire)

        elements = [one for one in range(ELEMENTS) if plain(formation.first_in)(self.mat, one) != NOBODY]
        hits = hit_in(elements[0]) if elements else {}
        drawn = [self._random_in(element).items() for element in elements]
        return added(self._toll(seat, hits, box).times(chance) for seats in drawn for seat, chance in seats)

    def _random_in(self, element: int) -> dict[int, float]:
        """Return the seats of an element with their chances to be drawn (X35)."""
        draw = with_every_roll(formation.random_in)
        return self._chances(lambda mat, table: draw(mat, table, element), most=1)

    def toll_of_run_flak(self, low: int) -> Toll:
        """Return the bombers that a flak attack during the bombing run costs on average."""
        level = plain(bombing.run_level)(self.mat, self.charts)
        return self.toll_of_flak(level, int(self.mat.mission.box), low)

    # --- the target ---

    def bombs(self, low: int, clear_view: int) -> Bombs:
        """Return the hits and the points of a bombing run on average (5.12, 11.0)."""
        lead = plain(formation.lead_seat)(self.mat)

        def hits_of(seat: int) -> dict[int, float]:
            def bomb(mat: PlainMat, table: Table) -> int:
                mat.mission.hits, mat.mission.low, mat.work.clear_view = 0, low, clear_view
                with_every_roll(bombing.bomb)(mat, table, seat, lead)
                return int(mat.mission.hits)

            return self._chances(bomb)

        counts = {0: 1.0}
        for own in map(hits_of, self.present):
            before, counts = counts, {}
            for hits, chance in before.items():
                for more, share in own.items():
                    counts[hits + more] = counts.get(hits + more, 0.0) + chance * share
        card = self.charts.cards[self.mat.mission.card]
        points_of, result_of = plain(bombing.points_of), plain(bombing.result_of)
        return Bombs(mean(counts), mean(counts, lambda hits: points_of(card.value, result_of(hits, card.hits))))

    # --- interceptors ---

    def chance_of_interceptors(self, box: int) -> float:
        """Return the chance of enemy fighters in the next turn, in a box (6.1, X90)."""
        mat = self.mat.again()
        mat.mission.box = box
        mat.route.visits[box] += 1
        return 0.0 if plain(events.loiters)(mat, self.charts) else _chance_of_interceptors(self._loaded, box)

    def toll_of_attack(self, place: int, own: PlainRow) -> Toll:
        """Return what an attack in a place of the wave costs on average (9.5)."""

        def defend(mat: PlainMat, table: Table) -> int:
            mat.attacks[place] = own
            return with_every_roll(attack.bomber_fires)(mat, table, own.seat)

        def strike(mat: PlainMat, table: Table) -> int:
            mat.attacks[place] = own
            return with_every_roll(attack.interceptor_attacks)(mat, table, place)

        return self._toll(own.seat, self._chances(strike)).times(self._chances(defend).get(Shot.NOTHING, 0.0))

    def toll_of_interceptor(self) -> Toll:
        """Return what an attack without cover costs on average, of a single interceptor of those that have come."""
        enemy, tolls = self.mat.enemy, []
        draw = with_every_roll(formation.random_bomber)
        aces = {0: 1 - enemy.aces / max(1, enemy.number), 1: enemy.aces / max(1, enemy.number)}
        for seat, chance in self._chances(lambda mat, table: draw(mat, table, Cause.FIGHTERS), most=2).items():
            for ace, share in aces.items():
                if share:
                    own = PlainRow(seat=seat, ace=ace, covered=0, done=0)
                    tolls.append(self.toll_of_attack(0, own).times(chance * share))
        return added(tolls)

    def fire(self, fighting: int, ace: int) -> Fire:
        """Return the interceptors and the escorts that are hit on average in the next round (9.1.6, 9.5)."""
        mat = self.mat.again()
        mat.enemy.fighting, mat.enemy.ace_fights = fighting, ace
        pairing = plain(fight.pair)(mat)
        sets = [self._set(pairing, place, bool(ace and place == 0)) for place in range(pairing.sets)]
        return Fire(sum(one.interceptors for one in sets), sum(one.escorts for one in sets))

    def _set(self, pairing: fight.Pairing, place: int, has_ace: bool) -> Fire:
        """Return the same of a set of the round."""
        kind = has_ace, place < pairing.aces, place < pairing.interceptor_wings, place < pairing.escort_wings
        if kind not in self._sets:

            def play(mat: PlainMat, table: Table) -> tuple[bool, bool]:
                mat.enemy.ace_fights = int(has_ace)
                at_interceptor, at_escort = with_every_roll(fight.fight_set)(mat, table, place, pairing)
                return at_interceptor > 0, at_escort > 0

            results = self._chances(play)
            self._sets[kind] = Fire(mean(results, lambda one: one[0]), mean(results, lambda one: one[1]))
        return self._sets[kind]

    # --- escorts ---

    def turns_of_escorts(self, offered: bool) -> int:
        """Return the turns that the escorts can stay: those that are there, or those that are offered (5.5, 5.6)."""
        mat = self.mat.again()
        if offered:
            mat.escorts.type, mat.escorts.range_used = mat.escorts.offered_type, 0
        return plain(rendezvous.escort_turns)(mat, self.charts)

    def friends(self) -> dict[tuple[int, int], float]:
        """Return type and ace of the escorts that little friends bring, with the chances."""

        def play(mat: PlainMat, table: Table) -> tuple[int, int]:
            with_every_roll(rendezvous.bring)(mat, table, interception.FRIENDS, interception.WITH_FRIENDS)
            return int(mat.escorts.type), int(mat.escorts.ace)

        return self._chances(play)

    # --- crews and bombers ---

    def aim_of(self, crew: int) -> float:
        """Return the chance of a bomb to hit if a crew leads the formation, high and in the present cloud (X86)."""

        def play(mat: PlainMat, table: Table) -> bool:
            plain(crews.decide_crew)(mat, table, Act.CREW + crew)
            mat.seats[0].bomber, mat.mission.sent, mat.work.clear_view = 0, 1, 0
            with_every_roll(bombing.bomb)(mat, table, 0, 0)
            return bool(mat.mission.hits)

        return self._chances(play).get(True, 0.0)

    def defence_of(self, bomber: int) -> float:
        """Return the chance to drive off a single attacker with a bomber, without neighbours (9.5)."""
        place = int(self.mat.mission.place)

        def play(mat: PlainMat, table: Table) -> int:
            plain(crews.decide_bomber)(mat, table, Act.BOMBER + bomber)
            mat.attacks[0] = PlainRow(seat=place, ace=0, covered=0, done=0)
            return with_every_roll(attack.bomber_fires, free_neighbours=_not_followed)(mat, table, place)

        return 1 - self._chances(play).get(Shot.NOTHING, 0.0)


@lru_cache(maxsize=1)
def _odds(mat: bytes, dtype: np.dtype[Any], charts: LoadedCharts) -> Odds:
    return Odds(np.frombuffer(mat, dtype)[0], charts)


def _suffered(toll: Toll) -> str:
    """Return a toll in words: "expected 0.05 bombers lost, 0.33 damaged"."""
    return f"expected {toll.lost:.2f} bombers lost, {toll.damaged:.2f} damaged"


def _of_run(odds: Odds, low: int, clear_view: int) -> str:
    """Return hits and points of a run: "expected 3.1 hits of 6 needed, 1.4 of 3 points"."""
    card, bombs = odds.charts.cards[odds.mat.mission.card], odds.bombs(low, clear_view)
    return f"expected {bombs.hits:.1f} hits of {card.hits} needed, {bombs.points:.1f} of {card.value} points"


def _of_flak(chance: float, toll: Toll) -> str:
    return f"flak {chance:.0%}, {_suffered(toll.times(chance))}"


def _altitude(odds: Odds, low: int) -> str:
    return f"{_of_run(odds, low, 0)}; {_of_flak(odds.chance_of_run_flak(low), odds.toll_of_run_flak(low))}"


def _box(odds: Odds, box: int) -> str:
    """Return the odds of the next turn in a box."""
    level, parts = int(odds.charts.boxes[box].flak), []
    if level:
        parts.append(_of_flak(odds.chance_of_site(box), odds.toll_of_flak(level, box, 0)))
    behind, fighters = odds.loss_by_checks(box), odds.chance_of_interceptors(box)
    if behind:
        parts.append(f"checks, expected {behind:.2f} bombers lost")
    if fighters:
        parts.append(f"interceptors {fighters:.0%}")
    return "; ".join(parts)


def _fight(odds: Odds, fighting: int, ace: bool) -> str:
    fire = odds.fire(fighting, int(ace))
    enemies = f"{fire.interceptors:.1f} of {plural(int(odds.mat.enemy.left), 'interceptor')}"
    return f"expected {enemies} and {fire.escorts:.1f} escorts hit" if fighting else ""


def _join(odds: Odds, more: int) -> str:
    """Return the odds of the first round, in which an ace takes part if he may."""
    mat = odds.mat
    return _fight(odds, mat.enemy.must_fight + more, bool(mat.escorts.ace))


def _press(odds: Odds, more: int) -> str:
    """Return the odds of the second round, in which an ace takes part if he may."""
    enemy = odds.mat.enemy
    return _fight(odds, enemy.stay + more, bool(more if enemy.ace_free else enemy.ace_fights))


def _friends(odds: Odds, _: int) -> str:
    found = odds.friends()
    kinds = {kind: sum(chance for (own, _), chance in found.items() if own == kind) for kind in Escort}
    ace = mean(found, lambda one: one[1])
    types = ", ".join(f"{kind.word} {chance:.0%}" for kind, chance in kinds.items() if chance)
    return f"{types}; an ace {ace:.0%}" if ace else types


def _home(odds: Odds, company: bool) -> str:
    is_away = odds.mat.cursor.departure == Departure.DROPS_OUT and odds.leaving != NOBODY
    return f"home with {odds.chance_home(company):.0%}" if is_away else ""


def _counter(odds: Odds, is_played: bool) -> str:
    """Return the odds of a decision about a counter."""
    mat, decision = odds.mat, odds.mat.cursor.decision
    if decision == Decision.RUN:
        return _of_run(odds, int(mat.mission.low), int(is_played))
    if is_played:
        return ""
    if decision == Decision.FLAK:
        return _suffered(odds.toll_of_flak(mat.enemy.flak_level, int(mat.mission.box), int(mat.mission.low)))
    return _home(odds, False)


def _cover(odds: Odds, number: int) -> str:
    own = odds.mat.attacks[number - 1]
    bare, covered = (
        odds.toll_of_attack(number - 1, PlainRow(**(vars(own) | {"covered": cover}))).lost for cover in (0, 1)
    )
    return f"expected {bare:.2f} bombers lost, {covered:.2f} with cover"


WORDS: Mapping[Act, Callable[[Odds, int], str]] = {
    Act.CREW: lambda odds, number: f"its aim hits with {odds.aim_of(number - 1):.0%}" if odds.is_first else "",
    Act.BOMBER: lambda odds, number: f"alone it drives off an attacker with {odds.defence_of(number - 1):.0%}",
    Act.BOX: _box,
    Act.TAKE: lambda odds, _: f"for {plural(odds.turns_of_escorts(True), 'turn')}",
    Act.LEAVE: lambda odds, _: f"for {plural(odds.turns_of_escorts(False), 'turn')}",
    Act.KEEP: lambda odds, _: _counter(odds, False),
    Act.PLAY: lambda odds, _: _counter(odds, True),
    Act.CONTINUE: lambda odds, _: f"an attack without cover: {_suffered(odds.toll_of_interceptor())}",
    Act.LITTLE_FRIENDS: _friends,
    Act.JOIN: _join,
    Act.PRESS: _press,
    Act.COVER: _cover,
    Act.SEND: lambda odds, _: _home(odds, True),
    Act.ALONE: lambda odds, _: _home(odds, False),
    Act.HIGH: lambda odds, _: _altitude(odds, 0),
    Act.LOW: lambda odds, _: _altitude(odds, 1),
    Act.SEND_ACE: lambda odds, _: _fight(odds, odds.mat.enemy.fighting, True),
    Act.HOLD_ACE: lambda odds, _: _fight(odds, odds.mat.enemy.fighting, False),
}
"""Makers of the odds of a verb in words, from the odds at a decision and the argument of the action."""


def odds_words(verb: Act, argument: int, mat: np.void, charts: LoadedCharts) -> str:
    """Return the odds of an action in words; '' if the charts give none."""
    return WORDS[verb](_odds(mat.tobytes(), mat.dtype, charts), argument) if verb in WORDS else ""
