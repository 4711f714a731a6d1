"""Luck, and the futures of reviews and exercises, play on from what the player believes, not from the truth."""

import copy
from typing import Any

import numpy as np
import pytest

from agents.clones import Rollout
from agents.futures.flying import account_futures
from agents.luck.network import Network, inputs_of, new_network, no_weights
from agents.luck.parts import LuckParts
from agents.luck.terms import luck_kernels
from stuka_env.compiling.compilation import compiled
from stuka_env.compiling.plain import plain
from stuka_env.engine.engine import Engine
from stuka_env.engine.state import with_checksum
from stuka_env.flights.episodes import fly_wars
from stuka_env.games.support.codes import Scale
from stuka_env.games.support.rules.mat import Mat
from stuka_env.games.support.scenario.plan import WarSpec
from stuka_env.policy import load_policy
from tests.support.face_down import battle, exchanged, kinds_of, played_on, truth_of

FUTURES = 24


@compiled
def earned(mat: Mat) -> float:
    """Return the points on a mat."""
    return float(mat.battle.points)


class Unlearned(LuckParts):
    """Luck whose network expects nothing."""

    def load(self) -> Network:
        """Return a network without weights."""
        inputs = inputs_of(battle().layout)
        return new_network(inputs, no_weights(inputs))


LUCK = Unlearned(game="support", file="", earned=earned, digest_war=WarSpec.read(Scale.BATTLE, scenario="farms"))


@pytest.fixture(scope="module")
def alike() -> tuple[Any, Any]:
    """Two battles that their player cannot tell apart."""
    env, other = battle(scenario="farms"), battle(scenario="farms")
    played_on(env, 5, 7)
    state = copy.deepcopy(env.get_state())
    state["arrays"]["mats"]["hidden"]["kinds"] = exchanged(truth_of(env))
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    assert kinds_of(other) != kinds_of(env)
    return env, other


@pytest.mark.slow
def test_the_mean_of_luck_knows_no_more_than_the_player(alike: tuple[Any, Any]) -> None:
    clone, found, add = LUCK.new_clone(LUCK.digest_war), list[float](), luck_kernels("support").add_luck_of_steps
    for env in alike:
        wars, luck = env.engine.wars, np.zeros(1)
        add(earned, *clone, wars, wars, np.flatnonzero(env.action_masks())[:1], luck)  # nothing follows, so all is mean
        found.append(luck[0])
    assert found[0] == found[1] != 0


def test_futures_begin_with_all_that_can_be_hidden(alike: tuple[Any, Any]) -> None:
    futures = account_futures(__name__, LUCK)
    begin_future, workspace = plain(futures.names["begin_future"]), futures.new_workspace()
    action, found = int(np.flatnonzero(alike[0].action_masks())[0]), set()
    for number in range(FUTURES):
        mats = []
        for env in alike:
            begin_future(truth_of(env), env.engine.wars.charts[0], workspace, Rollout(action, 11, number))
            mats.append(workspace.wars.mats[0].tobytes())
            found.add(tuple(workspace.wars.mats[0].hidden.kinds.tolist()))
        assert mats[0] == mats[1]
    assert len(found) > 4


@pytest.mark.slow
@pytest.mark.parametrize("script", ["best", "by_the_book"])
def test_scripts_play_as_they_would_if_they_saw_the_truth(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So they read nothing of what is hidden."""
    policy, seeds = (
        load_policy(f"agents.games.support.scripts.{script}:choose", "support"),
        np.arange(12, dtype=np.uint64),
    )
    seen = fly_wars(policy, LUCK.digest_war, seeds)
    monkeypatch.setattr(Engine, "seen", lambda engine, mats: mats)
    assert np.array_equal(fly_wars(policy, LUCK.digest_war, seeds).results, seen.results)
