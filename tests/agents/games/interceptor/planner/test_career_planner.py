"""The planner of careers: what it departs in, that a departure has passed a test with fresh dice, and that it pays."""

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.games.interceptor.planner.parts import LEFT_TO_CHAMPION, PLANNER_PARTS
from agents.games.interceptor.players import SECOND_GAME
from agents.planner.halving import BlockScores, Search, new_searches, next_block, record_block
from agents.planner.planner import Budget, Planner
from agents.registry import make_policy
from agents.seeds import tuning_seeds
from stuka_env.compiling.philox import draw_noise
from stuka_env.declared.records import rows
from stuka_env.engine.engine import Engine
from stuka_env.flights.episodes import fly_wars, policy_input, war_seeds
from stuka_env.games.interceptor.codes import Decision, Scale
from stuka_env.games.interceptor.scenario.plan import WarSpec
from stuka_env.policy import PolicyInput, UnknownPolicyError

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

CAREER = WarSpec(scale=Scale.CAREER)


def planner(rollouts: int, threads: int = 2) -> Planner:
    return Planner("planner", SECOND_GAME, Budget(rollouts, 0), threads)


def flown_to(wars: int, turns: int) -> PolicyInput:
    """Return the inputs of careers that `champion` has flown for some turns."""
    engine = Engine(wars, CAREER)
    view = engine.new_view()
    engine.reset(view.buffers, tuning_seeds(3, 0, wars).tolist())
    inputs, champion = policy_input(engine, view), make_policy("champion", SECOND_GAME)
    actions = np.zeros(wars, np.int64)
    for turn in range(turns):
        draw_noise(war_seeds(engine), 0, turn, inputs.noise)
        champion.act(inputs, actions)
        engine.step(actions, view.buffers)
    draw_noise(war_seeds(engine), 0, turns, inputs.noise)
    return inputs


@pytest.fixture(scope="module")
def inputs() -> PolicyInput:
    return flown_to(48, 60)


def position_of(inputs: PolicyInput, fewest: int) -> int:
    """Return a war in the air with so many candidates."""
    candidates = planner(4096).search(inputs)["candidates"]
    return int(np.flatnonzero(candidates >= fewest)[0])


def searched(inputs: PolicyInput, war: int, budget: int, worths: NDArray[np.float64]) -> Search:
    """Return a search in which rollout k of a candidate scores ``worths[k, action]``."""
    searches, scores = new_searches(len(inputs.snapshot), budget), rows(1, BlockScores)
    decisions = PLANNER_PARTS.futures.open_decisions(inputs)
    PLANNER_PARTS.open_search(PLANNER_PARTS.choose, decisions, searches, war)
    search = searches[war]
    while rollouts := next_block(searches, war):
        left = int(search["left"])
        for index in range(rollouts):
            rollout, action = int(search["flown"]) + index // left, int(search["action"][index % left])
            scores["worth"][0, index] = worths[rollout, action]
        record_block(searches, war, scores)
    PLANNER_PARTS.choose_best(searches, war)
    return search


# --- the test with fresh dice ---


def test_half_of_the_budget_tests_the_best_candidate(inputs: PolicyInput) -> None:
    war = position_of(inputs, 4)
    worths = np.tile(np.arange(inputs.masks.shape[1], dtype=np.float64), (1000, 1))
    search = searched(inputs, war, 256, worths)
    own, best = search["action"][:2].tolist()
    if best > own:
        assert search["best"] == best
        assert search["rollouts"][0] == search["rollouts"][1] >= 64
        assert search["gain"][1] == (best - own) * search["rollouts"][1]
    assert 254 <= search["spent"] <= 256 or best < own


def test_what_was_good_in_the_race_alone_is_not_taken(inputs: PolicyInput) -> None:
    """The best of the race is worth 3 more there, and 1 less with fresh dice."""
    war = position_of(inputs, 4)
    plain = searched(inputs, war, 256, np.zeros((1000, inputs.masks.shape[1])))
    own, other = plain["action"][:2].tolist()
    raced = int(plain["flown"])
    worths = np.zeros((1000, inputs.masks.shape[1]))
    worths[:, other] = 3.0
    assert searched(inputs, war, 256, worths)["best"] == other
    worths[raced:, other] = -1.0
    search = searched(inputs, war, 256, worths)
    assert search["action"][1] == other and search["gain"][1] < 0
    assert search["best"] == own


def test_without_a_gain_in_the_race_nothing_is_tested(inputs: PolicyInput) -> None:
    war = position_of(inputs, 4)
    search = searched(inputs, war, 256, np.zeros((1000, inputs.masks.shape[1])))
    assert search["best"] == search["action"][0]
    assert search["spent"] <= 128


# --- what it looks into ---


def test_choices_on_the_ground_and_sorties_are_champions() -> None:
    for turns in (0, 12, 200):
        inputs = flown_to(48, turns)
        searches, own = planner(64).search(inputs), np.zeros(48, np.int64)
        make_policy("champion", SECOND_GAME).act(inputs, own)
        is_left = np.isin(inputs.snapshot["cursor"]["decision"], LEFT_TO_CHAMPION)
        assert is_left.any()
        assert (searches["spent"][is_left] == 0).all()
        assert (searches["best"][is_left] == own[is_left]).all()


def test_shots_that_come_to_the_same_are_looked_into_once(inputs: PolicyInput) -> None:
    searches = planner(4096).search(inputs)
    bursts = np.flatnonzero(inputs.snapshot["cursor"]["decision"] == Decision.BURST)
    assert len(bursts)
    assert (searches["candidates"][bursts] < inputs.masks[bursts].sum(axis=1)).any()
    assert (searches["candidates"] <= inputs.masks.sum(axis=1)).all()


def test_threads_make_no_difference(inputs: PolicyInput) -> None:
    assert planner(64, 1).search(inputs).tobytes() == planner(64, 3).search(inputs).tobytes()


@pytest.mark.parametrize("scale", list(Scale))
def test_it_flies_every_kind_of_episode(scale: Scale) -> None:
    seeds = np.array(tuning_seeds(4, 0, 2), np.uint64)
    flown = fly_wars(planner(16), WarSpec(scale=scale), seeds)
    assert flown.finished.all() and not flown.illegal.any()


def test_it_goes_by_its_name_and_budget() -> None:
    made = make_policy("planner@64", SECOND_GAME)
    assert isinstance(made, Planner) and (made.name, made.game, made.budget) == ("planner@64", SECOND_GAME, (64, 0))
    with pytest.raises(UnknownPolicyError, match="allowed is a number of rollouts"):
        make_policy("planner@1", SECOND_GAME)
