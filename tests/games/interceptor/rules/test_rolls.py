"""The common parts of all chapters: the dice of a seed, the entries of the journal, and the payments."""

from typing import Any

import pytest

from stuka_env.declared.records import rows
from stuka_env.engine.table import JOURNAL_LENGTH
from stuka_env.games.interceptor.codes import Award, Chart, Entry, Fault, Model, Modifier, Month, Range
from stuka_env.games.interceptor.rules import RULES
from stuka_env.games.interceptor.rules.ledger import A_BOMBER, ILLEGAL_PART, Result, pay, write_result
from stuka_env.games.interceptor.rules.rolls import new_streams
from tests.support.each import each
from tests.support.interceptor.game import Game, journalled
from tests.support.payments import payment_functions

modify, note, roll, says, succeeds, throw = (
    RULES.names[verb] for verb in ("modify", "note", "roll", "says", "succeeds", "throw")
)

_, fine = payment_functions("interceptor")

# --- the dice of a seed ---


def throws(game: Game, chart: Chart) -> list[tuple[int, int]]:
    """Return the next rolls of a chart with two dice."""
    return [throw(game.mat, game.table, chart, 0, 0)[:2] for _ in range(5)]


def in_the_second_box() -> Game:
    """Return a pilot in the second box of the second line of June, after rolls in another line and in the first box."""
    game = Game().aloft(Model.FW_190A_4)
    throws(game, Chart.A1)
    new_streams(game.table.dice, int(Month.JUNE_1943), 2)
    throws(game, Chart.B1)
    game.mat.sortie.box = 2
    return game


def with_a_bomber() -> Game:
    """Return a pilot at medium range of the second bomber of the box, in his second pass."""
    game = in_the_second_box()
    game.mat.sortie.bombers_met, game.mat.sortie.passes = 2, 1
    game.mat.bomber.present, game.mat.bomber.range = 1, Range.MEDIUM
    return game


def with_a_fighter() -> Game:
    """Return a pilot in combat with the second fighter of the box."""
    game = in_the_second_box()
    game.mat.sortie.enemies_met, game.mat.fighter.present = 2, 1
    return game


@each(
    "place, chart, faces",
    [
        (in_the_second_box, Chart.A1, [(2, 6), (3, 2), (1, 3), (5, 5), (3, 2)]),
        (in_the_second_box, Chart.B1, [(4, 6), (6, 4), (6, 6), (6, 6), (2, 3)]),
        (with_a_bomber, Chart.B3, [(5, 6), (5, 3), (2, 6), (2, 6), (1, 1)]),
        (with_a_fighter, Chart.B12, [(5, 1), (5, 2), (4, 3), (1, 1), (2, 2)]),
    ],
)
def test_a_seed_has_the_same_dice_in_every_version(place: Any, chart: Chart, faces: list[tuple[int, int]]) -> None:
    """Replays and seeds are kept; the dice depend on the place, not on the rolls elsewhere."""
    assert throws(place(), chart) == faces


# --- the journal ---


def noting() -> Game:
    """Return a pilot in his first box with an empty journal."""
    return journalled(Game().aloft(Model.FW_190A_4))


def numbers_of(entry: Any) -> tuple[int, ...]:
    """Return the first, the second and the third number of an entry, and its total."""
    return int(entry.detail), int(entry.value), int(entry.third), int(entry.total)


def test_an_entry_has_no_number_of_an_earlier_one() -> None:
    game = noting()
    game.table.journal.entries.view("i1")[:] = 99
    roll(game.mat, game.plan(PROMOTION=[3]).table, Chart.PROMOTION, 0, 0)
    (entry,) = game.entries(Entry.ROLL)
    assert numbers_of(entry) == (0, 0, 0, 3) and list(entry.dice) == [3, 0]
    assert (entry.chart, entry.month, entry.line, entry.box) == (Chart.PROMOTION, Month.MARCH_1943, 1, 1)
    assert entry.fourth == entry.fifth == entry.sixth == 0


@pytest.mark.parametrize(("written", "fault"), [(JOURNAL_LENGTH - 1, Fault.NONE), (JOURNAL_LENGTH, Fault.JOURNAL_FULL)])
def test_a_full_journal_is_a_fault(written: int, fault: Fault) -> None:
    game = noting()
    game.table.journal.cursor = written
    note(game.mat, game.table, Entry.AMMUNITION, 1, 2)
    assert game.table.journal.cursor == JOURNAL_LENGTH and game.table.dice.fault == fault
    assert numbers_of(game.table.journal.entries[JOURNAL_LENGTH - 1]) == (1, 2, 0, 0)


@pytest.mark.parametrize("success", [True, False])
def test_a_roll_tells_its_modifier_and_its_result(success: bool) -> None:
    game = noting().plan(PROMOTION=[3, 3])
    modifier = modify(game.mat, game.table, Chart.PROMOTION, Modifier.KILLS, 2)
    assert says(game.table, roll(game.mat, game.table, Chart.PROMOTION, 0, modifier)) == 5
    roll(game.mat, game.table, Chart.PROMOTION, 0, -1)
    assert succeeds(game.table, success) == success
    assert [numbers_of(entry) for entry in game.entries(Entry.ROLL)] == [(5, 0, 0, 5), (int(success), 0, 0, 2)]


# --- payments (5.2) ---


def test_the_parts_of_a_reward_add_up_to_it() -> None:
    game = Game()
    fine(game.ledger, 0.5)
    assert game.ledger.reward == game.ledger.parts[ILLEGAL_PART] == -0.5
    game.mat.career.destroyed, game.mat.career.crashed = 2, 1
    pay(game.mat, game.table, game.ledger)
    assert game.ledger.reward == pytest.approx(3 * A_BOMBER - 0.5) == game.ledger.parts.sum()


@pytest.mark.rule("IR369", "IQ188")
@each("award", Award)
def test_the_result_has_a_bit_for_each_award(award: Award) -> None:
    game, result = Game(), rows(1, Result)[0]
    game.mat.pilot.awards[award] = 1
    write_result(game.mat, game.table, result)
    assert result.awards == 1 << award
