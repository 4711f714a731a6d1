"""Examples for the fit of a network of luck, their targets, and the fit."""

import numpy as np
import pytest

from agents.luck.examples import Examples, MixedPlayer, examples_of, join_examples, points_after
from agents.luck.fitting import fit_network
from agents.luck.network import inputs_of, new_network, points_to_come
from agents.luck.parts import luck_parts
from agents.registry import RandomPolicy, make_policy
from agents.seeds import training_seeds
from stuka_env.flights.episodes import fly_wars
from stuka_env.game import game_named
from stuka_env.games.wing.codes import Decision

WARS = 12
SEEDS = np.array(training_seeds(5, 0, WARS), np.uint64)
LUCK = luck_parts("wing")
CAMPAIGN = game_named("wing").envs.read_arguments(1, campaign="short_1942")[0]


@pytest.fixture(scope="module")
def flown() -> Examples:
    assert LUCK is not None
    return examples_of(LUCK, make_policy("by_the_book", "wing"), CAMPAIGN, SEEDS, 20, 1)


def test_each_mission_opens_with_an_example_that_leads_to_the_next(flown: Examples) -> None:
    scores = fly_wars(make_policy("by_the_book", "wing"), CAMPAIGN, SEEDS, seed=1).scores
    starts = np.flatnonzero(flown.opens_line & (flown.earned == 0) & (np.diff(flown.final, prepend=np.nan) != 0))
    assert set(flown.final.tolist()) == set(scores.tolist())
    assert len(starts) <= WARS < flown.opens_line.sum() < len(flown.opens_line)
    leads = flown.following >= 0
    following = flown.following[leads]
    assert (following > np.flatnonzero(leads)).all()
    assert flown.opens_line[following].all()
    assert (flown.final[following] == flown.final[leads]).all()
    between = [
        flown.opens_line[place + 1 : after].any() for place, after in zip(np.flatnonzero(leads), following, strict=True)
    ]
    assert not any(between)


def test_points_after_stand_for_the_rest(flown: Examples) -> None:
    predicted = np.arange(len(flown.earned), dtype=np.float32)
    assert (points_after(flown, 0, predicted) == flown.final - flown.earned).all()
    after = points_after(flown, 1, predicted)
    place = int(np.flatnonzero(flown.following >= 0)[3])
    following = flown.following[place]
    assert after[place] == flown.earned[following] - flown.earned[place] + predicted[following]
    last = int(np.flatnonzero(flown.following < 0)[0])
    assert after[last] == flown.final[last] - flown.earned[last]


def test_joined_examples_lead_to_their_own(flown: Examples) -> None:
    both = join_examples([flown, flown])
    count, predicted = len(flown.earned), np.zeros(2 * len(flown.earned), np.float32)
    assert (points_after(both, 2, predicted)[count:] == points_after(flown, 2, predicted[:count])).all()
    assert both.following[count:].max() >= count


def test_a_mixed_player_takes_some_decisions_as_the_other_one() -> None:
    book, wrong = (make_policy(name, "wing") for name in ("by_the_book", "all_wrong"))
    no_decisions: np.ndarray[tuple[int], np.dtype[np.int64]] = np.zeros(0, np.int64)
    every = np.array([int(each) for each in Decision])
    scores = {
        name: fly_wars(player, CAMPAIGN, SEEDS).scores.tolist()
        for name, player in {
            "book": book,
            "wrong": wrong,
            "no": MixedPlayer(book, wrong, no_decisions, 0),
            "every": MixedPlayer(book, wrong, every, 0),
            "slips": MixedPlayer(book, wrong, no_decisions, 100),
            "some": MixedPlayer(book, RandomPolicy(), no_decisions, 30),
        }.items()
    }
    assert scores["no"] == scores["book"]
    assert scores["every"] == scores["slips"] == scores["wrong"]
    assert scores["some"] != scores["book"]


def test_the_fitted_weights_are_those_of_the_trained_network(flown: Examples) -> None:
    inputs = inputs_of(game_named("wing").envs.layout(None))
    trained = fit_network(inputs, flown)
    network = new_network(inputs, trained.weights())
    expected = trained.predict(flown.codes[:20])
    assert expected.std() > 0
    assert [points_to_come(network, codes) for codes in flown.codes[:20]] == pytest.approx(expected.tolist(), abs=1e-2)
