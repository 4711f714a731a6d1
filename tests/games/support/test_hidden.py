"""The kinds of counters that lie face down are in nothing that a player sees."""

import copy
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from agents.evaluation.replayed_wars import ReplayedWars
from agents.solver import solve
from stuka_env.compiling.plain import plain
from stuka_env.engine import hidden
from stuka_env.engine.engine import Engine, StateError
from stuka_env.engine.outcomes import OutcomesError
from stuka_env.engine.state import with_checksum
from stuka_env.envs.vector import from_war
from stuka_env.flights.episodes import fly_wars, policy_input
from stuka_env.games.support.codes import Chart, Kind
from stuka_env.games.support.rules.counters import can_be
from stuka_env.games.support.words.labels import counters_down, face_down
from stuka_env.policy import PolicyInput
from stuka_env.position import position_of
from stuka_env.replay import RecordReplay, ReplayError, fly, load, save
from stuka_env.replay.file import check_comparable
from tests.support.face_down import BATTLE, battle, exchanged, kinds_of, played_on, truth_of, what_is_seen
from tests.support.outcomes import check_against_clones

STEPS, CLONES = 12, 1_000
SEEDS = {"column": 8, "village": 43, "strongpoint": 0, "farms": 1}
"""Seeds of battles with different counters that lie face down at the first decision."""


@pytest.mark.rule("S005")
@pytest.mark.parametrize("scenario", SEEDS)
def test_face_down_counters_change_nothing_that_is_seen(scenario: str) -> None:
    env, other, rng, compared = battle(scenario=scenario), battle(scenario=scenario), np.random.default_rng(1), 0
    _, info = env.reset(seed=SEEDS[scenario])
    other.reset(seed=0)
    for _ in range(STEPS):
        kinds = exchanged(truth_of(env))
        if kinds is not None:
            state = copy.deepcopy(env.get_state())
            state["arrays"]["mats"]["hidden"]["kinds"] = kinds
            seen, there = other.set_state(with_checksum(env.game, state))
            same, here = env.set_state(env.get_state())
            assert np.array_equal(seen, same)
            assert np.array_equal(there["action_mask"], here["action_mask"])
            assert other.legal_actions() == env.legal_actions() and other.render() == env.render()
            assert face_down(other.mat) == face_down(env.mat)
            compared += 1
        if info["result"] is None:
            *_, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert compared


def test_the_set_up_draws_the_list_of_the_scenario_and_writes_nothing() -> None:
    env, places = battle(scenario="strongpoint"), set()
    for seed in range(12):
        env.reset(seed=seed)
        kinds = truth_of(env).hidden.kinds.tolist()
        twice = [Kind.GUN, Kind.QUAD_AA] * 2
        assert sorted(kinds) == sorted([Kind.SQUAD, Kind.DUMMY] * 3 + twice + [Kind.HEAVY_AA, Kind.LIGHT_AA])
        assert not [entry for entry in env.journal if entry.chart == Chart.HIDDEN]
        places.add(kinds.index(Kind.HEAVY_AA))
    assert len(places) > 3


def test_a_position_has_what_is_seen_alone() -> None:
    env, other = battle(scenario="farms"), battle(scenario="farms")
    env.reset(seed=SEEDS["farms"])
    state = copy.deepcopy(env.get_state())
    state["arrays"]["mats"]["hidden"]["kinds"] = exchanged(truth_of(env))
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    text = position_of(env)
    assert position_of(other) == text
    other.reset(seed=3, options={"position": text})
    assert other.legal_actions() == env.legal_actions() and face_down(other.mat) == face_down(env.mat)
    assert np.array_equal(other.mat.units["kind"], env.mat.units["kind"])


def belief(mat: Any, charts: Any) -> set[tuple[int, ...]]:
    """Return all ways in which the face-down kinds can lie by what the player sees, without the rules that lay them."""
    down = counters_down(mat)
    kinds = mat.hidden.kinds[down].tolist()
    fits = [[plain(can_be)(mat, charts, counter, kind) for kind in Kind] for counter in down]
    return {one for one in permutations(kinds) if all(fit[kind] for fit, kind in zip(fits, one, strict=True))}


def check_belief(mat: Any, charts: Any, drawn: Any) -> None:
    """Check that what is hidden on mats is drawn as the belief says: each way equally often, by a chi-square test."""
    expected = belief(mat, charts)
    assert tuple(mat.hidden.kinds[counters_down(mat)].tolist()) in expected and len(expected) > 1
    found = Counter(tuple(one["hidden"]["kinds"][counters_down(mat)].tolist()) for one in drawn)
    assert set(found) <= expected
    each = len(drawn) / len(expected)
    statistic = sum((found[one] - each) ** 2 / each for one in expected)
    assert statistic < len(expected) + 5 * (2 * len(expected)) ** 0.5


@pytest.mark.parametrize(
    ("scenario", "seed", "steps"), [("column", 3, 0), ("village", 43, 0), ("strongpoint", 2, 8), ("farms", 0, 3)]
)
def test_clones_have_what_the_player_cannot_tell_apart_equally_often(scenario: str, seed: int, steps: int) -> None:
    env = battle(scenario=scenario)
    played_on(env, seed, steps)
    clones = from_war(env, CLONES)
    for mat in clones.engine.wars.mats:
        assert what_is_seen(mat) == what_is_seen(truth_of(env))
    check_belief(truth_of(env), env.charts.record, clones.engine.wars.mats)
    assert clones.engine.masks.tolist() == [env.action_masks().astype(int).tolist()] * CLONES


def test_what_is_seen_of_a_counter_limits_what_it_can_be() -> None:
    env = battle(scenario="farms")
    env.reset(seed=SEEDS["farms"])
    mats = truth_of(env).reshape(1).copy()
    mat, marks = mats[0], ("pinned", "lost", "moved")
    squads = [counter for counter in counters_down(mat) if mat.hidden.kinds[counter] == Kind.SQUAD]
    mat.units["kind"][squads[2:]] = Kind.SQUAD
    for squad, mark in zip([squads[0], *squads[:2]], marks, strict=True):
        mat.units[squad][mark] = 1
    drawn = np.repeat(mats, CLONES)
    hidden.draw(env.game, drawn, env.engine.charts_in_force(), np.arange(CLONES, dtype=np.uint64))
    check_belief(mat, env.charts.record, drawn)
    assert (drawn["hidden"]["kinds"][:, squads[0]] == Kind.SQUAD).all()
    assert set(drawn["hidden"]["kinds"][:, squads[1]].tolist()) == {Kind.SQUAD, Kind.DUMMY}


def test_a_clone_with_the_same_dice_has_the_truth_and_one_with_others_forgets_it() -> None:
    env = battle(scenario="strongpoint")
    env.reset(seed=0)
    assert kinds_of(env.clone("same")) == kinds_of(env)
    other, kinds = battle(scenario="strongpoint"), exchanged(truth_of(env))
    state = copy.deepcopy(env.get_state())
    state["arrays"]["mats"]["hidden"]["kinds"] = kinds
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    assert kinds_of(other) != kinds_of(env)
    for dice in ("fresh", "fresh", 7):
        assert kinds_of(other.clone(dice)) == kinds_of(env.clone(dice))


def test_no_view_of_the_house_has_the_truth() -> None:
    env, other = battle(scenario="strongpoint"), battle(scenario="strongpoint")
    played_on(env, 0, 8)
    state = copy.deepcopy(env.get_state())
    assert state["truth"] == "hidden"
    state["arrays"]["mats"]["hidden"]["kinds"] = exchanged(truth_of(env))
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    assert kinds_of(other) != kinds_of(env)
    assert other.mat.tobytes() == env.mat.tobytes()
    views = [policy_input(one.engine, one.engine.new_view()) for one in (env, other)]
    assert views[0].mats.tobytes() == views[1].mats.tobytes()
    del state["truth"]
    with pytest.raises(StateError, match="truth is None, this environment needs 'hidden'"):
        env.set_state(with_checksum(env.game, state))


class Watcher:
    """The first legal actions, and the mats that the policy saw."""

    name = "watcher"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def act(self, inputs: PolicyInput, actions: Any) -> None:
        """Choose, and keep the mats."""
        self.seen.append(np.array(inputs.mats))
        actions[:] = inputs.masks.argmax(axis=1)


def test_a_policy_sees_mats_that_tell_nothing() -> None:
    watcher, shown, true = Watcher(), list[Any](), list[Any]()

    def witness(engine: Engine, rows: slice, actions: Any) -> None:
        shown.append(engine.game.public(np.array(engine.seen_mats())))
        true.append(engine.wars.mats.copy())

    fly_wars(watcher, battle(scenario="farms").engine.spec, np.arange(4, dtype=np.uint64), witness=witness)
    watcher.seen = watcher.seen[-len(shown) + 1 :]  # the warm-up is before
    assert len(watcher.seen) == len(shown) - 1 > 10
    for seen, there, mats in zip(watcher.seen, shown, true, strict=False):
        assert seen.tobytes() == there.tobytes()
        assert [*map(what_is_seen, seen)] == [*map(what_is_seen, mats)]
    assert any((seen["hidden"] != mats["hidden"]).any() for seen, mats in zip(watcher.seen, true, strict=False))


def test_a_replay_shows_mats_that_tell_nothing_and_a_revealed_one_is_marked(tmp_path: Path) -> None:
    for reveals in (False, True):
        env: Any = RecordReplay(battle(scenario="farms", reveal=reveals))
        _, info = env.reset(seed=1)
        assert ("truth" in info) == reveals
        seen = [env.unwrapped.mat.tobytes()]
        for _ in range(6):
            *_, info = env.step(int(info["action_mask"].argmax()))
            seen.append(env.unwrapped.mat.tobytes())
        if reveals:
            assert info["truth"] == {"kinds": truth_of(env.unwrapped).hidden.kinds.tolist()}
        replay = load(save(env.replay(), tmp_path / "war.json"))
        assert replay.revealed == reveals
        assert [moment.mat.tobytes() for moment in fly(replay).moments] == seen
    with pytest.raises(ReplayError, match=r"saw what is hidden \(reveal=True\), so the war enters no comparison"):
        check_comparable(replay)


def test_an_evaluation_takes_no_war_whose_player_saw_what_is_hidden(tmp_path: Path) -> None:
    env: Any = RecordReplay(battle(scenario="farms", reveal=True), tmp_path, "cheat")
    _, info = env.reset(seed=1)
    while info["result"] is None:
        *_, info = env.step(int(info["action_mask"].argmax()))
    policy = ReplayedWars(f"replays:{tmp_path}")
    with pytest.raises(ValueError, match="cheat-0001.json': its player saw what is hidden"):
        policy.in_wars(env.unwrapped.engine.spec, np.array([1], np.uint64))


def test_many_wars_reveal_what_is_hidden_as_records() -> None:
    env = gymnasium.make_vec(BATTLE, 3, vectorization_mode="vector_entry_point", scenario="village", reveal=True)
    _, infos = env.reset(seed=3)
    own: Any = env
    for _ in range(3):
        assert infos["_truth"].all() and np.array_equal(infos["truth"], own.engine.wars.mats["hidden"])
        *_, infos = env.step(infos["action_mask"].argmax(axis=1))
    with pytest.raises(ValueError, match="reveal: got 1, allowed is True or False"):
        battle(reveal=1)


def test_outcomes_are_open_to_all_that_can_be_hidden() -> None:
    env = battle(scenario="farms")
    played_on(env, 5, 9)
    action = int(env.action_masks().argmax())
    found = env.outcomes(action)
    assert abs(found.probabilities.sum() - 1) < 1e-9
    check_against_clones(env, action, found, 4_000)
    other, state = battle(scenario="farms"), copy.deepcopy(env.get_state())
    state["arrays"]["mats"]["hidden"]["kinds"] = exchanged(truth_of(env))
    other.reset(seed=0)
    other.set_state(with_checksum(env.game, state))
    again = other.outcomes(action)
    assert again.mats.tobytes() == found.mats.tobytes() and np.allclose(again.probabilities, found.probabilities)
    with pytest.raises(OutcomesError, match="more than 1 ways of play: what is hidden has 6 arrangements"):
        solve(env.engine)
