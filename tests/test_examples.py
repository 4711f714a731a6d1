"""Every example runs as its own program without a warning, and what it prints is what it promises."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from stuka_env.games.stuka.observation import LAYOUT, LENGTH
from stuka_env.io.extras import not_installed
from stuka_env.replay import load, verify
from tests.support.places import ROOT
from tests.support.slow import slow, study

EXAMPLES = ROOT / "examples"


def printed(name: str, *arguments: str, folder: Path) -> str:
    """Return the output of an example in another folder on one core; a warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


def numbers(pattern: str, text: str) -> list[float]:
    """Return the numbers in the groups of the first match of a pattern."""
    found = re.search(pattern, text)
    assert found, f"{pattern!r} is not in {text!r}"
    return [float(number.replace(",", "")) for number in found.groups()]


@pytest.mark.slow
def test_ppo_learns_and_is_judged(tmp_path: Path) -> None:
    text = printed("ppo.py", "--decisions", "8192", folder=tmp_path)
    (decisions,) = numbers(r"^ *([\d,]+) decisions, +[\d.]+ s: ", text)
    own, script = numbers(r"agent +([\d.]+) \+- .*2,000 frozen missions\ndoctrine +([\d.]+) \+- ", text)
    (gain,) = numbers(r"agent less doctrine ([+-][\d.]+) \+- ", text)
    assert decisions == 8192
    assert 40 < script < 60
    assert gain == pytest.approx(own - script, abs=0.11)


@pytest.mark.parametrize("seed", [slow("0"), study("1"), study("2")])
def test_ppo_beats_doctrine_after_the_decisions_that_it_takes_by_default(seed: str, tmp_path: Path) -> None:
    text = printed("ppo.py", "--seed", seed, folder=tmp_path)
    gain, error = numbers(r"agent less doctrine ([+-][\d.]+) \+- ([\d.]+)", text)
    assert gain > 4 * error


def without(library: str, name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """An example where a library is not installed."""
    hidden = f"import sys, runpy; sys.modules[{library!r}] = None; sys.argv[0] = {name!r}; "
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{hidden}runpy.run_path({str(EXAMPLES / name)!r}, run_name='__main__')"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_ppo_says_in_one_line_that_it_needs_torch(tmp_path: Path) -> None:
    done = without("torch", "ppo.py", tmp_path)
    assert done.returncode == 1
    assert done.stderr == f"ppo.py: {not_installed('torch', 'sb3')}\n"


@pytest.mark.slow
def test_a_war_is_watched_without_a_film_where_nothing_draws_one(tmp_path: Path) -> None:
    done = without("pygame", "watch_a_war.py", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"no film: {not_installed('pygame', 'render')}"
    assert (tmp_path / "watched" / "chance-0001.html").exists()


@pytest.mark.slow
def test_many_wars_score_more_where_no_mission_is_declined(tmp_path: Path) -> None:
    text = printed("many_wars.py", folder=tmp_path)
    declining, flying = (float(score) for score in re.findall(r"segment score ([\d.]+), best \d+, worst \d+", text))
    missions = [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) missions", text)]
    assert flying > 2 * declining
    assert len(missions) == 2 and missions[0] > missions[1] > 10_000


@pytest.mark.slow
def test_a_policy_of_ones_own_is_held_against_a_script_war_by_war(tmp_path: Path) -> None:
    text = printed("own_policy.py", folder=tmp_path)
    own, script = numbers(r"rested_crews ([\d.]+), doctrine ([\d.]+), over the same 1,000 wars", text)
    gain, paired = numbers(r"difference ([+-][\d.]+) \+- ([\d.]+), war by war", text)
    (unpaired,) = numbers(r"in other wars each it would be \+- ([\d.]+)", text)
    assert gain == pytest.approx(own - script, abs=0.11)
    assert gain > 3 * paired
    assert paired < unpaired


@pytest.mark.slow
def test_a_reward_of_ones_own_is_the_same_for_one_war_and_for_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed("own_reward.py", folder=tmp_path)
    own, score = numbers(r"one war: reward of our own x 100 (-?[\d.]+), official score (\d+)", text)
    many, scores = numbers(r"wars: reward of our own x 100 (-?[\d.]+), official score ([\d.]+)", text)
    assert own < score and many < scores - 5, "losses cost two points each"
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example = importlib.import_module("own_reward")
    for mode in ("next_step", "same_step"):
        envs = gymnasium.make_vec(
            example.ENV_ID, num_envs=3, vectorization_mode="vector_entry_point", autoreset_mode=mode
        )
        many_wars = example.VectorPricedLosses(envs)
        ones = [example.PricedLosses(gymnasium.make(example.ENV_ID)) for _ in range(3)]
        _, infos = many_wars.reset(seed=5)
        for war, one in enumerate(ones):
            one.reset(seed=5 + war)
        rng, going = np.random.default_rng(2), np.ones(3, np.bool_)
        while going.any():
            actions = example.choose(infos["action_mask"], rng)
            _, rewards, over, _, infos = many_wars.step(actions)
            for war in np.flatnonzero(going).tolist():
                assert rewards[war] == pytest.approx(ones[war].step(actions[war])[1])
            going &= ~over


@pytest.mark.slow
def test_a_changed_cell_moves_the_score(tmp_path: Path) -> None:
    text = printed("own_charts.py", folder=tmp_path)
    assert re.search(r"^aircraft_hit\.Heavy +3 p +-> +6 p$", text, re.MULTILINE)
    gain, error = numbers(r"difference ([+-][\d.]+) \+- ([\d.]+), mission by mission", text)
    assert gain < -3 * error


@pytest.mark.slow
def test_planning_is_worth_points(tmp_path: Path) -> None:
    text = printed("planner.py", "--missions", "60", "--clones", "8", folder=tmp_path)
    gain, error = numbers(r"planning is worth ([+-][\d.]+) \+- ([\d.]+) points a mission", text)
    assert text.count(" with a plan\n") == 60
    assert gain > error


@pytest.mark.slow
def test_searching_is_worth_points(tmp_path: Path) -> None:
    text = printed("mcts.py", "--missions", "20", "--batches", "4", folder=tmp_path)
    gain, error = numbers(r"searching is worth ([+-][\d.]+) \+- ([\d.]+) points a mission", text)
    assert text.count(" with a search\n") == 20
    assert gain > error


@pytest.mark.slow
def test_a_war_is_kept_and_can_be_watched(tmp_path: Path) -> None:
    text = printed("watch_a_war.py", "--folder", "kept", folder=tmp_path)
    (score,) = numbers(r"flown: score (\d+), \d+ decisions", text)
    replay = load(tmp_path / "kept" / "chance-0001.json")
    assert verify(replay).score == score
    assert len(replay.policy_record.reasons) == len(replay.actions)
    assert "first attack: " in text
    assert (tmp_path / "kept" / "chance-0001.html").read_text(encoding="utf-8").startswith("<!")
    assert (tmp_path / "kept" / "chance-0001.gif").read_bytes().startswith(b"GIF8")


@pytest.mark.slow
def test_a_war_goes_on_from_json_as_it_would_have(tmp_path: Path) -> None:
    text = printed("saved_war.py", folder=tmp_path)
    assert "pilot 1 (A2): 1 -1 ordnance +1 visibility -2 experience = -1, 100 points." in text, "a planned die"
    first, again = numbers(r"score (\d+), and (\d+) from what was kept", text)
    found = re.search(r"with other dice from there: \[([\d, ]+)\]", text)
    assert first == again
    assert found and len(set(found[1].split(", "))) > 1


def test_names_and_masks_of_an_observation(tmp_path: Path) -> None:
    text = printed("observations.py", folder=tmp_path)
    assert f"{len(LAYOUT)} arrays, {LENGTH} numbers" in text
    assert re.search(r"^pilots_level: \[(\d, ){10}\d\], experience", text, re.MULTILINE)
    assert numbers(r"without the mask: ([\d,]+) illegal actions", text)[0] > 100
    assert numbers(r"with the mask: (\d+) illegal actions, \d+ points", text)[0] == 0


def test_an_agent_is_asked_few_decisions(tmp_path: Path) -> None:
    text = printed("few_decisions.py", "--wars", "200", folder=tmp_path)
    every, score = numbers(r"^asked all: ([\d.]+) decisions a mission, score ([\d.]+)$", text.splitlines()[0])
    few, own = numbers(r"^asked ATTACK: ([\d.]+) decisions a mission, score ([\d.]+)$", text.splitlines()[1])
    assert few < every / 3 and own > score + 10


def test_every_game_is_played_by_one_loop(tmp_path: Path) -> None:
    text = printed("every_game.py", folder=tmp_path)
    played = re.findall(r"^(\w+)/\w+-v\d+: [A-Z_]+ of .+\nscore -?\d+ after \d+ decisions: \{", text, re.MULTILINE)
    assert {"Stuka", "Interceptor", "Wing"} <= set(played)


def test_a_career_is_told_by_its_journal(tmp_path: Path) -> None:
    text = printed("career.py", "--seed", "2", "--sorties", "3", folder=tmp_path)
    titles = re.findall(r"^(1943-\d\d), line \d: (\S+) against \w+", text, re.MULTILINE)
    bombers, sorties = numbers(r"\n19\d\d-\d\d: (\d+) bombers in (\d+) sorties, \w+, (?:he lives|killed)", text)
    sentences = re.findall(r"^  (.+)$", text, re.MULTILINE)
    assert len(titles) == 3 <= sorties and bombers >= 1
    assert len(sentences) > 30 and all(sentence.endswith(".") for sentence in sentences)
    assert any(re.match(r"Landing \(B7\): \d and \d.* = \d+, ", sentence) for sentence in sentences)


def test_every_example_is_listed_and_run() -> None:
    files = {path.name for path in EXAMPLES.glob("*.py")}
    listed = re.findall(
        r"^\| \[(\w+\.py)\]\(\1\) \|", (EXAMPLES / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    run = set(re.findall(r'printed\("(\w+\.py)"', Path(__file__).read_text(encoding="utf-8")))
    assert files == set(listed) == run
