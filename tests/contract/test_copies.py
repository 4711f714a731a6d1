"""Copies of a war: pickles, deep copies, clones, and clones that are stepped together."""

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import RecordEpisodeStatistics

import stuka_env
from stuka_env.declared.layouts import OBSERVATION_KINDS
from stuka_env.envs.vector import from_war
from tests.support.contract import (
    choose,
    comparable,
    each_game,
    each_id,
    make,
    make_vec,
    steps_of,
    walk,
    war_bytes,
    war_seeds,
)
from tests.support.each import each
from tests.support.samples import samples_of


def begun(env_id: str, steps: int = 15, seed: int = 4, **arguments: Any) -> Any:
    """Return an environment whose episode has begun."""
    env = make(env_id, **arguments)
    env.reset(seed=seed)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        env.step(int(choose(env, env.action_masks(), rng)))
        if env.engine.wars.reports["over"][0]:
            env.reset()
    return env


@each_id
@each("kind", OBSERVATION_KINDS)
def test_pickle_and_deepcopy_continue_alike(env_id: str, kind: str) -> None:
    env = begun(env_id, journal=True, observation=kind)
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    journal = [str(entry) for entry in env.journal]
    expected = steps_of(env, 60)
    for twin in twins:
        assert [str(entry) for entry in twin.journal] == journal
        assert steps_of(twin, 60) == expected and war_bytes(twin) == war_bytes(env)


@each_id
def test_clones_go_their_own_way(env_id: str) -> None:
    env, reference = begun(env_id), begun(env_id)
    same, fresh, other, chosen = env.clone("same"), env.clone(), env.clone(), env.clone(12345)
    clones = (same, fresh, other, chosen)
    assert {war_bytes(clone) for clone in clones} == {war_bytes(env)}
    seeds = [seed for each in (env, *clones) for seed in war_seeds(each)]
    assert seeds[0] == seeds[1] and seeds[4] == 12345 and len(set(seeds)) == 4
    assert steps_of(same, 100) == steps_of(reference, 100)
    for clone in (fresh, other, chosen):
        list(walk(clone, 100, seed=9))
    assert steps_of(env, 100, 7) == steps_of(begun(env_id), 100, 7)
    with pytest.raises(ValueError, match="dice: got 'loaded'"):
        env.clone("loaded")


@each_id
def test_fresh_clones_know_nothing_of_the_real_dice(env_id: str) -> None:
    env, elsewhere = begun(env_id, 0, 1), begun(env_id, 0, 2)
    assert war_seeds(env) != war_seeds(elsewhere)
    first, second = env.clone(), env.clone()
    assert [war_seeds(first), war_seeds(second)] == [war_seeds(elsewhere.clone()), war_seeds(elsewhere.clone())]
    grandchildren = [first.clone(), first.clone(), second.clone()]
    assert len({seed for each in (first, second, *grandchildren) for seed in war_seeds(each)}) == 5


# --- batched clones ---


def check_rows(clones: list[Any], vector: Any, steps: int) -> int:
    """Play every clone and its row by the same random actions, compare them, and return the number of ended wars."""
    rng, masks = np.random.default_rng(2), vector.action_masks()
    seen: Any
    for step in range(steps):
        assert vector.engine.wars.mats.tobytes() == b"".join(clone.engine.wars.mats.tobytes() for clone in clones), step
        actions = choose(vector, masks, rng)
        seen, rewards, terminated, _, infos = vector.step(actions)
        for war, clone in enumerate(clones):
            if clone.engine.wars.reports["over"][0]:
                assert rewards[war] == 0 and terminated[war]
                continue
            alone, reward, over, _, info = clone.step(int(actions[war]))
            assert (alone == seen[war]).all() and (reward, over) == (rewards[war], terminated[war])
            assert info["war_seed"] == infos["war_seed"][war] and info["decision"] == infos["decision"][war]
            assert (info["action_mask"] == infos["action_mask"][war]).all()
        masks = infos["action_mask"]
    return int(terminated.sum())


@each_id
@each("threads", [1, 2])
def test_batched_clones_play_what_clones_with_these_seeds_play(env_id: str, threads: int) -> None:
    env = begun(env_id)
    before = war_bytes(env)
    seeds = [0, 12345, 12345, 2**64 - 1, *war_seeds(env)]
    vector = from_war(env, 5, dice=seeds, num_threads=threads)
    check_rows([env.clone(dice=seed) for seed in seeds], vector, 120)
    assert war_bytes(env) == before
    again = from_war(env, 5, dice=np.array(seeds, np.uint64), copy=False)
    assert again.engine.wars.dice.tobytes() == from_war(env, 5, dice=seeds).engine.wars.dice.tobytes()
    vector.close()


@each_id
def test_fresh_batched_clones_are_the_next_fresh_clones(env_id: str) -> None:
    env, reference = begun(env_id), begun(env_id)
    for one in (env, reference):
        one.clone()
    first, second, after = from_war(env, 3), from_war(env, 2), env.clone()
    clones = [reference.clone() for _ in range(6)]
    check_rows(clones[:3], first, 40)
    check_rows(clones[3:5], second, 40)
    assert after.engine.wars.dice.tobytes() == clones[5].engine.wars.dice.tobytes()
    check_rows([clones[5].clone(), clones[5].clone()], from_war(after, 2), 20)


@each_id
@each("taped", [False, True])
def test_batched_clones_with_the_same_dice_play_the_war_itself(env_id: str, taped: bool) -> None:
    dice = samples_of(env_id).dice
    env = make(env_id, **dice.arguments)
    env.reset(seed=8, options={**dice.options, "dice": {**dice.another, **dice.left_over}} if taped else None)
    assert bool(env.engine.wars.dice["taped"][0]) == taped
    check_rows([env.clone("same") for _ in range(3)], from_war(env, 3, "same"), 60)
    check_rows([env.clone(dice=seed) for seed in (5, 6)], from_war(env, 2, [5, 6]), 40)


@each_id
@each("kind", OBSERVATION_KINDS)
def test_batched_clones_show_what_the_war_shows(env_id: str, kind: str) -> None:
    env = make(env_id, observation=kind, mask_in_observation=True, info="mask", illegal_action_penalty=0.5)
    env.reset(seed=1)
    vector = stuka_env.vector.from_war(env, 4)
    assert vector.single_observation_space == env.observation_space
    assert vector.observation_space.shape is None and vector.action_space.shape == (4,)
    clones = [env.clone(dice=seed) for seed in war_seeds(vector)]
    seen: Any
    seen, rewards, *_, infos = vector.step(np.full(4, -1))
    assert rewards.tolist() == [-0.5] * 4 and set(infos) == {"action_mask", "_action_mask"}
    for war, clone in enumerate(clones):
        alone: Any = clone.step(-1)[0]
        assert comparable(alone) == comparable({name: np.asarray(array[war]) for name, array in seen.items()})


@each_id
def test_batched_clones_of_a_state_are_put_back_like_the_war_itself(env_id: str) -> None:
    env = begun(env_id)
    assert not from_war(env, 2).engine.foreign
    env.set_state(env.get_state())
    assert env.engine.foreign and from_war(env, 2).engine.foreign


@each_id
def test_batched_clones_of_a_wrapped_war(env_id: str) -> None:
    env = make(env_id)
    wrapped: gymnasium.Env[Any, Any] = RecordEpisodeStatistics(env)
    wrapped.reset(seed=2)
    assert from_war(wrapped, 2).engine.wars.mats.tobytes() == env.engine.wars.mats.tobytes() * 2


WRONG_CLONES: list[tuple[Any, ...]] = [
    (0, "fresh", "n: got 0, allowed is a whole number, 1 or more"),
    (2.0, "fresh", "n: got 2.0"),
    (2, "loaded", "dice: got 'loaded', allowed is"),
    (2, [1], "dice: got '1 seeds', allowed is"),
    (2, 5, "dice: got 5, allowed is"),
    (2, None, "dice: got None"),
    (2, [1, -1], "dice: got -1"),
    (2, [1, 2**64], "dice: got 18446744073709551616"),
    (2, [1.0, 2.0], "dice: got 1.0"),
    (2, np.ones((2, 2), np.int64), "dice: got array"),
]


@each_id
def test_batched_clones_that_cannot_be(env_id: str, subtests: pytest.Subtests) -> None:
    env = begun(env_id, 0)
    for n, dice, said in WRONG_CLONES:
        with subtests.test(said):
            with pytest.raises(ValueError) as refused:
                from_war(env, n, dice)
            assert str(refused.value).startswith(said) and "\n" not in str(refused.value)
    assert war_seeds(from_war(env, 1)) == war_seeds(begun(env_id, 0).clone()), "no clone was counted"


@each_id
def test_batched_clones_need_a_war(env_id: str) -> None:
    with pytest.raises(ResetNeeded, match="from_war: there is no episode yet"):
        from_war(make(env_id), 2)
    with pytest.raises(ResetNeeded, match="from_war: there is no episode yet"):
        from_war(make_vec(env_id, 2), 2)
    with pytest.raises(ValueError, match="env: got 'str', allowed is wars as"):
        from_war("env", 2)  # type: ignore[arg-type]


@each_game
def test_python_does_not_work_for_each_batched_clone(env_id: str) -> None:
    """A step of 64 clones makes as many calls as a step of two; to begin them takes less than twice as many."""

    def calls_of(work: Callable[[], Any]) -> int:
        calls = 0

        def note(frame: Any, event: str, argument: Any) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
        return calls

    env = make(env_id, info="mask")
    env.reset(seed=3)
    begun, stepped = [], []
    for clones in (2, 64):
        vector = from_war(env, clones)
        actions = vector.action_masks().argmax(axis=1)
        vector.step(actions)  # what is done once is done
        actions = vector.action_masks().argmax(axis=1)
        begun.append(calls_of(lambda clones=clones: from_war(env, clones)))  # type: ignore[misc]
        stepped.append(calls_of(lambda vector=vector, actions=actions: vector.step(actions)))  # type: ignore[misc]
    assert begun[1] < 2 * begun[0]
    assert stepped[1] == stepped[0] > 0


# --- snapshots, and clones of many wars ---


@each_id
@each("kind", OBSERVATION_KINDS)
def test_a_snapshot_brings_a_war_back_as_often_as_wanted(env_id: str, kind: str) -> None:
    env = begun(env_id, journal=True, observation=kind)
    snapshot, before = env.snapshot(), war_bytes(env)
    journal, mask = [str(entry) for entry in env.journal], env.action_masks()
    expected = steps_of(env, 40)
    for _ in range(2):
        env.restore(snapshot)
        assert war_bytes(env) == before and (env.action_masks() == mask).all()
        assert [str(entry) for entry in env.journal] == journal
        assert steps_of(env, 40) == expected


@each_id
def test_a_snapshot_is_for_environments_of_the_same_war(env_id: str) -> None:
    env, other = begun(env_id), make(env_id)
    other.restore(env.snapshot())
    assert steps_of(other, 20) == steps_of(env, 20)
    with pytest.raises(ValueError, match="^snapshot: got 'int', allowed is one that snapshot"):
        env.restore(7)
    with pytest.raises(ResetNeeded):
        make(env_id).snapshot()


@each_id
def test_clones_of_many_wars_are_those_of_each(env_id: str) -> None:
    """The clones of war i of a vector are those of a single environment in its state, with the same dice."""
    vector = make_vec(env_id, 3)
    vector.reset(seed=9)
    for _ in range(6):
        vector.step(vector.action_masks().argmax(axis=1))
    twins = [make(env_id) for _ in range(3)]
    for war, twin in enumerate(twins):
        twin.set_state(vector.get_state(war))
    for dice in ("fresh", "same"):
        clones = from_war(vector, 4, dice=dice)
        apart = [from_war(twin, 4, dice=dice) for twin in twins]
        for _ in range(12):
            actions = clones.action_masks().argmax(axis=1)
            clones.step(actions)
            for war, alone in enumerate(apart):
                alone.step(actions[4 * war : 4 * war + 4])
        together = b"".join(alone.engine.wars.mats.tobytes() for alone in apart)
        assert clones.engine.wars.mats.tobytes() == together


@each_id
def test_a_vector_takes_and_gives_states(env_id: str) -> None:
    env, vector = begun(env_id), make_vec(env_id, 3)
    vector.reset(seed=1)
    others = [vector.get_state(war) for war in (0, 2)]
    seen: Any
    seen, masks = vector.set_state(1, env.get_state())
    assert vector.get_state(1) == env.get_state() and [vector.get_state(war) for war in (0, 2)] == others
    assert (masks[1] == env.action_masks()).all()
    twin = make(env_id)
    assert comparable(seen[1]) == comparable(twin.set_state(env.get_state())[0])
    for _ in range(10):
        actions = vector.action_masks().argmax(axis=1)
        vector.step(actions)
        env.step(int(actions[1]))
        if env.engine.wars.reports["over"][0]:
            break
    assert vector.engine.wars.mats[1].tobytes() == env.engine.wars.mats[0].tobytes()
    with pytest.raises(ValueError, match="^war: got 3, allowed is a whole number from 0 to 2"):
        vector.get_state(3)
