"""The wrapper that asks for decisions of some kinds, in one war and in many: a policy answers the others."""

import copy
import itertools
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from stuka_env import fly
from stuka_env.compiling.philox import draw_noise
from stuka_env.declared.layouts import OBSERVATION_KINDS
from stuka_env.game import game_of
from stuka_env.policy import PolicyInput, UnknownPolicyError
from stuka_env.replay import RecordReplay, verify
from stuka_env.wrappers import DictInfoToList, OnlyDecisions, VectorOnlyDecisions
from tests.support.contract import comparable, each_game, each_id, make, make_vec, war_bytes
from tests.support.each import each
from tests.support.samples import SHORTEST, samples_of

MODES = ("next_step", "same_step", "disabled")
KINDS = {
    "stuka": (["ATTACK", "EN_ROUTE"], ["RELIEF"]),
    "interceptor": (["BURST", "ZONE"], ["FORCED"]),
    "wing": (["ALTITUDE", "STRAGGLER"], ["ACE"]),
    "support": (["FIRE", "TARGET"], ["DUMMY"]),
    "dogfight": (["TARGET"], ["RECALL"]),
}
"""Kinds of decisions that are frequent in each game, and kinds that many wars do not have."""
OFTEN, SELDOM = 0, 1


class Picker:
    """A policy that picks a legal action by its random numbers."""

    name = "picker"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        assert not inputs.mats.flags.writeable and inputs.observations.shape[1] > 0
        for war, mask in enumerate(inputs.masks):
            legal = np.flatnonzero(mask)
            actions[war] = legal[inputs.noise[war] % len(legal)]


class Stubborn:
    """A policy that takes an action that is never legal."""

    name = "stubborn"

    def act(self, inputs: PolicyInput, actions: NDArray[np.int64]) -> None:
        """Write the actions."""
        actions[:] = -1


def only(env: Any, kinds: Any, policy: Any, **named: Any) -> Any:
    """Return the wrapper of one war or of many."""
    return OnlyDecisions(env, kinds, policy, **named)


def kinds_of(env_id: str, which: int = OFTEN) -> list[str]:
    """Return the kinds of a game."""
    game = game_of(env_id)
    assert game is not None
    return KINDS[game.name][which]


def picked(mask: NDArray[np.int8], war_seed: int, turn: int) -> int:
    """Return the action of the picker on a turn of a war."""
    noise, legal = np.zeros(1, np.int64), np.flatnonzero(mask)
    draw_noise(np.array([war_seed], np.uint64).view(np.int64), 0, turn, noise)
    return int(legal[noise[0] % len(legal)])


def episode(env: Any, **reset: Any) -> Iterator[tuple[Any, float, bool, bool, dict[str, Any]]]:
    """Yield the steps of an episode in which the picker is the agent too, after its reset."""
    seen, info = env.reset(**reset)
    turn, over = info["answered"], False
    yield seen, 0.0, False, False, info
    while not over:
        step = env.step(picked(info["action_mask"], info["war_seed"], turn))
        turn, info = turn + 1 + step[4]["answered"], step[4]
        over = step[2] or step[3]
        yield step


# --- one war ---


@each_id
@each("which", [OFTEN, SELDOM])
def test_the_war_is_that_of_the_policy_alone(env_id: str, which: int) -> None:
    """The agent answers as the policy does. All rewards add up to the score, and all lines of the log sheet come."""
    arguments: Any = samples_of(env_id).quick[env_id]
    flown = fly(Picker(), env_id, 3, **arguments)
    env: Any = RecordReplay(only(make(env_id), kinds_of(env_id, which), Picker()))
    lines = env.unwrapped.game.envs.names.lines
    for war, seed in enumerate(flown.seeds.tolist()):
        steps = list(episode(env, seed=seed))
        infos = [step[4] for step in steps]
        assert {info["decision_name"] for info in infos[:-1]} <= {*kinds_of(env_id, which), "OVER"}
        assert all(set(info) == set(infos[0]) for info in infos)
        assert 100 * sum(step[1] for step in steps) == pytest.approx(infos[-1]["result"]["score"], abs=1e-6)
        assert infos[-1]["result"]["score"] == flown.scores[war]
        ended_before_a_decision = infos[0]["decision_name"] == "OVER"
        assert len(env.actions) == flown.decisions[war]
        assert len(steps) - 1 + sum(info["answered"] for info in infos) == len(env.actions) + ended_before_a_decision
        for name in infos[-1]["rewards"]:
            assert np.isfinite(sum(info["rewards"][name] for info in infos))
        count = env.unwrapped.engine.wars.reports["line_index"][0]
        assert sum(len(info[lines]) for info in infos) == count
        verify(env.replay())


@each_id
def test_a_replay_is_recorded_inside_and_outside(env_id: str, tmp_path: Path) -> None:
    kinds = kinds_of(env_id)
    inside = only(RecordReplay(make(env_id), tmp_path, "inside"), kinds, Picker())
    outside = RecordReplay(only(make(env_id), kinds, Picker()), tmp_path, "outside")
    outside.note(value=1.0)
    for env in (inside, outside):
        for _ in episode(env, seed=3):
            pass
    first, second = (json.loads(path.read_text()) for path in sorted(tmp_path.iterdir()))
    assert first["actions"] == second["actions"] and first["mat_sha256"] == second["mat_sha256"]


@each_id
@each("kind", OBSERVATION_KINDS)
def test_observations_keep_their_form(env_id: str, kind: str) -> None:
    env: Any = only(make(env_id, observation=kind, mask_in_observation=True), kinds_of(env_id), Picker())
    flat = only(make(env_id), kinds_of(env_id), Picker())
    for (seen, *_), (*_, info) in zip(episode(env, seed=2), episode(flat, seed=2), strict=True):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all() and (env.action_masks() == info["action_mask"]).all()


@each_id
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_gymnasium_checks_the_wrapper(env_id: str) -> None:
    check_env(only(make(env_id), kinds_of(env_id), Picker()), skip_render_check=True)


@each_game
def test_the_agent_is_asked_in_some_lines_only(env_id: str) -> None:
    """The war is that of the policy, and all decisions of the agent are in every third line of the log sheet."""
    arguments: Any = samples_of(env_id).quick[env_id]
    score, kinds = fly(Picker(), env_id, 1, seed=0, **arguments).scores[0], kinds_of(env_id)
    seed = int(fly(Picker(), env_id, 1, seed=0, **arguments).seeds[0])
    game, asked = game_of(env_id), {}
    assert game is not None
    for every in (1, 3):
        steps = list(episode(only(make(env_id), kinds, Picker(), every=every), seed=seed))
        assert steps[-1][4]["result"]["score"] == score
        asked[every] = [step[4][game.envs.names.index] for step in steps if step[4]["decision_name"] != "OVER"]
    assert asked[3] == [line for line in asked[1] if line % 3 == 0]
    for wrong in (0, 1.5, True):
        with pytest.raises(ValueError, match="^every: got .*, allowed is a whole number, 1 or more"):
            only(make(env_id), kinds, Picker(), every=wrong)


@each_game
def test_the_same_seeds_give_the_same_war(env_id: str) -> None:
    def war(seed: int) -> list[Any]:
        env = only(make(env_id), kinds_of(env_id), Picker(), seed=seed)
        return [comparable(step[:4]) for step in episode(env, seed=5)]

    assert war(0) == war(0) != war(1)


@each_game
def test_the_journal_and_the_picture_show_all_turns(env_id: str) -> None:
    env: Any = only(make(env_id, journal=True, render_mode="ansi"), kinds_of(env_id), Picker())
    steps = list(episode(env, seed=3))
    plain: Any = make(env_id, journal=True)
    replay = RecordReplay(only(make(env_id), kinds_of(env_id), Picker()))
    assert len(list(episode(replay, seed=3))) == len(steps)
    plain.reset(seed=3)
    for action in replay.actions:
        plain.step(action)
    assert [str(entry) for entry in env.unwrapped.journal] == [str(entry) for entry in plain.journal]
    assert env.render()


@each_game
def test_illegal_actions_cost_and_do_not_advance(env_id: str) -> None:
    env: Any = only(make(env_id), kinds_of(env_id), Picker())
    _, before = env.reset(seed=1)
    _, reward, _, _, info = env.step(env.action_space.n - 1 if not before["action_mask"][-1] else -1)
    assert reward == -0.01 or before["decision_name"] == "OVER"
    assert info["illegal_action"] and info["answered"] == 0 and info["decision"] == before["decision"]
    stubborn: Any = only(make(env_id), kinds_of(env_id, SELDOM), Stubborn())
    stubborn.reset(seed=1)
    _, reward, terminated, truncated, info = stubborn.step(0)
    assert truncated and not terminated and reward == pytest.approx(-1.0) and info["result"] is None


@each_game
def test_a_state_goes_on_and_a_clone_is_asked_everything(env_id: str) -> None:
    env: Any = only(make(env_id), kinds_of(env_id), Picker())
    plain = make(env_id)
    _, first = plain.reset(seed=1)
    assert first["decision_name"] not in kinds_of(env_id)
    _, info = env.reset(options={"state": plain.get_state()})
    assert info["decision_name"] in (*kinds_of(env_id), "OVER") and info["answered"] > 0
    env.reset(seed=4)
    assert env.unwrapped.clone().answers is None
    snapshot = env.unwrapped.snapshot()
    expected = [comparable(step[:3]) for step in (env.step(int(env.action_masks().argmax())),)]
    env.unwrapped.restore(snapshot)
    assert len(expected) == 1 and env.unwrapped.decision in (*kinds_of(env_id), "OVER")


@each_game
def test_it_is_made_again_and_copied(env_id: str) -> None:
    """Also from the spec as JSON."""
    env: Any = only(gymnasium.make(env_id), kinds_of(env_id), f"{__name__}:Picker")
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    twins = [again, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    steps = [comparable(step[:4]) for step in itertools.islice(episode(env, seed=5), 20)]
    for twin in twins:
        assert [comparable(step[:4]) for step in itertools.islice(episode(twin, seed=5), 20)] == steps


# --- many wars ---


@each_id
@each("which", [OFTEN, SELDOM])
@each("mode", MODES)
def test_many_wars_are_those_of_single_environments(env_id: str, mode: str, which: int) -> None:
    count, kinds = 3, kinds_of(env_id, which)
    many: Any = DictInfoToList(only(make_vec(env_id, count, autoreset_mode=mode), kinds, Picker()))
    ones = [only(make(env_id), kinds, Picker()) for _ in range(count)]
    seen, left = many.reset(seed=4)
    right = [one.reset(seed=4 + war) for war, one in enumerate(ones)]
    turns: Any = np.array([info["answered"] for _, info in right])
    over, ends = np.zeros(count, np.bool_), 0
    check(seen, left, right)
    while ends < 5:
        if mode == "disabled" and over.any():
            seen, left = many.reset(options={"reset_mask": over})
            for war in np.flatnonzero(over).tolist():
                right[war] = ones[war].reset()
                turns[war] = right[war][1]["answered"]
                check(seen[war : war + 1], [left[war]], [right[war]])
            over[:] = False
        actions = [picked(info["action_mask"], info["war_seed"], turns[war]) for war, (_, info) in enumerate(right)]
        seen, rewards, terminated, truncated, left = many.step(np.array(actions))
        before = over
        over = terminated | truncated
        for war, one in enumerate(ones):
            if mode == "next_step" and before[war]:
                right[war] = one.reset()
                turns[war] = right[war][1]["answered"]
                assert not over[war] and rewards[war] == 0
                continue
            row, reward, *flags, info = one.step(actions[war])
            turns[war] += 1 + info["answered"]
            assert (reward, *flags) == (rewards[war], terminated[war], truncated[war])
            right[war] = row, info
            if over[war]:
                ends += 1
            if over[war] and mode == "same_step":
                final, answered = left[war].pop("final_info"), left[war].pop("answered")
                check([left[war].pop("final_obs")], [final | {"answered": info["answered"]}], [(row, info)])
                right[war] = one.reset()
                turns[war] = right[war][1]["answered"]
                assert answered == info["answered"] + turns[war]
                left[war]["answered"] = turns[war]
        check(seen, left, right)


def check(seen: Any, left: list[dict[str, Any]], right: list[tuple[Any, dict[str, Any]]]) -> None:
    """Check that observations and infos of many wars are those of single ones; an end is told with its step."""
    for row, mine, (other_row, other) in zip(seen, left, right, strict=True):
        assert (row == other_row).all() and set(mine) == set(other)
        for key, value in other.items():
            if key == "result":
                assert dict(value or {}) == dict(mine[key] or {}) or mine["decision_name"] == "OVER"
            else:
                assert comparable(mine[key]) == comparable(value), key


@each_game
@each("mode", ["next_step", "same_step"])
@each("arguments", [{"copy": False}, {"observation": "compact"}, {"info": "mask"}, {"num_threads": 2}])
def test_arguments_do_not_change_the_wars(env_id: str, mode: str, arguments: dict[str, Any]) -> None:
    def played(**arguments: Any) -> list[Any]:
        envs: Any = only(make_vec(env_id, 4, autoreset_mode=mode, **arguments), kinds_of(env_id), Picker())
        assert type(envs).__name__ == VectorOnlyDecisions.__name__
        _, infos = envs.reset(seed=3)
        steps = []
        for _ in range(40):
            actions = infos["action_mask"].argmax(axis=1)
            _, rewards, terminated, truncated, infos = envs.step(actions)
            steps.append(comparable((rewards, terminated, truncated, infos["action_mask"])))
            assert ("answered" in infos) == (arguments.get("info") != "mask")
        return [*steps, war_bytes(envs.unwrapped)]

    assert played(**arguments) == played()


@each_game
@each("mode", MODES)
def test_a_limit_counts_the_steps_of_the_agent(env_id: str, mode: str) -> None:
    limit = 2
    envs: Any = make_vec(env_id, 3, autoreset_mode=mode, max_episode_steps=limit)
    envs = RecordEpisodeStatistics(only(envs, kinds_of(env_id), Picker()))
    one: Any = gymnasium.make(env_id, max_episode_steps=limit, **samples_of(env_id).quick[env_id])
    one = only(one, kinds_of(env_id), Picker())
    _, infos = envs.reset(seed=1)
    one.reset(seed=1)
    for _ in range(limit):
        action = int(infos["action_mask"][0].argmax())
        _, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
        _, reward, *flags, _ = one.step(action)
        assert (reward, *flags) == (rewards[0], terminated[0], truncated[0])
        if any(flags):
            break
    assert any(flags)


@each_game
def test_a_state_in_the_place_of_a_war_is_owed_nothing(env_id: str) -> None:
    """Earlier payments to the policy belong to the war that has gone."""
    env: Any = only(make_vec(env_id, 2), kinds_of(env_id), Picker())
    env.reset(seed=3)
    wars = env.unwrapped
    wars.answers._owed["reward"] = 0.5
    wars.answers._has_unseen_end[:] = True
    wars.set_state(1, wars.get_state(0))
    assert wars.answers._owed["reward"].tolist() == [0.5, 0.0]
    assert wars.answers.has_unseen_end.tolist() == [True, False] and wars.answers.answered[1] == 0
    wars.resume(wars.engine.snapshot())
    assert not wars.answers._owed["reward"].any() and not wars.answers.has_unseen_end.any()


@each_game
def test_random_charts_are_those_of_each_war(env_id: str) -> None:
    game = game_of(env_id)
    assert game is not None
    if game.engine.bank is None:
        with pytest.raises(ValueError):
            make(env_id, charts="random")
        return
    envs: Any = only(make_vec(env_id, 3, charts="random"), kinds_of(env_id), Picker())
    one: Any = only(make(env_id, charts="random"), kinds_of(env_id), Picker())
    seen, _ = envs.reset(seed=1)
    for war in range(3):
        assert (one.reset(seed=1 + war)[0] == seen[war]).all()


# --- Stable-Baselines3 ---


@each_game
def test_maskable_ppo_learns_with_it(env_id: str) -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from stuka_env.envs.sb3 import StukaVecEnv

    kinds = kinds_of(env_id)
    one = DummyVecEnv([lambda: only(make(env_id), kinds, Picker())])
    many = StukaVecEnv(env_id, 2, only=kinds, by=Picker(), **samples_of(env_id).quick[env_id])
    for envs in (one, many):
        model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=0, device="cpu")
        model.learn(32)
        assert model.num_timesteps == 32


# --- refusals ---


@each_game
def test_bad_arguments_are_refused_in_one_line(env_id: str) -> None:
    kinds = kinds_of(env_id)
    for make_one in (make, lambda name: make_vec(name, 2)):
        for wrong, got in (
            (["NOSUCH"], "'NOSUCH'"),
            ([kinds[0].lower()], f"'{kinds[0].lower()}'"),
            (["OVER"], "'OVER'"),
        ):
            with pytest.raises(ValueError, match=f"^kinds: got {got}, allowed is ") as error:
                only(make_one(env_id), wrong, Picker())
            assert kinds[0] in str(error.value) and "\n" not in str(error.value)
        others: tuple[Any, ...] = ("ATTACK", [], 3, None)
        for other in others:
            with pytest.raises(ValueError, match=r"^kinds: got .*, allowed is a list with one or more of "):
                only(make_one(env_id), other, Picker())
        for seed in (-1, 1 << 32, 0.5, True):
            with pytest.raises(ValueError, match=r"^seed: got .*, allowed is a whole number from 0 to 4294967295$"):
                only(make_one(env_id), kinds, Picker(), seed=seed)
        with pytest.raises(UnknownPolicyError, match="^policy 'nobody': unknown, allowed is "):
            only(make_one(env_id), kinds, "nobody")
        with pytest.raises(ValueError, match="^env: got 'wars inside OnlyDecisions', allowed is wars in which no "):
            only(only(make_one(env_id), kinds, Picker()), kinds, Picker())


def test_a_policy_that_remembers_is_refused() -> None:
    remembering = Picker()
    remembering.remembers = True  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="^policy: got 'picker', allowed is one that remembers nothing of earlier "):
        only(make(SHORTEST[0]), kinds_of(SHORTEST[0]), remembering)


def test_other_environments_are_refused() -> None:
    for env in (gymnasium.make("CartPole-v1"), gymnasium.make_vec("CartPole-v1", 2, vectorization_mode="sync")):
        with pytest.raises(ValueError, match=r"^env: got '.*', allowed is wars as gymnasium.make\(id\) or "):
            only(env, ["ATTACK"], Picker())


def test_a_policy_that_would_answer_nothing_is_refused() -> None:
    pytest.importorskip("stable_baselines3")
    from stuka_env.envs.sb3 import StukaVecEnv

    with pytest.raises(ValueError, match=r"^by: .*none without \"only\""):
        StukaVecEnv("Support/Battle-v0", 2, by=Picker())
