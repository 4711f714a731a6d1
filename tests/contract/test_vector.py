"""The vector environment: the wars of the single one, for all threads, buffers and autoresets."""

import itertools
import threading
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from stuka_env.engine.engine import war_size
from stuka_env.envs import arguments
from stuka_env.envs.infos import episode_result
from tests.support.contract import SETTINGS, choose, comparable, each_id, fly, make, make_vec, war_bytes
from tests.support.each import each
from tests.support.samples import IDS


@each_id
def test_single_and_vector_are_the_same_across_autoresets(env_id: str) -> None:
    vector, singles = make_vec(env_id, 3), [make(env_id) for _ in range(3)]
    names = vector.game.envs.names
    seen: Any
    seen, infos = vector.reset(seed=11)
    for war, single in enumerate(singles):
        check_same_war(war, vector, (seen, infos), single.reset(seed=11 + war))
    rng, over, episodes, step = np.random.default_rng(0), [False] * 3, 0, 0
    while episodes < 3:
        actions = choose(vector, infos["action_mask"], rng)
        if step % 50 == 7:
            actions[1] = -5
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        for war, single in enumerate(singles):
            if over[war]:
                alone: Any = single.reset()
                result: tuple[Any, ...] = (0.0, False, False)
                episodes += 1
            else:
                first, *rest, info = single.step(int(actions[war]))
                alone, result = (first, info), tuple(rest)
            over[war] = result[1] or result[2]
            assert result == (rewards[war], terminated[war], truncated[war])
            check_same_war(war, vector, (seen, infos), alone)
            assert infos[names.count][war] == len(alone[1][names.lines])
        step += 1
    for name in set(vector.game.engine.arrays.stored) - {"tapes"}:  # wars without a tape share one
        rows = b"".join(getattr(single.engine.wars, name).tobytes() for single in singles)
        assert getattr(vector.engine.wars, name).tobytes() == rows, name


def check_same_war(war: int, vector: Any, many: Any, alone: Any) -> None:
    """Check the observation and the info of one war of many against those of a single environment."""
    (seen, infos), (own, info) = many, alone
    parts, charts = vector.game.envs, vector.engine.spec.charts
    assert comparable(seen[war]) == comparable(own)
    assert type(info["decision"]) is int and info["decision_name"] == parts.decisions[infos["decision"][war]]
    for key in ("decision", parts.names.index, "war_seed", "illegal_action"):
        assert info[key] == infos[key][war], key
    assert (info["action_mask"] == infos["action_mask"][war]).all()
    assert all(infos["rewards"][name][war] == value for name, value in info["rewards"].items())
    lines = infos[parts.names.lines][war, : len(info[parts.names.lines])]
    assert infos[f"_{parts.names.lines}"][war] == bool(info[parts.names.lines])
    assert [parts.line_dict(line, charts) for line in lines] == info[parts.names.lines]
    assert infos["_result"][war] == (info["result"] is not None)
    if info["result"] is not None:
        assert episode_result(vector.game, infos["result"][war], charts, vector.engine.spec.scale) == info["result"]


@each_id
@each("kind, mode", [("flat", "next_step"), ("compact", "same_step")])
def test_threads_and_buffers_change_nothing(env_id: str, kind: str, mode: str) -> None:
    """There may be more threads than wars."""
    runs = []
    for threads, copy in ((1, True), (1, False), (2, True), (3, False), (8, True)):
        env = make_vec(env_id, 5, num_threads=threads, copy=copy, autoreset_mode=mode, observation=kind)
        runs.append(fly(env, 50))
        env.close()
    assert all(run == runs[0] for run in runs)


@each("env_id, setting", SETTINGS)
def test_threads_work_out_their_own_observations(env_id: str, setting: dict[str, Any]) -> None:
    runs = [fly(make_vec(env_id, 4, num_threads=threads, **setting), 40) for threads in (1, 3)]
    assert runs[0] == runs[1]


@pytest.mark.slow
@each_id
def test_threads_change_nothing_in_hundred_thousand_decisions(env_id: str) -> None:
    runs = [fly(make_vec(env_id, 256, num_threads=threads), 400) for threads in (1, 2, 4)]
    assert runs[0] == runs[1] == runs[2]


@each_id
def test_no_more_threads_than_wars_are_used(env_id: str) -> None:
    env = make_vec(env_id, 3, num_threads=1024)
    before = threading.active_count()
    env.reset(seed=1)
    env.step([0, 0, 0])
    assert threading.active_count() - before <= 2
    env.close()


@each_id
def test_buffers_alternate_or_are_fresh(env_id: str) -> None:
    shared = make_vec(env_id, 2, copy=False)
    shared.reset(seed=1)
    seen = [shared.step(np.array([-1, -1]))[0] for _ in range(3)]
    assert seen[0] is not seen[1] and np.shares_memory(seen[0], seen[2]) and not np.shares_memory(seen[0], seen[1])
    fresh = make_vec(env_id, 2)
    fresh.reset(seed=1)
    seen = [fresh.step(np.array([-1, -1]))[0] for _ in range(3)]
    assert not np.shares_memory(seen[0], seen[2])


@each_id
def test_interleaved_environments_do_not_disturb_each_other(env_id: str) -> None:
    """The other one is of another id, so of the other game at some time."""
    alone = fly(make_vec(env_id, 3), 100)
    one, two = make_vec(env_id, 3), make_vec(IDS[IDS.index(env_id) - 1], 2)
    rng, other = np.random.default_rng(3), np.random.default_rng(4)
    _, infos = one.reset(seed=3)
    _, others = two.reset(seed=3)
    for _ in range(100):
        *_, infos = one.step(choose(one, infos["action_mask"], rng))
        *_, others = two.step(choose(two, others["action_mask"], other))
    assert war_bytes(one) == alone[-1]


@each_id
@each("kind", ["mat", "compact"])
def test_other_observations(env_id: str, kind: str) -> None:
    env = make_vec(env_id, 3, observation=kind, mask_in_observation=True, autoreset_mode="same_step")
    rng = np.random.default_rng(5)
    seen, infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    for _ in range(25):
        seen, _, _, _, infos = env.step(choose(env, infos["action_mask"], rng))
        assert env.observation_space.contains(seen)


# --- arguments ---


WRONG_ARGUMENTS: list[tuple[Any, ...]] = [
    ({"num_threads": 0}, "num_threads: got 0, allowed is a whole number from 1 to 1024"),
    ({"num_threads": 1025}, "num_threads: got 1025, allowed is a whole number from 1 to 1024"),
    ({"num_threads": 10**9}, "num_threads: got 1000000000, allowed is a whole number from 1 to 1024"),
    ({"num_threads": True}, "num_threads: got True"),
    ({"num_threads": 2.0}, "num_threads: got 2.0"),
    ({"autoreset_mode": "never"}, "autoreset_mode: got 'never'"),
    ({"copy": 1}, "copy: got 1"),
    ({"journal": True}, "journal: got True, allowed is False"),
    ({"render_mode": "ansi"}, "render_mode: got 'ansi', allowed is None"),
    ({"info": "some"}, "info: got 'some'"),
    ({"mask_in_observation": "yes"}, "mask_in_observation: got 'yes'"),
]


@each_id
@pytest.mark.filterwarnings("ignore")
def test_a_wrong_argument_is_one_clear_line(env_id: str, subtests: pytest.Subtests) -> None:
    for given, message in WRONG_ARGUMENTS:
        with subtests.test(message):
            with pytest.raises(ValueError) as caught:
                make_vec(env_id, 2, **given)
            assert str(caught.value).startswith(message) and "\n" not in str(caught.value)


@each_id
def test_wrong_actions_and_seeds(env_id: str) -> None:
    env = make_vec(env_id, 2)
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


MEMORY = [(kind, mode) for kind in ("flat", "compact") for mode in ("next_step", "same_step")]


@each_id
def test_more_wars_than_the_memory_holds_are_refused_at_once(env_id: str, subtests: pytest.Subtests) -> None:
    for wars, (kind, mode) in itertools.product((10**12, 10**30), MEMORY):
        said = rf"^num_envs: got {wars}, allowed is at most \d+: a war takes \d+ bytes, and"
        with subtests.test(f"{wars} {kind} {mode}"), pytest.raises(ValueError, match=said):
            make_vec(env_id, wars, observation=kind, autoreset_mode=mode)


@each_id
@each("kind, mode", MEMORY)
def test_the_limit_of_wars_is_no_more_than_what_they_take(
    env_id: str, kind: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory counted for one war is used, so a refused number of wars could not have been built."""
    wars = 200
    env = make_vec(env_id, wars, observation=kind, autoreset_mode=mode, copy=False)
    names = [name for name in (*env.game.engine.arrays.stored, "ended") if name != "tapes"]
    kept = [getattr(env.engine.wars, name) for name in names]
    arrays = [*kept, *env.engine.finals, *env._views[0].buffers, *env._views[1].buffers]
    size = war_size(env.game, kind == "compact", mode == "same_step")
    assert wars * size <= sum(array.nbytes for array in arrays if len(array) == wars)
    monkeypatch.setattr(arguments, "memory_size", lambda: 3 * size)
    assert make_vec(env_id, 3, observation=kind, autoreset_mode=mode).num_envs == 3
    with pytest.raises(ValueError, match="num_envs: got 4, allowed is at most 3: "):
        make_vec(env_id, 4, observation=kind, autoreset_mode=mode)
    monkeypatch.setattr(arguments, "memory_size", lambda: None)  # the system does not say
    assert make_vec(env_id, 4, observation=kind, autoreset_mode=mode).num_envs == 4


# --- Gymnasium's calls of every war ---


@each_id
def test_calls_and_attributes_are_those_of_single_environments(env_id: str) -> None:
    many, alone = make_vec(env_id, 3), [make(env_id) for _ in range(3)]
    _, infos = many.reset(seed=4)
    for war, env in enumerate(alone):
        env.reset(seed=4 + war)
    rng = np.random.default_rng(2)
    for _ in range(4):
        actions = choose(many, infos["action_mask"], rng)
        *_, infos = many.step(actions)
        for env, action in zip(alone, actions, strict=True):
            env.step(action)
    assert many.get_attr("decision") == tuple(env.decision for env in alone)
    assert many.call("legal_actions") == tuple(env.legal_actions() for env in alone)
    assert many.call("get_state") == tuple(env.get_state() for env in alone)
    masks, mats = many.call("action_masks"), many.get_attr("mat")
    assert all((mask == env.action_masks()).all() for mask, env in zip(masks, alone, strict=True))
    assert [mat.tobytes() for mat in mats] == [env.mat.tobytes() for env in alone]
    clones = zip(many.call("clone"), (env.clone() for env in alone), strict=True)
    assert all(one.get_state() == other.get_state() for one, other in clones)
    with pytest.raises(AttributeError, match="no_such_name"):
        many.get_attr("no_such_name")


@each_id
def test_a_call_can_change_the_wars(env_id: str) -> None:
    many, env = make_vec(env_id, 2), make(env_id)
    many.reset(seed=1)
    env.reset(seed=9)
    many.call("set_state", env.get_state())
    assert many.call("get_state") == (env.get_state(),) * 2
    actions = [env.legal_actions()[0][0]] * 2
    assert many.step(actions)[1].tolist() == [env.step(actions[0])[1]] * 2


def test_attributes_of_the_caller_are_kept_war_by_war() -> None:
    many = make_vec(IDS[0], 3)
    many.set_attr("stage", [1, 2, 3])
    many.set_attr("teacher", "doctrine")
    assert many.get_attr("stage") == (1, 2, 3) and many.call("teacher") == ("doctrine",) * 3
    with pytest.raises(ValueError, match="^values: got '2 values', allowed is one for each of 3 environments$"):
        many.set_attr("stage", (1, 2))
    for name in ("mat", "decision", "step", "game"):
        with pytest.raises(AttributeError, match=f"^set_attr: {name} cannot be set"):
            many.set_attr(name, 1)
