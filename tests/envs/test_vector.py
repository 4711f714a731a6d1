"""The vector environment: the same wars as the single one, whatever the threads, buffers and autoreset."""

import hashlib
import subprocess
import sys
import threading
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

import stuka_env
from stuka_env.engine.engine import war_size
from stuka_env.engine.faults import TapeError
from stuka_env.envs import arguments
from stuka_env.envs.vector import from_war
from stuka_env.game import game_named
from stuka_env.games.stuka.codes import ACTIONS, Act, Decision
from tests.support.places import ROOT
from tests.support.playing import IDS, choose, fly, make, make_vec, mat_bytes, mats, walk

STEPS = {"Stuka/Mission-v0": 150, "Stuka/Segment-v0": 400, "Stuka/Operation-v0": 900, "Stuka/Campaign-v0": 1300}


@pytest.mark.parametrize("env_id", IDS)
def test_single_and_vector_are_the_same_across_autoresets(env_id: str) -> None:
    vector = make_vec(env_id, 3)
    singles = [make(env_id) for _ in range(3)]
    seen: Any
    alone: Any
    seen, infos = vector.reset(seed=11)
    for war, single in enumerate(singles):
        alone, info = single.reset(seed=11 + war)
        assert (alone == seen[war]).all() and info["war_seed"] == infos["war_seed"][war]
    rng = np.random.default_rng(0)
    over = [False] * 3
    episodes = 0
    for step in range(STEPS[env_id]):
        actions = choose(infos["action_mask"], rng)
        if step % 50 == 7:
            actions[1] = -5
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        for war, single in enumerate(singles):
            if over[war]:
                alone, info = single.reset()
                result: tuple[Any, ...] = (0.0, False, False)
                episodes += 1
            else:
                alone, *rest, info = single.step(int(actions[war]))
                result = tuple(rest)
            over[war] = result[1] or result[2]
            assert (alone == seen[war]).all()
            assert result == (rewards[war], terminated[war], truncated[war])
            assert (info["action_mask"] == infos["action_mask"][war]).all()
            assert info["decision"] == infos["decision"][war] and info["decision"].dtype == np.int8
            assert info["decision_name"] == Decision(int(infos["decision"][war])).name
            assert info["mission_index"] == infos["mission_index"][war]
            assert info["war_seed"] == infos["war_seed"][war]
            assert all(infos["rewards"][name][war] == value for name, value in info["rewards"].items())
            assert infos["missions_ended"][war] == len(info["missions"])
            assert infos["_missions"][war] == bool(info["missions"])
            for place, mission in enumerate(info["missions"]):
                assert mission["score"] == infos["missions"][war, place]["score"]
            assert infos["_result"][war] == (info["result"] is not None)
            if info["result"] is not None:
                assert info["result"]["score"] == infos["result"][war]["score"]
            assert info["illegal_action"] == infos["illegal_action"][war]
    assert episodes >= 3 or env_id == "Stuka/Campaign-v0"
    assert mats(vector) == b"".join(mat_bytes(single) for single in singles)


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_threads_and_buffers_change_nothing(mode: str) -> None:
    runs = []
    for threads in (1, 2, 3):
        for copy in (True, False):
            env = make_vec("Stuka/Mission-v0", 7, num_threads=threads, copy=copy, autoreset_mode=mode)
            runs.append(fly(env, 120))
            env.close()
    assert all(run == runs[0] for run in runs)


def test_more_threads_than_wars() -> None:
    assert fly(make_vec("Stuka/Mission-v0", 2, num_threads=8), 50) == fly(make_vec("Stuka/Mission-v0", 2), 50)


def test_buffers_alternate_or_are_fresh() -> None:
    shared = make_vec("Stuka/Mission-v0", 2, copy=False)
    shared.reset(seed=1)
    seen = [shared.step(np.array([-1, -1]))[0] for _ in range(3)]
    assert seen[0] is not seen[1] and np.shares_memory(seen[0], seen[2]) and not np.shares_memory(seen[0], seen[1])
    fresh = make_vec("Stuka/Mission-v0", 2)
    fresh.reset(seed=1)
    seen = [fresh.step(np.array([-1, -1]))[0] for _ in range(3)]
    assert not np.shares_memory(seen[0], seen[2])


def test_writing_on_a_returned_mask_makes_nothing_legal() -> None:
    env = make_vec("Stuka/Mission-v0", 2, copy=False)
    _, infos = env.reset(seed=1)
    infos["action_mask"][:] = 1
    _, _, _, _, infos = env.step(np.full(2, ACTIONS - 1))
    assert infos["illegal_action"].all()


def test_same_step_gives_the_end_and_the_next_beginning() -> None:
    same, following = (make_vec("Stuka/Mission-v0", 4, autoreset_mode=mode) for mode in ("same_step", "next_step"))
    assert same.metadata["autoreset_mode"] is same.autoreset_mode is AutoresetMode.SAME_STEP
    assert following.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(5)
    seen: Any
    other: Any
    _, left = same.reset(seed=2)
    following.reset(seed=2)
    ends = 0
    for _ in range(150):
        actions = choose(left["action_mask"], rng)
        seen, rewards, terminated, truncated, left = same.step(actions)
        other, other_rewards, other_terminated, _, right = following.step(actions)
        assert (rewards == other_rewards).all() and (terminated == other_terminated).all()
        if not terminated.any():
            assert (seen == other).all() and "final_obs" not in left
            continue
        ends += 1
        assert (left["_final_obs"] == terminated).all()
        assert (left["final_obs"][terminated] == other[terminated]).all()
        final = left["final_info"]
        assert (final["result"][terminated] == right["result"][terminated]).all()
        assert (final["missions"][terminated] == right["missions"][terminated]).all()
        assert (final["war_seed"][terminated] == right["war_seed"][terminated]).all()
        assert (left["war_seed"][terminated] != right["war_seed"][terminated]).all()
        # let the other one catch up, war by war, through its reset step
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
    assert ends > 5


@pytest.mark.parametrize("copy", [False, True])
def test_ends_hold_zeros_for_the_other_wars_and_stay_as_they_are(copy: bool) -> None:
    env = make_vec("Stuka/Mission-v0", 5, autoreset_mode="same_step", copy=copy)
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    kept = []
    for step in range(120):
        actions = choose(infos["action_mask"], rng)
        *_, infos = env.step(actions)
        if "final_obs" not in infos:
            continue
        over, final, seen = infos["_final_obs"], infos["final_info"], infos["final_obs"]
        assert seen[over].any(axis=1).all() and not seen[~over].any()
        assert (final["missions_ended"] == over).all() and (final["_missions"] == over).all()
        for told in (final["action_mask"], final["decision"], final["war_seed"], final["rewards"]["attacks"]):
            assert not told[~over].any()
        assert (final["missions"]["target"][:, 0] > 0).tolist() == over.tolist()
        if step % 3 == 0:
            kept.append((seen, seen.copy(), final["war_seed"], final["war_seed"].copy()))
    assert len(kept) >= 5
    assert all((left == right).all() for each in kept for left, right in (each[:2], each[2:]))


def test_a_tape_that_does_not_fit_leaves_no_end_behind() -> None:
    """The step that fails has written how the other war ended; the next end does not show it."""
    env = make_vec("Stuka/Mission-v0", 2, autoreset_mode="same_step")
    _, infos = env.reset(seed=1, options={"dice": {"A1": [[2, 3, 4]]}, "strict_dice": True})
    with pytest.raises(TapeError):
        while True:  # the second one flies until something is rolled
            flying = int(np.flatnonzero(infos["action_mask"][1])[-1])
            *_, infos = env.step(np.array([-1, flying]))
    with pytest.raises(TapeError):
        env.step(np.array([Act.NO_FLY, flying]))
    assert not env.engine.finals.wars.view(np.uint8).any()
    *_, infos = env.step(np.array([Act.NO_FLY, -1]))
    assert infos["_final_obs"].tolist() == [True, False] and not infos["final_obs"][1].any()


def test_ends_cost_no_memory_where_nobody_keeps_them() -> None:
    wars = 256
    env = make_vec("Stuka/Mission-v0", wars, autoreset_mode="same_step", copy=False)
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    for step in range(30):
        actions = choose(infos["action_mask"], rng)
        if step == 20:
            tracemalloc.start()
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        *_, infos = env.step(actions)
        peak = tracemalloc.get_traced_memory()[1] - before
        assert "final_obs" in infos or step < 10
        assert step < 20 or 0 < peak < infos["final_obs"].nbytes / 4
    tracemalloc.stop()


def test_disabled_autoreset_waits_for_the_mask() -> None:
    env = make_vec("Stuka/Mission-v0", 3, autoreset_mode=AutoresetMode.DISABLED)
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    terminated = np.zeros(3, np.bool_)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(choose(infos["action_mask"], rng))
    seed = infos["war_seed"].copy()
    _, rewards, still, _, infos = env.step(choose(infos["action_mask"], rng))
    assert still[terminated].all() and (rewards[terminated] == 0).all()
    _, infos = env.reset(options={"reset_mask": terminated})
    assert (infos["_war_seed"] == terminated).all()
    assert (infos["war_seed"][terminated] != seed[terminated]).all()


def test_interleaved_environments_do_not_disturb_each_other() -> None:
    alone = fly(make_vec("Stuka/Segment-v0", 3), 100)
    one, two = make_vec("Stuka/Segment-v0", 3), make_vec("Stuka/Campaign-v0", 2)
    rng, other = np.random.default_rng(3), np.random.default_rng(4)
    _, infos = one.reset(seed=3)
    _, others = two.reset(seed=3)
    for _ in range(100):
        _, _, _, _, infos = one.step(choose(infos["action_mask"], rng))
        _, _, _, _, others = two.step(choose(others["action_mask"], other))
    assert mats(one) == alone[-1]


SCRIPT = """
import hashlib
from tests.support.playing import fly, make_vec
print(hashlib.sha256(fly(make_vec("Stuka/Operation-v0", 4), 150)[-1]).hexdigest())
"""


def test_two_processes_fly_the_same_wars() -> None:
    told = [
        subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    here = hashlib.sha256(fly(make_vec("Stuka/Operation-v0", 4), 150)[-1]).hexdigest()
    assert told == [here + "\n"] * 2


def test_named_observations() -> None:
    env = make_vec("Stuka/Mission-v0", 3, observation="mat")
    seen: Any
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["pilots_stress"].shape == (3, 11)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_threads": 0}, "num_threads: got 0, allowed is a whole number from 1 to 1024"),
        ({"num_threads": 1025}, "num_threads: got 1025, allowed is a whole number from 1 to 1024"),
        ({"num_threads": 10**9}, "num_threads: got 1000000000, allowed is a whole number from 1 to 1024"),
        ({"num_threads": True}, "num_threads: got True"),
        ({"num_threads": 2.0}, "num_threads: got 2.0"),
        ({"autoreset_mode": "never"}, "autoreset_mode: got 'never'"),
        ({"copy": 1}, "copy: got 1"),
        ({"journal": True}, "journal: got True, allowed is False"),
        ({"render_mode": "human"}, r"render_mode: got .human., .* gymnasium.make\(id, render_mode=...\)"),
        ({"info": "some"}, "info: got 'some'"),
        ({"mask_in_observation": "yes"}, "mask_in_observation: got 'yes'"),
        ({"operation": "overlord"}, "operation: got 'overlord'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_vec("Stuka/Operation-v0", 2, **arguments)


def test_no_more_threads_than_wars_are_used() -> None:
    env = make_vec("Stuka/Mission-v0", 3, num_threads=1024)
    before = threading.active_count()
    env.reset(seed=1)
    env.step([0, 0, 0])
    assert threading.active_count() - before <= 2
    env.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize("observation", ["flat", "compact"])
@pytest.mark.parametrize("wars", [10**12, 10**30])
def test_more_wars_than_the_memory_holds_are_refused_at_once(wars: int, observation: str, mode: str) -> None:
    with pytest.raises(ValueError, match=rf"^num_envs: got {wars}, allowed is at most \d+: a war takes \d+ bytes, and"):
        make_vec("Stuka/Mission-v0", wars, observation=observation, autoreset_mode=mode)


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize("observation", ["flat", "compact"])
def test_the_limit_of_wars_is_no_more_than_what_they_take(
    observation: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory counted for one war is used, so a refused number of wars could not have been built."""
    wars = 1000
    env = make_vec("Stuka/Mission-v0", wars, observation=observation, autoreset_mode=mode, copy=False)
    kept = [getattr(env.engine.wars, name) for name in ("mats", "dice", "reports", "masks", "ended")]
    arrays = [*kept, *env.engine.finals, *env._views[0].buffers, *env._views[1].buffers]
    taken = sum(array.nbytes for array in arrays if len(array) == wars)
    size = war_size(game_named("stuka"), observation == "compact", mode == "same_step")
    assert wars * size <= taken
    monkeypatch.setattr(arguments, "memory_size", lambda: 3 * size)
    assert make_vec("Stuka/Mission-v0", 3, observation=observation, autoreset_mode=mode).num_envs == 3
    with pytest.raises(ValueError, match="num_envs: got 4, allowed is at most 3: "):
        make_vec("Stuka/Mission-v0", 4, observation=observation, autoreset_mode=mode)


def test_where_the_system_does_not_say_how_much_memory_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "memory_size", lambda: None)
    assert make_vec("Stuka/Mission-v0", 2).num_envs == 2


def test_wrong_actions_and_seeds() -> None:
    env = make_vec("Stuka/Mission-v0", 2)
    env.reset(seed=[1, None])
    for actions in ([0], [0.5, 1.0], [[0, 1]]):
        with pytest.raises(ValueError, match="actions: got"):
            env.step(actions)
    with pytest.raises(ValueError, match="seed: got '3 seeds'"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="reset_mask: got"):
        env.reset(options={"reset_mask": [True]})


# --- batched clones ---

TAPE = {"A4": [4, 2], "B1": [8]}


def rows_played(env: Any, clones: list[Any], vector: Any, steps: int = 400) -> int:
    """Play every clone and its row by the same random decisions, and compare the mats in every step."""
    rng = np.random.default_rng(2)
    masks = vector.action_masks()
    seen: Any
    for step in range(steps):
        assert mats(vector) == b"".join(mat_bytes(clone) for clone in clones), step
        actions = choose(masks, rng)
        seen, rewards, terminated, truncated, infos = vector.step(actions)
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


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_batched_clones_play_what_clones_with_these_seeds_play(env_id: str, threads: int) -> None:
    env = make(env_id)
    env.reset(seed=4)
    list(walk(env, 25))
    before = mat_bytes(env)
    seeds = [0, 12345, 12345, 2**64 - 1, int(env.engine.wars.reports["war_seed"][0])]
    vector = from_war(env, 5, dice=seeds, num_threads=threads)
    ended = rows_played(env, [env.clone(dice=seed) for seed in seeds], vector)
    assert (ended == 5) == (env_id in IDS[:2])
    assert mat_bytes(env) == before
    again = from_war(env, 5, dice=np.array(seeds, np.uint64), copy=False)
    assert again.engine.wars.dice.tobytes() == from_war(env, 5, dice=seeds).engine.wars.dice.tobytes()
    vector.close()


def test_fresh_batched_clones_are_the_next_fresh_clones() -> None:
    env, reference = make(), make()
    for each in (env, reference):
        each.reset(seed=4)
        list(walk(each, 60))
        each.clone()
    first, second, after = from_war(env, 3), from_war(env, 2), env.clone()
    clones = [reference.clone() for _ in range(6)]
    rows_played(env, clones[:3], first, 150)
    rows_played(env, clones[3:5], second, 150)
    assert after.engine.wars.dice.tobytes() == clones[5].engine.wars.dice.tobytes()
    deeper = from_war(after, 2)
    rows_played(after, [clones[5].clone(), clones[5].clone()], deeper, 50)


@pytest.mark.parametrize("tape", [None, TAPE])
def test_batched_clones_with_the_same_dice_play_the_war_itself(tape: dict[str, Any] | None) -> None:
    env = make()
    env.reset(seed=8, options=None if tape is None else {"dice": tape})
    clones = [env.clone("same") for _ in range(3)]
    assert bool(env.engine.wars.dice["taped"][0]) == (tape is not None)
    rows_played(env, clones, from_war(env, 3, "same"), 300)
    fresh = [env.clone(dice=seed) for seed in (5, 6)]
    rows_played(env, fresh, from_war(env, 2, [5, 6]), 100)


@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_batched_clones_show_what_the_war_shows(kind: str) -> None:
    env = make("Stuka/Segment-v0", observation=kind, mask_in_observation=True, info="mask", illegal_action_penalty=0.5)
    env.reset(seed=1)
    vector = stuka_env.vector.from_war(env, 4)
    assert vector.single_observation_space == env.observation_space
    assert vector.observation_space.shape is None and vector.action_space.shape == (4,)
    clones = [env.clone(dice=int(seed)) for seed in vector.engine.wars.reports["war_seed"]]
    seen: Any
    seen, rewards, *_, infos = vector.step(np.full(4, -1))
    assert rewards.tolist() == [-0.5] * 4 and set(infos) == {"action_mask", "_action_mask"}
    for war, clone in enumerate(clones):
        alone: Any = clone.step(-1)[0]
        assert all((np.asarray(alone[name]) == seen[name][war]).all() for name in alone)


def test_batched_clones_of_a_state_are_put_back_like_the_war_itself() -> None:
    env = make(IDS[0])
    env.reset(seed=3)
    assert not from_war(env, 2).engine.foreign
    war: Any = env.unwrapped
    war.set_state(war.get_state())
    assert war.engine.foreign and from_war(env, 2).engine.foreign


def test_batched_clones_of_a_wrapped_war() -> None:
    from gymnasium.wrappers import RecordEpisodeStatistics

    env = make()
    wrapped: Any = RecordEpisodeStatistics(env)
    wrapped.reset(seed=2)
    assert mats(from_war(wrapped, 2)) == mat_bytes(env) * 2


@pytest.mark.parametrize(
    ("n", "dice", "said"),
    [
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
    ],
)
def test_batched_clones_that_cannot_be(n: Any, dice: Any, said: str) -> None:
    env = make()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=said) as refused:
        from_war(env, n, dice)
    assert str(refused.value).count("\n") == 0
    assert from_war(env, 1).engine.wars.reports["war_seed"][0] == make_first_clone()


def make_first_clone() -> int:
    """The war seed of the first fresh clone of any war."""
    env = make()
    env.reset(seed=1)
    return int(env.clone().engine.wars.reports["war_seed"][0])


def test_batched_clones_need_a_war() -> None:
    with pytest.raises(ResetNeeded, match="from_war: there is no episode yet"):
        from_war(make(), 2)
    with pytest.raises(ValueError, match="env: got 'StukaVectorEnv', allowed is one war"):
        from_war(make_vec("Stuka/Mission-v0", 2), 2)  # type: ignore[arg-type]


def test_batched_clones_are_faster_than_a_loop() -> None:
    """More than twice as fast, where 12 to 30 times was measured: a batch that loops would not be."""

    def rollouts(vector: Any, masks: Any) -> None:
        while not vector.engine.wars.reports["over"].all():
            *_, infos = vector.step(choose(masks, rng))
            masks = infos["action_mask"]

    rng, env = np.random.default_rng(0), make("Stuka/Mission-v0", info="mask")
    env.reset(seed=3)
    times: dict[str, list[float]] = {"batch": [], "loop": []}
    for _ in range(3):
        began = time.perf_counter()
        vector = from_war(env, 64)
        rollouts(vector, vector.action_masks())
        times["batch"].append(time.perf_counter() - began)
        began = time.perf_counter()
        for _ in range(64):
            clone, over = env.clone(), False
            while not over:
                _, _, over, _, _ = clone.step(int(choose(clone.action_masks(), rng)))
        times["loop"].append(time.perf_counter() - began)
    assert min(times["loop"]) > 2 * min(times["batch"])
