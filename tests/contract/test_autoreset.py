"""The end of an episode in a vector environment: NEXT_STEP, SAME_STEP and DISABLED."""

import tracemalloc
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from stuka_env.engine.engine import TapeError
from tests.support.contract import choose, comparable, each_game, each_id, each_id_slowly, make_vec, war_seeds
from tests.support.each import each
from tests.support.samples import samples_of


@each_id
def test_same_step_gives_the_end_and_the_next_beginning(env_id: str) -> None:
    same, following = (make_vec(env_id, 4, autoreset_mode=mode) for mode in ("same_step", "next_step"))
    assert same.metadata["autoreset_mode"] is same.autoreset_mode is AutoresetMode.SAME_STEP
    assert following.metadata["autoreset_mode"] is following.autoreset_mode is AutoresetMode.NEXT_STEP
    names = same.game.envs.names
    seen: Any
    other: Any
    _, left = same.reset(seed=2)
    following.reset(seed=2)
    rng, ends = np.random.default_rng(5), 0
    while ends < 6:
        actions = choose(same, left["action_mask"], rng)
        seen, rewards, terminated, _, left = same.step(actions)
        other, other_rewards, other_terminated, _, right = following.step(actions)
        assert (rewards == other_rewards).all() and (terminated == other_terminated).all()
        if not terminated.any():
            assert (seen == other).all() and "final_obs" not in left
            continue
        ends += 1
        assert (left["_final_obs"] == terminated).all() and not left["final_obs"][~terminated].any()
        assert (left["final_obs"][terminated] == other[terminated]).all()
        final = left["final_info"]
        for key in ("result", names.count, "war_seed"):
            assert (final[key][terminated] == right[key][terminated]).all(), key
        for war in np.flatnonzero(terminated):
            ended = int(final[names.count][war])
            assert ended and (final[names.lines][war, :ended] == right[names.lines][war, :ended]).all()
        assert (left["war_seed"][terminated] != right["war_seed"][terminated]).all()
        # The other environment catches up, war by war, with its reset step.
        frozen = following.engine.snapshot()
        other, _, _, _, right = following.step(np.full(4, -1))
        assert (other[terminated] == seen[terminated]).all()
        assert (right["action_mask"][terminated] == left["action_mask"][terminated]).all()
        caught_up = following.engine.snapshot()
        pairs: Any = zip(frozen, caught_up, strict=True)
        for before, after in pairs:
            if len(before) == 4:
                after[~terminated] = before[~terminated]
        following.engine.restore(caught_up)


@each_id
@each("copy", [False, True])
def test_ends_hold_zeros_for_the_other_wars_and_stay_as_they_are(env_id: str, copy: bool) -> None:
    env = make_vec(env_id, 5, autoreset_mode="same_step", copy=copy)
    names, part = env.game.envs.names, env.game.envs.rewards[0]
    rng, kept, ends = np.random.default_rng(5), list[tuple[Any, ...]](), 0
    _, infos = env.reset(seed=2)
    while len(kept) < 4:
        *_, infos = env.step(choose(env, infos["action_mask"], rng))
        if "final_obs" not in infos:
            continue
        ends += 1
        over, final, seen = infos["_final_obs"], infos["final_info"], infos["final_obs"]
        assert seen[over].any(axis=1).all() and not seen[~over].any()
        assert (final[names.count][over] > 0).all() and (final[f"_{names.lines}"] == over).all()
        assert final["action_mask"][over].all() and not final["action_mask"][~over].any()
        for told in (final["decision"], final["war_seed"], final["rewards"][part], final[names.count]):
            assert not told[~over].any()
        if ends % 2 == 0:
            kept.append((seen, seen.copy(), final["war_seed"], final["war_seed"].copy()))
    assert all((left == right).all() for each in kept for left, right in (each[:2], each[2:]))


@each_game
def test_a_tape_that_does_not_fit_leaves_no_end_behind(env_id: str) -> None:
    """The step that fails has written how the other war ended; the next end does not show it."""
    dice = samples_of(env_id).dice
    env = make_vec(env_id, 2, autoreset_mode="same_step", **dice.arguments)
    options = {**dice.options, "strict_dice": True}
    _, infos = env.reset(seed=1, options=options)
    flying = 0
    with pytest.raises(TapeError):
        while True:  # the second war goes on until something is rolled
            legal = np.flatnonzero(infos["action_mask"][1])
            flying = int(legal[legal != dice.ending][-1])
            *_, infos = env.step(np.array([-1, flying]))
    with pytest.raises(TapeError):
        env.step(np.array([dice.ending, flying]))
    assert not env.engine.finals.wars.view(np.uint8).any()
    *_, infos = env.step(np.array([dice.ending, -1]))
    assert infos["_final_obs"].tolist() == [True, False] and not infos["final_obs"][1].any()


@each_game
def test_ends_take_no_memory_that_the_caller_does_not_keep(env_id: str) -> None:
    env = make_vec(env_id, 256, autoreset_mode="same_step", copy=False)
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    for step in range(30):
        actions = choose(env, infos["action_mask"], rng)
        if step == 20:
            tracemalloc.start()
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        *_, infos = env.step(actions)
        peak = tracemalloc.get_traced_memory()[1] - before
        assert "final_obs" in infos or step < 12
        assert step < 20 or 0 < peak < infos["final_obs"].nbytes / 4
    tracemalloc.stop()


@each_id
def test_disabled_autoreset_waits_for_the_mask(env_id: str) -> None:
    env = make_vec(env_id, 3, autoreset_mode=AutoresetMode.DISABLED)
    rng, over = np.random.default_rng(5), np.zeros(3, np.bool_)
    last: Any
    seen: Any
    _, before = env.reset(seed=2)
    while not over.any():
        last, _, over, cut, before = env.step(choose(env, before["action_mask"], rng))
    seeds = np.array(war_seeds(env))
    seen, rewards, still, cut_again, infos = env.step(np.full(3, -1))
    assert still[over].all() and (rewards[over] == 0).all() and (cut_again == cut)[over].all()
    names = env.game.envs.names
    assert not infos["illegal_action"][over].any() and not infos[names.count][over].any()
    assert (seen[over] == last[over]).all() and (infos["action_mask"][over] == before["action_mask"][over]).all()
    assert infos["_result"][over].all() and (infos["result"][over] == before["result"][over]).all()
    _, infos = env.reset(options={"reset_mask": over})
    assert (infos["_war_seed"] == over).all()
    assert ((np.array(war_seeds(env)) != seeds) == over).all()


# --- a limit of steps ---

MOST_STEPS = {"Stuka/Mission-v0": 28, "Interceptor/Sortie-v0": 8, "Wing/Mission-v0": 18, "Support/Dogfight-v0": 10}
"""Limits that some episodes of a random player reach and others do not."""


@each_id_slowly
@each("mode", ["next_step", "same_step", "disabled"])
@each("observation", ["flat", "compact"])
def test_a_limit_of_steps_is_that_of_single_environments(env_id: str, mode: str, observation: str) -> None:
    """Every war is truncated after so many steps of its own, illegal ones too, and its next episode follows."""
    wars, most = 3, MOST_STEPS.get(env_id, 12)
    arguments = {"autoreset_mode": mode, "observation": observation, "max_episode_steps": most}
    many = make_vec(env_id, wars, **arguments)
    quick: Any = samples_of(env_id).quick[env_id]
    ones = [gymnasium.make(env_id, max_episode_steps=most, observation=observation, **quick) for _ in range(wars)]
    seen, infos = many.reset(seed=6)
    for war, one in enumerate(ones):
        one.reset(seed=6 + war)
    rng, over, cuts, ends = np.random.default_rng(3), np.zeros(wars, np.bool_), 0, 0
    for _ in range(150):
        if mode == "disabled" and over.any():
            seen, infos = many.reset(options={"reset_mask": over})
            for war in np.flatnonzero(over).tolist():
                assert comparable(row_of(seen, war)) == comparable(ones[war].reset()[0])
            over[:] = False
        actions = choose(many, infos["action_mask"], rng)
        actions[rng.random(wars) < 0.05] = -1
        before = over
        seen, rewards, terminated, truncated, infos = many.step(actions)
        over = terminated | truncated
        for war, one in enumerate(ones):
            if mode == "next_step" and before[war]:
                assert comparable(row_of(seen, war)) == comparable(one.reset()[0])
                assert not over[war] and rewards[war] == 0
                continue
            expected, reward, ended, cut, info = one.step(int(actions[war]))
            assert (rewards[war], terminated[war], truncated[war]) == (reward, ended, cut)
            place, own = (
                (infos["final_obs"], infos["final_info"]) if mode == "same_step" and over[war] else (seen, infos)
            )
            assert comparable(row_of(place, war)) == comparable(expected)
            assert (own["action_mask"][war] == info["action_mask"]).all()
            assert own["illegal_action"][war] == info["illegal_action"] and own["war_seed"][war] == info["war_seed"]
            names = many.game.envs.names
            assert own[names.count][war] == len(info[names.lines])
            cuts, ends = cuts + bool(cut), ends + bool(ended)
            if mode == "same_step" and over[war]:
                following, info = one.reset()
                assert comparable(row_of(seen, war)) == comparable(following)
                assert (infos["action_mask"][war] == info["action_mask"]).all()
                assert not infos["illegal_action"][war] and infos["war_seed"][war] == info["war_seed"]
    assert cuts > 3 and (ends > 0 or not env_id.endswith("Mission-v0"))


def row_of(seen: Any, war: Any) -> Any:
    """Return the observation of one war."""
    return {name: array[war] for name, array in seen.items()} if isinstance(seen, dict) else seen[war]


def test_a_limit_that_is_none_is_refused() -> None:
    for most in (0, True, 2.5):
        with pytest.raises(ValueError, match=f"^max_episode_steps: got {most}"):
            make_vec("Stuka/Mission-v0", 2, max_episode_steps=most)
