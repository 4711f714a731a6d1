"""The vector environment of the second game: the wars of the single one, for all threads, buffers and autoresets."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from stuka_env.engine.engine import war_size
from stuka_env.envs.vector import from_war
from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import ACTIONS, Decision
from tests.support.interceptor.playing import CAREER, IDS, MONTH, SORTIE, bold, fly, make, make_vec, walk, war_bytes

STEPS = {SORTIE: 120, MONTH: 300, CAREER: 500}


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
        actions = bold(infos["action_mask"], rng)
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
            assert info["sortie_index"] == infos["sortie_index"][war]
            assert info["war_seed"] == infos["war_seed"][war]
            assert all(infos["rewards"][name][war] == value for name, value in info["rewards"].items())
            assert infos["sorties_ended"][war] == len(info["sorties"])
            assert infos["_sorties"][war] == bool(info["sorties"])
            for place, sortie in enumerate(info["sorties"]):
                assert sortie["bombers"] == infos["sorties"][war, place]["bombers"]
            assert infos["_result"][war] == (info["result"] is not None)
            if info["result"] is not None:
                assert info["result"]["bombers"] == infos["result"][war]["bombers"]
            assert info["illegal_action"] == infos["illegal_action"][war]
    assert episodes >= 1
    assert vector.engine.wars.mats.tobytes() == b"".join(single.engine.wars.mats.tobytes() for single in singles)


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_threads_and_buffers_change_nothing(mode: str) -> None:
    runs = []
    for threads in (1, 2, 3):
        for keeps in (True, False):
            env = make_vec(SORTIE, 7, num_threads=threads, copy=keeps, autoreset_mode=mode)
            runs.append(fly(env, 100))
            env.close()
    assert all(run == runs[0] for run in runs)


@pytest.mark.slow
@pytest.mark.parametrize("env_id", IDS)
def test_threads_change_nothing_in_hundred_thousand_decisions(env_id: str) -> None:
    runs = [fly(make_vec(env_id, 256, num_threads=threads), 400) for threads in (1, 2, 4)]
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.parametrize("discards", ["hidden", "counted"])
def test_threads_work_out_their_own_observations(discards: str) -> None:
    runs = [fly(make_vec(MONTH, 6, num_threads=threads, discards=discards), 80) for threads in (1, 3)]
    assert runs[0] == runs[1]


def test_writing_on_a_returned_mask_makes_nothing_legal() -> None:
    env = make_vec(SORTIE, 2, copy=False)
    _, infos = env.reset(seed=1)
    infos["action_mask"][:] = 1
    _, _, _, _, infos = env.step(np.full(2, ACTIONS - 1))
    assert infos["illegal_action"].all()


def test_same_step_gives_the_end_and_the_next_beginning() -> None:
    same, following = (make_vec(SORTIE, 4, autoreset_mode=mode) for mode in ("same_step", "next_step"))
    assert same.metadata["autoreset_mode"] is same.autoreset_mode is AutoresetMode.SAME_STEP
    assert following.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(5)
    seen: Any
    other: Any
    _, left = same.reset(seed=2)
    following.reset(seed=2)
    ends = 0
    for _ in range(200):
        actions = bold(left["action_mask"], rng)
        seen, rewards, terminated, truncated, left = same.step(actions)
        other, other_rewards, other_terminated, _, right = following.step(actions)
        assert (rewards == other_rewards).all() and (terminated == other_terminated).all()
        if not terminated.any():
            assert (seen == other).all() and "final_obs" not in left
            continue
        ends += 1
        assert (left["_final_obs"] == terminated).all()
        assert (left["final_obs"][terminated] == other[terminated]).all()
        assert not left["final_obs"][~terminated].any()
        final = left["final_info"]
        assert (final["result"][terminated] == right["result"][terminated]).all()
        assert (final["sorties"][terminated] == right["sorties"][terminated]).all()
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


def test_disabled_autoreset_waits_for_the_mask() -> None:
    env = make_vec(SORTIE, 3, autoreset_mode=AutoresetMode.DISABLED)
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    terminated = np.zeros(3, np.bool_)
    while not terminated.any():
        _, _, terminated, _, infos = env.step(bold(infos["action_mask"], rng))
    seed = infos["war_seed"].copy()
    _, rewards, still, _, infos = env.step(bold(infos["action_mask"], rng))
    assert still[terminated].all() and (rewards[terminated] == 0).all()
    _, infos = env.reset(options={"reset_mask": terminated})
    assert (infos["_war_seed"] == terminated).all()
    assert (infos["war_seed"][terminated] != seed[terminated]).all()


@pytest.mark.parametrize("kind", ["mat", "compact"])
def test_other_observations(kind: str) -> None:
    env = make_vec(
        SORTIE, 3, observation=kind, discards="counted", mask_in_observation=True, autoreset_mode="same_step"
    )
    rng = np.random.default_rng(5)
    seen, infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    for _ in range(60):
        seen, _, _, _, infos = env.step(bold(infos["action_mask"], rng))
        assert env.observation_space.contains(seen)


def test_batched_clones_are_clones() -> None:
    env = make(CAREER)
    env.reset(seed=3)
    list(walk(env, 50))
    clones = from_war(env, 3)
    seeds = clones.engine.wars.reports["war_seed"]
    assert len(set(seeds.tolist())) == 3
    assert (clones.action_masks() == env.action_masks()).all()
    same = from_war(env, 2, dice="same")
    for _ in range(40):
        action = int(np.flatnonzero(env.action_masks())[0])
        _, reward, terminated, _, info = env.step(action)
        _, rewards, _, _, infos = same.step(np.full(2, action))
        assert (rewards == reward).all() and (infos["action_mask"] == info["action_mask"]).all()
        if terminated:
            break
    with pytest.raises(ValueError, match="env: got"):
        from_war("env", 2)  # type: ignore[arg-type]
    with pytest.raises(ResetNeeded):
        from_war(make(CAREER), 2)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_threads": 0}, "num_threads: got 0, allowed is a whole number from 1 to 1024"),
        ({"autoreset_mode": "never"}, "autoreset_mode: got 'never'"),
        ({"copy": 1}, "copy: got 1"),
        ({"journal": True}, "journal: got True, allowed is False"),
        ({"render_mode": "ansi"}, "render_mode: got 'ansi', allowed is None"),
        ({"start": "overlord"}, "start: got 'overlord'"),
        ({"unit": "II/JG 3"}, "unit: got 'II/JG 3'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make_vec(CAREER, 2, **arguments)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_more_wars_than_the_memory_holds_are_refused_at_once() -> None:
    with pytest.raises(
        ValueError, match=r"^num_envs: got 1000000000000, allowed is at most \d+: a war takes \d+ bytes"
    ):
        make_vec(SORTIE, 10**12)
    env = make_vec(SORTIE, 100, autoreset_mode="same_step", copy=False)
    kept = [getattr(env.engine.wars, name) for name in ("mats", "logs", "dice", "reports", "masks", "ended")]
    arrays = [*kept, *env.engine.finals, *env._views[0].buffers, *env._views[1].buffers]
    assert 100 * war_size(game_named("interceptor"), False, True) <= sum(
        array.nbytes for array in arrays if len(array) == 100
    )


def test_wrong_actions_and_seeds() -> None:
    env = make_vec(SORTIE, 2)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    env.reset(seed=[1, None])
    for actions in ([0], [0.5, 1.0], [[0, 1]]):
        with pytest.raises(ValueError, match="actions: got"):
            env.step(actions)
    with pytest.raises(ValueError, match="seed: got '3 seeds'"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="reset_mask: got"):
        env.reset(options={"reset_mask": [True]})


def test_tensors_refuse_records_with_advice() -> None:
    env = make_vec(SORTIE, 2)
    _, infos = env.reset(seed=1)
    with pytest.raises(ValueError, match='make the environment with info="mask"'):
        infos["result"].__dlpack__()
    assert war_bytes(env)
