"""Rolls open, die by die, with the results that the rules have for every other number."""

from collections.abc import Iterator
from typing import Any

import pytest

from stuka_env.declared.sentences import is_roll
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Chart, Modifier
from stuka_env.replay import Flight, fly
from stuka_env.replay.rolls import LISTED_RESULTS, RollResult, roll_lines
from tests.support.each import each
from tests.support.replays import recorded

IDS = ("Stuka/Segment-v0", "Interceptor/Month-v0", "Wing/Mission-v0", "Support/Battle-v0")
LANDINGS = load_charts().record["c5"]


@pytest.fixture(scope="module")
def flights() -> dict[str, Flight]:
    """A flight of each game with the results of its rolls."""
    return {name: fly(recorded(name), rolls=True) for name in IDS}


def rolls_of(flight: Flight) -> Iterator[tuple[Any, tuple[Any, ...], tuple[RollResult, ...]]]:
    """Yield the rolls of a flight with their modifiers and results."""
    modifiers: tuple[Any, ...] = ()
    assert flight.rolls is not None
    for moment in flight.moments:
        for entry in moment.journal:
            if is_roll(entry):
                yield entry, modifiers, flight.rolls.get(id(entry), ())
            modifiers = flight.game.envs.sentences.modifiers_after(entry, modifiers)


@each("name", IDS)
def test_chances_add_up_and_one_result_is_that_of_the_roll(flights: dict[str, Flight], name: str) -> None:
    """Most rolls with dice have results; none are told of dice that hang on something hidden."""
    with_results, of_dice = 0, 0
    for entry, modifiers, results in rolls_of(flights[name]):
        of_dice += not entry.chart.declared.is_drawn
        with_results += bool(results)
        if results:
            (own,) = [result for result in results if result.is_own]
            assert entry.total in own.totals and own.words in entry.text
            assert sum(result.chance for result in results) == pytest.approx(1)
            totals = [total for result in results for total in result.totals]
            assert len(totals) == len(set(totals)) or name == "Stuka/Segment-v0"
        lines = roll_lines(entry, modifiers, results)
        assert bool(lines) != entry.chart.declared.is_drawn and len(lines) <= LISTED_RESULTS + 2 + len(modifiers)
    assert with_results > 0.6 * of_dice > 10


def test_results_of_a_landing_are_those_of_its_chart(flights: dict[str, Flight]) -> None:
    """The totals are those of every face, with the modifiers, up to the ends of the chart."""
    seen = 0
    for entry, modifiers, results in rolls_of(flights["Stuka/Segment-v0"]):
        if entry.chart != Chart.C5:
            continue
        low, high = Chart.C5.declared.ends or (0, 0)
        by_hand = [max(low, min(high, face + sum(value for _, value in modifiers))) for face in range(1, 11)]
        assert {total for result in results for total in result.totals} == set(by_hand)
        for result in results:
            assert result.chance == pytest.approx(sum(total in result.totals for total in by_hand) / 10)
            assert len({int(LANDINGS[total]) for total in result.totals}) == 1
        seen += 1
    assert seen > 10


def test_a_roll_opens_in_lines(flights: dict[str, Flight]) -> None:
    """Each die, each modifier with its cause, the total, and the results; of many only that of the roll."""
    entry = next(entry for entry, _, _ in rolls_of(flights["Stuka/Segment-v0"]) if entry.chart == Chart.C1)
    own, source = entry._replace(dice=(7, 3), total=3), next(iter(Modifier))
    results = (RollResult((1, 2, 4), 0.5, "no effect", False), RollResult((3,), 0.025, "+1 stress", True))
    assert roll_lines(own, ((source, -1),), results) == [
        "d10: 7, d6: 3",
        f"-1 {source.word}",
        "read as 3",
        "1 to 2 or 4, 50 %: no effect",
        "\u2714 3, 2.5 %: +1 stress",
    ]
    assert roll_lines(own, (), results * LISTED_RESULTS)[2:] == ["\u2714 3, 2.5 %: +1 stress"] * LISTED_RESULTS
    without_words = (RollResult((3,), 0.5, "", True), RollResult((4,), 0.5, "", False))
    assert roll_lines(own, (), without_words)[2:] == ["\u2714 3, 50 %"]


def test_a_flight_is_the_same_with_and_without_the_results() -> None:
    replay = recorded("Stuka/Mission-v0")
    plain, with_rolls = fly(replay), fly(replay, rolls=True)
    assert plain.rolls is None and with_rolls.rolls
    texts = [[entry.text for moment in one.moments for entry in moment.journal] for one in (plain, with_rolls)]
    assert texts[0] == texts[1] and plain.ending == with_rolls.ending
