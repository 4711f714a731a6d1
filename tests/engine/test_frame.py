"""The frame of the rules in plain Python: readings of dice, charts and decks that rolls declare."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from stuka_env.building.table import MadeFault, MadeTable
from stuka_env.compiling.compilation import copy_with
from stuka_env.declared.codes import Code
from stuka_env.declared.journal import Reading, RollCode, deck, roll
from stuka_env.declared.records import Record
from stuka_env.engine import frame, playing
from stuka_env.engine.binding import PLAY_FUNCTIONS, USUAL_NUMBERS, names_of_frame, own_functions
from stuka_env.game import games

UNLIKELY = 1e-4
"""The seeds do not change, so a test passes always or never; one choice of seeds in 10,000 is as bad by chance."""


class Card(Code):
    """Kinds of card."""

    WHITE = "white"
    GREY = "grey"
    BLACK = "black"


FULL = (3, 2, 1)


class Chart(RollCode):
    """Rolls and draws."""

    SUM = roll(0, 6, 6, 6, title="Sum")
    TENS = roll(0, 6, 6, title="Tens", reading=Reading.TENS)
    AGAINST = roll(0, 6, 6, title="Against", reading=Reading.AGAINST)
    LAST = roll(0, 10, 6, title="Last", reading=Reading.LAST)
    PAIR = roll(0, 6, 6, 6, title="Pair", reading=Reading.PAIR)
    BOUNDED = roll(0, 6, 6, title="Bounded", ends=(3, 11), cells={3: 5, 6: 7, 10: 9})
    DECK = deck(0, Card, FULL, title="Deck")
    REFILLED = deck(0, Card, FULL, title="Refilled", is_reshuffled=True)


def plain_frame() -> Any:
    """Return the functions of the frame for these rolls, as plain Python."""
    codes = SimpleNamespace(Chart=Chart)
    names = vars(frame) | names_of_frame(Record, MadeTable, codes, MadeFault, USUAL_NUMBERS)
    own = {name: copy_with(function, names, __name__) for name, function in own_functions(frame).items()}
    names.update(own)
    return SimpleNamespace(**own)


FRAME = plain_frame()


class Rules:
    """The verbs at a table with planned numbers, which has a journal."""

    def __init__(self, chart: Chart, *planned: int, seed: int = 1) -> None:
        kinds = MadeTable.__annotations__
        rows = {name: np.zeros(1, kind.dtype).view(np.recarray) for name, kind in kinds.items()}
        self.table: Any = MadeTable(**{name: row[0] for name, row in rows.items()})
        self.chart, self.left = chart, np.array(FULL, np.int8)
        self.table.dice.key_low, self.table.dice.taped, self.table.journal.capacity = seed, 1, 1
        self.table.tape.values[: len(planned)] = planned
        self.table.tape.stop[chart] = len(planned)

    def roll(self, modifier: int = 0) -> int:
        """Roll the dice of the chart."""
        return int(FRAME.roll(None, self.table, self.chart, 0, modifier))

    def draw(self) -> int:
        """Draw of the deck."""
        return int(FRAME.draw(None, self.table, self.chart, 0, self.left))

    @property
    def fault(self) -> MadeFault:
        """The fault of the dice."""
        return MadeFault(int(self.table.dice.fault))

    @property
    def written(self) -> Any:
        """The last entry of the journal."""
        return self.table.journal.entries[self.table.journal.cursor - 1]


@pytest.mark.parametrize(
    ("chart", "faces", "total"),
    [
        (Chart.SUM, (1, 2, 4), 7),
        (Chart.TENS, (3, 4), 34),
        (Chart.AGAINST, (2, 5), -3),
        (Chart.LAST, (10, 4), 4),
        (Chart.PAIR, (1, 2, 6), 3),
    ],
)
def test_dice_are_read_as_their_roll_declares(chart: Chart, faces: tuple[int, ...], total: int) -> None:
    assert Rules(chart, *faces).roll() == total
    rules = Rules(chart, *faces)
    assert rules.roll(2) == total + 2 == rules.written.total
    assert tuple(rules.written.dice)[: len(faces)] == faces


def test_the_last_die_is_that_which_was_thrown_last() -> None:
    assert FRAME.total_of(Chart.LAST, (5, 0, 0), 0) == 5 and FRAME.total_of(Chart.LAST, (5, 4, 3), 0) == 3


@pytest.mark.parametrize(
    ("faces", "modifier", "total"), [((1, 1), 0, 3), ((1, 2), 0, 3), ((6, 5), 0, 11), ((6, 6), 3, 11), ((4, 4), 1, 9)]
)
def test_totals_beyond_the_ends_of_a_chart_are_its_ends(faces: tuple[int, int], modifier: int, total: int) -> None:
    assert Rules(Chart.BOUNDED, *faces).roll(modifier) == total


@pytest.mark.parametrize(("total", "cell"), [(-4, 5), (3, 5), (5, 5), (6, 7), (9, 7), (10, 9), (11, 9), (40, 9)])
def test_a_cell_counts_from_its_total_on_and_is_written(total: int, cell: int) -> None:
    rules = Rules(Chart.BOUNDED, 3, 3)
    rules.roll()
    assert FRAME.look_up(rules.table, Chart.BOUNDED, total) == cell == rules.written.first


def test_every_card_is_drawn_once() -> None:
    for seed in range(20):
        rules = Rules(Chart.DECK, seed=seed)
        assert Counter(rules.draw() for _ in range(sum(FULL))) == dict(enumerate(FULL))
        assert not rules.left.any() and not rules.fault


def test_each_card_left_has_the_same_chance() -> None:
    drawn = []
    for seed in range(1500):
        rules = Rules(Chart.DECK, seed=seed)
        drawn.append((rules.draw(), rules.draw()))
    first, second = (Counter(pair[place] for pair in drawn) for place in (0, 1))
    expected = np.array(FULL) * len(drawn) / sum(FULL)
    for counts in (first, second):
        assert stats.chisquare([counts[kind] for kind in range(len(FULL))], expected).pvalue > UNLIKELY
    after = Counter(two for one, two in drawn if one == Card.WHITE)
    fifths = np.array([2, 2, 1]) * after.total() / 5
    assert stats.chisquare([after[kind] for kind in range(len(FULL))], fifths).pvalue > UNLIKELY


def test_cards_are_planned_by_their_numbers() -> None:
    rules = Rules(Chart.DECK, 6, 5, 3, 4)
    assert [rules.draw() for _ in range(4)] == [Card.BLACK, Card.GREY, Card.WHITE, Card.GREY]
    assert rules.left.tolist() == [2, 0, 0] and not rules.fault
    assert (rules.written.chart, rules.written.dice[0], rules.written.first) == (Chart.DECK, 4, Card.GREY)


@pytest.mark.parametrize("planned", [(6, 6), (4, 5), (1, 3), (7,)])
def test_a_card_that_is_gone_is_a_fault_and_nothing_is_drawn(planned: tuple[int, ...]) -> None:
    rules = Rules(Chart.DECK, *planned)
    for _ in planned[1:]:
        rules.draw()
    before = rules.left.copy()
    rules.draw()
    assert rules.fault == MadeFault.CARD_GONE and rules.table.dice.fault_chart == Chart.DECK
    assert (rules.left == before).all()


@pytest.mark.parametrize("planned", [(), (1,)])
def test_an_empty_deck_is_a_fault(planned: tuple[int, ...]) -> None:
    rules = Rules(Chart.DECK, *planned)
    rules.left[:] = 0
    rules.draw()
    assert rules.fault == MadeFault.NO_CARD and not rules.left.any()


def test_an_empty_deck_is_shuffled_anew_if_it_is_declared_so() -> None:
    rules = Rules(Chart.REFILLED)
    assert Counter(rules.draw() for _ in range(3 * sum(FULL))) == {kind: 3 * left for kind, left in enumerate(FULL)}
    assert not rules.fault and not rules.left.any()


def test_a_strict_tape_without_a_card_is_a_fault() -> None:
    rules = Rules(Chart.DECK)
    rules.table.dice.strict = 1
    rules.draw()
    assert rules.fault == MadeFault.UNPLANNED_ROLL


def test_the_games_of_a_process_leave_the_modules_of_the_house_alone() -> None:
    assert {"stuka", "interceptor", "wing", "dogfight"} <= {game.name for game in games()}
    house = own_functions(frame).values(), own_functions(playing).values()
    assert {"roll", "draw", "look_up"} <= {one.__name__ for one in house[0]}
    assert set(PLAY_FUNCTIONS) <= set(house[1])
