"""Charts drawn at random: which set a war has, in every kind of environment, and how it is named and found again."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import stuka_env
from stuka_env import vector
from stuka_env.charts.bank import BANK_PARTS, RANDOM_CHARTS
from stuka_env.charts.shown import ShownBank
from stuka_env.engine.engine import StateError
from stuka_env.envs.single import StukaEnv
from stuka_env.envs.vector import StukaVectorEnv
from stuka_env.game import game_of
from stuka_env.policy import load_policy
from stuka_env.replay import RecordReplay, ReplayError, load, verify
from stuka_env.wrappers import DictInfoToList
from tests.support.each import each
from tests.support.samples import IDS

RANDOM: dict[str, Any] = {"charts": "random", "charts_seed": 7}
PARTS = RANDOM_CHARTS


def bank_of(env_id: str) -> ShownBank | None:
    """Return the bank of the game of an id."""
    game = game_of(env_id)
    assert game is not None
    return game.engine.bank


BANKED = [env_id for env_id in IDS if bank_of(env_id) is not None]
"""The ids of the games that have a bank."""
SCRIPTS = {
    "Stuka/Mission-v0": "old_hand",
    "Interceptor/Sortie-v0": "veteran",
    "Support/Battle-v0": "best",
    "Wing/Mission-v0": "by_the_book",
}
"""The id of each game whose episodes are shortest, of those that other charts change, with a script."""
each_banked = pytest.mark.parametrize("env_id", BANKED)
each_short = pytest.mark.parametrize("env_id", SCRIPTS)


def single(env_id: str, **arguments: Any) -> Any:
    env = gymnasium.make(env_id, **{**RANDOM, **arguments}).unwrapped
    assert isinstance(env, StukaEnv)
    return env


def many(num_envs: int, env_id: str, **arguments: Any) -> Any:
    env = gymnasium.make_vec(
        env_id, num_envs=num_envs, vectorization_mode="vector_entry_point", **{**RANDOM, **arguments}
    )
    assert isinstance(env, StukaVectorEnv)
    return env


def first_legal(masks: Any) -> Any:
    """Return the first legal action of each row."""
    return np.argmax(masks, axis=-1)


def last_legal(mask: Any) -> int:
    """Return the last legal action, which flies missions more often than the first."""
    return int(np.flatnonzero(mask)[-1])


@each_banked
def test_every_war_has_its_own_set(env_id: str) -> None:
    env = single(env_id)
    drawn = []
    for episode in range(4):
        env.reset(seed=3 if episode == 0 else None)
        drawn.append(env.charts.sha256)
    assert len(set(drawn)) > 2
    again = single(env_id)
    for episode, digest in enumerate(drawn):
        again.reset(seed=3 if episode == 0 else None)
        assert again.charts.sha256 == digest
    other = single(env_id, charts_seed=8)
    other.reset(seed=3)
    assert other.engine.wars.reports["war_seed"] == again_seed(env_id) and other.charts.sha256 != drawn[0]


def again_seed(env_id: str) -> int:
    """Return the war seed of the first episode after seed 3 under our charts."""
    env = gymnasium.make(env_id).unwrapped
    return int(env.reset(seed=3)[1]["war_seed"])


@each_short
@each("charts", PARTS)
def test_sets_come_from_their_part(env_id: str, charts: str) -> None:
    env = many(300, env_id, charts=charts)
    env.reset(seed=0)
    rows = env.engine.wars.reports["charts"]
    numbers = BANK_PARTS[PARTS[charts]]
    bank = bank_of(env_id)
    assert bank is not None
    assert rows.min() >= numbers.start and rows.max() < numbers.stop
    assert len(np.unique(rows)) > 0.4 * min(300, len(numbers))
    assert env.charts_of(5) is bank.source.charts(int(rows[5]))


@each_banked
@pytest.mark.parametrize("mode", ("next_step", "same_step"))
def test_single_equals_vector(env_id: str, mode: str) -> None:
    """Also after an autoreset, and whatever the number of wars."""
    short = env_id in SCRIPTS
    wars = many(3, env_id, autoreset_mode=mode, charts_in_observation=True)
    alone = [single(env_id, charts_in_observation=True) for _ in range(3)]
    seen, infos = wars.reset(seed=11)
    for war, env in enumerate(alone):
        one, _ = env.reset(seed=11 + war)
        assert (one["charts"] == seen["charts"][war]).all() and (one["observation"] == seen["observation"][war]).all()
    ended = 0
    for _ in range(400 if short else 60):
        actions = first_legal(infos["action_mask"])
        over = [bool(env.engine.wars.reports["over"][0]) for env in alone]
        seen, rewards, terminated, truncated, infos = wars.step(actions)
        for war, env in enumerate(alone):
            if over[war]:
                one = env.reset()[0]
                ended += 1
            else:
                one, reward, end, _, _ = env.step(actions[war])
                assert reward == rewards[war] and end == terminated[war]
                if end and mode == "same_step":
                    final = {name: array[war] for name, array in infos["final_obs"].items()}
                    assert all((final[name] == one[name]).all() for name in one)
                    one = env.reset()[0]
                    ended += 1
            assert all((one[name] == seen[name][war]).all() for name in one)
    assert ended > 2 or not short


@each_short
def test_a_partial_reset_draws_for_its_wars_alone(env_id: str) -> None:
    env = many(4, env_id, autoreset_mode="disabled")
    env.reset(seed=0)
    before = env.engine.wars.reports["charts"].copy()
    chosen = np.array([True, False, True, False])
    env.reset(options={"reset_mask": chosen})
    after = env.engine.wars.reports["charts"]
    assert ((before != after) == chosen).all()


@each_banked
@each("kind", ("flat", "mat", "compact"))
@each("masked", (False, True))
def test_observations_contain_the_charts(env_id: str, kind: str, masked: bool) -> None:
    env = single(env_id, observation=kind, charts_in_observation=True, mask_in_observation=masked)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    record = np.array([env.charts.record], env.charts.record.dtype)
    bank = env.game.engine.bank
    wanted = bank.codes(record) if kind == "compact" else bank.floats(record)
    assert (seen["charts"] == wanted[0]).all() and seen["charts"].dtype == wanted.dtype
    wars = many(3, env_id, observation=kind, charts_in_observation=True, mask_in_observation=masked)
    seen, _ = wars.reset(seed=1)
    assert wars.observation_space.contains(seen)
    assert (seen["charts"][0] == wanted[0]).all() and (seen["charts"][0] != seen["charts"][1]).any()


@each_banked
@each("charts", (None, "random"))
def test_gymnasium_accepts_it(env_id: str, charts: str | None) -> None:
    arguments = {} if charts is None else RANDOM
    check_env(gymnasium.make(env_id, charts_in_observation=True, **arguments).unwrapped, skip_render_check=True)


@each_short
def test_one_set_of_charts_is_shown_too(env_id: str) -> None:
    env = single(env_id, charts=None, charts_seed=None, charts_in_observation=True)
    wars = many(2, env_id, charts=None, charts_seed=None, charts_in_observation=True)
    one, many_seen = env.reset(seed=0)[0]["charts"], wars.reset(seed=0)[0]["charts"]
    assert (many_seen == one).all()
    random = single(env_id, charts_in_observation=True)
    assert (random.reset(seed=0)[0]["charts"] != one).any()


@each_short
def test_arrays_of_earlier_steps_do_not_change(env_id: str) -> None:
    env = many(8, env_id, charts_in_observation=True)
    seen, infos = env.reset(seed=0)
    kept: list[tuple[Any, Any]] = []
    for _ in range(120):
        kept.append((seen["charts"], seen["charts"].copy()))
        seen, _, _, _, infos = env.step(first_legal(infos["action_mask"]))
    assert all((array == copy).all() for array, copy in kept)
    assert len({id(array) for array, _ in kept}) > 1
    with pytest.raises(ValueError, match="read-only"):
        seen["charts"][0, 0] = 1


@each_short
def test_two_alternating_buffers_have_the_charts_in_force(env_id: str) -> None:
    env, other = many(8, env_id, charts_in_observation=True, copy=False), many(8, env_id, charts_in_observation=True)
    seen, infos = env.reset(seed=0)
    wanted, _ = other.reset(seed=0)
    for _ in range(120):
        assert (seen["charts"] == wanted["charts"]).all()
        actions = first_legal(infos["action_mask"])
        seen, _, _, _, infos = env.step(actions)
        wanted = other.step(actions)[0]


@each_short
def test_the_layout_of_the_charts_covers_each_number_once(env_id: str) -> None:
    bank = bank_of(env_id)
    assert bank is not None
    layout, lengths = bank.layout, [part.length for part in bank.layout.parts]
    assert [part.first for part in layout.parts] == np.cumsum([0, *lengths]).tolist()[:-1]
    assert sum(lengths) == len(layout.places) == len(layout.low) == len(layout.high)
    assert all(part.meaning for part in layout.parts) and (layout.low < layout.high).all()
    floats = bank.floats(bank.source.sets().records)
    assert floats.min() >= 0 and floats.max() <= 1 and floats.dtype == np.float32
    assert (floats != floats[0]).any(axis=0).mean() > 0.9


# --- naming and finding ---


@each_short
def test_a_clone_keeps_its_charts(env_id: str) -> None:
    env = single(env_id)
    env.reset(seed=2)
    for _ in range(3):
        env.step(last_legal(env.action_masks()))
    for twin in (env.clone(), env.clone("same"), env.clone(5)):
        assert twin.charts is env.charts
    wars = vector.from_war(env, 3, "fresh")
    assert [wars.charts_of(war) for war in range(3)] == [env.charts] * 3


@each_banked
def test_a_state_finds_its_charts(env_id: str) -> None:
    env, other = single(env_id), single(env_id)
    env.reset(seed=2)
    for _ in range(3):
        env.step(last_legal(env.action_masks()))
    saved = json.loads(json.dumps(env.get_state()))
    assert saved["charts"] == env.charts.sha256
    other.reset(seed=99)
    assert other.charts != env.charts
    other.set_state(saved)
    assert other.charts is env.charts and other.get_state() == env.get_state()
    fixed = single(env_id, charts=f"bank:{env.charts.sha256}", charts_seed=None)
    fixed.set_state(saved)
    for _ in range(20):
        if env.engine.wars.reports["over"][0]:
            break
        action = last_legal(env.action_masks())
        wanted: Any = env.step(action)
        for same in (other, fixed):
            got: Any = same.step(action)
            assert np.array_equal(got[0], wanted[0]) and got[1:4] == wanted[1:4]
    assert other.get_state() == env.get_state() == fixed.get_state()


@each_short
def test_a_state_of_unknown_charts_is_refused(env_id: str) -> None:
    env, ours = single(env_id), single(env_id, charts=None, charts_seed=None)
    env.reset(seed=0)
    ours.reset(seed=0)
    with pytest.raises(StateError, match=r"^state: charts is '.*', this environment needs the digest of a set of the"):
        env.set_state(ours.get_state())
    with pytest.raises(StateError, match=r"^state: charts is '.*', this environment needs '"):
        ours.set_state(env.get_state())


@each("env_id", [*SCRIPTS, "Stuka/Operation-v0", "Interceptor/Month-v0"])
def test_a_replay_names_its_set_and_flies_again(env_id: str, tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make(env_id, **RANDOM), tmp_path, "first")
    digests = []
    for episode in range(2 if env_id in SCRIPTS else 1):
        env.reset(seed=4 if episode == 0 else None)
        play_on_wrapped(env)
        digests.append(env.unwrapped.charts.sha256)  # type: ignore[attr-defined]
    for path, digest in zip(env.written, digests, strict=True):
        replay = load(path)
        assert replay.charts_sha256 == digest and replay.arguments["charts"] == f"bank:{digest}"
        assert verify(replay).finished


@each_short
@each("mode", ("next_step", "same_step"))
def test_lines_of_the_log_sheet_are_in_the_words_of_their_own_set(env_id: str, mode: str) -> None:
    wars: Any = DictInfoToList(many(3, env_id, autoreset_mode=mode))
    alone = [single(env_id) for _ in range(3)]
    lines = alone[0].game.envs.names.lines
    _, infos = wars.reset(seed=11)
    own = [env.reset(seed=11 + war)[1] for war, env in enumerate(alone)]
    compared = 0
    for _ in range(100):
        actions = [last_legal(info["action_mask"]) for info in infos]
        over = [bool(env.engine.wars.reports["over"][0]) for env in alone]
        *_, infos = wars.step(np.array(actions))
        for war, env in enumerate(alone):
            if over[war]:
                own[war] = env.reset()[1]
                continue
            *_, end, _, own[war] = env.step(actions[war])
            last = infos[war]["final_info"] if end and mode == "same_step" else infos[war]
            assert last[lines] == own[war][lines] and last["result"] == own[war]["result"]
            compared += len(own[war][lines])
            if end and mode == "same_step":
                own[war] = env.reset()[1]
    assert compared > 5


def play_on_wrapped(env: Any) -> None:
    """Play a war of a wrapped environment to its end."""
    over = False
    while not over:
        *_, terminated, truncated, _ = env.step(first_legal(env.unwrapped.action_masks()))
        over = terminated or truncated


@each_short
def test_a_replay_of_an_unknown_set_is_refused(env_id: str, tmp_path: Path) -> None:
    env = RecordReplay(gymnasium.make(env_id, **RANDOM), tmp_path)
    env.reset(seed=4)
    play_on_wrapped(env)
    unknown = "0" * 64
    replay = load(env.written[0])
    changed = type(replay)(**{**vars(replay), "arguments": {**replay.arguments, "charts": f"bank:{unknown}"}})
    with pytest.raises(ReplayError, match=r"^charts: 'bank:0+': the bank has no set with this digest"):
        verify(changed)


@each_short
def test_frozen_wars_do_not_depend_on_how_many_fly_together(env_id: str) -> None:
    policy = load_policy(SCRIPTS[env_id], single(env_id).game.name)
    first = stuka_env.fly(policy, env_id, 60, charts="random-evaluation")
    assert (stuka_env.fly(policy, env_id, 20, charts="random-evaluation").scores == first.scores[:20]).all()
    other = stuka_env.fly(policy, env_id, 60, charts="random-evaluation", charts_seed=1)
    ours = stuka_env.fly(policy, env_id, 60)
    assert (other.scores != first.scores).any() and (ours.scores != first.scores).any()


@each_short
def test_a_script_reads_the_charts_of_its_own_war(env_id: str) -> None:
    """Each war of a flight under random charts is the war under that set alone."""
    policy = load_policy(SCRIPTS[env_id], single(env_id).game.name)
    together = stuka_env.fly(policy, env_id, 6, charts="random")
    for war, seed in enumerate(together.seeds.tolist()):
        env = single(env_id, charts_seed=0)
        env.reset(seed=seed)
        alone = stuka_env.fly(policy, env_id, 6, charts=f"bank:{env.charts.sha256}")
        assert alone.scores[war] == together.scores[war]


# --- refusals ---


@each(
    "arguments, message",
    (
        ({"charts": "random", "charts_seed": -1}, "charts_seed: got -1, allowed is None or a whole number from 0 to"),
        ({"charts": "random", "charts_seed": 0.5}, "charts_seed: got 0.5, allowed is None or a whole number"),
        ({"charts": "random", "charts_seed": True}, "charts_seed: got True, allowed is None or a whole number"),
        ({"charts": None, "charts_seed": 1}, "charts_seed: got 1, allowed is none: only charts=random or random-sel"),
        ({"charts": "bank:12", "charts_seed": None}, "charts: 'bank:12': the bank has no set with this digest"),
        (
            {"charts": "random-test", "charts_seed": None},
            "charts: random-test: expected a folder with chart files, got",
        ),
        ({"charts": 5, "charts_seed": None}, "charts: got 5, allowed is None, a folder, random, random-selection, "),
        ({"charts_in_observation": "yes"}, "charts_in_observation: got 'yes', allowed is True or False"),
    ),
)
@each_short
def test_wrong_arguments_are_refused_in_one_line(env_id: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        single(env_id, **arguments)
    assert str(caught.value).startswith(message) and "\n" not in str(caught.value)
    with pytest.raises(ValueError) as again:
        many(2, env_id, **arguments)
    assert str(again.value) == str(caught.value)


@each_short
@each("option", ["setup", "position"])
def test_a_setup_and_a_position_need_one_set(env_id: str, option: str) -> None:
    env = single(env_id)
    with pytest.raises(ValueError, match=rf"^options: got '{option}', allowed is none with random charts"):
        env.reset(options={option: {}})
