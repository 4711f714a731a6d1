"""Arguments, rewards and text of the second game's environments."""

from typing import Any

import numpy as np
import pytest

from tests.support.contract import walk
from tests.support.each import each
from tests.support.interceptor.playing import CAREER, MONTH, SORTIE, bold
from tests.support.playing import make, make_vec


def played(env_id: str, seed: int, **arguments: Any) -> tuple[float, dict[str, Any]]:
    """Play one episode at random; return the sum of its rewards and its result."""
    env = make(env_id, **arguments)
    env.reset(seed=seed)
    total = 0.0
    for _, reward, terminated, _, info in walk(env, 10_000, seed):
        total += reward
        if terminated:
            return total, info["result"]
    raise AssertionError("the episode has no end")


def test_a_sortie_pays_only_a_pilot_who_lives() -> None:
    dead = 0
    for seed in range(40):
        total, result = played(SORTIE, seed)
        dead += not result["alive"]
        assert total * 100 == pytest.approx(result["bombers"] if result["alive"] else 0, abs=1e-9)
    assert dead < 40


def test_the_level_is_paid_in_quarters() -> None:
    for seed in range(3):
        total, result = played(CAREER, seed, reward="level")
        level = ("defeat", "draw", "marginal", "substantial", "decisive").index(result["level"])
        assert total == pytest.approx(level / 4)


def test_sorties_in_infos_add_up_to_the_result() -> None:
    env = make(CAREER)
    _, info = env.reset(seed=5)
    settled: list[dict[str, Any]] = list(info["sorties"])
    for _, _, terminated, _, info in walk(env, 3000):
        settled += info["sorties"]
        if terminated:
            break
    assert terminated and len(settled) <= 92
    flown = [sortie for sortie in settled if sortie["status"] == "flown"]
    assert len(flown) == info["result"]["flown"]
    assert sum(sortie["bombers"] for sortie in settled) == info["result"]["bombers"]
    order = [(sortie["month"], sortie["line"]) for sortie in settled]
    assert order == sorted(order) and len(set(order)) == len(order)


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


# --- journal and text ---


def test_the_text_shows_the_journal_from_the_first_rendering_on() -> None:
    env = make(CAREER, render_mode="ansi")
    env.reset(seed=3)
    for _ in walk(env, 120):
        lines = env.render().splitlines()
        assert len(lines) <= 50 and max(map(len, lines)) <= 120
    assert env.journal
    assert make(CAREER).render() is None


# --- arguments ---


@pytest.mark.filterwarnings("ignore")
@each(
    "env_id, arguments, message",
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
        (CAREER, {"render_mode": "text"}, 'render_mode: got \'text\', allowed is "ansi" or "human" or "rgb_array"'),
    ],
)
def test_wrong_arguments_are_one_line(env_id: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        make(env_id, **arguments)
    assert message in str(caught.value) and "\n" not in str(caught.value)
    if "render_mode" not in arguments:
        with pytest.raises(ValueError) as again:
            make_vec(env_id, 2, **arguments)
        assert str(again.value) == str(caught.value)


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
