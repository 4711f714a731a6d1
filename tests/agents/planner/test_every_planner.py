"""The planner of every game: what it may know, that it is exact, and that it plays every kind of episode."""

import numpy as np
import pytest

from agents.game_rooms import has_room
from agents.planner.planner import Budget, Planner
from agents.planner.search import planner_parts
from agents.registry import make_policy
from stuka_env.engine import hidden
from stuka_env.engine.engine import Engine
from stuka_env.engine.memory import copied
from stuka_env.flights.episodes import fly_wars, policy_input
from stuka_env.game import game_named, game_names
from stuka_env.policy import PolicyInput, UnknownPolicyError

pytestmark = pytest.mark.slow  # most of their time is the compilation of code that nothing else needs

WARS, TURNS = 24, 25


@pytest.fixture(scope="module", params=[game for game in game_names() if has_room(game, "planner.parts")])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def planner(game: str, rollouts: int = 32, threads: int = 1) -> Planner:
    return Planner("planner", game, Budget(rollouts, 0), threads)


def begun(game: str, wars: int = WARS) -> tuple[Engine, PolicyInput]:
    """Return wars of the longest kind after some turns at random, so that they are at different decisions."""
    record = game_named(game)
    engine = Engine(wars, record.envs.read_arguments(len(record.ids) - 1)[0])
    view = engine.new_view()
    engine.reset(view.buffers, list(range(40, 40 + wars)))
    rng = np.random.default_rng(3)
    for _ in range(TURNS):
        engine.step((view.masks * rng.random(view.masks.shape)).argmax(axis=1), view.buffers)
    return engine, policy_input(engine, view)._replace(noise=np.arange(wars) + 9)


def test_the_choice_does_not_depend_on_the_real_dice(game: str) -> None:
    engine, inputs = begun(game)
    before = planner(game).search(inputs)
    dice = engine.wars.dice
    dice["key_low"], dice["key_high"] = dice["key_low"] + 1, dice["key_high"] + 7
    assert planner(game).search(inputs).tobytes() == before.tobytes()
    assert (before["spent"] > 0).any() and (before["spent"] <= 32).all()


def test_the_choice_does_not_depend_on_what_is_hidden(game: str) -> None:
    record = game_named(game)
    if record.engine.hidden is None:
        return
    _, inputs = begun(game)
    others = copied(inputs.snapshot)
    assert hidden.draw(record, others, inputs.charts, 5) and others.tobytes() != inputs.snapshot.tobytes()
    searches = [planner(game).search(inputs._replace(snapshot=mats)) for mats in (inputs.snapshot, others)]
    assert searches[0].tobytes() == searches[1].tobytes()


def test_threads_and_the_other_wars_make_no_difference(game: str) -> None:
    _, inputs = begun(game)
    together = planner(game).search(inputs)
    assert planner(game, threads=3).search(inputs).tobytes() == together.tobytes()
    war = int((together["spent"] > 0).argmax())
    alone = slice(war, war + 1)
    charts = inputs.charts[alone] if len(inputs.charts) > 1 else inputs.charts
    one = PolicyInput(
        inputs.observations[alone], inputs.masks[alone], inputs.snapshot[alone], charts, inputs.noise[alone]
    )
    assert planner(game, threads=2).search(one).tobytes() == together[alone].tobytes()


def test_candidates_are_legal_and_the_scripts_own_choice_comes_first(game: str) -> None:
    _, inputs = begun(game)
    searches, parts = planner(game, 512).search(inputs), planner_parts(game)
    for war in np.flatnonzero(searches["candidates"]).tolist():
        search = searches[war]
        actions = search["action"][: search["candidates"]]
        own = parts.choose(inputs.snapshot[war], inputs.charts[0], inputs.masks[war], int(inputs.noise[war]))
        assert actions[0] == own and search["best"] in actions
        assert len(set(actions.tolist())) == len(actions) and (inputs.masks[war, actions] != 0).all()


def test_it_plays_every_kind_of_episode(game: str) -> None:
    record = game_named(game)
    for scale in range(len(record.ids)):
        flown = fly_wars(planner(game, 8), record.envs.read_arguments(scale)[0], np.arange(2, dtype=np.uint64))
        assert flown.finished.all() and not flown.illegal.any()


def test_it_goes_by_its_name_and_budget(game: str) -> None:
    made = make_policy("planner@64", game)
    assert isinstance(made, Planner) and (made.name, made.game, made.budget) == ("planner@64", game, (64, 0))
    with pytest.raises(UnknownPolicyError, match="allowed is a number of rollouts"):
        make_policy("planner@1", game)
