"""Arguments, set-ups and named rewards of the first game's environments."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.envs.single import StukaEnv
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import Act
from tests.support.each import each
from tests.support.playing import choose, make, make_vec, mat_bytes, walk

BAD = [
    ("Stuka/Operation-v0", {"operation": "overlord"}, "operation: got 'overlord', allowed is \"barbarossa\""),
    ("Stuka/Campaign-v0", {"operation": "citadel"}, "operation: got 'citadel'"),
    ("Stuka/Operation-v0", {"segment": "1941-06"}, "segment: got '1941-06'"),
    ("Stuka/Segment-v0", {"segment": "1941-07"}, "segment: got '1941-07'"),
    ("Stuka/Segment-v0", {"operation": "citadel", "segment": "1941-06"}, "segment: got '1941-06'.*1943-07"),
    ("Stuka/Operation-v0", {"duration": "long"}, "duration: got 'long'"),
]


@each("env_id, arguments, message", BAD)
@pytest.mark.filterwarnings("ignore")
def test_a_wrong_argument_is_one_clear_line(env_id: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        gymnasium.make(env_id, **arguments)
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match=message):
        make_vec(env_id, 2, **arguments)


def test_a_segment_implies_its_operation() -> None:
    env = make("Stuka/Segment-v0", segment="1942-11")
    env.reset(seed=1)
    assert (env.mat.war.operation, env.mat.war.segment) == (1, 4)
    drawn = make("Stuka/Mission-v0", operation="barbarossa")
    segments = {drawn.reset(seed=seed)[0] is not None and int(drawn.mat.war.segment) for seed in range(40)}
    assert segments == {0, 1, 2}


SETUP = {
    "segment": "1941-11",
    "mission": 3,
    "scores": [46, 10],
    "target": "buildings",
    "zone": 3,
    "pilots": [{"level": "ace", "stress": 2}, {"duty": "hospital", "timer": 3}],
    "gunners": [{"missions": 2}, {"level": "nobody"}],
    "aircraft": [{"damage": ["tail"], "range_loss": 2}, {"status": "repair", "timer": 4}],
    "counts": {"destroyed": 1, "kia": 2, "no_fly": 0},
}


def test_setup() -> None:
    env = make("Stuka/Segment-v0")
    env.reset(seed=1, options={"setup": SETUP})
    mat = env.mat
    assert (mat.war.segment, mat.war.mission, mat.mission.target, mat.mission.target_zone) == (2, 2, 3, 3)
    assert (mat.pilots[0].level, mat.pilots[0].stress, mat.pilots[1].duty, mat.pilots[1].timer) == (3, 2, 6, 3)
    assert (mat.gunners[0].missions, mat.gunners[1].duty) == (2, 0)
    assert mat.aircraft[0].damage.tolist() == [0, 0, 0, 1, 0, 0, 0] and mat.aircraft[1].timer == 4
    assert (mat.count.destroyed, mat.count.war_kia, mat.track.segment_sum, mat.track.logged) == (1, 2, 56, 2)
    assert mat.log["level"][:2].tolist() == [2, 0]
    total, info = 0.0, {}
    for _, reward, terminated, _, info in walk(env, 500):  # noqa: B007
        total += reward
        if terminated:
            break
    assert info["result"]["missions"] == 10
    assert total * 100 + 5.6 == pytest.approx(info["result"]["score"], abs=1e-9)


def test_a_replacement_of_a_setup_is_green() -> None:
    env = make("Stuka/Segment-v0")
    env.reset(seed=1, options={"setup": {"pilots": [{"duty": "replacement", "timer": 4}]}})
    assert (env.mat.pilots[0].level, env.mat.pilots[0].missions) == (1, 0)


@each(
    "env_id, operation, place, entry",
    [
        ("Stuka/Operation-v0", "citadel", 10, {"duty": "ready"}),
        ("Stuka/Operation-v0", "citadel", 10, {"duty": "hospital", "timer": 2}),
        ("Stuka/Mission-v0", "citadel", 9, {"duty": "ready"}),
        ("Stuka/Operation-v0", "barbarossa", 0, {"level": "nobody", "duty": "ready"}),
    ],
)
def test_only_somebody_has_a_duty(env_id: str, operation: str, place: int, entry: dict[str, Any]) -> None:
    """Nobody was counted as somebody who can fly; the seat that was left had no legal action."""
    env = make(env_id, operation=operation)
    env.reset(seed=1)
    before = mat_bytes(env)
    setup: dict[str, list[dict[str, Any]]] = {"gunners": [*({} for _ in range(place)), entry]}
    with pytest.raises(ValueError, match=rf"setup: gunners\[{place}\].duty: got '.*', allowed is none for a place"):
        env.reset(seed=2, options={"setup": setup})
    assert mat_bytes(env) == before
    setup["gunners"][place] = entry | {"level": "veteran"}
    env.reset(seed=2, options={"setup": setup})
    assert env.mat.gunners[place].level == 2


def test_who_is_in_hospital_keeps_his_level_and_missions() -> None:
    env = make("Stuka/Segment-v0")
    who = {"duty": "hospital", "timer": 4, "level": "ace", "missions": 2}
    env.reset(seed=1, options={"setup": {"pilots": [who]}})
    assert (env.mat.pilots[0].level, env.mat.pilots[0].missions, env.mat.pilots[0].timer) == (3, 2, 4)


def fly_on(env: StukaEnv, seed: int) -> Iterator[dict[str, Any]]:
    """Play to the end at random, but nobody stays on the ground or turns back; what each step's info says."""
    rng, over = np.random.default_rng(seed), False
    while not over:
        action = int(choose(env.action_masks(), rng))
        if env.decision in ("MUSTER", "EN_ROUTE"):
            action = int(np.flatnonzero(env.action_masks()[: Act.SEND_HOME])[-1 if env.decision == "MUSTER" else 0])
        *_, over, _, info = env.step(action)
        yield info


@pytest.mark.parametrize("setup", [None, {"mission": 3, "scores": [46, 10]}])
def test_the_reward_names_every_mission_once(setup: object) -> None:
    """Two episodes in a row; what a setup has on its log sheet is not named."""
    env = make("Stuka/Segment-v0", duration="short")
    for seed in (3, 4):
        env.reset(seed=seed, options={"setup": setup})
        named, missions = Counter[str](), list[dict[str, Any]]()
        for info in fly_on(env, seed):
            named.update({name: value * 600 for name, value in info["rewards"].items()})
            missions += info.get("missions", [])
        kills, bonuses = (sum(mission[name] for mission in missions) for name in ("kills", "bonus"))
        scores = sum(mission["score"] for mission in missions)
        assert scores > 0
        assert named["kills"] == pytest.approx(10 * kills) and named["mission_bonus"] == pytest.approx(bonuses)
        assert named["attacks"] == pytest.approx(scores - 10 * kills - bonuses)


def test_the_reward_names_a_mission_that_a_no_fly_follows_at_once() -> None:
    """The last mission is rolled as a No-Fly: both end in one step."""
    env = make("Stuka/Segment-v0", duration="short")
    setup = {"mission": 5, "target": "rail", "zone": 1}
    env.reset(seed=2, options={"setup": setup, "dice": {"A1": [(1, 1, 1)], "A2": [1] * 10}})
    *_, info = fly_on(env, 2)
    flown, not_flown = info["missions"]
    assert flown["score"] > 0 and not_flown["no_fly"] == "rolled"
    assert sum(info["rewards"][name] for name in ("attacks", "kills", "mission_bonus")) * 600 == pytest.approx(
        flown["score"]
    )


def test_the_level_of_victory_is_that_of_the_result() -> None:
    env = make("Stuka/Segment-v0", duration="short")
    setup = {"mission": 6, "scores": [100] * 5, "target": "rail", "zone": 3}
    env.reset(seed=1, options={"setup": setup})
    *_, terminated, _, info = env.step(Act.NO_FLY)
    assert terminated and (info["result"]["score"], info["result"]["level"]) == (83, "Decisive Victory")


def test_a_bonus_of_an_operation_that_ends_inside_reset_is_named() -> None:
    """Nobody can fly Barbarossa's last mission: it ends before the first decision, and is paid with the next one."""
    away = [{"duty": "hospital", "timer": 6}] * 11
    setup = {"segment": "1941-11", "mission": 6, "pilots": away, "counts": {"no_fly": 1}}
    env = make("Stuka/Campaign-v0", duration="short")
    env.reset(seed=3, options={"setup": setup})
    assert env.mat.track.operations_done == 1 and env.mat.track.operation_bonus[0] > 0
    bonus = int(env.mat.track.operation_bonus[0])
    paid = []
    for info in fly_on(env, 3):
        if any(info["rewards"].values()):
            paid.append(info["rewards"])
        if len(paid) == 2:
            break
    assert [parts["operation_bonus"] * 300 for parts in paid] == [pytest.approx(bonus), 0], "it is named once"
    assert abs(paid[0]["rounding"]) * 100 < 0.5


def test_missions_in_info_have_their_level_of_victory() -> None:
    env = make("Stuka/Segment-v0")
    env.reset(seed=1)
    levels = set(load_charts().names.victory_levels)
    seen = [mission for *_, info in walk(env, 300) for mission in info.get("missions", [])]
    assert [mission["mission"] for mission in seen[:10]] == list(range(1, 11))
    assert {mission["level"] for mission in seen} <= levels
    assert all(mission["level"] == load_charts().names.victory_level(mission["score"]) for mission in seen)


def test_setup_of_a_later_segment() -> None:
    env = make("Stuka/Campaign-v0")
    setup = {"segment": "1942-11", "segment_scores": [50], "operation_scores": [60]}
    env.reset(seed=1, options={"setup": setup})
    assert (env.mat.war.operation, env.mat.war.segment) == (1, 4)
    total, info = 0.0, {}
    for _, reward, terminated, _, info in walk(env, 3000):  # noqa: B007
        total += reward
        if terminated:
            break
    assert total * 100 + 60 / 3 + 50 / 6 == pytest.approx(info["result"]["score"], abs=1e-9)


MOST = [
    ("Stuka/Segment-v0", {"counts": {"destroyed": 60, "kia": 60, "no_fly": 30}}),
    ("Stuka/Segment-v0", {"mission": 2, "scores": [300]}),
    ("Stuka/Operation-v0", {"segment": "1941-08", "segment_scores": [300]}),
    ("Stuka/Campaign-v0", {"segment": "1942-08", "operation_scores": [320]}),
    ("Stuka/Segment-v0", {"aircraft": [{"range_loss": 12}, {"status": "repair", "timer": 8}]}),
    ("Stuka/Segment-v0", {"pilots": [{"duty": "replacement", "timer": 10}]}),
]
MORE = [
    ("Stuka/Segment-v0", {"counts": {"destroyed": 61}}, "destroyed: got 61"),
    ("Stuka/Segment-v0", {"counts": {"kia": 61}}, "kia: got 61"),
    ("Stuka/Segment-v0", {"mission": 2, "scores": [301]}, "got 301"),
    ("Stuka/Operation-v0", {"segment": "1941-08", "segment_scores": [301]}, "got 301"),
    ("Stuka/Campaign-v0", {"segment": "1942-08", "operation_scores": [321]}, "got 321"),
    ("Stuka/Segment-v0", {"aircraft": [{"range_loss": 13}]}, "range_loss: got 13"),
    ("Stuka/Segment-v0", {"aircraft": [{"status": "repair", "timer": 9}]}, "timer: got 9"),
    ("Stuka/Segment-v0", {"pilots": [{"duty": "replacement", "timer": 11}]}, "timer: got 11"),
]


@each("env_id, setup", MOST)
def test_a_setup_may_say_all_that_the_mat_holds(env_id: str, setup: object) -> None:
    make(env_id).reset(seed=1, options={"setup": setup})


@each("env_id, setup, message", MORE)
def test_a_setup_may_not_say_more(env_id: str, setup: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(env_id).reset(seed=1, options={"setup": setup})


BAD_SETUPS = [
    (3, "setup: got 3"),
    ({"weather": 1}, "setup: got 'weather'"),
    ({"segment": "1943-07"}, "segment: got '1943-07'"),
    ({"mission": 11}, "mission: got 11"),
    ({"mission": 3, "scores": [1]}, "scores: got"),
    ({"target": "moon", "zone": 1}, "target: got 'moon'"),
    ({"target": "rail"}, "target, zone: got"),
    ({"target": "rail", "zone": 7}, "zone: got 7"),
    ({"pilots": [{"level": "novice"}]}, "level: got 'novice'"),
    ({"pilots": [{"stress": 7}]}, "stress: got 7"),
    ({"pilots": [{"duty": "hospital"}]}, "timer: got 0"),
    ({"pilots": [{}] * 12}, "pilots: got"),
    ({"aircraft": [{"damage": ["nose"]}]}, "damage: got 'nose'"),
    ({"aircraft": [{"timer": 2}]}, "timer: got 2"),
    ({"counts": {"lost": 1}}, "counts: got 'lost'"),
    ({"counts": {"no_fly": 31}}, "no_fly: got 31"),
    ({"pilots": [{"duty": "hospital", "timer": 3, "stress": 1}]}, "stress: got 1, allowed is 0 with hospital"),
    ({"pilots": [{"duty": "hospital", "timer": 3, "wounds": 1}]}, "wounds: got 1, allowed is 0 with hospital"),
    ({"gunners": [{"duty": "replacement", "timer": 3, "level": "ace"}]}, "level: got 'ace', allowed is green"),
    ({"gunners": [{"duty": "replacement", "timer": 3, "missions": 2}]}, "missions: got 2, allowed is 0 with repl"),
]


@each("setup, message", BAD_SETUPS)
def test_a_wrong_setup_is_one_clear_line(setup: object, message: str) -> None:
    env = make("Stuka/Segment-v0")
    env.reset(seed=1)
    before = mat_bytes(env)
    with pytest.raises(ValueError, match=message) as caught:
        env.reset(seed=2, options={"setup": setup})
    assert "\n" not in str(caught.value) and mat_bytes(env) == before
