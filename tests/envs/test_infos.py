"""Infos: one structure, as Gymnasium's own vectors have them, as JSON, and how much of them is asked for."""

import json
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from stuka_env.envs.infos import as_json
from stuka_env.games.stuka.codes import ACTIONS, Act
from tests.support.playing import choose, make, make_vec, walk

MISSION, SEGMENT = "Stuka/Mission-v0", "Stuka/Segment-v0"


def shape_of(info: Any) -> Any:
    """Keys and types, all the way down; lists of missions and what ends an episode are one thing whatever they hold."""
    if isinstance(info, dict):
        return {key: shape_of(value) for key, value in info.items() if key not in ("missions", "result")}
    return type(info)


def strings_only(value: Any) -> bool:
    """Whether every key is a string."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and strings_only(item) for key, item in value.items())
    return all(map(strings_only, value)) if isinstance(value, list) else True


def test_infos_have_one_structure_and_string_keys_from_first_to_last_step() -> None:
    env = make(SEGMENT)
    _, first = env.reset(seed=5)
    ended, results = 0, 0
    for _, _, terminated, _, info in [(None, None, False, None, first), *walk(env, 400)]:
        assert set(info) == set(first) and shape_of(info) == shape_of(first)
        assert strings_only({**info, "result": dict(info["result"] or {})})
        assert isinstance(info["missions"], list) and (info["result"] is not None) == terminated
        ended, results = ended + len(info["missions"]), results + bool(terminated)
    assert ended > 10 and results


def test_an_info_survives_json_after_one_call() -> None:
    env = make(SEGMENT)
    env.reset(seed=5)
    for *_, info in walk(env, 300):
        again = json.loads(json.dumps(as_json(info)))
        assert again["action_mask"] == info["action_mask"].tolist() and again["war_seed"] == int(info["war_seed"])
        assert again["missions"] == info["missions"] and again["rewards"] == info["rewards"]
        assert again["result"] == (None if info["result"] is None else dict(info["result"]))


def test_infos_of_many_wars_survive_json_too() -> None:
    env = make_vec(MISSION, 3, autoreset_mode="same_step")
    _, infos = env.reset(seed=5)
    rng, ends = np.random.default_rng(0), 0
    for _ in range(120):
        *_, infos = env.step(choose(infos["action_mask"], rng))
        again = json.loads(json.dumps(as_json(infos)))
        assert again["decision"] == infos["decision"].tolist() and len(again["missions"]) == 3
        if "final_info" in infos:
            war = int(np.flatnonzero(infos["_final_info"])[0])
            assert again["final_info"]["result"][war]["score"] == infos["final_info"]["result"][war]["score"]
            ends += 1
    assert ends


@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_they_are_those_of_gymnasiums_own_vectors(mode: AutoresetMode) -> None:
    """The same wars in Gymnasium's vector of single environments, by both ways of going on after an end."""
    own = make_vec(MISSION, 3, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: gymnasium.make(MISSION)] * 3, autoreset_mode=mode)
    _, left = own.reset(seed=7)
    _, right = theirs.reset(seed=7)
    rng, ends, illegal = np.random.default_rng(1), 0, 0
    streak = np.zeros(3, np.int64)
    for step in range(330):
        actions = choose(left["action_mask"], rng)
        if step >= 200:
            actions[:] = -1  # until the episodes are cut off
        if mode is AutoresetMode.NEXT_STEP and step == 329:
            break
        _, rewards, terminated, truncated, left = own.step(actions)
        _, others, *flags, right = theirs.step(actions)
        assert (rewards == others).all() and (terminated == flags[0]).all() and (truncated == flags[1]).all()
        check_same(left, right)
        assert ("final_info" in left) == ("final_info" in right)
        if "final_info" in left:
            over = left["_final_info"]
            assert (over == right["_final_info"]).all()
            check_same(left["final_info"], right["final_info"])
            for war in np.flatnonzero(over):
                assert (left["final_obs"][war] == right["final_obs"][war]).all()
        ends += int(terminated.sum())
        illegal += int(truncated.sum())
        streak += truncated
    assert ends > 5 and illegal >= 3


def check_same(left: dict[str, Any], right: dict[str, Any]) -> None:
    """Check that both kinds of vector return the same infos, war by war."""
    for key in ("decision", "mission_index", "war_seed", "illegal_action", "action_mask"):
        told = right[f"_{key}"]
        assert (left[f"_{key}"] == told).all(), key
        assert (left[key][told] == right[key][told]).all(), key
    assert set(left["rewards"]) == set(right["rewards"])
    for key, column in right["rewards"].items():
        assert (left["rewards"][key] == column).all(), key
    for war in np.flatnonzero(right["_result"]):
        result = right["result"][war]
        assert left["_result"][war] == (result is not None)
        assert left["result"][war]["score"] == (0 if result is None else result["score"])
        assert left["missions_ended"][war] == len(right["missions"][war])


def test_a_partial_reset_reports_the_wars_that_were_reset() -> None:
    env = make_vec(MISSION, 4, autoreset_mode="disabled")
    rng = np.random.default_rng(5)
    _, infos = env.reset(seed=2)
    over = np.zeros(4, np.bool_)
    while not over.any() or over.all():
        *_, over, _, infos = env.step(choose(infos["action_mask"], rng))
    masks = infos["action_mask"].copy()
    _, after = env.reset(options={"reset_mask": over})
    for key in ("decision", "mission_index", "war_seed", "rewards", "illegal_action", "missions_ended", "action_mask"):
        assert (after[f"_{key}"] == over).all(), key
    assert not after["_result"].any() and not after["war_seed"][~over].any() and after["war_seed"][over].all()
    assert not after["missions_ended"][~over].any() and not any(after["rewards"]["attacks"][~over])
    assert (after["action_mask"][~over] == masks[~over]).all(), "what is legal in the others is still needed"


@pytest.mark.parametrize("vector", [False, True])
def test_how_much_of_the_infos_is_made(vector: bool) -> None:
    for kind, keys in (("none", set()), ("mask", {"action_mask"})):
        if vector:
            many = make_vec(MISSION, 2, info=kind, autoreset_mode="same_step")
            _, infos = many.reset(seed=1)
            wanted = keys | {f"_{key}" for key in keys}
            rng, finals = np.random.default_rng(0), 0
            for _ in range(60):
                assert set(infos) - {"final_obs", "_final_obs", "final_info", "_final_info"} == wanted
                finals += "final_info" in infos and set(infos["final_info"]) == wanted
                *_, infos = many.step(choose(many.action_masks(), rng))
            assert finals
        else:
            one = make(MISSION, info=kind)
            _, info = one.reset(seed=1)
            assert set(info) == keys
            assert all(set(told) == keys for *_, told in walk(one, 40))


def test_an_illegal_action_is_told_in_the_step_that_had_it() -> None:
    env = make(MISSION)
    env.reset(seed=3)
    *_, info = env.step(int(Act.PROMOTE))
    assert info["illegal_action"] is True
    *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["illegal_action"] is False


def test_the_seed_in_force_is_what_was_given() -> None:
    one: Any = make(MISSION)
    many: Any = make_vec(MISSION, 3)
    one.reset(seed=2**63 + 5)
    many.reset(seed=9)
    assert (one.np_random_seed, many.np_random_seed) == (2**63 + 5, 9)
    one.reset()
    many.reset(seed=[4, None, 6])
    assert one.np_random_seed == 2**63 + 5 and many.np_random_seed == (4, None, 6)


def test_a_seed_that_was_drawn_leads_to_the_same_wars() -> None:
    one, again, many = make(MISSION), make(MISSION), make_vec(MISSION, 2)
    _, first = one.reset()
    _, others = many.reset()
    assert again.reset(seed=one.np_random_seed)[1]["war_seed"] == first["war_seed"]
    assert again.reset(seed=many.np_random_seed)[1]["war_seed"] == others["war_seed"][0]


def test_the_episode_ends_with_every_action_legal_in_its_last_info() -> None:
    env = make_vec(MISSION, 3, autoreset_mode="same_step")
    _, infos = env.reset(seed=5)
    rng, seen = np.random.default_rng(0), 0
    for _ in range(100):
        *_, infos = env.step(choose(infos["action_mask"], rng))
        if "final_info" in infos:
            over = infos["_final_info"]
            assert infos["final_info"]["action_mask"][over].sum() == over.sum() * ACTIONS
            assert not infos["final_info"]["action_mask"][~over].any()
            seen += 1
    assert seen
