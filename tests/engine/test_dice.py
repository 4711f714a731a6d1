"""The dice: published vectors, uniform faces, streams that do not know each other, the same luck for every player."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from scipy import stats

from stuka_env.compiling.philox import face, philox
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import CARDS, ZONES, Act, Chart, Decision, Effect, Entry, Formation, Leg, Scale, Status
from stuka_env.games.stuka.rules import RULES
from stuka_env.games.stuka.rules.cups import draw_card, draw_slots
from stuka_env.games.stuka.rules.rolls import new_mission
from stuka_env.games.stuka.rules.sequence import apply_action
from stuka_env.games.stuka.rules.table import PLACES, about
from tests.support.each import each
from tests.support.position import Position

TAPE_FORM = game_named("stuka").engine.tape

throw_dice = RULES.names["throw_dice"]

ONES = 0xFFFFFFFF
UNLIKELY = 1e-4
"""The seeds do not change, so a test passes always or never; one choice of seeds in 10,000 is as bad by chance."""
ROLLS = 1500


def words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(
    "counter, key, result",
    [
        ("0 0 0 0", "0 0", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        (
            "ffffffff ffffffff ffffffff ffffffff",
            "ffffffff ffffffff",
            "408f276d 41c83b0e a20bc7c6 6d5451fd",
        ),
        (
            "243f6a88 85a308d3 13198a2e 03707344",
            "a4093822 299f31d0",
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox_gives_the_published_words(counter: str, key: str, result: str) -> None:
    """Known answers of Random123 for Philox-4x32-10."""
    assert philox(*words(counter), *words(key)) == words(result)


@each("sides", [2, 3, 6, 10])
def test_a_word_becomes_a_face(sides: int) -> None:
    """The words from 0 to 2^32 - 1 are cut into equal parts, face 1 the lowest."""
    assert [face(0, sides), face(ONES, sides)] == [1, sides]
    for side in range(1, sides):
        edge = -(-side * 2**32 // sides)
        assert [face(edge - 1, sides), face(edge, sides)] == [side, side + 1]


def fair(values: Sequence[Any], faces: Sequence[Any]) -> None:
    """Whether every face comes, nothing else, and about equally often."""
    counts = Counter(values)
    assert set(counts) == set(faces)
    assert stats.chisquare([counts[name] for name in faces]).pvalue > UNLIKELY, counts


def independent(pairs: Sequence[tuple[int, int]], sides: tuple[int, int] = (6, 6)) -> None:
    """Whether two dice are independent of each other, and not the same."""
    table = np.zeros(sides, int)
    for one, two in pairs:
        table[one - 1, two - 1] += 1
    assert stats.chi2_contingency(table).pvalue > UNLIKELY, table


def throw(game: Position, chart: Chart, place: int, *sides: int) -> tuple[int, int, int]:
    """Throw dice for a chart at a place: a slot or a seat, or a zone on the way out and then home."""
    leg, zone = divmod(place - 1, ZONES) if place else (-1, -1)
    game.mat.mission.leg, game.mat.mission.zone = leg + 1, zone + 1
    faces: tuple[int, int, int] = throw_dice(game.mat, game.table, chart, about(place, place), sides)
    return faces


class Cast:
    """Dice of one seed after another."""

    def __init__(self) -> None:
        self.game = Position()

    def seed(self, number: int, mission: int = 0) -> Any:
        self.game._dice[0]["key_low"] = number
        new_mission(self.game._dice[0], mission)
        return self.game


@pytest.mark.slow
@each("chart", [chart for chart in TAPE_FORM.sides if len(chart.dice) == 1 and chart != Chart.EVENT])
def test_one_die_is_fair_on_every_chart(chart: Chart) -> None:
    cast, sides = Cast(), chart.dice[0]
    fair([throw(cast.seed(number), chart, 3, sides, 0, 0)[0] for number in range(ROLLS)], range(1, sides + 1))
    game = cast.seed(7)
    fair([throw(game, chart, 5, sides, 0, 0)[0] for _ in range(250)], range(1, sides + 1))


@pytest.mark.parametrize("chart", [Chart.C1, Chart.B3])
def test_two_dice_are_fair_and_independent(chart: Chart) -> None:
    cast = Cast()
    first, second = chart.dice
    pairs = [throw(cast.seed(number), chart, 2, first, second, 0)[:2] for number in range(2 * ROLLS)]
    fair([one for one, _ in pairs], range(1, first + 1))
    fair([two for _, two in pairs], range(1, second + 1))
    independent(pairs, (first, second))


@pytest.mark.rule("R029", "R130", "R132", "Q17")
def test_the_mission_dice_are_two_white_and_a_colour_die() -> None:
    cast = Cast()
    rolls = [throw(cast.seed(number), Chart.A1, 0, *Chart.A1.dice) for number in range(2 * ROLLS)]
    for die in range(3):
        fair([faces[die] for faces in rolls], range(1, 7))
        independent([(faces[die], faces[(die + 1) % 3]) for faces in rolls])


PlaceOfRoll = tuple[int, Chart, int, int]
"""Mission, chart, place and how many rolls were made there before."""


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((0, Chart.A4, 0, 0), (1, Chart.A4, 0, 0)),
        ((0, Chart.A4, 0, 0), (0, Chart.C3, 0, 0)),
        ((0, Chart.A2, 0, 0), (0, Chart.C5, 0, 0)),
        ((0, Chart.B1, 1, 0), (0, Chart.B2, 1, 0)),
        ((0, Chart.B1, 1, 0), (0, Chart.B1, 7, 0)),
        ((0, Chart.A2, 0, 0), (0, Chart.A2, 1, 0)),
        ((0, Chart.C3, 4, 0), (0, Chart.C3, 4, 1)),
        ((0, Chart.C3, 4, 0), (0, Chart.C3, 5, 0)),
        ((5, Chart.C8, 2, 0), (6, Chart.C8, 2, 0)),
    ],
)
def test_streams_are_independent(one: PlaceOfRoll, two: PlaceOfRoll) -> None:
    """Charts, places, missions and rolls one after the other: six sides each, over many seeds."""
    cast = Cast()

    def die(number: int, address: PlaceOfRoll) -> int:
        mission, chart, place, earlier = address
        game = cast.seed(number, mission)
        return [throw(game, chart, place, 6, 0, 0)[0] for _ in range(earlier + 1)][-1]

    independent([(die(number, one), die(number, two)) for number in range(2 * ROLLS)])


def test_seeds_that_follow_each_other_are_independent() -> None:
    cast = Cast()
    faces = [throw(cast.seed(number), Chart.A4, 0, 6, 0, 0)[0] for number in range(2 * ROLLS)]
    independent(list(zip(faces, faces[1:], strict=False)))


def test_a_roll_depends_on_nothing_but_its_address() -> None:
    """Other charts and other places may have been rolled before, or not."""
    cast = Cast()
    game = cast.seed(11)
    alone = [throw(game, Chart.C5, 4, 10, 0, 0)[0] for _ in range(5)]
    game = cast.seed(11)
    mixed = []
    for _ in range(5):
        throw(game, Chart.C1, 4, 10, 6, 0)[:2]
        throw(game, Chart.C5, 5, 10, 0, 0)[0]
        mixed.append(throw(game, Chart.C5, 4, 10, 0, 0)[0])
    assert mixed == alone
    cast.game._dice[0]["key_high"] = 1
    game = cast.seed(11)
    assert [throw(game, Chart.C5, 4, 10, 0, 0)[0] for _ in range(5)] != alone


def test_every_place_of_a_chart_has_dice_of_its_own() -> None:
    cast = Cast()
    game = cast.seed(3)
    rows = {tuple(throw(game, Chart.A2, place, 10, 0, 0)[0] for _ in range(12)) for place in range(PLACES)}
    assert len(rows) == PLACES


# --- the cup and the deck ---


@pytest.mark.rule("R060", "R149", "R161", "R239b")
@pytest.mark.parametrize("lost", [(), (1,), (0, 3)])
def test_every_number_in_the_cup_is_drawn_as_often(lost: tuple[int, ...]) -> None:
    """Two numbers of five aircraft or fewer: every ordered pair is as likely."""
    game = Position().in_flight(aircraft=5, zone=2)
    for slot in lost:
        game.mat.aircraft[slot].status = Status.LOST
    left = [slot for slot in range(5) if slot not in lost]
    pairs = []
    for number in range(2 * ROLLS):
        game._dice[0]["key_low"] = number
        new_mission(game._dice[0], 0)
        assert draw_slots(game.mat, game.table, 2, -1) == 2
        pairs.append((int(game.mat.mission.targets[0]) - 1, int(game.mat.mission.targets[1]) - 1))
    fair(pairs, [(one, two) for one in left for two in left if one != two])


@pytest.mark.rule("R034", "R164", "R372", "Q71")
def test_the_cup_gives_what_is_in_it_and_no_more() -> None:
    game = Position().in_flight(aircraft=4, zone=2)
    game.mat.aircraft[2].status = Status.HOME
    assert draw_slots(game.mat, game.table, 9, -1) == 3
    assert sorted(game.mat.mission.targets.tolist()) == [0] * 7 + [1, 2, 4]


@pytest.mark.rule("R231", "Q27")
def test_a_number_that_is_given_is_not_drawn_again() -> None:
    game = Position().in_flight(aircraft=3, zone=2)
    for number in range(200):
        game._dice[0]["key_low"] = number
        assert draw_slots(game.mat, game.table, 3, 1) == 3
        assert game.mat.mission.targets[0] == 2
        assert sorted(game.mat.mission.targets.tolist()) == [0] * 7 + [1, 2, 3]


@pytest.mark.rule("R041", "R215", "R217")
def test_the_deck_is_shuffled_fairly() -> None:
    """The first card of a mission, and the one after a certain card."""
    game = Position().in_flight(aircraft=5, zone=1)
    first, after = [], []
    for number in range(4 * ROLLS):
        game._dice[0]["key_low"], game._dice[0]["rolls"] = number, 0
        game.mat.mission.zone = 1
        card = draw_card(game.mat, game.table, -1)
        first.append(card)
        game.mat.mission.drawn[card] = 1
        game.mat.mission.zone = 2
        after.append((draw_card(game.mat, game.table, -1) - card) % CARDS)
        game.mat.mission.drawn[card] = 0
    fair(first, range(CARDS))
    fair(after, range(1, CARDS))


@pytest.mark.rule("R152", "R215", "Q74", "R075")
@pytest.mark.parametrize("formation, cards", [(Formation.STAFFEL, CARDS), (Formation.KETTE, CARDS - 1)])
def test_a_card_comes_once_until_none_is_left(formation: Formation, cards: int) -> None:
    game = Position(seed=5).in_flight(aircraft=5, zone=3)
    home = game.charts.record.event.tolist().index(Effect.RETURN_TO_BASE)
    out = home if formation == Formation.KETTE else -1
    drawn = []
    for _ in range(cards):
        card = draw_card(game.mat, game.table, out)
        game.mat.mission.drawn[card] = 1
        drawn.append(card)
    assert sorted(drawn) == [card for card in range(CARDS) if card != out]


# --- two players, one seed ---


Chooser = Callable[[Position, list[int]], int]
Luck = dict[tuple[int, int, int, int], tuple[int, ...]]
"""Dice by mission, chart, leg and zone: the first of each."""


def play(seed: int, chooser: Chooser) -> tuple[list[tuple[int, int]], Luck]:
    """Play an operation; the targets met (and their zones, for a Kette), and the dice of missions and zones."""
    game = Position(scale=Scale.OPERATION, seed=seed)
    luck: Luck = {}
    mission = -1
    game.advance()
    while not game.mat.track.over:
        legal = np.flatnonzero(game.mask).tolist()
        apply_action(game.mat, game.table, chooser(game, legal))
        game.advance()
        for entry in game.journal:
            if entry["kind"] == Entry.ROLL:
                mission += entry["chart"] == Chart.A1
                luck.setdefault(
                    (mission, int(entry["chart"]), int(entry["leg"]), int(entry["zone"])), tuple(entry["dice"].tolist())
                )
        game._journal[0]["cursor"] = 0
    log = game.mat.log[: game.mat.track.logged]
    return [(int(line.target), min(int(line.zone), 5)) for line in log], luck


def steady(game: Position, legal: list[int]) -> int:
    """Flies the most it can and never turns back."""
    if game.mat.cursor.decision == Decision.MUSTER:
        return legal[-1]
    return Act.GO_ON if Act.GO_ON in legal else legal[0]


def wild(seed: int) -> Chooser:
    """Choose any action, but mostly fly, with four aircraft or more."""
    rng = np.random.default_rng(seed)

    def chooser(game: Position, legal: list[int]) -> int:
        if game.mat.cursor.decision == Decision.MUSTER:
            return int(
                rng.choice([action for action in legal if action == Act.NO_FLY or action >= Act.FLY + 2] or legal)
            )
        return Act.GO_ON if Act.GO_ON in legal and rng.random() < 0.8 else int(rng.choice(legal))

    return chooser


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_players_meet_the_same_missions_and_the_same_luck(seed: int) -> None:
    missions, luck = play(seed, steady)
    others, other_luck = play(seed, wild(seed))
    assert missions == others
    both = set(luck) & set(other_luck)
    for chart in (Chart.A1, Chart.A4, Chart.A6, Chart.B1, Chart.B2):
        shared = [address for address in both if address[1] == chart]
        assert len(shared) >= 4, chart
        assert [luck[address] for address in shared] == [other_luck[address] for address in shared], chart
    first_cards = [address for address in both if address[1] == Chart.EVENT and address[2:] == (Leg.OUT, 1)]
    assert len(first_cards) >= 4
    assert [luck[address] for address in first_cards] == [other_luck[address] for address in first_cards]


def test_another_seed_is_another_war() -> None:
    assert play(1, steady)[0] != play(2, steady)[0]
