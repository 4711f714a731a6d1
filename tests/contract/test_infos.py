"""Infos: one structure, as Gymnasium's own vectors have them, as JSON, and how much of them is made."""

import copy
import json
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from stuka_env.envs.infos import EpisodeResult, WarSeed, as_json, episode_result
from tests.support.contract import choose, comparable, each_id, make, make_vec, played, walk
from tests.support.each import each
from tests.support.samples import samples_of


def shape_of(info: Any, left_out: tuple[str, ...]) -> Any:
    """Return the keys and types of an info, all the way down, without some entries."""
    if isinstance(info, dict):
        return {key: shape_of(value, ()) for key, value in info.items() if key not in left_out}
    return type(info)


def has_string_keys(value: Any) -> bool:
    """Whether every key is a string."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and has_string_keys(item) for key, item in value.items())
    return all(map(has_string_keys, value)) if isinstance(value, list) else True


@each_id
def test_infos_have_one_structure_from_the_first_to_the_last_step(env_id: str) -> None:
    env = make(env_id)
    names = env.game.envs.names
    (_, first), *steps = played(env, 5)
    assert {"decision", "decision_name", "war_seed", "action_mask", "rewards", "illegal_action", "result"} <= set(first)
    lines = len(first[names.lines])
    for *_, terminated, _, info in steps:
        shapes = [shape_of(each, (names.lines, "result")) for each in (first, info)]
        assert list(info) == list(first) and shapes[0] == shapes[1]
        assert has_string_keys({**info, "result": dict(info["result"] or {})})
        assert isinstance(info[names.lines], list) and (info["result"] is not None) == terminated
        assert info["decision_name"] == env.game.envs.decisions[int(info["decision"])]
        lines += len(info[names.lines])
        assert terminated or info[names.index] == lines
    result = steps[-1][4]["result"]
    assert (
        result["score"]
        == round(100 * sum(reward for _, reward, *_ in steps))
        == round(samples_of(env_id).returned(env_id, result))
    )
    assert lines > 0 and json.dumps(dict(steps[-1][4]["result"]))


@each_id
def test_an_info_survives_json_after_one_call(env_id: str) -> None:
    env = make(env_id)
    lines = env.game.envs.names.lines
    for *_, info in played(env, 5):
        again = json.loads(json.dumps(as_json(info)))
        assert again["action_mask"] == info["action_mask"].tolist() and again["war_seed"] == int(info["war_seed"])
        assert again[lines] == info[lines] and again["rewards"] == info["rewards"]
        assert again["result"] == (None if info["result"] is None else dict(info["result"]))


@each_id
def test_an_info_without_the_mask_is_json_as_it_is(env_id: str) -> None:
    for *_, info in played(make(env_id), 5):
        rest = {key: value for key, value in info.items() if key != "action_mask"}
        again = json.loads(json.dumps(rest, indent=1))
        assert again["result"] is None or dict(again["result"]) == dict(info["result"]) == info["result"]
        assert {key: again[key] for key in rest if key != "result"} == {
            key: value for key, value in rest.items() if key != "result"
        }


def test_a_result_reads_like_a_dict() -> None:
    result: Any = EpisodeResult({"score": 5, "level": "draw"}, kia=1)
    assert result == EpisodeResult(result) == {"score": 5, "level": "draw", "kia": 1} != EpisodeResult()
    assert (result["score"], result.get("lost"), "kia" in result, "lost" in result) == (5, None, True, False)
    assert list(result.keys()) == ["score", "level", "kia"] and {**result} == dict(result) == dict(result.items())
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result
    with pytest.raises(KeyError, match="lost"):
        result["lost"]


@pytest.mark.parametrize("seed", [0, 1 << 63, (1 << 64) - 1])
def test_a_war_seed_is_a_number_of_python_and_of_tensors(seed: int) -> None:
    assert json.loads(json.dumps(WarSeed(seed))) == seed
    assert np.from_dlpack(WarSeed(seed)).dtype == np.uint64 and int(np.from_dlpack(WarSeed(seed))) == seed


@each_id
def test_infos_of_many_wars_survive_json_too(env_id: str) -> None:
    env = make_vec(env_id, 3, autoreset_mode="same_step")
    lines = env.game.envs.names.lines
    _, infos = env.reset(seed=5)
    rng, ends = np.random.default_rng(0), 0
    while ends < 2:
        *_, infos = env.step(choose(env, infos["action_mask"], rng))
        if infos[f"_{lines}"].any() or "final_info" in infos:
            again = json.loads(json.dumps(as_json(infos)))
            assert again["decision"] == infos["decision"].tolist() and len(again[lines]) == 3
        if "final_info" in infos:
            war = int(np.flatnonzero(infos["_final_info"])[0])
            result = infos["final_info"]["result"][war]
            assert again["final_info"]["result"][war] == as_json(result)
            ends += 1


def check_same(left: dict[str, Any], right: dict[str, Any], env: Any) -> None:
    """Check that both kinds of vector return the same infos, war by war."""
    names = env.game.envs.names
    for key in ("decision", names.index, "war_seed", "illegal_action", "action_mask"):
        told = right[f"_{key}"]
        assert (left[f"_{key}"] == told).all(), key
        assert (left[key][told] == right[key][told]).all(), key
    assert set(left["rewards"]) == set(right["rewards"])
    for key, column in right["rewards"].items():
        assert (left["rewards"][key] == column).all(), key
    for war in np.flatnonzero(right["_result"]):
        result = right["result"][war]
        assert left["_result"][war] == (result is not None)
        if result is not None:
            assert (
                episode_result(env.game, left["result"][war], env.engine.spec.charts, env.engine.spec.scale) == result
            )
        assert left[names.count][war] == len(right[names.lines][war])


@each_id
@each("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_infos_are_those_of_gymnasiums_own_vectors(env_id: str, mode: AutoresetMode) -> None:
    """The same wars in Gymnasium's vector of single environments, in both ways of going on after an end."""
    own = make_vec(env_id, 3, autoreset_mode=mode)
    quick = samples_of(env_id).quick[env_id]
    theirs = SyncVectorEnv([lambda: gymnasium.make(env_id, **quick)] * 3, autoreset_mode=mode)
    _, left = own.reset(seed=7)
    _, right = theirs.reset(seed=7)
    rng, ends, cut_off = np.random.default_rng(1), 0, 0
    while ends < 3 or cut_off < 3:
        actions = choose(own, left["action_mask"], rng)
        if ends >= 3:
            actions[:] = -1  # until the episodes are cut off
        _, rewards, terminated, truncated, left = own.step(actions)
        _, others, *flags, right = theirs.step(actions)
        assert (rewards == others).all() and (terminated == flags[0]).all() and (truncated == flags[1]).all()
        check_same(left, right, own)
        assert ("final_info" in left) == ("final_info" in right)
        if "final_info" in left:
            over = left["_final_info"]
            assert (over == right["_final_info"]).all()
            check_same(left["final_info"], right["final_info"], own)
            for war in np.flatnonzero(over):
                assert comparable(left["final_obs"][war]) == comparable(right["final_obs"][war])
        ends += int(terminated.sum())
        cut_off += int(truncated.sum())


@each_id
def test_a_partial_reset_reports_the_wars_that_were_reset(env_id: str) -> None:
    env = make_vec(env_id, 4, autoreset_mode="disabled")
    names = env.game.envs.names
    rng, over = np.random.default_rng(5), np.zeros(4, np.bool_)
    _, infos = env.reset(seed=2)
    while not over.any():
        *_, over, _, infos = env.step(choose(env, infos["action_mask"], rng))
    masks = infos["action_mask"].copy()
    _, after = env.reset(options={"reset_mask": over})
    for key in ("decision", names.index, "war_seed", "rewards", "illegal_action", names.count, "action_mask"):
        assert (after[f"_{key}"] == over).all(), key
    assert not after["_result"].any() and not after["war_seed"][~over].any() and after["war_seed"][over].all()
    assert not after[names.count][~over].any() and not any(after["rewards"][env.game.envs.rewards[0]][~over])
    assert (after["action_mask"][~over] == masks[~over]).all(), "what is legal in the others is still needed"


@each_id
@each("kind, keys", [("none", set()), ("mask", {"action_mask"})])
def test_how_much_of_the_infos_is_made(env_id: str, kind: str, keys: set[str]) -> None:
    one = make(env_id, info=kind)
    _, info = one.reset(seed=1)
    assert set(info) == keys
    assert all(set(told) == keys for *_, told in walk(one, 40))
    many = make_vec(env_id, 2, info=kind, autoreset_mode="same_step")
    _, infos = many.reset(seed=1)
    wanted = keys | {f"_{key}" for key in keys}
    rng, finals = np.random.default_rng(0), 0
    while not finals:
        assert set(infos) - {"final_obs", "_final_obs", "final_info", "_final_info"} == wanted
        finals += "final_info" in infos and set(infos["final_info"]) == wanted
        *_, infos = many.step(choose(many, many.action_masks(), rng))
