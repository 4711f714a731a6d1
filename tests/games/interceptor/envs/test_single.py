"""The single environment of the second game: Gymnasium's contract and ours."""

import copy
import json
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.codes import ACTIONS, Act
from stuka_env.games.interceptor.rules.ledger import PARTS
from tests.support.interceptor.playing import CAREER, IDS, MONTH, SORTIE, bold, make, walk, war_bytes


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_check_env_with_warnings_as_errors(env_id: str, kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id, observation=kind).unwrapped)


@pytest.mark.parametrize("discards", ["seen", "hidden", "counted"])
@pytest.mark.parametrize("kind", ["flat", "mat", "compact"])
def test_observations_are_in_their_space(kind: str, discards: str) -> None:
    env = make(MONTH, observation=kind, discards=discards, mask_in_observation=True)
    seen: Any
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and (seen["action_mask"] == info["action_mask"]).all()
    for seen, *_ in walk(env, 60):
        assert env.observation_space.contains(seen)


def test_the_compact_observation_is_the_flat_one() -> None:
    for discards in observation.DISCARDS:
        flat, compact = (make(CAREER, observation=kind, discards=discards) for kind in ("flat", "compact"))
        flat.reset(seed=4)
        compact.reset(seed=4)
        for step, other in zip(walk(flat, 80), walk(compact, 80), strict=True):
            assert np.array_equal(observation.from_compact(**other[0]), step[0])


def played(env_id: str, seed: int, **arguments: Any) -> tuple[float, dict[str, float], dict[str, Any]]:
    """Play one episode at random: its return, the sums of the parts, and the last info."""
    env = make(env_id, **arguments)
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, parts, terminated = 0.0, dict.fromkeys(PARTS, 0.0), False
    while not terminated:
        _, reward, terminated, truncated, info = env.step(int(bold(info["action_mask"], rng)))
        assert not truncated
        assert sum(info["rewards"].values()) == pytest.approx(reward, abs=1e-12)
        total += reward
        parts = {name: parts[name] + value for name, value in info["rewards"].items()}
    assert info["action_mask"].all() and info["decision_name"] == "OVER" and env.legal_actions() == []
    return total, parts, info


@pytest.mark.parametrize("env_id", [MONTH, CAREER])
def test_rewards_add_up_to_the_bombers(env_id: str) -> None:
    for seed in range(4):
        total, parts, info = played(env_id, seed)
        assert total * 100 == pytest.approx(info["result"]["bombers"], abs=1e-9)
        assert parts["illegal_action"] == 0


def test_a_sortie_pays_only_a_pilot_who_lives() -> None:
    dead = 0
    for seed in range(40):
        total, _, info = played(SORTIE, seed)
        alive = info["result"]["alive"]
        dead += not alive
        assert total * 100 == pytest.approx(info["result"]["bombers"] if alive else 0, abs=1e-9)
    assert dead < 40


def test_the_level_is_paid_in_quarters() -> None:
    for seed in range(3):
        total, _, info = played(CAREER, seed, reward="level")
        level = ("defeat", "draw", "marginal", "substantial", "decisive").index(info["result"]["level"])
        assert total == pytest.approx(level / 4)


def test_info_says_where_the_war_stands() -> None:
    env = make(CAREER)
    _, info = env.reset(seed=5)
    assert set(info) >= {"decision", "sortie_index", "war_seed", "action_mask", "rewards"}
    settled: list[dict[str, Any]] = list(info["sorties"])
    for _, _, terminated, _, info in walk(env, 3000):
        assert info["action_mask"].dtype == np.int8 and info["action_mask"].shape == (ACTIONS,)
        assert info["action_mask"].any()
        settled += info["sorties"]
        assert info["sortie_index"] == len(settled)
        if terminated:
            break
    assert terminated and len(settled) <= 92
    flown = [sortie for sortie in settled if sortie["status"] == "flown"]
    assert len(flown) == info["result"]["flown"]
    assert sum(sortie["bombers"] for sortie in settled) == info["result"]["bombers"]
    order = [(sortie["month"], sortie["line"]) for sortie in settled]
    assert order == sorted(order) and len(set(order)) == len(order)
    json.dumps(settled)
    json.dumps(dict(info["result"]))


def test_masks_and_legal_actions_agree() -> None:
    env = make(CAREER)
    _, info = env.reset(seed=2)
    for _, _, _, _, info in walk(env, 200):
        assert env.action_masks().dtype == np.bool_
        if info["decision_name"] != "OVER":
            assert info["action_mask"].sum() > 1, "a decision with one legal action is not asked"
            legal = env.legal_actions()
            assert [index for index, _ in legal] == np.flatnonzero(info["action_mask"]).tolist()
            assert all(text and "\n" not in text for _, text in legal)
            assert env.decision == info["decision_name"]


@pytest.mark.parametrize("action", [-1, ACTIONS, -1000, 2**70, Act.DEADSTICK])
def test_an_illegal_action_changes_nothing_and_costs(action: int) -> None:
    env = make(CAREER, illegal_action_penalty=0.25)
    _, before = env.reset(seed=3)
    bytes_before = war_bytes(env)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-0.25, False, False)
    assert info["illegal_action"] and info["rewards"]["illegal_action"] == -0.25
    assert war_bytes(env) == bytes_before and (info["action_mask"] == before["action_mask"]).all()


def test_a_hundred_illegal_actions_in_a_row_truncate() -> None:
    env = make(CAREER)
    env.reset(seed=3)
    for _ in range(99):
        assert not env.step(-1)[3]
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    flags = [env.step(-1)[3] for _ in range(100)]
    assert flags == [False] * 99 + [True]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_step_needs_a_reset_and_a_whole_number() -> None:
    env = make(CAREER)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=0)
    with pytest.raises(TypeError, match="action: got 1.5"):
        env.step(1.5)  # type: ignore[arg-type]


def test_seeds() -> None:
    first, second = make(SORTIE), make(SORTIE)
    seeds = [[env.reset(seed=7)[1]["war_seed"]] + [env.reset()[1]["war_seed"] for _ in range(5)]
             for env in (first, second)]  # fmt: skip
    assert seeds[0] == seeds[1] and len(set(seeds[0])) == 6
    assert first.reset(seed=8)[1]["war_seed"] not in seeds[0]


def test_a_month_that_is_not_named_is_drawn() -> None:
    env = make(MONTH)
    env.reset(seed=1)
    months = set()
    for _ in range(60):
        months.add(int(env.mat.career.month))
        env.reset()
    assert len(months) == 12
    assert {int(make(MONTH, month="1943-08").reset(seed=seed) and 0) for seed in range(3)} == {0}


def test_two_policies_meet_the_same_raids_and_weather() -> None:
    raids = []
    for policy in range(2):
        env = make(CAREER, track="officer", unit="I/JG 2")
        rng = np.random.default_rng(policy)
        _, info = env.reset(seed=9)
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for _ in range(300):
            career, sortie = env.mat.career, env.mat.sortie
            if info["decision_name"] == "SCRAMBLE":
                found[int(career.month), int(career.line)] = int(sortie.raid), int(sortie.weather)
            _, _, terminated, _, info = env.step(int(bold(info["action_mask"], rng)))
            if terminated:
                break
        raids.append(found)
    both = set(raids[0]) & set(raids[1])
    assert len(both) >= 3 and all(raids[0][line] == raids[1][line] for line in both)


# --- copies ---


def steps(env: Any, count: int) -> list[Any]:
    """Return everything that random steps return, in a form that can be compared."""
    return [(step[0].tobytes(), *step[1:4], step[4]["war_seed"]) for step in walk(env, count)]


def test_a_clone_with_the_same_dice_goes_on_identically() -> None:
    env = make(CAREER)
    env.reset(seed=3)
    list(walk(env, 60))
    twin = env.clone("same")
    assert steps(twin, 200) == steps(env, 200) and war_bytes(twin) == war_bytes(env)


def test_clones_have_other_dice_which_do_not_depend_on_the_episodes_dice() -> None:
    env, other = make(CAREER), make(CAREER)
    for each in (env, other):
        each.reset(seed=3)
    first, second = env.clone(), env.clone()
    assert war_bytes(first) == war_bytes(env)
    seeds = [int(each.engine.wars.reports["war_seed"][0]) for each in (env, first, second, other.clone())]
    assert len(set(seeds[:3])) == 3 and seeds[3] == seeds[1]
    assert int(env.clone(77).engine.wars.reports["war_seed"][0]) == 77
    with pytest.raises(ValueError, match="dice: got 'other'"):
        env.clone("other")  # type: ignore[arg-type]


def test_pickles_and_copies() -> None:
    env = make(CAREER, journal=True)
    env.reset(seed=3)
    list(walk(env, 30))
    expected = war_bytes(env)
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert war_bytes(twin) == expected and len(twin.journal) == len(env.journal)
        twin.step(int(np.flatnonzero(twin.action_masks())[0]))
    assert war_bytes(env) == expected


# --- journal and text ---


def test_the_journal_has_sentences() -> None:
    env = make(CAREER, journal=True)
    env.reset(seed=3)
    list(walk(env, 60))
    assert len(env.journal) > 30
    assert all(entry.text and "\n" not in entry.text for entry in env.journal)
    with pytest.raises(RuntimeError, match="journal: none is kept"):
        make(CAREER).journal  # noqa: B018


def test_the_journal_changes_nothing() -> None:
    runs = []
    for journal in (False, True):
        env = make(CAREER, journal=journal)
        env.reset(seed=6)
        list(walk(env, 150))
        runs.append(war_bytes(env))
    assert runs[0] == runs[1]


def test_the_text_shows_the_journal_from_the_first_rendering_on() -> None:
    env = make(CAREER, render_mode="ansi")
    env.reset(seed=3)
    for _ in walk(env, 120):
        lines = env.render().splitlines()
        assert len(lines) <= 40 and max(map(len, lines)) <= 100
    assert env.journal
    assert make(CAREER).render() is None


# --- arguments ---


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("env_id", "arguments", "message"),
    [
        (CAREER, {"start": "1942-03"}, "start: got '1942-03', allowed is \"1943-03\" or"),
        (CAREER, {"start": 3}, "start: got 3"),
        (CAREER, {"month": "1943-03"}, "month: got '1943-03', allowed is none: a career has start"),
        (MONTH, {"start": "1943-03"}, "start: got '1943-03', allowed is none: only a Career"),
        (MONTH, {"month": "1944-03"}, "month: got '1944-03'"),
        (
            CAREER,
            {"unit": "I/JG 999"},
            "unit: got 'I/JG 999', allowed is roll, or a unit that is open in 1943-03: I/JG 1",
        ),
        (CAREER, {"unit": "III/JG 1"}, "unit: got 'III/JG 1', allowed is roll, or a unit that is open in 1943-03"),
        (CAREER, {"unit": ""}, "unit: got ''"),
        (CAREER, {"unit": None}, "unit: got None"),
        (SORTIE, {"unit": "II/JG 3"}, "unit: got 'II/JG 3'"),
        (CAREER, {"track": "general"}, 'track: got \'general\', allowed is None, "officer" or "nco"'),
        (CAREER, {"fatigue": 1}, "fatigue: got 1, allowed is True or False"),
        (CAREER, {"enemy_quality": None}, "enemy_quality: got None"),
        (CAREER, {"advanced_maneuvers": "yes"}, "advanced_maneuvers: got 'yes'"),
        (CAREER, {"reward": "kills"}, 'reward: got \'kills\', allowed is "bombers" or "level"'),
        (CAREER, {"discards": "all"}, "discards: got 'all'"),
        (CAREER, {"observation": "round"}, "observation: got 'round'"),
        (CAREER, {"mask_in_observation": 1}, "mask_in_observation: got 1"),
        (CAREER, {"info": "some"}, "info: got 'some'"),
        (CAREER, {"charts": 3}, "charts: got 3, allowed is None or a folder"),
        (CAREER, {"charts": "/nowhere"}, "charts: /nowhere: expected a folder"),
        (CAREER, {"journal": "yes"}, "journal: got 'yes'"),
        (CAREER, {"illegal_action_penalty": -1}, "illegal_action_penalty: got -1"),
        (CAREER, {"render_mode": "text"}, 'render_mode: got \'text\', allowed is "ansi" or "human" or "rgb_array"'),
    ],
)
def test_wrong_arguments_are_one_line(env_id: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make(env_id, **arguments)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_a_unit_that_opens_later_needs_a_later_start() -> None:
    env = make(CAREER, start="1943-09", unit="II/JG 3", track="officer")
    env.reset(seed=1)
    assert int(env.mat.career.month) == 6 and int(env.mat.career.unit) == 9


def test_options_are_on_the_mat() -> None:
    env = make(CAREER, track="nco", fatigue=True, enemy_quality=True, advanced_maneuvers=True)
    env.reset(seed=1)
    settings = env.mat.settings
    assert (settings.track, settings.fatigue, settings.enemy_quality, settings.advanced_maneuvers) == (1, 1, 1, 1)
    assert env.mat.pilot.track == 1 and env.decision != "TRACK"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "options: got []"),
        ({"set_up": {}}, "options: got 'set_up', allowed is only setup, dice, strict_dice"),
        ({"strict_dice": 1}, "strict_dice: got 1"),
        ({"setup": []}, "setup: got []"),
        ({"dice": []}, "dice: got []"),
    ],
)
def test_wrong_reset_options_change_nothing(options: Any, message: str) -> None:
    env = make(CAREER)
    env.reset(seed=1)
    before = war_bytes(env)
    with pytest.raises(ValueError) as caught:
        env.reset(options=options)
    assert message in str(caught.value) and war_bytes(env) == before
