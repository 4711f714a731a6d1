"""``evaluate.py --policies replays:FOLDER``: wars that were played elsewhere, flown and compared as any policy's."""

import csv
import shutil
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from agents.commands import evaluate as main
from stuka_env.flights.seeds import evaluation_seeds
from stuka_env.replay import RecordReplay, save
from tests.support.replays import played

SEED, WARS = 3, 3


def play_wars(folder: Path, env: str, wars: int = WARS) -> None:
    """Play the wars of an evaluation with random actions, and keep their replays in a folder."""
    recorded = RecordReplay(gymnasium.make(env), folder, policy="elsewhere")
    for war, seed in enumerate(evaluation_seeds(SEED, wars).tolist()):
        played(recorded, seed, chance=war)
    recorded.close()


def fly(folder: Path, env: str, script: str) -> int:
    words = ["--env", env, "--policies", script, f"elsewhere=replays:{folder / 'wars'}", "--episodes", str(WARS)]
    return main([*words, "--seed", str(SEED), "--save-replays", "1", "--output", str(folder / "out")])


@pytest.mark.parametrize(
    ("env", "script"), [("Stuka/Mission-v0", "doctrine"), ("Interceptor/Sortie-v0", "by_the_book")]
)
def test_replays_are_compared_over_the_same_wars(env: str, script: str, tmp_path: Path) -> None:
    play_wars(tmp_path / "wars", env)
    assert fly(tmp_path, env, script) == 0
    with (tmp_path / "out" / "results.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["policy"] == "elsewhere"]
    env_of_wars = gymnasium.make(env)
    for war, (row, seed) in enumerate(zip(rows, evaluation_seeds(SEED, WARS).tolist(), strict=True)):
        recorded = RecordReplay(env_of_wars, policy="again")
        played(recorded, seed, chance=war)
        assert (int(row["seed"]), int(float(row["score"]))) == (seed, recorded.replay().score)


def test_a_war_that_was_given_up_has_the_score_0(tmp_path: Path) -> None:
    env, seeds = "Stuka/Mission-v0", evaluation_seeds(SEED, WARS).tolist()
    play_wars(tmp_path / "wars", env, WARS - 1)
    given_up = RecordReplay(gymnasium.make(env), policy="elsewhere")
    given_up.reset(seed=seeds[-1])
    given_up.step(int(np.flatnonzero(given_up.unwrapped.action_masks())[-1]))  # type: ignore[attr-defined]
    save(given_up.replay(), tmp_path / "wars" / "given-up.json")
    assert fly(tmp_path, env, "doctrine") == 0
    with (tmp_path / "out" / "results.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["policy"] == "elsewhere"]
    assert [int(row["finished"]) for row in rows] == [1, 1, 0]
    assert float(rows[-1]["score"]) == 0


def test_wars_without_one_whole_replay_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    env, seeds = "Stuka/Mission-v0", evaluation_seeds(SEED, WARS).tolist()

    def refusal() -> str:
        assert fly(tmp_path, env, "doctrine") == 2
        return capsys.readouterr().err.splitlines()[-1]

    assert "allowed is replays:FOLDER with an existing folder" in refusal()
    play_wars(tmp_path / "wars", env, WARS - 1)
    play_wars(tmp_path / "wars", "Stuka/Segment-v0", WARS)
    assert f"1 of 3 wars have no replay, the first is that of seed {seeds[-1]}" in refusal()
    first = sorted((tmp_path / "wars").glob("*.json"))[0]
    shutil.copy(first, tmp_path / "wars" / "copy.json")
    assert f"two replays of the war of seed {seeds[0]}" in refusal()
    (tmp_path / "wars" / "copy.json").write_text(first.read_text()[:-9])
    assert refusal().count("copy.json") == 1


def test_a_policy_of_replays_names_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--env", "Stuka/Mission-v0", "--policies", "replays:", "--output", str(tmp_path / "out")]
    assert main(words) == 2
    assert "policies: got 'replays:', allowed is replays:FOLDER with an existing folder" in capsys.readouterr().err
